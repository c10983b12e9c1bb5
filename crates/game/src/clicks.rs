//! How a person picks a move on a board.

use std::borrow::Cow;

/// The cells of the diagram that a person clicks, in order, to play a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clicks {
    /// The usual way. Empty for a move that needs no cell: a pass.
    pub cells: Vec<usize>,
    /// Other ways that mean the same move and no other: the king onto its rook, a capture by another route.
    pub also: Vec<Vec<usize>>,
    /// What tells the move from others with the same cells: the piece that a pawn becomes.
    pub choice: Option<Cow<'static, str>>,
}

impl Clicks {
    /// One way, and nothing to choose.
    pub fn on(cells: Vec<usize>) -> Clicks {
        Clicks { cells, ..Clicks::default() }
    }
}
