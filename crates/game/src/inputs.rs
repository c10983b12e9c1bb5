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
}
