//! The sequential probability ratio test: play until it is clear which of two claims about the strength is right.
//!
//! H0 says that the difference is `low`, H1 that it is `high`. After each pair of games the logarithm of the likelihood ratio of the
//! two (LLR) is computed; above one bound H1 is accepted, below the other H0. Nothing is assumed about how often pairs bring
//! which result: each hypothesis is given the distribution that explains the results best among those with its strength
//! (the generalized ratio).
//!
//! References: A. Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16, 1945; M. Van den
//! Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution", 2019, and "Normalized Elo",
//! 2020. What it says has been checked by simulation in `tests/sprt.rs`.

use std::str::FromStr;

use super::{NORMALIZED, Pairs, score};
use crate::Error;

/// In which measure the two hypotheses are stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Elo, by the logistic curve: what ratings are in.
    #[default]
    Logistic,
    /// Normalized Elo: the number of games hardly depends on the openings and the share of draws.
    Normalized,
}

impl Model {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        }
    }
}

impl FromStr for Model {
    type Err = Error;

    fn from_str(text: &str) -> Result<Model, Error> {
        match text {
            "logistic" => Ok(Model::Logistic),
            "normalized" | "normalised" => Ok(Model::Normalized),
            _ => Err(Error::new(format!("model '{text}': expected logistic or normalized"))),
        }
    }
}

/// A test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The measure of `low` and `high`.
    pub model: Model,
    /// The difference according to H0.
    pub low: f64,
    /// The difference according to H1.
    pub high: f64,
    /// The chance to accept H1 although H0 is true.
    pub alpha: f64,
    /// The chance to accept H0 although H1 is true.
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// H0: not as strong as hoped.
    AcceptLow,
    /// H1: as strong as hoped.
    AcceptHigh,
}

/// A result that has not occurred is taken to have occurred so often: what is not seen is not impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// Sees to it that the numbers make sense.
    pub fn check(&self) -> Result<(), Error> {
        let Sprt { low, high, alpha, beta, .. } = *self;
        if !(low < high && low.abs() <= 2000.0 && high.abs() <= 2000.0) {
            return Err(Error::new(format!("hypotheses {low} and {high}: the first must be below the second")));
        }
        match [alpha, beta].iter().all(|error| (1e-6..0.5).contains(error)) {
            true => Ok(()),
            false => {
                Err(Error::new(format!("error rates {alpha} and {beta}: expected numbers such as 0.05, below 0.5")))
            }
        }
    }

    /// The LLR at which H0 is accepted, and that at which H1 is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [under_low, under_high] = [self.low, self.high].map(|strength| match self.model {
            Model::Logistic => with_score(&seen, score(strength)),
            Model::Normalized => with_ratio(&seen, pair_ratio(strength)),
        });
        (0..5).map(|index| counts[index] * (under_high[index] / under_low[index]).ln()).sum()
    }

    /// What the results say.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Verdict::AcceptHigh,
            llr if llr <= lower => Verdict::AcceptLow,
            _ => Verdict::Open,
        }
    }

    /// How many games the test takes on average, and the chance that it accepts H1, if the true difference is `strength`.
    /// `draws` is the share of drawn games that is reckoned with; it matters in the logistic model only.
    ///
    /// The LLR is taken for a Brownian motion between two bounds; see Wald, 1945, and D. Siegmund, "Sequential Analysis",
    /// 1985, chapter 3.
    pub fn forecast(&self, strength: f64, draws: f64) -> (f64, f64) {
        let ratio = |strength: f64| match self.model {
            Model::Normalized => pair_ratio(strength),
            // The variance of a pair is half that of a game.
            Model::Logistic => (score(strength) - 0.5) / ((1.0 - draws) / 8.0).sqrt(),
        };
        let (low, high, truth) = (ratio(self.low), ratio(self.high), ratio(strength));
        let (lower, upper) = self.bounds();
        let drift = (high - low) * (truth - (low + high) / 2.0);
        let variance = (high - low).powi(2);
        let steepness = -2.0 * drift / variance;
        if steepness.abs() < 1e-6 {
            return (2.0 * -lower * upper / variance, -lower / (upper - lower));
        }
        let accepts = (1.0 - (steepness * lower).exp()) / ((steepness * upper).exp() - (steepness * lower).exp());
        (2.0 * (accepts * upper + (1.0 - accepts) * lower) / drift, accepts)
    }
}

/// (mean − ½) / standard deviation of a pair, for a strength in normalized Elo. The deviation of a pair's mean is that of a
/// game divided by √2.
fn pair_ratio(normalized: f64) -> f64 {
    std::f64::consts::SQRT_2 * normalized / NORMALIZED
}

/// What a pair brings, by the index of its count.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The distribution with mean score `mean` under which what was seen is most likely.
fn with_score(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    most_likely(seen, &VALUES.map(|value| value - mean))
}

/// The distribution with (mean − ½) / deviation = `ratio` under which what was seen is most likely.
///
/// The condition is not linear in the distribution. It is replaced by its tangent, solved, and improved until it stands.
fn with_ratio(seen: &[f64; 5], ratio: f64) -> [f64; 5] {
    let mut found = *seen;
    for _ in 0..50 {
        let mean: f64 = (0..5).map(|index| found[index] * VALUES[index]).sum();
        let variance: f64 = (0..5).map(|index| found[index] * (VALUES[index] - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let tangent =
            VALUES.map(|value| value - 0.5 - ratio * deviation * (1.0 + ((value - mean) / deviation).powi(2)) / 2.0);
        let next = most_likely(seen, &tangent);
        let change = (0..5).map(|index| (next[index] - found[index]).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-9 {
            break;
        }
    }
    found
}

/// The distribution under which the mean of `values` is zero and what was seen is most likely: each share divided by
/// 1 + θ · value, with the θ that makes it so.
fn most_likely(seen: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let (least, most) =
        values.iter().fold((f64::MAX, f64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
    if !(least < 0.0 && most > 0.0) {
        return *seen;
    }
    // Shares stay positive between these two, and the mean falls from one to the other.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..100 {
        let (mut mean, mut slope) = (0.0, 0.0);
        for (share, value) in seen.iter().zip(values) {
            let part = value / (1.0 + theta * value);
            mean += share * part;
            slope -= share * part * part;
        }
        if mean > 0.0 {
            low = theta
        } else {
            high = theta
        }
        // Newton's step where it stays inside, halving where it does not.
        let step = theta - mean / slope;
        let next = if low < step && step < high { step } else { (low + high) / 2.0 };
        if (next - theta).abs() < 1e-12 {
            break;
        }
        theta = next;
    }
    let mut shares = *seen;
    for (share, value) in shares.iter_mut().zip(values) {
        *share /= 1.0 + theta * value;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: [f64; 5] = [0.05, 0.2, 0.45, 0.22, 0.08];

    fn moments(shares: &[f64; 5]) -> (f64, f64) {
        let mean: f64 = (0..5).map(|index| shares[index] * VALUES[index]).sum();
        (mean, (0..5).map(|index| shares[index] * (VALUES[index] - mean).powi(2)).sum::<f64>().sqrt())
    }

    #[test]
    fn the_conditions_hold() {
        for wanted in [0.3, 0.5, 0.52, 0.8] {
            let shares = with_score(&SEEN, wanted);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((moments(&shares).0 - wanted).abs() < 1e-9, "{wanted}");
        }
        for wanted in [-0.5, 0.0, 0.05, 0.7] {
            let shares = with_ratio(&SEEN, wanted);
            let (mean, deviation) = moments(&shares);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(((mean - 0.5) / deviation - wanted).abs() < 1e-6, "{wanted}");
        }
    }

    /// No small change that keeps the condition makes what was seen more likely.
    #[test]
    fn it_is_the_most_likely_one() {
        let likelihood = |shares: &[f64; 5]| (0..5).map(|index| SEEN[index] * shares[index].ln()).sum::<f64>();
        let best = with_score(&SEEN, 0.55);
        // Moves some mass from two results to the one between them, which changes neither the sum nor the mean.
        for middle in 1..4 {
            for change in [-1e-4, 1e-4] {
                let mut other = best;
                other[middle - 1] += change;
                other[middle + 1] += change;
                other[middle] -= 2.0 * change;
                assert!(likelihood(&other) < likelihood(&best), "{middle} {change}");
            }
        }
    }

    #[test]
    fn the_sign_is_right() {
        for model in [Model::Logistic, Model::Normalized] {
            let sprt = Sprt { model, low: 0.0, high: 10.0, alpha: 0.05, beta: 0.05 };
            assert!(sprt.llr(&Pairs([100, 300, 600, 400, 200])) > 0.0);
            assert!(sprt.llr(&Pairs([200, 400, 600, 300, 100])) < 0.0);
            assert_eq!(sprt.llr(&Pairs::default()), 0.0);
            assert!(sprt.llr(&Pairs([0, 0, 0, 0, 1])).is_finite());
            let (lower, upper) = sprt.bounds();
            assert!((upper - 2.944).abs() < 0.001 && (lower + 2.944).abs() < 0.001);
        }
    }

    /// For many pairs the LLR is close to N · (s1 − s0) · (2·s − s0 − s1) / 2σ², by the central limit theorem.
    #[test]
    fn close_to_the_normal_approximation() {
        let pairs = Pairs([500, 2000, 4500, 2200, 800]);
        let (mean, variance) = pairs.moments();
        let (low, high) = (score(0.0), score(4.0));
        let simple = 10_000.0 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        let sprt = Sprt { model: Model::Logistic, low: 0.0, high: 4.0, alpha: 0.05, beta: 0.05 };
        assert!((sprt.llr(&pairs) / simple - 1.0).abs() < 0.02, "{} {simple}", sprt.llr(&pairs));
    }

    #[test]
    fn forecasts() {
        let sprt = Sprt { model: Model::Normalized, low: 0.0, high: 5.0, alpha: 0.05, beta: 0.05 };
        let (at_low, accepts_low) = sprt.forecast(0.0, 0.5);
        let (at_high, accepts_high) = sprt.forecast(5.0, 0.5);
        let (between, even) = sprt.forecast(2.5, 0.5);
        assert!((accepts_low - 0.05).abs() < 1e-9 && (accepts_high - 0.95).abs() < 1e-9 && (even - 0.5).abs() < 1e-9);
        assert!((at_low / at_high - 1.0).abs() < 1e-9 && between > at_low);
        // 2 · ln(19)² · (NORMALIZED / 5)² / 2, by hand.
        assert!((between - 41_859.0).abs() < 20.0, "{between}");
    }
}
