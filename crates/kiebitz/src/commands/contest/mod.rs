//! What `match`, `sprt` and `tournament` have in common: who plays and by which rules, and the run with its journal: what has been
//! played is kept, and `--resume` plays only what is missing.

pub mod progress;
pub mod report;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use arena::schedule::{Outcome, Schedule};
use arena::{
    Adjudication, Arena, Contents, DrawRule, Event, Finished, Journal, Openings, ResignRule, Rules, Standings,
    TimeControl,
};
use clap::Args;
use engine::{EndgameTables, Go, PlayerSpec, Probing};
use serde_json::{Value, json};

use self::progress::Progress;
use super::args::{seconds, whole};
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
            clocks_wait: false,
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
    let (mut journal, games, notices) = match conditions.resume {
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
    let mut progress = Progress::new(arena, total, conditions.pgn.as_deref(), conditions.json)?;
    notices.iter().try_for_each(|notice| progress.notice(notice))?;
    games.iter().try_for_each(|game| progress.add(game))?;
    let earlier: Vec<Outcome> = games.iter().map(Finished::outcome).collect();
    let mut all = games;
    let mut failed: Result<(), Failure> = Ok(());
    let mut complete = decided(&progress.standings);
    if !complete {
        let halted = interrupt::stoppable(|halt| {
            arena.run(schedule, &earlier, halt, &mut |event| {
                // After the decision, or Ctrl-C, games that were about to end may still do so; they are kept.
                let heard = match &event {
                    Event::Game(game) => journal.add(game).map_err(Failure::from),
                    Event::Remark(..) => Ok(()),
                };
                let heard = heard.and_then(|()| progress.hear(&event, status));
                if let Event::Game(game) = event {
                    all.push(*game);
                }
                if failed.is_ok() {
                    failed = heard;
                }
                complete = complete || decided(&progress.standings);
                if failed.is_err() || complete { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            Ok::<bool, arena::Error>(halt.stopped())
        })?;
        complete = complete || !halted;
    }
    failed?;
    if complete {
        journal.finish()?;
    }
    let speed = progress.speed();
    Ok(Played { standings: progress.end(), games: all, speed, complete })
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
