//! Evaluation of chess positions: from a count of the pieces upwards.
//!
//! Every evaluator implements [`game::Evaluator`] for [`chess::Position`]; [`ChessEval`] is the choice among them by name.

mod classical;
mod material;
mod piece_squares;
mod staud;

pub use classical::{Classical, Counts, Phase, Tapered, Term, TermRow, WEIGHTS, Weights, folded, table};
pub use material::Material;
pub use piece_squares::PieceSquares;
pub use staud::Staud;

use chess::Position;
use game::{Evaluator, Known, Linear, Score, Step, Sum, Target, Tunable, WeightTable};

/// The evaluators by name.
#[derive(Clone, Debug)]
pub enum ChessEval {
    /// Chess knowledge, term by term.
    Classical(Classical),
    /// Pieces and where they stand.
    PieceSquares(PieceSquares),
    /// Pieces alone.
    Material(Material),
    /// The sixty-one numbers of a report of 2007.
    Staud(Staud),
}

impl ChessEval {
    /// The evaluator of this name.
    pub fn by_name(name: &str) -> Option<ChessEval> {
        match name {
            "classical" => Some(ChessEval::Classical(Classical::default())),
            "piece-squares" => Some(ChessEval::PieceSquares(PieceSquares::default())),
            "material" => Some(ChessEval::Material(Material::default())),
            "staud" => Some(ChessEval::Staud(Staud::default())),
            _ => None,
        }
    }
}

impl Evaluator<Position> for ChessEval {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        match self {
            ChessEval::Classical(evaluator) => evaluator.evaluate(position),
            ChessEval::PieceSquares(evaluator) => evaluator.evaluate(position),
            ChessEval::Material(evaluator) => evaluator.evaluate(position),
            ChessEval::Staud(evaluator) => evaluator.evaluate(position),
        }
    }

    #[inline]
    fn known(&mut self, position: &Position, depth: i32) -> Option<Known> {
        match self {
            ChessEval::Classical(evaluator) => evaluator.known(position, depth),
            ChessEval::PieceSquares(evaluator) => evaluator.known(position, depth),
            ChessEval::Material(evaluator) => evaluator.known(position, depth),
            ChessEval::Staud(evaluator) => evaluator.known(position, depth),
        }
    }

    #[inline]
    fn follow(&mut self, step: Step<'_, Position>) {
        match self {
            ChessEval::Classical(evaluator) => evaluator.follow(step),
            ChessEval::PieceSquares(evaluator) => evaluator.follow(step),
            ChessEval::Material(evaluator) => evaluator.follow(step),
            ChessEval::Staud(evaluator) => evaluator.follow(step),
        }
    }
}

impl Tunable for ChessEval {
    fn table(&self) -> WeightTable {
        match self {
            ChessEval::Classical(evaluator) => evaluator.table(),
            ChessEval::PieceSquares(evaluator) => evaluator.table(),
            ChessEval::Material(evaluator) => evaluator.table(),
            ChessEval::Staud(evaluator) => evaluator.table(),
        }
    }

    fn with_weights(&self, weights: &[i32]) -> ChessEval {
        match self {
            ChessEval::Classical(evaluator) => ChessEval::Classical(evaluator.with_weights(weights)),
            ChessEval::PieceSquares(evaluator) => ChessEval::PieceSquares(evaluator.with_weights(weights)),
            ChessEval::Material(evaluator) => ChessEval::Material(evaluator.with_weights(weights)),
            ChessEval::Staud(evaluator) => ChessEval::Staud(evaluator.with_weights(weights)),
        }
    }
}

impl Linear<Position> for ChessEval {
    fn target(&self) -> Target {
        Target::Result
    }

    fn sum(&self, position: &Position) -> Sum {
        match self {
            ChessEval::Classical(evaluator) => evaluator.sum(position),
            ChessEval::PieceSquares(evaluator) => evaluator.sum(position),
            ChessEval::Material(evaluator) => evaluator.sum(position),
            ChessEval::Staud(evaluator) => evaluator.sum(position),
        }
    }

    fn is_held(&self, row: usize) -> bool {
        matches!(self, ChessEval::Classical(evaluator) if evaluator.is_held(row))
    }

    fn source(&self) -> Option<(&'static str, String)> {
        match self {
            ChessEval::Classical(evaluator) => evaluator.source(),
            ChessEval::PieceSquares(_) | ChessEval::Material(_) | ChessEval::Staud(_) => None,
        }
    }
}
