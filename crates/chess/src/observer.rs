//! Observers of what a move changes on the board: an incremental evaluation, the first layer of a network.
//!
//! The rules know this trait and none of its implementations.

use crate::{Piece, Square};

/// Sees the changes that a move makes, one piece at a time. Every method has an empty default.
///
/// A capture is [`removed`](BoardObserver::removed) and then [`moved`](BoardObserver::moved). A promotion removes the pawn and
/// adds the new piece. Castling removes king and rook before it adds either: in Chess960 one may arrive where the other stood.
/// So at every call the square is empty or occupied as it should be.
pub trait BoardObserver {
    /// A piece appears on a square.
    #[inline]
    fn added(&mut self, piece: Piece, square: Square) {
        let _ = (piece, square);
    }

    /// A piece disappears from a square.
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        let _ = (piece, square);
    }

    /// A piece goes from one square to another.
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.added(piece, to);
    }
}

/// Observes nothing: compiles to nothing.
impl BoardObserver for () {}
