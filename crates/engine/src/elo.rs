//! Playing at about a rating.

use crate::{Go, Options};

/// A rating to play at, on the scale of Stockfish's `UCI_Elo`: a player of 1700 should hold its own against Stockfish 15.1
/// that is told to play at 1700. From which games the scale was fitted is in `docs/elo.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Elo(u32);

/// What makes a rating.
struct Step {
    rating: u32,
    /// Its error, for a chance of 95 %; at the ends, which were not measured, that of the next step.
    error: u32,
    /// Nodes a move.
    nodes: u64,
    /// Noise in hundredths of the game's unit.
    noise: i32,
}

const fn step(rating: u32, error: u32, nodes: u64, noise: i32) -> Step {
    Step { rating, error, nodes, noise }
}

/// The measured players, and the two ends, which are prolonged. In between, nodes grow by a factor and noise falls evenly.
const STEPS: [Step; 11] = [
    // rating, error, nodes, noise
    step(400, 157, 14, 460),
    step(495, 157, 20, 400),
    step(784, 145, 60, 250),
    step(1238, 98, 200, 150),
    step(1520, 85, 600, 100),
    step(1739, 60, 2_000, 60),
    step(1887, 57, 6_000, 30),
    step(2074, 126, 20_000, 15),
    step(2333, 259, 60_000, 5),
    step(2594, 283, 200_000, 0),
    step(3000, 283, 1_500_000, 0),
];

impl Elo {
    /// The lowest rating.
    pub const MIN: u32 = STEPS[0].rating;
    /// The highest rating.
    pub const MAX: u32 = STEPS[STEPS.len() - 1].rating;

    /// The rating, brought between [`Elo::MIN`] and [`Elo::MAX`].
    pub const fn new(rating: u32) -> Elo {
        Elo(if rating < Elo::MIN {
            Elo::MIN
        } else if rating > Elo::MAX {
            Elo::MAX
        } else {
            rating
        })
    }

    /// The number.
    pub fn rating(self) -> u32 {
        self.0
    }

    /// The error of the measured player next to it, for a chance of 95 %.
    pub fn error(self) -> u32 {
        STEPS.iter().min_by_key(|step| step.rating.abs_diff(self.0)).map_or(0, |step| step.error)
    }

    /// Makes a player of about this rating: fewer nodes, and noise in the judgement; never a move thrown away on purpose. It judges by hand-made
    /// rules unless it is told otherwise, as it did when its strength was measured.
    pub fn apply(self, options: &mut Options, go: &mut Go) {
        let upper = STEPS.iter().position(|step| self.0 <= step.rating).unwrap_or(STEPS.len() - 1).max(1);
        let [low, high] = [&STEPS[upper - 1], &STEPS[upper]];
        let share = f64::from(self.0 - low.rating) / f64::from(high.rating - low.rating);
        let nodes = two_digits(low.nodes as f64 * (high.nodes as f64 / low.nodes as f64).powf(share));
        options.player.evaluator.get_or_insert_with(|| crate::HANDMADE.to_string());
        options.player.noise = low.noise - (f64::from(low.noise - high.noise) * share).round() as i32;
        options.resources.threads = 1;
        go.nodes = Some(go.nodes.map_or(nodes, |asked| asked.min(nodes)));
    }
}

/// Rounded to two digits: a level is shown with its nodes, and more digits would claim more than was measured.
fn two_digits(number: f64) -> u64 {
    let unit = 10f64.powf(number.log10().floor() - 1.0).max(1.0);
    ((number / unit).round() * unit).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_stronger() {
        let at = |rating| {
            let (mut options, mut go) = (Options::default(), Go::default());
            Elo::new(rating).apply(&mut options, &mut go);
            (go.nodes.unwrap(), options.player.noise)
        };
        for rating in Elo::MIN + 1..=Elo::MAX {
            let (weak, strong) = (at(rating - 1), at(rating));
            assert!(weak.0 <= strong.0 && weak.1 >= strong.1, "{rating}: {weak:?} {strong:?}");
        }
        assert_eq!(at(0), (14, 460));
        assert_eq!(at(1520), (600, 100));
        assert_eq!(at(5000), (1_500_000, 0));
        assert_eq!(at(2600).0, 210_000);
        assert_eq!(at(1100).0, 140);
    }
}
