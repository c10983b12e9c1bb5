//! What a network sees of an Othello position: the discs of either side.

use game::{Inputs, Rules, Side};

use super::Othello;

impl Inputs for Othello {
    /// The first player's discs, then the second's.
    type Sets = [u64; 2];
    const VIEWS: usize = 1;
    const STAGES: usize = 8;

    #[inline]
    fn sets(&self) -> [u64; 2] {
        match self.side_to_move() {
            Side::First => [self.own, self.theirs],
            Side::Second => [self.theirs, self.own],
        }
    }

    #[inline]
    fn view(&self, _: Side) -> usize {
        0
    }

    fn inputs(&self) -> usize {
        2 * 64
    }

    /// The own discs before the opponent's.
    fn input(&self, side: Side, _: usize, set: usize, cell: usize) -> usize {
        64 * usize::from(set != side.index()) + cell
    }

    fn printed(&self, _: usize, cell: usize) -> usize {
        self.cell(cell)
    }

    /// Eighths of the board.
    #[inline]
    fn stage(&self) -> usize {
        let discs = (self.own | self.theirs).count_ones() as usize;
        (discs.saturating_sub(1) * Self::STAGES / self.cells() as usize).min(Self::STAGES - 1)
    }
}
