//! Two ways with one candidate instead of a population: simultaneous perturbation (J. Spall, "Multivariate Stochastic Approximation Using a
//! Simultaneous Perturbation Gradient Approximation", 1992), and random search, the control.

use game::Rng;
use rayon::prelude::*;
use search::Control;

use super::{Contest, Gene, Individual, Method, State, normal};

/// Simultaneous perturbation: all genes are moved at once, each up or down by chance, the two sides of the move play a pair, and everything
/// goes a little towards the winner.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// How many pairs are to be played in all; the steps become shorter towards the end.
    pub pairs: u64,
    /// How far genes are moved to see who is better, at the beginning, in shares of their range.
    pub reach: f64,
    /// How far a won pair moves the candidate, at the beginning, in shares of that.
    pub rate: f64,
}

impl Default for Spsa {
    fn default() -> Spsa {
        Spsa { pairs: 1000, reach: 0.1, rate: 0.3 }
    }
}

/// Pairs that are played at a time, all from the same candidate.
const BATCH: u64 = 8;
/// How the steps shrink, and how the reach does, by Spall's advice.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

impl Method for Spsa {
    fn text(&self) -> String {
        format!("spsa, {} pairs, reach {}, rate {}", self.pairs, self.reach, self.rate)
    }

    fn begin(&self, genes: &[Gene], _: &mut Rng) -> Vec<Individual> {
        vec![Individual::new(genes.iter().map(|gene| gene.start.into()).collect())]
    }

    fn step(&self, contest: &dyn Contest, state: &mut State, rng: &mut Rng, control: &Control) -> Option<(u64, u64)> {
        let genes = contest.genes();
        let done = state.games as f64 / 2.0;
        let steady = self.pairs as f64 / 10.0;
        let rate = self.rate * ((steady + 1.0) / (steady + done + 1.0)).powf(ALPHA);
        let reach = self.reach / (done / BATCH as f64 + 1.0).powf(GAMMA);
        let candidate = &state.individuals[0].genes;
        let trials: Vec<Vec<f64>> = (0..BATCH)
            .map(|_| {
                let move_of = |gene: &Gene| {
                    let way = if rng.below(2) == 0 { 1.0 } else { -1.0 };
                    // At least a whole step, or both sides would be the same.
                    way * (reach * f64::from(gene.high - gene.low)).max(1.0)
                };
                genes.iter().map(move_of).collect()
            })
            .collect();
        let played: Option<Vec<(f64, u64)>> = trials
            .par_iter()
            .enumerate()
            .map(|(index, moves)| {
                let side = |sign: f64| {
                    let moved = candidate.iter().zip(moves).map(|(value, step)| value + sign * step).collect();
                    Individual::new(moved).weights(genes)
                };
                contest.pair(&side(1.0), &side(-1.0), state.games / 2 + index as u64, control)
            })
            .collect();
        let played = played?;
        let mut next = candidate.clone();
        for (moves, (points, _)) in trials.iter().zip(&played) {
            for ((value, step), gene) in next.iter_mut().zip(moves).zip(genes) {
                *value = (*value + rate * (points - 1.0) * step).clamp(gene.low.into(), gene.high.into());
            }
        }
        state.individuals = vec![Individual::new(next)];
        Some((2 * BATCH, played.iter().map(|(_, draws)| draws).sum()))
    }

    fn is_over(&self, state: &State) -> bool {
        state.games >= 2 * self.pairs
    }
}

/// Random search: a candidate near the best so far, or anywhere, takes its place if it wins a match against it.
#[derive(Clone, PartialEq, Debug)]
pub struct Random {
    /// How many candidates are tried.
    pub candidates: u64,
    /// Pairs of a match.
    pub pairs: u64,
    /// How far a candidate is from the best: the standard deviation in shares of a gene's range.
    pub step: f64,
}

impl Default for Random {
    fn default() -> Random {
        Random { candidates: 100, pairs: 10, step: 0.15 }
    }
}

impl Method for Random {
    fn text(&self) -> String {
        format!("random, {} pairs, step {}", self.pairs, self.step)
    }

    fn begin(&self, genes: &[Gene], rng: &mut Rng) -> Vec<Individual> {
        Spsa::default().begin(genes, rng)
    }

    fn step(&self, contest: &dyn Contest, state: &mut State, rng: &mut Rng, control: &Control) -> Option<(u64, u64)> {
        let genes = contest.genes();
        let best = &state.individuals[0];
        let moved = |(value, gene): (&f64, &Gene)| {
            let range = f64::from(gene.high - gene.low);
            (value + normal(rng) * self.step * range).clamp(gene.low.into(), gene.high.into())
        };
        let mut candidate = Individual::new(best.genes.iter().zip(genes).map(moved).collect());
        let [one, other] = [&candidate, best].map(|individual| individual.weights(genes));
        let played: Option<Vec<(f64, u64)>> = (0..self.pairs)
            .into_par_iter()
            .map(|index| contest.pair(&one, &other, state.games / 2 + index, control))
            .collect();
        let played = played?;
        candidate.points = played.iter().map(|(points, _)| points).sum();
        candidate.games = 2.0 * self.pairs as f64;
        if candidate.fitness() > 0.5 {
            state.individuals = vec![candidate];
        }
        Some((2 * self.pairs, played.iter().map(|(_, draws)| draws).sum()))
    }

    fn is_over(&self, state: &State) -> bool {
        state.steps >= self.candidates
    }
}
