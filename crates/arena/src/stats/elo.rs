//! Rating differences and expected scores.

pub use engine::expected_score as score;

/// The difference in strength that a score from 0 to 1 stands for; infinite at both ends.
///
/// ```
/// use arena::stats;
/// assert!((stats::elo(0.75) - 190.848).abs() < 0.001);
/// assert_eq!(stats::elo(1.0), f64::INFINITY);
/// ```
pub fn elo(score: f64) -> f64 {
    // Zero and not minus zero for an even score.
    400.0 * (score / (1.0 - score)).log10() + 0.0
}

/// Normalized Elo for each unit of (score − ½) / σ, σ being the standard deviation of a game's result: it is what that
/// would be in Elo if a game were a coin toss.
///
/// Reference: M. Van den Bergh, "Normalized Elo", 2020: 800 / ln 10 = 347.4...
pub const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;
