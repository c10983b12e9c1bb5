//! What a network sees of a draughts position: men and kings of either side, each side from below.

use game::{Inputs, Side};

use super::geometry::Color;
use super::position::Draughts;
use super::word::Word;

/// Words of 64 squares for each set.
const WORDS: usize = 2;

impl<W: Word> Draughts<W> {
    /// The number of squares in play.
    fn board_squares(&self) -> usize {
        2 * self.order() * self.order()
    }
}

impl<W: Word> Inputs for Draughts<W> {
    /// The first player's men and kings, then the second's; two words each.
    type Sets = [u64; 4 * WORDS];
    const VIEWS: usize = 1;
    const STAGES: usize = 8;

    #[inline]
    fn sets(&self) -> [u64; 4 * WORDS] {
        let mut sets = [0; 4 * WORDS];
        for (side, sets) in Side::BOTH.into_iter().zip(sets.chunks_exact_mut(2 * WORDS)) {
            let pieces = self.pieces[self.color_of(side) as usize];
            let (men, kings) = sets.split_at_mut(WORDS);
            men.copy_from_slice(&(pieces & !self.kings).words());
            kings.copy_from_slice(&(pieces & self.kings).words());
        }
        sets
    }

    #[inline]
    fn view(&self, _: Side) -> usize {
        0
    }

    fn inputs(&self) -> usize {
        4 * self.board_squares()
    }

    /// The own men, the own kings, then the opponent's; squares are counted from the top as the side sees the board, its men
    /// moving up.
    fn input(&self, side: Side, _: usize, set: usize, cell: usize) -> usize {
        let (owner, kind, word) = (set / (2 * WORDS), set / WORDS % 2, set % WORDS);
        let geometry = &self.variant.geometry;
        let (row, column) = geometry.row_and_column((64 * word + cell) as u8);
        // A ghost never gets here; the bound keeps the arithmetic total.
        let square = (row * geometry.order + column / 2).min(self.board_squares() - 1);
        let seen = match self.color_of(side) {
            Color::White => square,
            Color::Black => self.board_squares() - 1 - square,
        };
        (2 * usize::from(owner != side.index()) + kind) * self.board_squares() + seen
    }

    fn printed(&self, set: usize, cell: usize) -> usize {
        self.cell((64 * (set % WORDS) + cell) as u8)
    }

    /// Eighths of the pieces that a game begins with.
    #[inline]
    fn stage(&self) -> usize {
        let pieces = (self.pieces[0] | self.pieces[1]).count() as usize;
        let most = 2 * self.order() * (self.order() - 1);
        (pieces.saturating_sub(1) * Self::STAGES / most).min(Self::STAGES - 1)
    }
}
