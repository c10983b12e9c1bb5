//! Playing at about a rating.

use crate::{Go, Options};

/// A rating to play at.
///
/// **Not measured yet.** Which number of nodes and which noise make which rating is a guess, made from the levels: the order is
/// right, the numbers are provisional until matches against players of known strength have been played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Elo(u32);

/// Rating, nodes a move, and noise in hundredths of the game's unit. In between, nodes grow by a factor and noise falls evenly.
const STEPS: [(u32, u64, i32); 10] = [
    (400, 20, 400),
    (700, 60, 250),
    (1000, 200, 150),
    (1300, 600, 100),
    (1600, 2_000, 60),
    (1900, 6_000, 30),
    (2200, 20_000, 15),
    (2450, 60_000, 5),
    (2700, 200_000, 0),
    (3000, 1_000_000, 0),
];

impl Elo {
    /// The lowest rating.
    pub const MIN: u32 = STEPS[0].0;
    /// The highest rating.
    pub const MAX: u32 = STEPS[STEPS.len() - 1].0;

    /// The rating, brought between [`Elo::MIN`] and [`Elo::MAX`].
    pub fn new(rating: u32) -> Elo {
        Elo(rating.clamp(Elo::MIN, Elo::MAX))
    }

    /// Makes a player of about this rating: fewer nodes, and noise in the judgement; never a move thrown away on purpose.
    pub fn apply(self, options: &mut Options, go: &mut Go) {
        let upper = STEPS.iter().position(|step| self.0 <= step.0).unwrap_or(STEPS.len() - 1).max(1);
        let [(low, few, loud), (high, many, soft)] = [STEPS[upper - 1], STEPS[upper]];
        let share = f64::from(self.0 - low) / f64::from(high - low);
        let nodes = (few as f64 * (many as f64 / few as f64).powf(share)).round() as u64;
        options.noise = loud - (f64::from(loud - soft) * share).round() as i32;
        options.threads = 1;
        go.nodes = Some(go.nodes.map_or(nodes, |asked| asked.min(nodes)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_stronger() {
        let at = |rating| {
            let (mut options, mut go) = (Options::default(), Go::default());
            Elo::new(rating).apply(&mut options, &mut go);
            (go.nodes.unwrap(), options.noise)
        };
        for rating in 401..=Elo::MAX {
            let (weak, strong) = (at(rating - 1), at(rating));
            assert!(weak.0 <= strong.0 && weak.1 >= strong.1, "{rating}: {weak:?} {strong:?}");
        }
        assert_eq!(at(400), (20, 400));
        assert_eq!(at(5000), (1_000_000, 0));
    }
}
