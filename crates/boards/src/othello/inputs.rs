//! What a network sees of an Othello position: the discs of either side.

use game::{Inputs, Pattern, Rules, Side};

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

    /// Those of M. Buro's Logistello but one (*Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello*, 1997): edges
    /// with the squares diagonally before the corners, corners, lines, diagonals.
    fn patterns(&self) -> Vec<Pattern> {
        if self.size() != 8 {
            return Vec::new();
        }
        let line = |rank: usize| (0..8).map(|file| 8 * rank + file).collect();
        let diagonal = |length: usize| (0..length).map(|step| 9 * step + 8 - length).collect();
        let mut groups: Vec<Vec<usize>> =
            vec![vec![9, 0, 1, 2, 3, 4, 5, 6, 7, 14], vec![0, 1, 2, 8, 9, 10, 16, 17, 18], line(1), line(2), line(3)];
        groups.extend((4..=8).map(diagonal));
        groups.iter().map(|cells| Pattern::on_square_board(cells)).collect()
    }
}
