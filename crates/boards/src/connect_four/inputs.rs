//! What a network sees of a Connect Four position: the stones of either side.

use game::{Inputs, Side};

use super::geometry::Geometry;
use super::position::Board;

impl<G: Geometry> Inputs for Board<G> {
    /// The first player's stones, then the second's.
    type Sets = [u64; 2];
    const VIEWS: usize = 1;
    const STAGES: usize = 8;

    #[inline]
    fn sets(&self) -> [u64; 2] {
        [self.stones(Side::First), self.stones(Side::Second)]
    }

    #[inline]
    fn view(&self, _: Side) -> usize {
        0
    }

    fn inputs(&self) -> usize {
        2 * 64
    }

    /// The own stones before the opponent's.
    fn input(&self, side: Side, _: usize, set: usize, cell: usize) -> usize {
        64 * usize::from(set != side.index()) + cell
    }

    fn printed(&self, _: usize, cell: usize) -> usize {
        let (column, row) = (cell / self.geometry.stride(), cell % self.geometry.stride());
        (self.geometry.height() - 1 - row) * self.geometry.width() + column
    }

    /// Eighths of the board.
    #[inline]
    fn stage(&self) -> usize {
        let cells = self.geometry.cells();
        ((cells - self.empties()) * Self::STAGES / cells).min(Self::STAGES - 1)
    }
}
