//! What a neural network sees of a position.

use crate::{Game, Side};

/// A game whose positions a network can judge.
///
/// A position is described by sets of cells, for instance the squares of each kind of piece of either side. Every cell of every set
/// is an input of the network, on or off. The network has two halves with the same weights: one sees the board as the side to move
/// sees it, the other as the opponent does, so the input that a cell stands for depends on who looks. Trainer and evaluator
/// use this one description.
///
/// The laws are checked by [`crate::conformance::check_inputs`].
pub trait Inputs: Game {
    /// The sets, 64 cells in each word: an array of words, the same cell always in the same place.
    type Sets: Copy + PartialEq + std::fmt::Debug + Default + AsRef<[u64]> + Send + Sync + 'static;

    /// In how many ways a side may look at the board, see [`Inputs::view`].
    const VIEWS: usize;

    /// The output of a network has so many sets of weights, one for each stage of the game.
    const STAGES: usize;

    /// What a network is learned for: the game with the parameters that matter to it.
    fn network_game(&self) -> String {
        self.spec()
    }

    /// The sets of this position.
    fn sets(&self) -> Self::Sets;

    /// How `side` looks at the board here: a number below [`Inputs::VIEWS`]. Chess exchanges left and right while the own king is on
    /// the king's side, so that a network need not learn both halves of the board. As long as the view stays the same, a move
    /// changes only the inputs of the cells it touches.
    fn view(&self, side: Side) -> usize;

    /// How many inputs there are, the same for all positions of the game with its parameters.
    fn inputs(&self) -> usize;

    /// The input that stands for a cell of a set, as `side` sees it in a view: a number below [`Inputs::inputs`], another one for
    /// every cell that can be in a set. Depends on the game with its parameters, not on the position.
    fn input(&self, side: Side, view: usize, set: usize, cell: usize) -> usize;

    /// Where a cell of a set lies on the board as it is printed: the cell of [`Show::diagram`](crate::Show::diagram), for those who want to see
    /// what a network sees.
    fn printed(&self, set: usize, cell: usize) -> usize;

    /// The stage of the game, a number below [`Inputs::STAGES`].
    fn stage(&self) -> usize;

    /// Groups of cells to be looked at together, for a judgement without hidden units: what stands on a group as a whole has a weight of its
    /// own. Only for games with two sets, the first player's pieces and the second's. The same for all positions of the game with its
    /// parameters; none if nobody has thought about which groups matter.
    fn patterns(&self) -> Vec<Pattern> {
        Vec::new()
    }
}

/// A group of cells, wherever it lies on the board: an edge, a diagonal, a corner.
///
/// What stands on it is read like a number: the cells are its digits, 0 for an empty cell, 1 for an own piece, 2 for one of the opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Its places: the same group turned or mirrored, all with the same weights. Each lists the cells, in the order in which they are read; all are
    /// of the same length, at most [`Pattern::MOST_CELLS`].
    pub places: Vec<Vec<usize>>,
    /// Another order in which the cells of each place may be read because the group is symmetric: an edge reads the same from either
    /// end. Both readings have one weight.
    pub backwards: Option<Vec<usize>>,
}

impl Pattern {
    /// Three to this power is the number of readings.
    pub const MOST_CELLS: usize = 10;

    /// A group of cells on a board of 8 × 8, `8 * rank + file`, with all that turning and mirroring the board make of it.
    pub fn on_square_board(cells: &[usize]) -> Pattern {
        let turned = |symmetry: usize| -> Vec<usize> {
            let turn = |&cell: &usize| {
                let (mut rank, mut file) = (cell / 8, cell % 8);
                if symmetry & 1 != 0 {
                    file = 7 - file;
                }
                if symmetry & 2 != 0 {
                    rank = 7 - rank;
                }
                if symmetry & 4 != 0 {
                    (rank, file) = (file, rank);
                }
                8 * rank + file
            };
            cells.iter().map(turn).collect()
        };
        let sorted = |mut cells: Vec<usize>| {
            cells.sort_unstable();
            cells
        };
        let (mut places, mut backwards) = (Vec::<Vec<usize>>::new(), None);
        for symmetry in 0..8 {
            let place = turned(symmetry);
            if place == cells && symmetry != 0 {
                continue;
            }
            if sorted(place.clone()) == sorted(cells.to_vec()) && symmetry != 0 {
                // The same cells in another order.
                let order = place.iter().filter_map(|cell| cells.iter().position(|other| other == cell));
                backwards = Some(order.collect());
            } else if places.iter().all(|other| sorted(other.clone()) != sorted(place.clone())) {
                places.push(place);
            }
        }
        Pattern { places, backwards }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_lie_wherever_turning_and_mirroring_brings_them() {
        let edge = Pattern::on_square_board(&[0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(edge.places.len(), 4);
        assert_eq!(edge.backwards, Some(vec![7, 6, 5, 4, 3, 2, 1, 0]));
        let diagonal = Pattern::on_square_board(&[0, 9, 18, 27, 36, 45, 54, 63]);
        assert_eq!(diagonal.places.len(), 2);
        assert_eq!(diagonal.backwards, Some(vec![7, 6, 5, 4, 3, 2, 1, 0]));
        let corner = Pattern::on_square_board(&[0, 1, 2, 8, 9, 10, 16, 17, 18]);
        assert_eq!(corner.places.len(), 4);
        assert_eq!(corner.backwards, Some(vec![0, 3, 6, 1, 4, 7, 2, 5, 8]));
        // Nothing but itself lies on these cells.
        let crooked = Pattern::on_square_board(&[0, 1, 10]);
        assert_eq!((crooked.places.len(), crooked.backwards), (8, None));
    }
}
