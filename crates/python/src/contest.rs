//! Matches and sequential tests.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::schedule::{Listed, Outcome, Schedule};
use arena::stats::Pairs;
use arena::stats::sprt::{Sprt, Verdict};
use arena::{Arena, Contents, Event, Finished, Journal, Openings, Rules, Standings, TimeControl};
use cluster::{Heard, Meeting};
use engine::{Go, PastGames, PlayerSpec};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::failure::{read, refusal, refused, write};
use crate::work::{Product, Work};
use crate::workers::{self, Teller, Workers};

/// Who plays, and how.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contest {
    game: String,
    players: Vec<String>,
    games: usize,
    clock: Option<String>,
    nodes: Option<u64>,
    depth: Option<i32>,
    seconds: Option<f64>,
    openings: Option<PathBuf>,
    random_plies: usize,
    seed: u64,
    concurrency: usize,
    max_plies: Option<usize>,
    sprt: Option<Test>,
    /// Keeps the games; what is in it already is not played again.
    journal: Option<PathBuf>,
    workers: Option<Workers>,
}

/// A sequential test.
#[derive(Deserialize, Serialize, Clone)]
#[serde(deny_unknown_fields)]
struct Test {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: String,
}

impl Test {
    fn sprt(&self) -> PyResult<Sprt> {
        let Test { elo0: low, elo1: high, alpha, beta, ref model } = *self;
        let sprt = Sprt { model: model.parse().map_err(refusal)?, low, high, alpha, beta };
        sprt.check().map_err(refusal)?;
        Ok(sprt)
    }
}

impl Contest {
    fn arena(&self) -> PyResult<Arena> {
        let mut board = engine::open(&self.game).map_err(refused)?;
        let read = |text: &String| text.parse::<PlayerSpec>().map_err(refused);
        let mut contestants = self.players.iter().map(read).collect::<PyResult<Vec<_>>>()?;
        let past = PastGames::default();
        contestants.iter().try_for_each(|player| arena::check_player(player, &*board, &past)).map_err(refusal)?;
        arena::distinguish(&mut contestants);
        let time = self.seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(refusal)).transpose()?;
        let common = Go { nodes: self.nodes, depth: self.depth, time, ..Go::default() };
        common.check().map_err(refused)?;
        let clock = self.clock.as_deref().map(str::parse::<TimeControl>).transpose().map_err(refusal)?;
        let limited = common.is_limited() || clock.is_some() || contestants.iter().all(PlayerSpec::is_limited);
        if !limited {
            return Err(refusal(
                "nothing limits the players: say nodes=, depth=, seconds= or clock=, or give each its own",
            ));
        }
        contestants.iter_mut().for_each(|contestant| contestant.limit_by(&common));
        let openings = match &self.openings {
            Some(path) => Openings::read(path, None, &mut *board).map_err(refusal)?,
            None => Openings::Random { plies: self.random_plies, seed: self.seed },
        };
        Ok(Arena {
            game: self.game.clone(),
            contestants,
            past,
            clock,
            openings,
            rules: Rules { max_plies: self.max_plies, ..Rules::default() },
            concurrency: self.concurrency.clamp(1, 1024),
            seed: self.seed,
            event: "Kiebitz in Python".to_string(),
        })
    }
}

impl Contest {
    /// All that decides which games are played, as it stands in the journal.
    fn header(&self) -> Value {
        let Contest { game, players, games, clock, nodes, depth, seconds, openings, random_plies, .. } = self;
        json!({
            "kind": "python", "game": game, "players": players, "games": games, "clock": clock, "nodes": nodes, "depth": depth,
            "seconds": seconds, "openings": openings, "random_plies": random_plies, "seed": self.seed,
            "max_plies": self.max_plies, "sprt": self.sprt,
        })
    }
}

/// Begins a journal, or takes up what is there.
fn open_journal(path: &Path, header: &Value, contestants: usize) -> PyResult<(Journal, Vec<Finished>)> {
    if path.metadata().is_ok_and(|file| file.len() > 0) {
        let (journal, Contents { games, .. }) = Journal::resume(path, header, contestants).map_err(refusal)?;
        return Ok((journal, games));
    }
    let (journal, _) = Journal::create(path, header).map_err(refusal)?;
    Ok((journal, Vec::new()))
}

/// A contest that goes on.
struct Hall<'a, 'b, 'c> {
    names: Vec<String>,
    standings: Standings,
    test: Option<&'a Sprt>,
    journal: Option<Journal>,
    teller: &'a Teller<'b, 'c>,
    /// Why it was broken off.
    failed: Option<arena::Error>,
    decided: bool,
}

impl Hall<'_, '_, '_> {
    /// Keeps a game that was played.
    fn keep(&mut self, game: &Finished) -> ControlFlow<()> {
        if let Some(Err(error)) = self.journal.as_mut().map(|journal| journal.add(game)) {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Counts a game, and tells of it.
    fn count(&mut self, game: &Finished) -> ControlFlow<()> {
        self.standings.add(game);
        let status = standing(&self.standings, self.test);
        self.decided |= status["verdict"] == "H0" || status["verdict"] == "H1";
        let outcome = ["second", "draw", "first"][usize::from(game.half_points.min(2))];
        self.teller.tell(&json!({
            "number": self.standings.games(),
            "pair": game.fixture.pair,
            "first": self.names[game.fixture.first],
            "second": self.names[game.fixture.second],
            "winner": outcome,
            "ending": serde_json::to_value(&game.ending).unwrap_or_default(),
            "plies": game.plies,
            "seconds": game.seconds,
            "pgn": game.pgn,
            "status": status,
        }));
        if self.decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// How the first stands against the second.
fn standing(standings: &Standings, test: Option<&Sprt>) -> Value {
    let score = standings.against(0, 1);
    let pairs: &Pairs = &score.pairs;
    let strength = pairs.strength().filter(|found| found.elo.error().is_finite());
    json!({
        "games": score.games(),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "points": score.points(),
        "pairs": pairs.0,
        "elo": strength.as_ref().map(|found| found.elo.value),
        "elo_error": strength.as_ref().map(|found| found.elo.error()),
        "llr": test.map(|test| test.llr(pairs)),
        "bounds": test.map(Sprt::bounds),
        "verdict": test.map(|test| match test.verdict(pairs) {
            Verdict::Open => "open",
            Verdict::AcceptLow => "H0",
            Verdict::AcceptHigh => "H1",
        }),
    })
}

/// Plays a match between two, or a round robin between more. Tells of each game when it counts.
#[pyfunction]
pub fn contest(request: &str) -> PyResult<Work> {
    let asked: Contest = read(request)?;
    let arena = asked.arena()?;
    let test = asked.sprt.as_ref().map(Test::sprt).transpose()?;
    let count = arena.contestants.len();
    if count < 2 || test.is_some() && count != 2 {
        return Err(refusal(format!("{count} players: a match is between two or more, a test between two")));
    }
    let staff = asked.workers.as_ref().map(Workers::staff).transpose()?;
    let opened = asked.journal.as_ref().map(|path| open_journal(path, &asked.header(), count)).transpose()?;
    Work::begin(&asked.game.clone(), move |control, tell| {
        let teller = Teller::new(tell);
        let mut schedule: Box<dyn Schedule> = match count {
            2 => Box::new(Listed::pair_match(asked.games)),
            _ => Box::new(Listed::round_robin(count, asked.games)),
        };
        let (journal, earlier) = opened.map_or((None, Vec::new()), |(journal, games)| (Some(journal), games));
        let mut hall = Hall {
            names: arena.contestants.iter().map(PlayerSpec::label).collect(),
            standings: Standings::new(count),
            test: test.as_ref(),
            journal,
            teller: &teller,
            failed: None,
            decided: false,
        };
        let accounts = match &staff {
            Some(staff) => {
                let meeting = Meeting::of(&arena, false, None);
                let mut hear = |heard: Heard| match heard {
                    Heard::Played(game) => hall.keep(&game),
                    Heard::Counts(game, _) => hall.count(&game),
                };
                let contest = cluster::Contest::new(&arena, meeting, &mut *schedule, earlier, &mut hear);
                let mut contest = contest.map_err(refusal)?;
                let accounts = staff.drive(&mut contest, control, &teller)?;
                workers::rows(&accounts, &contest.residuals())
            }
            None => {
                let known: Vec<Outcome> = earlier.iter().map(Finished::outcome).collect();
                if !earlier.iter().any(|game| hall.count(game).is_break()) {
                    let mut hear = |event: Event| {
                        let Event::Game(game) = event else { return ControlFlow::Continue(()) };
                        hall.keep(&game)?;
                        hall.count(&game)
                    };
                    arena.run(&mut *schedule, &known, control, &mut hear).map_err(refusal)?;
                }
                Vec::new()
            }
        };
        let complete = hall.decided || !control.stopped();
        if let Some(journal) = hall.journal.as_mut().filter(|_| complete && hall.failed.is_none()) {
            hall.failed = journal.finish().err();
        }
        if let Some(error) = hall.failed {
            return Err(refusal(error));
        }
        let table = (0..count).map(|one| {
            let total = hall.standings.total(one);
            json!({ "player": hall.names[one], "points": total.points(), "games": total.games() })
        });
        let table: Vec<Value> = table.collect();
        Ok(Product::Json(write(&json!({
            "players": hall.names,
            "table": table,
            "status": standing(&hall.standings, test.as_ref()),
            "workers": accounts,
        }))))
    })
}
