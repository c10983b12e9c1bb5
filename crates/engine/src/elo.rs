//! Playing at about a rating, and what was measured of it.

use std::fmt;

use crate::{Go, Options};

/// A rating to play at, on the scale of Stockfish's `UCI_Elo`: a player of 1700 should hold its own against Stockfish 15.1
/// that is told to play at 1700. From which games the scale was fitted is in `docs/elo.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Elo(u32);

/// What makes a rating, and what became of it.
struct Step {
    rating: u32,
    /// Nodes a move.
    nodes: u64,
    /// Noise in hundredths of the game's unit.
    noise: i32,
    /// The rating that it has shown when it was tried in games, and its error for a chance of 95 %.
    shown: (u32, u32),
}

const fn step(rating: u32, nodes: u64, noise: i32, shown: (u32, u32)) -> Step {
    Step { rating, nodes, noise, shown }
}

/// The players of the fit. In between, nodes grow by a factor and noise falls evenly; beyond the last one, up to [`END`], too.
const STEPS: [Step; 10] = [
    // rating, nodes, noise, shown
    step(400, 14, 460, (483, 298)),
    step(495, 20, 400, (532, 293)),
    step(784, 60, 250, (916, 207)),
    step(1238, 200, 150, (1312, 139)),
    step(1520, 600, 100, (1532, 120)),
    step(1739, 2_000, 60, (1769, 94)),
    step(1887, 6_000, 30, (2011, 70)),
    step(2074, 20_000, 15, (2195, 82)),
    step(2333, 60_000, 5, (2307, 99)),
    step(2594, 200_000, 0, (2360, 114)),
];

/// Where the scale ends: rating and nodes. Nobody has measured it.
const END: (u32, u64) = (3000, 1_500_000);

/// The step up to which ratings were tried in games, in round figures.
const TRIED: u32 = 2600;

/// A rating that was measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// The rating.
    pub rating: u32,
    /// Its error for a chance of 95 %.
    pub error: u32,
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ± {} Elo", self.rating, self.error)
    }
}

/// The score that a player is expected to make, from 0 to 1, against somebody who is weaker by so much.
///
/// Reference: A. Elo, "The Rating of Chessplayers, Past and Present", 1978, in the logistic form that the field uses.
///
/// ```
/// assert_eq!(engine::expected_score(0.0), 0.5);
/// assert!((engine::expected_score(200.0) - 0.76).abs() < 0.01);
/// ```
pub fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

impl Elo {
    /// The lowest rating.
    pub const MIN: u32 = STEPS[0].rating;
    /// The highest rating.
    pub const MAX: u32 = END.0;

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

    /// How strong a player who is asked for this rating was found to be: on a line between the players that were tried in games, with
    /// the error of the nearest. `None` where nobody was tried.
    ///
    /// ```
    /// use engine::Elo;
    /// assert_eq!(Elo::new(2600).measured().unwrap().to_string(), "2360 ± 114 Elo");
    /// assert_eq!(Elo::new(2700).measured(), None);
    /// ```
    pub fn measured(self) -> Option<Measured> {
        let asked = self.0.min(STEPS[STEPS.len() - 1].rating);
        let pair = STEPS.windows(2).find(|pair| asked <= pair[1].rating)?;
        let [low, high] = [&pair[0], &pair[1]];
        let share = f64::from(asked - low.rating) / f64::from(high.rating - low.rating);
        let rating = f64::from(low.shown.0) + (f64::from(high.shown.0) - f64::from(low.shown.0)) * share;
        let error = if share < 0.5 { low } else { high }.shown.1;
        (self.0 <= TRIED).then_some(Measured { rating: rating.round() as u32, error })
    }

    /// Makes a player of about this rating: fewer nodes, and noise in the judgement; never a move thrown away on purpose. It judges by hand-made
    /// rules unless it is told otherwise, as it did when its strength was measured.
    pub fn apply(self, options: &mut Options, go: &mut Go) {
        let upper = STEPS.iter().position(|step| self.0 <= step.rating).unwrap_or(STEPS.len()).max(1);
        let low = &STEPS[upper - 1];
        let high = STEPS.get(upper).map_or((END.0, END.1, 0), |high| (high.rating, high.nodes, high.noise));
        let share = f64::from(self.0 - low.rating) / f64::from(high.0 - low.rating);
        let nodes = two_digits(low.nodes as f64 * (high.1 as f64 / low.nodes as f64).powf(share));
        options.player.evaluator.get_or_insert_with(|| crate::HANDMADE.to_string());
        options.player.noise = low.noise - (f64::from(low.noise - high.2) * share).round() as i32;
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
