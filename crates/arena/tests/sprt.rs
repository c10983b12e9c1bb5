//! The sequential test keeps its promises: it agrees with published tests, and errs as rarely as it says.

use arena::stats::sprt::{Model, Sprt, Verdict};
use arena::stats::{NORMALIZED, Pairs, elo};
use game::Rng;

/// Tests of Stockfish, as their authors have published them with the numbers of the testing framework (pull requests 2971, 3209,
/// 3784 and 6019 of official-stockfish/Stockfish): bounds, pairs, LLR.
#[test]
fn agrees_with_published_tests() {
    let tests = [
        (Model::Logistic, -0.50, 1.50, [17, 253, 1042, 337, 39], 2.96),
        (Model::Logistic, 0.25, 1.75, [11, 407, 3238, 513, 11], 2.93),
        (Model::Logistic, -0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
        (Model::Logistic, 0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97),
        (Model::Normalized, 0.0, 2.5, [282, 11637, 27003, 12044, 274], 2.94),
        (Model::Normalized, 0.5, 3.0, [82, 17255, 47510, 17822, 87], 2.93),
        (Model::Normalized, 0.0, 2.0, [320, 12431, 27275, 12858, 316], 2.95),
        (Model::Normalized, 0.5, 2.5, [197, 45541, 117722, 46579, 228], 2.96),
    ];
    for (model, low, high, pairs, llr) in tests {
        let sprt = Sprt { model, low, high, alpha: 0.05, beta: 0.05 };
        let found = sprt.llr(&Pairs(pairs));
        assert!((found - llr).abs() <= 0.02, "{model:?} {low} {high} {pairs:?}: {found} instead of {llr}");
    }
}

/// Results of pairs with the given shares.
struct Players([f64; 5]);

impl Players {
    /// Players whose pairs have this mean score, as far from even as it takes, around a middle that is common in practice.
    fn with_score(mean: f64) -> Players {
        let shares = [0.08_f64, 0.22, 0.40, 0.22, 0.08];
        // Exponential tilting: found by halving.
        let tilted = |tilt: f64| {
            let weights: Vec<f64> = (0..5).map(|index| shares[index] * (tilt * index as f64).exp()).collect();
            let sum: f64 = weights.iter().sum();
            [0, 1, 2, 3, 4].map(|index| weights[index] / sum)
        };
        let score = |shares: &[f64; 5]| (0..5).map(|index| shares[index] * index as f64 / 4.0).sum::<f64>();
        let (mut low, mut high) = (-5.0, 5.0);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if score(&tilted(middle)) < mean { low = middle } else { high = middle }
        }
        Players(tilted(low))
    }

    /// Elo and normalized Elo of these players.
    fn strength(&self) -> (f64, f64) {
        let mean: f64 = (0..5).map(|index| self.0[index] * index as f64 / 4.0).sum();
        let variance: f64 = (0..5).map(|index| self.0[index] * (index as f64 / 4.0 - mean).powi(2)).sum();
        (elo(mean), NORMALIZED * (mean - 0.5) / (2.0 * variance).sqrt())
    }

    /// The half points of a pair.
    fn play(&self, rng: &mut Rng) -> u8 {
        let mut dice = rng.below(1 << 40) as f64 / (1_u64 << 40) as f64;
        let found = self.0.iter().position(|share| {
            dice -= share;
            dice < 0.0
        });
        found.unwrap_or(4) as u8
    }
}

/// The share of tests that accept H1, and the mean number of games.
fn simulate(sprt: &Sprt, players: &Players, tests: u64, seed: u64) -> (f64, f64) {
    let mut rng = Rng::new(seed);
    let (mut accepted, mut games) = (0, 0);
    for _ in 0..tests {
        let mut pairs = Pairs::default();
        loop {
            // As in practice results come in small batches; it also saves time here.
            for _ in 0..4 {
                pairs.add(players.play(&mut rng));
            }
            match sprt.verdict(&pairs) {
                Verdict::Open => {}
                verdict => {
                    accepted += u64::from(verdict == Verdict::AcceptHigh);
                    break;
                }
            }
        }
        games += 2 * pairs.count();
    }
    (accepted as f64 / tests as f64, games as f64 / tests as f64)
}

/// 10,000 tests for each model and each of the two hypotheses. The error rates are not above what was promised by more than three
/// standard deviations of the simulation, and the number of games is about the one that is forecast.
#[test]
fn errs_as_rarely_as_promised() {
    const TESTS: u64 = 10_000;
    let (alpha, beta) = (0.05, 0.10);
    let slack = |rate: f64| 3.0 * (rate * (1.0 - rate) / TESTS as f64).sqrt();
    let weak = Players::with_score(0.5);
    let strong = Players::with_score(0.55);
    for model in [Model::Logistic, Model::Normalized] {
        let strength = |players: &Players| match model {
            Model::Logistic => players.strength().0,
            Model::Normalized => players.strength().1,
        };
        let sprt = Sprt { model, low: strength(&weak), high: strength(&strong), alpha, beta };
        let (false_alarms, _) = simulate(&sprt, &weak, TESTS, 1);
        let (hits, games) = simulate(&sprt, &strong, TESTS, 2);
        println!("{model:?}: type I {false_alarms:.4}, type II {:.4}, {games:.0} games", 1.0 - hits);
        assert!(false_alarms <= alpha + slack(alpha), "{model:?}: type I {false_alarms}");
        assert!(1.0 - hits <= beta + slack(beta), "{model:?}: type II {}", 1.0 - hits);
        // It is not over-cautious either.
        assert!(false_alarms >= alpha / 3.0 && 1.0 - hits >= beta / 3.0, "{model:?}: {false_alarms} {hits}");
        let draws = 1.0
            - 8.0 * {
                let mean: f64 = (0..5).map(|index| strong.0[index] * index as f64 / 4.0).sum();
                (0..5).map(|index| strong.0[index] * (index as f64 / 4.0 - mean).powi(2)).sum::<f64>()
            };
        let (expected, _) = sprt.forecast(sprt.high, draws);
        assert!((0.85..1.25).contains(&(games / expected)), "{model:?}: {games} games, {expected} forecast");
    }
}
