//! What comes back from a search: for callers that know the game's type with its own moves, for surfaces with moves in every
//! notation.

use std::time::Duration;

use game::{Score, Show};
use search::Bound;

/// A move in every way in which a surface may want it, read in the position before it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Ply {
    /// As people write it.
    pub text: String,
    /// As programs write it.
    pub code: String,
    /// The cells of the board that it touches, from first, to last.
    pub cells: Vec<usize>,
}

impl Ply {
    /// A legal move of a position.
    pub(crate) fn of<G: Show>(position: &G, mv: G::Move) -> Ply {
        Ply { text: position.move_text(mv), code: position.protocol_text(mv), cells: position.move_cells(mv) }
    }

    /// The moves of a line that begins at a position.
    pub(crate) fn line<G: Show>(position: &G, moves: &[G::Move]) -> Vec<Ply> {
        let mut position = position.clone();
        let mut step = |&mv| {
            let ply = Ply::of(&position, mv);
            position.play(mv);
            ply
        };
        moves.iter().map(&mut step).collect()
    }

    /// The texts of a line, as people write them.
    pub fn texts(line: &[Ply]) -> Vec<String> {
        line.iter().map(|ply| ply.text.clone()).collect()
    }

    /// The moves of a line, as programs write them.
    pub fn codes(line: &[Ply]) -> Vec<String> {
        line.iter().map(|ply| ply.code.clone()).collect()
    }
}

/// As people write it.
impl std::fmt::Display for Ply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.text)
    }
}

/// What a search has found so far: one of its best lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M = Ply> {
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
    /// The line; its first move is the best move.
    pub pv: Vec<M>,
    /// Nodes; for MCTS playouts.
    pub nodes: u64,
    /// Which of the two.
    pub unit: &'static str,
    /// Time since the search was asked for.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_full: usize,
}

impl<M> Report<M> {
    /// The same with the moves of its line in other form.
    pub(crate) fn with_line<N>(&self, pv: Vec<N>) -> Report<N> {
        let Report {
            depth, deepest, line, score, ref score_text, chance, bound, nodes, unit, time, table_full, ..
        } = *self;
        let score_text = score_text.clone();
        Report { depth, deepest, line, score, score_text, chance, bound, pv, nodes, unit, time, table_full }
    }
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M = Ply> {
    /// The best move; `None` only if the game is over.
    pub best: Option<M>,
    /// The best lines, the best first. The last report of each was the same.
    pub lines: Vec<Report<M>>,
    /// What was counted, by name; empty for an uncounted search.
    pub counters: Vec<(String, f64)>,
    /// Does the move come from the book, without a search?
    pub from_book: bool,
}

/// An exact value.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved<M = Ply> {
    /// The value for the side to move.
    pub score: Score,
    /// The value in the game's own convention: disc difference, stones left, or the sign of the result.
    pub exact: i32,
    /// The value in words.
    pub text: String,
    /// Best play; its first move is the best move.
    pub pv: Vec<M>,
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
