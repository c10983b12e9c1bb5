//! The evaluation of a position.

use crate::{Game, Score};

/// Certain knowledge of a position, without a search, for the side to move. Wins and losses are counted from the position
/// itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Exactly this value.
    Exact(Score),
    /// This or better.
    AtLeast(Score),
    /// This or worse.
    AtMost(Score),
}

/// A step along the line of a search, from the root downwards.
pub enum Step<'a, G: Game> {
    /// A new search starts at this position. The line before it is forgotten, wherever it ended.
    Start(&'a G),
    /// The line is about to grow.
    Down {
        /// The position before the move.
        before: &'a G,
        /// The move; `None` is a pass that the rules do not know, a null move of the search.
        mv: Option<G::Move>,
        /// The position after it.
        after: &'a G,
    },
    /// The last move is taken back.
    Up,
}

/// Evaluates positions of one game.
///
/// The search tells an evaluator every step of its line, so that it may keep incremental state instead of starting from scratch
/// at each position. Most evaluators need none of it. There are no default methods, on purpose: a wrapper, or a choice among
/// several evaluators, cannot forget to pass one on.
///
/// The laws are checked by [`crate::conformance::check_evaluator`].
pub trait Evaluator<G: Game>: Clone + Send {
    /// The static evaluation: the value of `position` for the side to move, within ±[`Score::MAX_JUDGEMENT`]. `position` is the
    /// end of the line. Never called on a finished game.
    fn evaluate(&mut self, position: &G) -> Score;

    /// What is known of `position` for certain, an endgame table's answer for instance; asked before it is searched to `depth`
    /// plies. Most evaluators know nothing for certain.
    fn known(&mut self, position: &G, depth: i32) -> Option<Known>;

    /// Follows a step along the line. Evaluators without incremental state do nothing here.
    fn follow(&mut self, step: Step<'_, G>);
}

/// The evaluator that knows nothing: every unfinished position is even. The baseline of experiments, and all that a search to
/// the end of the game needs.
impl<G: Game> Evaluator<G> for () {
    #[inline]
    fn evaluate(&mut self, _: &G) -> Score {
        Score::DRAW
    }

    #[inline]
    fn known(&mut self, _: &G, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, G>) {}
}
