//! The simplest evaluation: count the pieces.

use chess::{Kind, Position};
use game::{Evaluator, Known, Score, Side, Step};

/// Pawn 100, knight and bishop 300, rook 500, queen 900.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluator<Position> for Material {
    fn evaluate(&mut self, position: &Position) -> Score {
        let board = position.board();
        let count = |side: Side, kind: Kind| board.pieces(side, kind).count() as i32;
        let us = position.turn();
        let balance = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen]
            .into_iter()
            .map(|kind| (count(us, kind) - count(!us, kind)) * kind.value())
            .sum();
        Score::new(balance)
    }

    #[inline]
    fn known(&mut self, _: &Position, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Position>) {}
}
