//! Evaluators that are sums of counts times weights: what a tuner can fit.

use crate::{BySide, Evaluator, Game, Tunable, WeightTable};

/// What the weights are fitted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The result: a logistic curve turns the evaluation into a chance of winning.
    Result,
    /// The margin: the evaluation itself is the expected margin.
    Margin,
}

/// The features of one position, the first player's counts less the second's.
///
/// Every weight has a value for each stage of the game. A position lies between two of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Sum {
    /// The rows of weights that count, and how often; the others do not.
    pub counts: Vec<(u16, i16)>,
    /// The earlier of the two stages in the order of the table, at most the last but one; 0 where there is only one.
    pub stage: u8,
    /// How much of its value counts; the rest is the next stage's.
    pub share: f32,
    /// How much of the sum counts if it is positive, and if it is negative: less than 1 where that side can hardly win.
    pub scale: BySide<f32>,
}

impl Sum {
    /// Counts whose weights are the same at all stages of the game, in full; those that are 0 are left out.
    pub fn of(counts: Vec<i32>) -> Sum {
        let counts = (0..).zip(counts.into_iter().map(|count| count as i16)).filter(|&(_, count)| count != 0).collect();
        Sum { counts, stage: 0, share: 1.0, scale: BySide([1.0, 1.0]) }
    }

    /// The judgement from the first player's view, given all weights in the order of the table.
    pub fn value(&self, weights: &[f64], stages: usize) -> f64 {
        let share = f64::from(self.share);
        let sum: f64 = self
            .counts
            .iter()
            .map(|&(row, count)| {
                let at = usize::from(row) * stages + usize::from(self.stage);
                f64::from(count) * (share * weights[at] + (1.0 - share) * weights[at + usize::from(stages > 1)])
            })
            .sum();
        sum * f64::from(self.scale.0[usize::from(sum < 0.0)])
    }
}

/// An evaluator that is a sum of counts times weights, but for rounding: its weights can be fitted to played games.
pub trait Linear<G: Game>: Tunable + Evaluator<G> {
    /// What the weights are fitted to.
    fn target(&self) -> Target;

    /// The features of a position. Rows are those of the table ([`Tunable::table`]).
    fn sum(&self, position: &G) -> Sum;

    /// Is this row of weights kept as it is? Some only guide play in positions that are won anyway, and results say nothing
    /// about those.
    fn is_held(&self, row: usize) -> bool {
        let _ = row;
        false
    }

    /// The file of this project that holds the weights that are built in, and what would be its text with the weights of this
    /// evaluator; `None` if they have no file of their own.
    fn source(&self) -> Option<(&'static str, String)> {
        None
    }
}

/// The evaluator that knows nothing has nothing to count.
impl Tunable for () {
    fn table(&self) -> WeightTable {
        WeightTable::flat("none", &[])
    }

    fn with_weights(&self, _: &[i32]) {}
}

impl<G: Game> Linear<G> for () {
    fn target(&self) -> Target {
        Target::Result
    }

    fn sum(&self, _: &G) -> Sum {
        Sum::of(Vec::new())
    }
}
