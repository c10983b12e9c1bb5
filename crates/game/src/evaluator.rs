//! The judgement of a position.

use crate::{Game, Score};

/// What somebody knows of a position without searching it, for the side to move. Wins and losses are counted from the
/// position itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Just this.
    Exact(Score),
    /// This or better.
    AtLeast(Score),
    /// This or worse.
    AtMost(Score),
}

/// Judges positions of one game.
///
/// The search tells an evaluator every step down and up its line, so that it may keep a running state instead of starting
/// from nothing at each position. Most evaluators need none of it and implement [`Evaluator::evaluate`] alone.
pub trait Evaluator<G: Game>: Clone + Send {
    /// The value of `position` for the side to move, within ±[`Score::MAX_JUDGEMENT`]. Never called on a finished game.
    fn evaluate(&mut self, position: &G) -> Score;

    /// What is known of `position` for certain, an endgame table's answer for instance; asked before it is searched to `depth`
    /// plies. Most evaluators know nothing for certain.
    #[inline]
    fn known(&mut self, position: &G, depth: i32) -> Option<Known> {
        let _ = (position, depth);
        None
    }

    /// A new search starts at `root`.
    #[inline]
    fn restart(&mut self, root: &G) {
        let _ = root;
    }

    /// The line is about to grow: `mv` leads from `before` to `after`; `None` is a pass that the rules do not know
    /// (a null move of the search).
    #[inline]
    fn enter(&mut self, before: &G, mv: Option<G::Move>, after: &G) {
        let _ = (before, mv, after);
    }

    /// The last move is taken back.
    #[inline]
    fn leave(&mut self) {}
}

/// The evaluator that knows nothing: every unfinished position is even. The base line of every experiment, and all that
/// a search to the end of the game needs.
impl<G: Game> Evaluator<G> for () {
    #[inline]
    fn evaluate(&mut self, _: &G) -> Score {
        Score::DRAW
    }
}
