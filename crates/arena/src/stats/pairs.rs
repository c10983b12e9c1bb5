//! The strength that a match shows, from pairs of games.
//!
//! Two games from one opening with colors exchanged are not independent: an opening that favors one side gives each player
//! a win. Pairs are independent, and so everything here is computed from the five results that a pair can have (the
//! pentanomial model). Reference: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
//! distribution" and the fishtest mathematics that rest on it, 2019.

use serde::{Deserialize, Serialize};

use super::{NORMALIZED, cumulative, elo};

/// How often pairs of games brought 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pairs(pub [u64; 5]);

/// A number with the interval in which it lies with a chance of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the interval: what is written behind ±.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// What pairs say about the strength of a player against another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// The score, from 0 to 1.
    pub score: f64,
    /// The difference in Elo.
    pub elo: Estimate,
    /// The difference in normalized Elo: how many games it takes to see it, whatever the share of draws.
    pub normalized: Estimate,
    /// The likelihood of superiority: the chance that the player is really the stronger one.
    pub superiority: f64,
    /// The share of pairs with one point for each.
    pub even_pairs: f64,
}

/// Ninety-five of a hundred lie within so many standard deviations.
const SIGMAS: f64 = 1.959_963_985;

impl Pairs {
    /// One more pair with so many half points, 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// How many pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a pair, from 0 to 1, and its variance.
    pub fn moments(&self) -> (f64, f64) {
        let count = self.count().max(1) as f64;
        let points = || (0..5).map(|index| index as f64 / 4.0).zip(self.0);
        let mean = points().map(|(value, n)| value * n as f64).sum::<f64>() / count;
        let variance = points().map(|(value, n)| (value - mean).powi(2) * n as f64).sum::<f64>() / count;
        (mean, variance)
    }

    /// Did all end alike? Then nothing can be said about the error of what they seem to show.
    pub fn alike(&self) -> bool {
        self.0.iter().filter(|&&n| n > 0).count() <= 1
    }

    /// What they say; `None` without any.
    pub fn strength(&self) -> Option<Strength> {
        let count = self.count();
        if count == 0 {
            return None;
        }
        let (mean, variance) = self.moments();
        let spread = (variance / count as f64).sqrt();
        let bound = |sign: f64| (mean + sign * SIGMAS * spread).clamp(0.0, 1.0);
        // The variance of a game's result, were games independent, that would give pairs theirs.
        let per_game = (2.0 * variance).sqrt();
        let normalized = |score: f64| if score == 0.5 { 0.0 } else { NORMALIZED * (score - 0.5) / per_game };
        let superiority = if mean == 0.5 { 0.5 } else { cumulative((mean - 0.5) / spread) };
        Some(Strength {
            score: mean,
            elo: Estimate { value: elo(mean), low: elo(bound(-1.0)), high: elo(bound(1.0)) },
            normalized: Estimate {
                value: normalized(mean),
                low: normalized(mean - SIGMAS * spread),
                high: normalized(mean + SIGMAS * spread),
            },
            superiority,
            even_pairs: self.0[2] as f64 / count as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A match whose statistics can be worked out with pencil and paper: of 100 pairs 10, 20, 30, 25, 15.
    #[test]
    fn by_hand() {
        let strength = Pairs([10, 20, 30, 25, 15]).strength().unwrap();
        // Mean (0·10 + 1·20 + 2·30 + 3·25 + 4·15) / 400 = 215/400, mean square 605/1600.
        assert!((strength.score - 0.5375).abs() < 1e-12);
        let variance: f64 = 605.0 / 1600.0 - 0.5375 * 0.5375;
        let half = SIGMAS * (variance / 100.0).sqrt();
        assert!((strength.elo.value - 26.11).abs() < 0.01, "{strength:?}");
        assert!((strength.elo.low - elo(0.5375 - half)).abs() < 1e-9);
        assert!((strength.normalized.value - NORMALIZED * 0.0375 / (2.0 * variance).sqrt()).abs() < 1e-9);
        assert!((strength.superiority - cumulative(0.0375 / (variance / 100.0).sqrt())).abs() < 1e-12);
        assert_eq!(strength.even_pairs, 0.3);
    }

    /// Matches that others have published, with what their programs (fastchess) say about them.
    #[test]
    fn published() {
        for (pairs, elo, elo_error, normalized, normalized_error) in [
            ([1, 10, 78, 48, 13], 72.85, 22.33, 132.30, 39.32),
            ([352, 579, 1264, 743, 464], 19.83, 6.77, 24.25, 8.26),
            ([0, 0, 1, 8, 1], 190.85, 65.54, 549.34, 152.27),
        ] {
            let found = Pairs(pairs).strength().unwrap();
            for (found, published) in [
                (found.elo.value, elo),
                (found.elo.error(), elo_error),
                (found.normalized.value, normalized),
                (found.normalized.error(), normalized_error),
            ] {
                assert!((found - published).abs() < 0.01, "{pairs:?}: {found} {published}");
            }
        }
    }

    #[test]
    fn extremes() {
        assert_eq!(Pairs::default().strength(), None);
        let all = Pairs([0, 0, 0, 0, 7]).strength().unwrap();
        assert_eq!((all.score, all.elo.value, all.superiority), (1.0, f64::INFINITY, 1.0));
        let none = Pairs([0, 0, 9, 0, 0]).strength().unwrap();
        assert_eq!((none.elo.value, none.elo.error(), none.normalized.value, none.superiority), (0.0, 0.0, 0.0, 0.5));
        let one = Pairs([1, 0, 0, 0, 1]).strength().unwrap();
        assert_eq!(one.elo.value, 0.0);
        assert!(Pairs([0, 0, 0, 2, 0]).alike() && !Pairs([1, 0, 0, 0, 1]).alike());
    }
}
