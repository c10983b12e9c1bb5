//! The simplest evaluation: count the pieces.

use chess::{Kind, Position};
use game::{Evaluator, Known, Linear, Score, Side, Step, Sum, Target, Tunable, WeightSet, WeightTable};

/// Pawn 100, knight and bishop 300, rook 500, queen 900, unless other values are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material {
    values: [i32; COUNTED.len()],
}

/// The pieces that have a value.
const COUNTED: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

/// Values of the pieces that have a name. They are for every evaluator of chess that counts material.
pub(crate) const SETS: &[WeightSet] = &[
    WeightSet {
        name: "shannon",
        about: "C. Shannon, \"Programming a Computer for Playing Chess\", 1950",
        terms: &[("material", &[100, 300, 300, 500, 900])],
    },
    WeightSet {
        name: "turing",
        about: "A. Turing, \"Digital Computers Applied to Games\", 1953",
        terms: &[("material", &[100, 300, 350, 500, 1000])],
    },
    WeightSet {
        name: "kaufman",
        about: "L. Kaufman, \"The Evaluation of Material Imbalances\", 1999",
        terms: &[("material", &[100, 325, 325, 500, 975])],
    },
    WeightSet {
        name: "staud",
        about: "M. J. Staud, \"Schachcomputer in C++\", 2007",
        terms: &[("material", &[100, 300, 300, 450, 900])],
    },
    WeightSet {
        name: "simplified",
        about: "T. Michniewski, \"Simplified Evaluation Function\"",
        terms: &[("material", &[100, 320, 330, 500, 900])],
    },
];

impl Default for Material {
    fn default() -> Material {
        Material { values: COUNTED.map(Kind::value) }
    }
}

impl Evaluator<Position> for Material {
    fn evaluate(&mut self, position: &Position) -> Score {
        let board = position.board();
        let count = |side: Side, kind: Kind| board.pieces(side, kind).count() as i32;
        let us = position.turn();
        let balance = COUNTED
            .into_iter()
            .zip(self.values)
            .map(|(kind, value)| (count(us, kind) - count(!us, kind)) * value)
            .sum();
        Score::new(balance).clamp_judgement()
    }

    #[inline]
    fn known(&mut self, _: &Position, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Position>) {}
}

impl Tunable for Material {
    fn table(&self) -> WeightTable {
        let terms =
            [("material", "material", "The worth of each pawn, knight, bishop, rook and queen.", &self.values[..])];
        WeightTable { sets: SETS, ..WeightTable::flat("material", &terms) }
    }

    fn with_weights(&self, weights: &[i32]) -> Material {
        Material { values: std::array::from_fn(|index| weights[index]) }
    }
}

impl Linear<Position> for Material {
    fn target(&self) -> Target {
        Target::Result
    }

    fn sum(&self, position: &Position) -> Sum {
        let board = position.board();
        let count = |side: Side, kind: Kind| board.pieces(side, kind).count() as i32;
        Sum::of(COUNTED.iter().map(|&kind| count(chess::WHITE, kind) - count(chess::BLACK, kind)).collect())
    }
}
