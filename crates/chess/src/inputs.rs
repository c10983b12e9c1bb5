//! What a network sees of a chess position: the pieces of either side by kind and square.

use game::{Inputs, Side};

use crate::{Bitboard, Color, Kind, Position};

/// Six kinds of pieces of either side.
const SETS: usize = 12;
/// From the king's side a side sees the board with left and right exchanged, so that its own king is always on the files a to d.
const MIRRORED: usize = 1;

impl Inputs for Position {
    /// White's six kinds of pieces, then Black's.
    type Sets = [u64; SETS];
    const VIEWS: usize = 2;
    /// Four pieces make a stage.
    const STAGES: usize = 8;

    /// However the pieces are arranged at the start, it is one game to learn.
    fn network_game(&self) -> String {
        "chess".to_string()
    }

    #[inline]
    fn sets(&self) -> [u64; SETS] {
        let board = self.board();
        let mut sets = [0; SETS];
        for color in Color::BOTH {
            for kind in Kind::ALL {
                let Bitboard(squares) = board.pieces(color, kind);
                sets[6 * color.index() + kind.index()] = squares;
            }
        }
        sets
    }

    #[inline]
    fn view(&self, side: Side) -> usize {
        usize::from(self.board().king(side).file() >= 4) * MIRRORED
    }

    fn inputs(&self) -> usize {
        SETS * 64
    }

    /// The own pieces before the opponent's, and the own first rank first.
    fn input(&self, side: Side, view: usize, set: usize, cell: usize) -> usize {
        let (owner, kind) = (set / 6, set % 6);
        let kinds_before = 6 * usize::from(owner != side.index()) + kind;
        let flipped = cell ^ (56 * side.index());
        kinds_before * 64 + if view == MIRRORED { flipped ^ 7 } else { flipped }
    }

    fn printed(&self, _: usize, cell: usize) -> usize {
        cell ^ 56
    }

    #[inline]
    fn stage(&self) -> usize {
        let Bitboard(occupied) = self.board().occupied();
        // Two kings at least, and 32 pieces at most, unless the position was set up by hand.
        ((occupied.count_ones() as usize).saturating_sub(2) / 4).min(Self::STAGES - 1)
    }
}
