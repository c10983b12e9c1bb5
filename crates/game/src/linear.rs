//! Evaluators that are sums of counts times weights: what a tuner can fit.

use crate::{BySide, Game};

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
    /// The earlier of the two stages in the order of the table, at most the last but one.
    pub stage: u8,
    /// How much of its value counts; the rest is the next stage's.
    pub share: f32,
    /// How much of the sum counts if it is positive, and if it is negative: less than 1 where that side can hardly win.
    pub scale: BySide<f32>,
}

impl Sum {
    /// The judgement from the first player's view, given the weights as [`Linear::weights`] orders them.
    pub fn value(&self, weights: &[f64], stages: usize) -> f64 {
        let share = f64::from(self.share);
        let sum: f64 = self
            .counts
            .iter()
            .map(|&(row, count)| {
                let at = usize::from(row) * stages + usize::from(self.stage);
                f64::from(count) * (share * weights[at] + (1.0 - share) * weights[at + 1])
            })
            .sum();
        sum * f64::from(self.scale.0[usize::from(sum < 0.0)])
    }
}

/// An evaluator that is a sum of counts times weights, but for rounding: its weights can be fitted to played games.
pub trait Linear<G: Game> {
    /// Its name among the evaluators of the game.
    const NAME: &'static str;
    /// How many values each weight has, for as many stages of the game; at least two.
    const STAGES: usize;
    /// What the weights are fitted to.
    const TARGET: Target;
    /// The file of this project that holds the weights.
    const FILE: &'static str;

    /// The feature of each row of weights, in the order of the table.
    fn names() -> Vec<String>;

    /// The weights in use, in score steps: row after row, and in each the stages in their order.
    fn weights() -> Vec<i32>;

    /// The features of a position.
    fn sum(position: &G) -> Sum;

    /// Is this row of weights kept as it is? Some only guide play in positions that are won anyway, and results say nothing
    /// about those.
    fn is_held(row: usize) -> bool {
        let _ = row;
        false
    }

    /// The text of [`Linear::FILE`] with other weights.
    fn source(weights: &[i32]) -> String;
}
