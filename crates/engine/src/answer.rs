//! What comes back from a search, with moves as text.

use std::time::Duration;

use game::Score;
use search::Bound;

/// What a search has found so far: one of its best lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The depth of the iteration; for MCTS the length of the line.
    pub depth: i32,
    /// The greatest distance from the root that was reached.
    pub deepest: usize,
    /// Which of the best lines this is, from 1.
    pub line: usize,
    /// The value for the side to move.
    pub score: Score,
    /// The value as this game's players write it.
    pub score_text: String,
    /// The share of the points that the side to move may expect, 0 to 1.
    pub chance: f64,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The line, in the game's notation.
    pub pv: Vec<String>,
    /// Nodes; for MCTS playouts.
    pub nodes: u64,
    /// Which of the two.
    pub unit: &'static str,
    /// Time since the search was asked for.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_full: usize,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The best move; `None` only if the game is over.
    pub best: Option<String>,
    /// The best lines of the last iteration, the best first.
    pub lines: Vec<Report>,
    /// What was counted, by name; empty for an uncounted search.
    pub counters: Vec<(String, f64)>,
    /// Does the move come from the book, without a search?
    pub from_book: bool,
}

/// An exact value.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The value for the side to move.
    pub score: Score,
    /// The value in the game's own convention: disc difference, stones left, or the sign of the result.
    pub exact: i32,
    /// The value in words.
    pub text: String,
    /// Best play, in the game's notation; its first move is the best move.
    pub pv: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the question was asked.
    pub time: Duration,
    /// For a game small enough to be looked at whole: how large it is.
    pub size: Option<SolvedSize>,
}

/// The size of a game from some position on, that position included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SolvedSize {
    /// Different positions.
    pub positions: u64,
    /// Different positions when those that are mirror images or rotations of each other count once.
    pub positions_up_to_symmetry: u64,
    /// Different courses that a game can take to its end.
    pub courses: u64,
    /// Courses that the first player wins, the second player wins, and draws.
    pub courses_by_result: [u64; 3],
    /// Nodes of the whole game tree, the root included.
    pub tree_nodes: u64,
}
