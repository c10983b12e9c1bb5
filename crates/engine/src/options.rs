//! How to search, and for how long.

use std::time::Duration;

use knowledge::book::{Choice, Source};
use search::{Chosen, Depth};

use crate::{EndgameTables, Error, PastGames};

/// The greatest depth that can be asked for.
pub const MAX_DEPTH: i32 = Depth::MAX.plies();
/// The greatest number of threads that can be asked for.
pub const MAX_THREADS: usize = 1024;
/// The largest table that can be asked for, in MiB; the machine may have less.
pub const MAX_TABLE: usize = 1 << 25;
/// The greatest number of best lines that can be asked for: more than any position has moves.
pub const MAX_LINES: usize = 1000;

/// What chooses the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// What suits the game: Monte Carlo tree search where that is the stronger (Go), the one search otherwise, and also
    /// where a depth is asked for.
    #[default]
    Natural,
    /// The one search.
    Search,
    /// Monte Carlo tree search.
    Mcts,
    /// A legal move at random.
    Random,
}

/// How to search.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// What chooses the move.
    pub method: Method,
    /// Which techniques are on.
    pub techniques: Chosen,
    /// The evaluator's name; the game's default if `None`.
    pub evaluator: Option<String>,
    /// The book that is consulted before searching; none by default.
    pub book: Option<Source>,
    /// How a move is chosen from the book.
    pub book_choice: Choice,
    /// Do played games influence the evaluation near the root and the choice from the book?
    pub history: bool,
    /// The played games, if they are.
    pub past: PastGames,
    /// How many plies quiescence may follow; `None` for as many as it takes.
    pub quiescence_limit: Option<u32>,
    /// The size of the transposition table in MiB.
    pub table_megabytes: usize,
    /// How many threads.
    pub threads: usize,
    /// How many best lines.
    pub lines: usize,
    /// Count what happens? It costs a little.
    pub counted: bool,
    /// Random error added to each static evaluation, up to so many hundredths of the game's unit: a weaker player.
    pub noise: i32,
    /// The seed of all random choices.
    pub seed: u64,
    /// Time reserved on the clock for what happens between choosing a move and stopping the clock.
    pub overhead: Duration,
    /// The endgame tables of chess that may be asked.
    pub endgames: EndgameTables,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            method: Method::Natural,
            techniques: Chosen::ALL,
            evaluator: None,
            book: None,
            book_choice: Choice::Weighted,
            history: false,
            past: PastGames::default(),
            quiescence_limit: None,
            table_megabytes: 64,
            threads: 1,
            lines: 1,
            counted: false,
            noise: 0,
            seed: 1,
            overhead: Duration::from_millis(20),
            endgames: EndgameTables::default(),
        }
    }
}

impl Options {
    /// Takes an evaluator by name. `history` is the game's default evaluator with the history of played games; `NAME+history`
    /// is another one with it.
    ///
    /// ```
    /// let mut options = engine::Options::default();
    /// options.set_evaluator("material+history");
    /// assert_eq!(options.evaluator.as_deref(), Some("material"));
    /// assert!(options.history);
    /// ```
    pub fn set_evaluator(&mut self, name: &str) {
        (self.evaluator, self.history) = match name.strip_suffix("history") {
            Some("") => (None, true),
            Some(rest) if rest.ends_with('+') => (Some(rest.trim_end_matches('+').to_string()), true),
            _ => (Some(name.to_string()), false),
        };
    }

    /// Makes the table smaller where a search visits few nodes: clearing a large one would take longer than the search.
    pub fn fit_table(&mut self, nodes: Option<u64>) {
        /// About the nodes of 64 moves, 16 bytes each.
        const BYTES_A_NODE: u64 = 64 * 16;
        let fitting = nodes.map_or(u64::MAX, |nodes| (nodes.saturating_mul(BYTES_A_NODE) >> 20).max(1));
        self.table_megabytes = self.table_megabytes.min(usize::try_from(fitting).unwrap_or(usize::MAX));
    }

    /// Are all numbers within their bounds?
    pub fn check(&self) -> Result<(), Error> {
        within("threads", self.threads, 1, MAX_THREADS)?;
        within("hash", self.table_megabytes, 1, MAX_TABLE)?;
        within("lines", self.lines, 1, MAX_LINES)
    }
}

fn within<T: PartialOrd + std::fmt::Display>(name: &str, value: T, low: T, high: T) -> Result<(), Error> {
    if low <= value && value <= high {
        return Ok(());
    }
    Err(Error::Request(format!("{name} {value}: expected {low} to {high}")))
}

/// A chess clock as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time gained with each move.
    pub increment: Duration,
    /// Moves until more time is added, if the control has periods.
    pub moves_to_go: Option<u32>,
}

/// How long to search. Nothing set means until stopped.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Go {
    /// The greatest depth.
    pub depth: Option<i32>,
    /// The greatest number of nodes; for MCTS, playouts.
    pub nodes: Option<u64>,
    /// The greatest number of playouts where MCTS chooses the move, if it is not `nodes`.
    pub playouts: Option<u64>,
    /// A fixed time, all of it used.
    pub time: Option<Duration>,
    /// A clock to be shared among the moves to come.
    pub clock: Option<Clock>,
    /// Only these moves are considered; all, if empty.
    pub only: Vec<String>,
    /// Look for a win in at most so many plies, and stop when it is found.
    pub win_in: Option<usize>,
}

impl Go {
    /// To a fixed depth.
    pub fn depth(depth: i32) -> Go {
        Go { depth: Some(depth), ..Go::default() }
    }

    /// For a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Go {
        Go { nodes: Some(nodes), ..Go::default() }
    }

    /// For a fixed time.
    pub fn time(time: Duration) -> Go {
        Go { time: Some(time), ..Go::default() }
    }

    /// Are all numbers within their bounds?
    pub fn check(&self) -> Result<(), Error> {
        self.depth.map_or(Ok(()), |depth| within("depth", depth, 1, MAX_DEPTH))?;
        self.nodes.or(self.playouts).map_or(Ok(()), |nodes| within("nodes", nodes, 1, u64::MAX))
    }

    /// Is there any limit at all?
    pub fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some() || self.clock.is_some()
    }
}
