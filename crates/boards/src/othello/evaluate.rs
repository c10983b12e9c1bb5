//! Judgements of Othello positions. To be written.

/// The judgements that can be chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OthelloEval {
    /// p
    #[default]
    Positional,
}
impl game::Evaluator<super::Othello> for OthelloEval {
    fn evaluate(&mut self, _: &super::Othello) -> game::Score {
        game::Score::DRAW
    }
}
