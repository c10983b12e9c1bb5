//! A network looked at: what it thinks of one position, taken apart.
//!
//! Nothing here is in a hurry, so it is computed as it is written in the textbook, from the numbers of the file, and remembers nothing.

use game::{Inputs, Score, Side};

use crate::{Network, Numbers, QA, QB};

/// What a network thinks of a position. All values are for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The stage of the game that the position belongs to.
    pub stage: usize,
    /// What the output of each stage makes of the position; that of its own stage is the judgement.
    pub stages: Vec<Score>,
    /// What would be left of the judgement without each of the inputs that are on.
    pub without: Vec<Without>,
}

/// A cell of a set, and the judgement without it: by the output of the stage that the position belongs to with it, so that what is seen is
/// the piece and not the step from one output to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Without {
    /// The set, as in [`Inputs::sets`].
    pub set: usize,
    /// The cell of the set.
    pub cell: usize,
    /// The judgement.
    pub value: Score,
}

/// A network and a position, with the sums of either half: the own one first, then the opponent's.
struct Board<'a, G> {
    position: &'a G,
    numbers: Numbers,
    width: usize,
    scale: i64,
    halves: [Vec<i64>; 2],
}

impl<G: Inputs> Board<'_, G> {
    /// The halves as the output has them.
    fn sides(&self) -> [Side; 2] {
        let side = self.position.side_to_move();
        [side, !side]
    }

    /// Turns an input on (`1`) or off (`-1`).
    fn turn(&mut self, set: usize, cell: usize, sign: i64) {
        for (half, side) in self.sides().into_iter().enumerate() {
            let input = self.position.input(side, self.position.view(side), set, cell);
            let row = &self.numbers.first[input * self.width..][..self.width];
            for (unit, &weight) in self.halves[half].iter_mut().zip(row) {
                *unit += sign * i64::from(weight);
            }
        }
    }

    /// The judgement by the output of a stage.
    fn value(&self, stage: usize) -> Score {
        let weights = &self.numbers.output[stage * 2 * self.width..][..2 * self.width];
        let units = self.halves.iter().flatten();
        let sum: i64 =
            units.zip(weights).map(|(unit, &weight)| unit.clamp(&0, &i64::from(QA)).pow(2) * i64::from(weight)).sum();
        let value = (sum / i64::from(QA) + i64::from(self.numbers.output_bias[stage])) * self.scale;
        let limit = i64::from(i32::MAX / 2);
        Score::new((value / i64::from(QA * QB)).clamp(-limit, limit) as i32).clamp_judgement()
    }
}

impl<G: Inputs> Network<G> {
    /// What it thinks of a position of its game, taken apart.
    pub fn look(&self, position: &G) -> Look {
        let (weights, stage) = (self.weights(), position.stage());
        let numbers = weights.numbers();
        let start: Vec<i64> = numbers.bias.iter().map(|&bias| bias.into()).collect();
        let (width, scale) = (weights.shape().width, weights.scale().into());
        let mut board = Board { position, numbers, width, scale, halves: [start.clone(), start] };
        let sets = position.sets();
        let on = |(set, &word): (usize, &u64)| {
            (0..64).filter(move |cell| word >> cell & 1 == 1).map(move |cell| (set, cell))
        };
        let cells: Vec<(usize, usize)> = sets.as_ref().iter().enumerate().flat_map(on).collect();
        cells.iter().for_each(|&(set, cell)| board.turn(set, cell, 1));
        let stages = (0..G::STAGES).map(|stage| board.value(stage)).collect();
        let mut without = Vec::with_capacity(cells.len());
        for (set, cell) in cells {
            board.turn(set, cell, -1);
            without.push(Without { set, cell, value: board.value(stage) });
            board.turn(set, cell, 1);
        }
        Look { stage, stages, without }
    }
}
