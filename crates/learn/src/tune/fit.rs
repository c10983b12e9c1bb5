//! The descent: Adam on small batches (D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015), with
//! steps that become smaller when they no longer help, until nothing does.

use game::Rng;
use search::Control;

use super::loss::Loss;
use super::rows::Rows;
use super::{Losses, Settings};

/// Positions to a step.
const BATCH: usize = 16 * 1024;
/// How slowly the mean of the gradients, and that of their squares, forget.
const MEMORY: [f64; 2] = [0.9, 0.999];
/// Against division by zero.
const LITTLE: f64 = 1e-12;
/// After how many epochs without a better validation loss the steps become half as long...
const PATIENCE: usize = 2;
/// ...and after so many halvings it ends.
const HALVINGS: usize = 6;
/// Less than this, relative to the loss, is no improvement.
const NOTHING: f64 = 1e-6;

/// Once through all positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The loss during the epoch, and on the validation positions after it.
    pub losses: Losses,
    /// How long the steps are, in score steps.
    pub rate: f64,
    /// Has validation never been better?
    pub best: bool,
}

/// Where the descent begins.
pub(super) struct Beginning<'a> {
    pub weights: &'a [f64],
    /// The weights that do not move.
    pub held: &'a [bool],
}

/// Running means of the gradient and its square.
struct Adam {
    means: [Vec<f64>; 2],
    /// What the memory has left of the beginning, which was nothing.
    forgotten: [f64; 2],
}

impl Adam {
    fn step(&mut self, weights: &mut [f64], gradient: &[f64], rate: f64) {
        for (left, memory) in self.forgotten.iter_mut().zip(MEMORY) {
            *left *= memory;
        }
        let [mean, square] = &mut self.means;
        for (index, &slope) in gradient.iter().enumerate() {
            mean[index] += (1.0 - MEMORY[0]) * (slope - mean[index]);
            square[index] += (1.0 - MEMORY[1]) * (slope * slope - square[index]);
            let mean = mean[index] / (1.0 - self.forgotten[0]);
            let deviation = (square[index] / (1.0 - self.forgotten[1])).sqrt();
            weights[index] -= rate * mean / (deviation + LITTLE);
        }
    }
}

/// The weights with the least validation loss, and the number of epochs.
pub(super) fn descend(
    train: &Rows,
    validation: &Rows,
    loss: &Loss,
    Beginning { weights: start, held }: Beginning,
    settings: &Settings,
    control: &Control,
    report: &mut dyn FnMut(&Epoch),
) -> (Vec<f64>, usize) {
    let mut rng = Rng::new(settings.seed);
    let mut order: Vec<u32> = (0..train.len() as u32).collect();
    let mut adam = Adam { means: [vec![0.0; start.len()], vec![0.0; start.len()]], forgotten: [1.0; 2] };
    let mut weights = start.to_vec();
    let mut best = (loss.mean(validation, start), start.to_vec());
    let (mut rate, mut in_vain, mut halvings) = (settings.rate, 0, 0);
    // Positions of one game say much the same, so it is games that are counted against what is believed beforehand.
    let pull = 1.0 / (settings.prior * settings.prior * train.games as f64);
    let mut epochs = 0;
    while epochs < settings.epochs && halvings <= HALVINGS && !control.stopped() {
        epochs += 1;
        for index in (1..order.len()).rev() {
            order.swap(index, rng.below(index + 1));
        }
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            let (mean, mut gradient) = loss.gradient(train, batch, &weights);
            sum += mean * batch.len() as f64;
            for (index, slope) in gradient.iter_mut().enumerate() {
                *slope = if held[index] { 0.0 } else { *slope + pull * (weights[index] - start[index]) };
            }
            adam.step(&mut weights, &gradient, rate);
        }
        let losses = Losses { train: sum / train.len() as f64, validation: loss.mean(validation, &weights) };
        let better = losses.validation < best.0;
        in_vain = if losses.validation < best.0 * (1.0 - NOTHING) { 0 } else { in_vain + 1 };
        if better {
            best = (losses.validation, weights.clone());
        }
        report(&Epoch { number: epochs, losses, rate, best: better });
        if in_vain > PATIENCE {
            // From the best weights on, with shorter steps.
            weights.clone_from(&best.1);
            (rate, in_vain, halvings) = (rate / 2.0, 0, halvings + 1);
        }
    }
    (best.1, epochs)
}

#[cfg(test)]
mod tests {
    use game::Score;

    use super::super::loss::Curve;
    use super::super::loss::tests::random_rows;
    use super::*;

    /// The weights that made the results come out again.
    #[test]
    fn known_weights_are_recovered() {
        let truth: Vec<f64> = (0..15).map(|index| 60.0 - 8.0 * f64::from(index)).collect();
        let win = |sum: &game::Sum, rng: &mut Rng| {
            let chance = 1.0 / (1.0 + (-sum.value(&truth, 3) / 100.0).exp());
            let wins = (rng.below(1 << 20) as f64) < chance * f64::from(1 << 20);
            if wins { Score::win_in(0) } else { Score::loss_in(0) }
        };
        let margin = |sum: &game::Sum, rng: &mut Rng| {
            Score::new(sum.value(&truth, 3).round() as i32 + rng.below(41) as i32 - 20)
        };
        let settings = Settings { prior: 1e4, epochs: 400, ..Settings::default() };
        let cases = [
            (Curve::Logistic { scale: 100.0 }, random_rows(60_000, 5, win), random_rows(5_000, 5, win), 8.0),
            (Curve::Square { unit: 100.0 }, random_rows(20_000, 5, margin), random_rows(2_000, 5, margin), 1.0),
        ];
        for (curve, train, validation, tolerance) in cases {
            let loss = Loss { curve, lambda: 1.0 };
            let begin = Beginning { weights: &[0.0; 15], held: &[false; 15] };
            let (fitted, _) = descend(&train, &validation, &loss, begin, &settings, &Control::timeless(), &mut |_| {});
            for (fitted, truth) in fitted.iter().zip(&truth) {
                assert!((fitted - truth).abs() < tolerance, "{curve:?}: {fitted} instead of {truth}");
            }
        }
    }

    /// A weight that nothing speaks for stays where it was, and so does one that is held.
    #[test]
    fn what_is_never_seen_or_held_does_not_move() {
        let rows = random_rows(3_000, 4, |_, rng| Score::new(rng.below(101) as i32 - 50));
        let start: Vec<f64> = (0..15).map(f64::from).collect();
        let settings = Settings { epochs: 20, ..Settings::default() };
        let loss = Loss { curve: Curve::Square { unit: 100.0 }, lambda: 1.0 };
        let mut held = [false; 15];
        held[0] = true;
        let begin = Beginning { weights: &start, held: &held };
        let (fitted, _) = descend(&rows, &rows, &loss, begin, &settings, &Control::timeless(), &mut |_| {});
        assert_eq!((fitted[0], &fitted[12..]), (start[0], &start[12..]));
        assert!((1..12).all(|index| fitted[index] != start[index]), "{fitted:?}");
    }
}
