//! How wrong a set of weights is on a set of positions, and in which direction it should change.
//!
//! All sums are taken in parts of a fixed size and added in a fixed order: the number of threads changes nothing.

use game::Target;
use rayon::prelude::*;

use super::rows::{Fixed, Rows};

/// How many rows are worked on by one thread at a time.
const PART: usize = 1024;

/// How a judgement is compared with what happened.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Curve {
    /// The chance of winning is 1 / (1 + exp(-score / scale)); the loss is the logarithmic one, in nats.
    Logistic {
        /// How many score steps multiply the odds by e.
        scale: f64,
    },
    /// The loss is the square of the error, in units of the game.
    Square {
        /// Score steps in a unit.
        unit: f64,
    },
}

/// How wrong a judgement is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Loss {
    /// How a judgement is compared with what happened.
    pub curve: Curve,
    /// How much the result of the game counts; the rest is the score of the search.
    pub lambda: f64,
}

/// The chance of winning at odds of e to the `x`.
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Loss {
    /// The loss for a target. The scale of the logistic curve is fitted to the weights as they are, so that they keep their
    /// size while they are tuned.
    pub fn new(target: Target, lambda: f64, unit: i32, rows: &Rows, weights: &[f64]) -> Loss {
        match target {
            Target::Margin => Loss { curve: Curve::Square { unit: unit.into() }, lambda },
            Target::Result => Loss { curve: Curve::Logistic { scale: fitted_scale(rows, weights) }, lambda },
        }
    }

    /// The loss of one judgement, and its derivative by the judgement.
    fn of(&self, value: f64, row: &Fixed) -> (f64, f64) {
        let (result, score) = (f64::from(row.result), f64::from(row.score));
        match self.curve {
            Curve::Logistic { scale } => {
                // 1 for a win, 0.5 for a draw, 0 for a loss.
                let outcome = if row.result == 0 { 0.5 } else { 0.5 + 0.5 * result.signum() };
                let target = self.lambda * outcome + (1.0 - self.lambda) * logistic(score / scale);
                let x = value / scale;
                // ln(1 + e^x) - target x, which is -target ln p - (1 - target) ln (1 - p), without overflow.
                let loss = x.max(0.0) + (-x.abs()).exp().ln_1p() - target * x;
                (loss, (logistic(x) - target) / scale)
            }
            Curve::Square { unit } => {
                let target = self.lambda * result + (1.0 - self.lambda) * score;
                let error = (value - target) / unit;
                (error * error, 2.0 * error / unit)
            }
        }
    }

    /// The mean loss over all rows.
    pub fn mean(&self, rows: &Rows, weights: &[f64]) -> f64 {
        let parts: Vec<f64> = (0..rows.len().div_ceil(PART))
            .into_par_iter()
            .map(|part| {
                let part = part * PART..((part + 1) * PART).min(rows.len());
                part.map(|index| self.of(value(rows, index, weights).0, rows.get(index).1).0).sum()
            })
            .collect();
        parts.iter().sum::<f64>() / rows.len() as f64
    }

    /// The mean loss over the rows of `batch`, and its gradient by the weights.
    pub fn gradient(&self, rows: &Rows, batch: &[u32], weights: &[f64]) -> (f64, Vec<f64>) {
        let parts: Vec<(f64, Vec<f64>)> = batch
            .par_chunks(PART)
            .map(|part| {
                let (mut sum, mut gradient) = (0.0, vec![0.0; weights.len()]);
                for &index in part {
                    let (counts, row) = rows.get(index as usize);
                    let (value, scale) = value(rows, index as usize, weights);
                    let (loss, slope) = self.of(value, row);
                    sum += loss;
                    let [here, next] =
                        [row.share.into(), 1.0 - f64::from(row.share)].map(|share| slope * scale * share);
                    for &(weight, count) in counts {
                        let at = usize::from(weight) * rows.stages + usize::from(row.stage);
                        gradient[at] += here * f64::from(count);
                        gradient[at + rows.later()] += next * f64::from(count);
                    }
                }
                (sum, gradient)
            })
            .collect();
        let (mut loss, mut gradient) = (0.0, vec![0.0; weights.len()]);
        for (sum, part) in parts {
            loss += sum;
            gradient.iter_mut().zip(part).for_each(|(total, part)| *total += part);
        }
        let share = 1.0 / batch.len() as f64;
        gradient.iter_mut().for_each(|slope| *slope *= share);
        (loss * share, gradient)
    }
}

/// The judgement of a row, as [`game::Sum::value`] says, and how much of its sum counted.
#[inline]
fn value(rows: &Rows, index: usize, weights: &[f64]) -> (f64, f64) {
    let (counts, row) = rows.get(index);
    let (mut here, mut next) = (0.0, 0.0);
    for &(weight, count) in counts {
        let at = usize::from(weight) * rows.stages + usize::from(row.stage);
        here += weights[at] * f64::from(count);
        next += weights[at + rows.later()] * f64::from(count);
    }
    let sum = here * f64::from(row.share) + next * (1.0 - f64::from(row.share));
    let scale = f64::from(row.scale.0[usize::from(sum < 0.0)]);
    (sum * scale, scale)
}

/// The scale of the logistic curve that, for the results alone, makes the weights as they are agree best with the results, by golden section: the
/// loss has one minimum in the inverse of the scale.
fn fitted_scale(rows: &Rows, weights: &[f64]) -> f64 {
    let loss = |inverse: f64| Loss { curve: Curve::Logistic { scale: 1.0 / inverse }, lambda: 1.0 }.mean(rows, weights);
    let section = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (1e-5, 0.1);
    let (mut left, mut right) = (high - section * (high - low), low + section * (high - low));
    let (mut at_left, mut at_right) = (loss(left), loss(right));
    for _ in 0..40 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - section * (high - low);
            at_left = loss(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + section * (high - low);
            at_right = loss(right);
        }
    }
    2.0 / (low + high)
}

#[cfg(test)]
pub(super) mod tests {
    use game::{BySide, Rng, Score, Sum};

    use super::super::rows::Row;
    use super::*;

    /// Random rows for `weights` rows of weights with three stages; `result` says how the game of a row ends.
    pub fn random_rows(count: usize, weights: usize, mut result: impl FnMut(&Sum, &mut Rng) -> Score) -> Rows {
        let mut rng = Rng::new(7);
        let mut rows = Rows::new(3);
        rows.games = count;
        for _ in 0..count {
            let counts = (0..weights as u16).map(|weight| (weight, rng.below(7) as i16 - 3)).filter(|row| row.1 != 0);
            let mut sum = Sum {
                counts: counts.collect(),
                stage: rng.below(2) as u8,
                share: rng.below(17) as f32 / 16.0,
                scale: BySide([1.0, 1.0]),
            };
            if rng.below(4) == 0 {
                sum.scale = BySide([0.5, 0.25]);
            }
            let score = Score::new(rng.below(401) as i32 - 200);
            let result = result(&sum, &mut rng);
            rows.push(&Row { sum, result, score });
        }
        rows
    }

    #[test]
    fn the_gradient_is_what_the_loss_does() {
        const STEP: f64 = 1e-3;
        let outcome = |_: &Sum, rng: &mut Rng| [Score::win_in(0), Score::DRAW, Score::loss_in(0)][rng.below(3)];
        let margin = |_: &Sum, rng: &mut Rng| Score::new(rng.below(801) as i32 - 400);
        let cases = [
            (Curve::Logistic { scale: 120.0 }, random_rows(2500, 5, outcome)),
            (Curve::Square { unit: 100.0 }, random_rows(2500, 5, margin)),
        ];
        let weights: Vec<f64> = (0..15).map(|index| 40.0 - 7.3 * f64::from(index)).collect();
        for (curve, rows) in cases {
            let loss = Loss { curve, lambda: 0.6 };
            let all: Vec<u32> = (0..rows.len() as u32).collect();
            let (mean, gradient) = loss.gradient(&rows, &all, &weights);
            assert!((mean - loss.mean(&rows, &weights)).abs() < 1e-9, "{curve:?}");
            for (index, slope) in gradient.into_iter().enumerate() {
                let at = |step: f64| {
                    let mut weights = weights.clone();
                    weights[index] += step;
                    loss.mean(&rows, &weights)
                };
                let difference = (at(STEP) - at(-STEP)) / (2.0 * STEP);
                assert!((slope - difference).abs() < 1e-6, "{curve:?}, weight {index}: {slope} against {difference}");
            }
        }
    }

    #[test]
    fn the_judgement_of_a_row_is_that_of_its_sum() {
        let weights: Vec<f64> = (0..15).map(|index| 40.0 - 7.3 * f64::from(index)).collect();
        let mut sums = Vec::new();
        let rows = random_rows(500, 5, |sum, _| {
            sums.push(sum.value(&weights, 3));
            Score::DRAW
        });
        for (index, sum) in sums.into_iter().enumerate() {
            assert!((value(&rows, index, &weights).0 - sum).abs() < 1e-9);
        }
    }

    #[test]
    fn the_scale_of_the_results_is_found() {
        let weights: Vec<f64> = (0..15).map(|index| 40.0 - 7.3 * f64::from(index)).collect();
        let rows = random_rows(40_000, 5, |sum, rng| {
            let wins = (rng.below(1 << 20) as f64 / f64::from(1 << 20)) < logistic(sum.value(&weights, 3) / 150.0);
            if wins { Score::win_in(0) } else { Score::loss_in(0) }
        });
        let scale = fitted_scale(&rows, &weights);
        assert!((scale - 150.0).abs() < 6.0, "{scale}");
    }
}
