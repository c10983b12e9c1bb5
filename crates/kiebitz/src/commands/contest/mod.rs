//! What `match`, `sprt` and `tournament` have in common: who plays and by which rules, and the run with its journal: what has been
//! played is kept, and `--resume` plays only what is missing.

pub mod progress;
pub mod report;

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use arena::schedule::{Outcome, Schedule};
use arena::{
    Adjudication, Arena, Contents, DrawRule, Event, Finished, Journal, Openings, ResignRule, Rules, Standings,
    TimeControl,
};
use clap::Args;
use cluster::{Account, Carrier, Contest, Heard, Meeting, News, Patience};
use engine::{EndgameTables, Go, PlayerSpec, Probing};
use serde_json::{Value, json};

use self::progress::Progress;
use super::args::{seconds, whole};
use super::workers::{self, Workers};
use crate::interrupt;
use crate::output::{self, Failure};

/// How to say who plays, for the help of each command.
pub const PLAYERS: &str = "\
Players: kiebitz, mcts, random, or another program: uci:PATH (chess), gtp:PATH (Go), hub:PATH (international
and Frisian draughts), each with settings after a colon or comma: kiebitz:level=3 (1 to 10), kiebitz:techniques=minimax+alpha-beta,depth=4,
kiebitz:nodes=1000,hash=16, kiebitz:eval=classical,scale.mobility=50%,weights=mine.toml, mcts:playouts=500, uci:stockfish,option.Threads=1,option.Hash=16,
uci:gnuchess,arg=--uci. All have name=, nodes=, depth=, time= and clock=, which take the place of
the common --nodes and so on. A comma inside a value is written \\,";

/// Conditions of games between programs.
#[derive(Args)]
pub struct Conditions {
    /// The clock in seconds, [MOVES/]TIME[+INCREMENT]: 10+0.1, 40/60, or with units 5m+3s [default: 10+0.1 if nothing else
    /// is a limit]
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub clock: Option<String>,

    /// Nodes for each move
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, u64::MAX))]
    pub nodes: Option<u64>,

    /// Depth of each search
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = whole(1, engine::MAX_DEPTH))]
    pub depth: Option<i32>,

    /// Seconds for each move
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = seconds)]
    pub time: Option<Duration>,

    /// Openings: PGN, or one position a line (EPD, FEN); each is played twice, with sides exchanged
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Take so many plies of each PGN opening [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0, 1000_usize))]
    opening_plies: Option<usize>,

    /// Play the openings in the order of the file and not in random order
    #[arg(long)]
    in_order: bool,

    /// Without --openings, begin with so many random plies
    #[arg(long, value_name = "N", default_value_t = 4, allow_negative_numbers = true, value_parser = whole(0, 100_usize))]
    pub random_plies: usize,

    /// Where random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole(0, u64::MAX))]
    seed: u64,

    /// How many games at a time
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole(1, 1024_usize))]
    concurrency: usize,

    /// Let workers play, pairs of games each: local:N on this machine, ssh:HOST or ssh:HOST/N on another one where kiebitz is in PATH,
    /// cmd:PROGRAM for whatever starts `kiebitz worker`, socket:PATH/N for connections that are workers; several with commas between
    #[arg(long, value_name = "LIST", value_parser = workers::read, conflicts_with = "concurrency")]
    workers: Option<Workers>,

    /// Milliseconds by which a clock may be overrun in a game before it is lost
    #[arg(long, value_name = "MS", default_value_t = 50, allow_negative_numbers = true, value_parser = whole(0, 60_000_u64))]
    margin: u64,

    /// Seconds to wait for a program that no clock limits, and for one to get ready
    #[arg(long, value_name = "T", default_value = "60", allow_negative_numbers = true, value_parser = seconds)]
    patience: Duration,

    /// Let programs think in the opponent's time
    #[arg(long)]
    ponder: bool,

    /// End a game as drawn when both think so: after=40,moves=8,score=10 (hundredths)
    #[arg(long, value_name = "RULE", num_args = 0..=1, default_missing_value = "")]
    draw: Option<String>,

    /// End a game as lost when both think so: moves=4,score=600 (hundredths)
    #[arg(long, value_name = "RULE", num_args = 0..=1, default_missing_value = "")]
    resign: Option<String>,

    /// End a game as soon as endgame tables know its result: our own in chess, up to four men
    #[arg(long)]
    tables: bool,

    /// The same, with the Syzygy tables in these folders as well
    #[arg(long, value_name = "DIR")]
    syzygy: Option<String>,

    /// End a game as drawn after so many moves of both sides
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, 100_000_usize))]
    max_moves: Option<usize>,

    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,

    /// Go on with a run that was broken off: the same command with --resume plays the games that are missing
    #[arg(long)]
    resume: bool,

    /// Keep the finished games here [default: a file in the data folder that depends on the settings]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// The event, for PGN
    #[arg(long, value_name = "NAME", default_value = "Kiebitz arena")]
    event: String,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl Conditions {
    /// All that decides which games are played, as it stands in the journal of a run.
    pub fn header(&self, kind: &str, who: &[String], more: Value) -> Value {
        let mut header = json!({
            "kind": kind,
            "players": who,
            "clock": self.clock,
            "nodes": self.nodes,
            "depth": self.depth,
            "time": self.time.map(|time| time.as_secs_f64()),
            "openings": self.openings,
            "opening_plies": self.opening_plies,
            "in_order": self.in_order,
            "random_plies": self.random_plies,
            "seed": self.seed,
            "margin": self.margin,
            "patience": self.patience.as_secs_f64(),
            "ponder": self.ponder,
            "draw": self.draw,
            "resign": self.resign,
            "tables": self.tables || self.syzygy.is_some(),
            "syzygy": self.syzygy,
            "max_moves": self.max_moves,
        });
        if let (Value::Object(header), Value::Object(more)) = (&mut header, more) {
            header.extend(more);
        }
        header
    }

    /// The tables that end games.
    fn endgame_tables(&self, game: &str) -> Result<EndgameTables, Failure> {
        if !self.tables && self.syzygy.is_none() {
            return Ok(EndgameTables::default());
        }
        if !engine::info(game).is_some_and(|info| info.has_endgames) {
            return Err(Failure::BadInput(format!("there are endgame tables for chess and chess960, not for {game}")));
        }
        let Some(folders) = &self.syzygy else { return Ok(EndgameTables::own()) };
        let tables = EndgameTables::with_syzygy(folders, Probing::default());
        match (tables.syzygy_size(), tables.complaints().first()) {
            ((0, _), Some(complaint)) => Err(Failure::BadInput(complaint.clone())),
            ((0, _), None) => Err(Failure::BadInput(format!("{folders}: there are no Syzygy tables here"))),
            _ => Ok(tables),
        }
    }

    /// The arena with these contestants. The first of the texts may be a game; otherwise it is chess.
    pub fn arena(&self, who: &[String]) -> Result<Arena, Failure> {
        let (game, players) = match who {
            [first, rest @ ..] if engine::open(first).is_ok() => (first.as_str(), rest),
            _ => ("chess", who),
        };
        let mut board = engine::open(game)?;
        let mut contestants = players.iter().map(|text| text.parse()).collect::<Result<Vec<PlayerSpec>, _>>()?;
        let past = history::past(None);
        contestants.iter().try_for_each(|player| arena::check_player(player, &*board, &past))?;
        arena::distinguish(&mut contestants);
        let common = Go { nodes: self.nodes, depth: self.depth, time: self.time, ..Go::default() };
        let mut clock = self.clock.as_deref().map(str::parse::<TimeControl>).transpose()?;
        let needs_clock = contestants.iter().any(|contestant| !contestant.is_limited()) && !common.is_limited();
        if clock.is_none() && needs_clock {
            clock = Some("10+0.1".parse()?);
        }
        contestants.iter_mut().for_each(|contestant| contestant.limit_by(&common));
        let mut openings = match &self.openings {
            Some(path) => Openings::read(path, self.opening_plies, &mut *board)?,
            None => Openings::Random { plies: self.random_plies, seed: self.seed },
        };
        if !self.in_order {
            openings.shuffle(self.seed);
        }
        // A mistake in the number of plies is reported before the first game.
        openings.get(0, &mut *board)?;
        let adjudication = Adjudication {
            draw: self.draw.as_deref().map(str::parse::<DrawRule>).transpose()?,
            resign: self.resign.as_deref().map(str::parse::<ResignRule>).transpose()?,
            tables: self.endgame_tables(&board.game())?,
        };
        let rules = Rules {
            margin: Duration::from_millis(self.margin),
            patience: self.patience,
            ponder: self.ponder,
            adjudication,
            max_plies: self.max_moves.map(|moves| 2 * moves),
            ..Rules::default()
        };
        Ok(Arena {
            game: game.to_string(),
            contestants,
            past,
            clock,
            openings,
            rules,
            concurrency: self.concurrency,
            seed: self.seed,
            event: self.event.clone(),
        })
    }
}

/// What a run came to.
pub struct Played {
    pub standings: Standings,
    /// All games, those of an earlier run first.
    pub games: Vec<Finished>,
    /// Games a second of this run.
    pub speed: f64,
    /// All games have been played, or it was decided that no more are needed.
    pub complete: bool,
    /// What each worker has done, in words.
    pub workers: Vec<String>,
}

/// Plays. `header` names the run in the journal; `status` tells the standings in a few words; `decided` may end the run early.
pub fn run(
    conditions: &Conditions,
    arena: &Arena,
    schedule: &mut dyn Schedule,
    header: &Value,
    status: &dyn Fn(&Standings) -> String,
    decided: &dyn Fn(&Standings) -> bool,
) -> Result<Played, Failure> {
    let total = schedule.total();
    let path = match &conditions.journal {
        Some(path) => path.clone(),
        None => usual_place(header)?,
    };
    let (journal, games, notices) = match conditions.resume {
        true => {
            let (journal, Contents { games, lost, .. }) = Journal::resume(&path, header, arena.contestants.len())?;
            let mut notices = vec![format!("{} games have been played before", games.len())];
            let place = path.display();
            notices.extend(lost.iter().map(|(line, why)| format!("{place}: line {line} is of no use: {why}")));
            (journal, games, notices)
        }
        false => {
            let (journal, kept) = Journal::create(&path, header)?;
            let notice = kept.map(|kept| {
                format!(
                    "what was in {}, the games of a run that was broken off, is now in {}",
                    path.display(),
                    kept.display()
                )
            });
            (journal, Vec::new(), notice.into_iter().collect())
        }
    };
    if let Some(clock) = arena.clock.filter(|_| !conditions.json) {
        output::line(format!("Clock: {}.", clock.words()))?;
    }
    let progress = Progress::new(arena, total, conditions.pgn.as_deref(), conditions.json)?;
    notices.iter().try_for_each(|notice| progress.notice(notice))?;
    let mut run = Run { progress, journal, all: Vec::new(), failed: Ok(()), complete: false, status, decided };
    let workers = match &conditions.workers {
        Some(Workers(carriers)) => run.at_workers(conditions, arena, schedule, games, carriers)?,
        None => run.here(arena, schedule, games).map(|()| Vec::new())?,
    };
    run.failed?;
    if run.complete {
        run.journal.finish()?;
    }
    let speed = run.progress.speed();
    Ok(Played { standings: run.progress.end(), games: run.all, speed, complete: run.complete, workers })
}

/// A run that is going on.
struct Run<'a> {
    progress: Progress<'a>,
    journal: Journal,
    /// All games that count.
    all: Vec<Finished>,
    failed: Result<(), Failure>,
    complete: bool,
    status: &'a dyn Fn(&Standings) -> String,
    decided: &'a dyn Fn(&Standings) -> bool,
}

impl Run<'_> {
    /// What came of hearing of a game: the first failure ends the run, and so does the decision.
    fn go_on(&mut self, heard: Result<(), Failure>) -> ControlFlow<()> {
        if self.failed.is_ok() {
            self.failed = heard;
        }
        self.complete = self.complete || (self.decided)(&self.progress.standings);
        if self.failed.is_err() || self.complete { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Plays in this process.
    fn here(&mut self, arena: &Arena, schedule: &mut dyn Schedule, games: Vec<Finished>) -> Result<(), Failure> {
        games.iter().try_for_each(|game| self.progress.add(game))?;
        let earlier: Vec<Outcome> = games.iter().map(Finished::outcome).collect();
        self.all = games;
        self.complete = (self.decided)(&self.progress.standings);
        if self.complete {
            return Ok(());
        }
        let halted = interrupt::stoppable(|halt| {
            arena.run(schedule, &earlier, halt, &mut |event| {
                // After the decision, or Ctrl-C, games that were about to end may still do so; they are kept.
                let heard = match &event {
                    Event::Game(game) => self.journal.add(game).map_err(Failure::from),
                    Event::Remark(..) => Ok(()),
                };
                let heard = heard.and_then(|()| self.progress.hear(&event, self.status));
                if let Event::Game(game) = event {
                    self.all.push(*game);
                }
                self.go_on(heard)
            })?;
            Ok::<bool, arena::Error>(halt.stopped())
        })?;
        self.complete = self.complete || !halted;
        Ok(())
    }

    /// Lets workers play. A game is kept when it arrives, and counts when all before it have been counted.
    fn at_workers(
        &mut self,
        conditions: &Conditions,
        arena: &Arena,
        schedule: &mut dyn Schedule,
        games: Vec<Finished>,
        carriers: &[Carrier],
    ) -> Result<Vec<String>, Failure> {
        let meeting = Meeting::of(arena, conditions.tables, conditions.syzygy.clone());
        let (local, bench) = (workers::local()?, engine::signature()?);
        let bar = self.progress.bar.clone();
        let silent = RefCell::new(Ok(()));
        let notice = |text: String| {
            let told = progress::beside(&bar, &text);
            let mut silent = silent.borrow_mut();
            if silent.is_ok() {
                *silent = told;
            }
        };
        let mut hear = |heard: Heard| match heard {
            Heard::Played(game) => match self.journal.add(&game).map_err(Failure::from) {
                Ok(()) => ControlFlow::Continue(()),
                failed => self.go_on(failed),
            },
            Heard::Counts(game, is_old) => {
                let heard = match is_old {
                    true => self.progress.add(&game),
                    false => self.progress.hear(&Event::Game(game.clone()), self.status),
                };
                self.all.push(*game);
                self.go_on(heard)
            }
        };
        let mut contest = Contest::new(arena, meeting, schedule, games, &mut hear)?;
        let (found, halted) = interrupt::stoppable(|halt| {
            let mut tell = |news: News| match news {
                News::Of { worker, text } => notice(format!("{worker}: {}", output::visible(&text))),
                News::There(_) => {}
            };
            let found = cluster::drive(carriers, &local, bench, Patience::default(), &mut contest, halt, &mut tell);
            (found, halt.stopped())
        });
        let residuals = contest.residuals();
        drop(contest);
        silent.into_inner()?;
        let accounts = found.map_err(Failure::Other)?;
        self.complete = self.complete || !halted;
        Ok(accounts.iter().map(|account| words(account, &residuals)).collect())
    }
}

/// What a worker has done.
fn words(account: &Account, residuals: &[(String, usize, f64)]) -> String {
    let Account { name, done, spare, failed, lost, seconds, aside } = account;
    let mut text = format!("Worker {name}: {done} pairs");
    if *done > 0 {
        text += &format!(", {:.1} s each", seconds / *done as f64);
    }
    if let Some((_, _, residual)) = residuals.iter().find(|(worker, ..)| worker == name) {
        text += &format!(", residual {residual:+.1}");
    }
    for (count, what) in [(spare, "done twice"), (failed, "refused"), (lost, "times lost")] {
        if *count > 0 {
            text += &format!(", {count} {what}");
        }
    }
    if let Some(why) = aside {
        text += &format!("; set aside: {}", output::visible(why));
    }
    text
}

/// A place that depends on nothing but the settings, so that the same command finds it again.
fn usual_place(header: &Value) -> Result<PathBuf, Failure> {
    let nowhere = || Failure::Other("there is no folder for data here: set KIEBITZ_DATA or give --journal".to_string());
    let folder = engine::data_folder().ok_or_else(nowhere)?;
    // FNV-1a, by G. Fowler, L. Noll and P. Vo: the same on every machine and in every build.
    let digest = header
        .to_string()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Ok(folder.join("arena").join(format!("{digest:016x}.jsonl")))
}

impl From<arena::Error> for Failure {
    fn from(error: arena::Error) -> Failure {
        Failure::BadInput(error.to_string())
    }
}
