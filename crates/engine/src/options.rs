//! How to search: who thinks, with what, and what is to be told of it. How long is said by [`Go`](crate::Go).

use std::time::Duration;

use knowledge::book::{Choice, Source};
use search::{Chosen, Depth};

use crate::{EndgameTables, Error, PastGames, Peers};

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

/// How to search: who thinks, with what, and what is to be told of it.
///
/// A caller that cares about one of the three says so alone:
///
/// ```
/// use engine::{Identity, Options, Resources};
///
/// let options = Options::from(Resources::table(16));
/// assert_eq!((options.resources.table_megabytes, options.report.lines), (16, 1));
/// let weak = Options::from(Identity { noise: 50, ..Identity::default() });
/// assert_eq!(weak.resources, Resources::default());
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// Who thinks.
    pub player: Identity,
    /// With what.
    pub resources: Resources,
    /// What is to be told.
    pub report: Reporting,
}

/// What makes a player the player it is: the same identity with the same limits plays the same moves, given the same resources.
#[derive(Clone, PartialEq, Debug)]
pub struct Identity {
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
    /// Do played games ([`Resources::past`]) influence the evaluation near the root and the choice from the book?
    pub history: bool,
    /// Are the values that its searches find kept between games ([`Resources::past`]), and used in place of a judgement where a search
    /// meets such a position again? Samuel's rote learning.
    pub rote: bool,
    /// The endgame tables of chess that may be asked.
    pub endgames: EndgameTables,
    /// How many plies quiescence may follow; `None` for as many as it takes.
    pub quiescence_limit: Option<u32>,
    /// Random error added to each static evaluation, up to so many hundredths of the game's unit: a weaker player.
    pub noise: i32,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for Identity {
    fn default() -> Identity {
        Identity {
            method: Method::Natural,
            techniques: Chosen::ALL,
            evaluator: None,
            book: None,
            book_choice: Choice::Weighted,
            history: false,
            rote: false,
            endgames: EndgameTables::default(),
            quiescence_limit: None,
            noise: 0,
            seed: 1,
        }
    }
}

impl Identity {
    /// Takes an evaluator by name. `history` is the game's default evaluator with the history of played games; `NAME+history`
    /// is another one with it. `rote` and `NAME+rote` keep what their searches find between games.
    ///
    /// ```
    /// let mut player = engine::Identity::default();
    /// player.set_evaluator("material+history");
    /// assert_eq!(player.evaluator.as_deref(), Some("material"));
    /// assert!(player.history && !player.rote);
    /// player.set_evaluator("rote");
    /// assert!(player.evaluator.is_none() && player.rote && !player.history);
    /// ```
    pub fn set_evaluator(&mut self, name: &str) {
        let (rest, rote) = without(name, "rote");
        let (rest, history) = rest.map_or((None, false), |rest| without(rest, "history"));
        (self.evaluator, self.history, self.rote) = (rest.map(str::to_string), history, rote);
    }
}

/// An evaluator's name without what is added to it, and whether it was; no name if nothing else is said.
fn without<'a>(name: &'a str, added: &str) -> (Option<&'a str>, bool) {
    match name.strip_suffix(added) {
        Some("") => (None, true),
        Some(rest) if rest.ends_with('+') => (Some(rest.trim_end_matches('+')), true),
        _ => (Some(name), false),
    }
}

/// What a search may use of the machine that it runs on.
#[derive(Clone, PartialEq, Debug)]
pub struct Resources {
    /// The size of the transposition table in MiB.
    pub table_megabytes: usize,
    /// How many threads.
    pub threads: usize,
    /// Time reserved on the clock for what happens between choosing a move and stopping the clock.
    pub overhead: Duration,
    /// The played games, for a player who learns from them ([`Identity::history`], [`Identity::rote`]).
    pub past: PastGames,
    /// Other processes that help with searches.
    pub peers: Peers,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources {
            table_megabytes: 64,
            threads: 1,
            overhead: Duration::from_millis(20),
            past: PastGames::default(),
            peers: Peers::default(),
        }
    }
}

impl Resources {
    /// A table of so many MiB.
    pub fn table(megabytes: usize) -> Resources {
        Resources { table_megabytes: megabytes, ..Resources::default() }
    }

    /// Makes the table smaller where a search visits few nodes: clearing a large one would take longer than the search.
    pub fn fit_table(&mut self, nodes: Option<u64>) {
        /// About the nodes of 64 moves, 16 bytes each.
        const BYTES_A_NODE: u64 = 64 * 16;
        let fitting = nodes.map_or(u64::MAX, |nodes| (nodes.saturating_mul(BYTES_A_NODE) >> 20).max(1));
        self.table_megabytes = self.table_megabytes.min(usize::try_from(fitting).unwrap_or(usize::MAX));
    }
}

/// What a search is to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reporting {
    /// How many best lines.
    pub lines: usize,
    /// Count what happens? It costs a little.
    pub counted: bool,
}

impl Default for Reporting {
    fn default() -> Reporting {
        Reporting { lines: 1, counted: false }
    }
}

impl Reporting {
    /// The given number of best lines.
    pub fn lines(lines: usize) -> Reporting {
        Reporting { lines, ..Reporting::default() }
    }
}

impl From<Identity> for Options {
    fn from(player: Identity) -> Options {
        Options { player, ..Options::default() }
    }
}

impl From<Resources> for Options {
    fn from(resources: Resources) -> Options {
        Options { resources, ..Options::default() }
    }
}

impl Options {
    /// Are all numbers within their bounds?
    pub fn check(&self) -> Result<(), Error> {
        within("threads", self.resources.threads, 1, MAX_THREADS)?;
        within("hash", self.resources.table_megabytes, 1, MAX_TABLE)?;
        within("lines", self.report.lines, 1, MAX_LINES)
    }
}

pub(crate) fn within<T: PartialOrd + std::fmt::Display>(name: &str, value: T, low: T, high: T) -> Result<(), Error> {
    if low <= value && value <= high {
        return Ok(());
    }
    Err(Error::Request(format!("{name} {value}: expected {low} to {high}")))
}
