//! From a score to how often games are won with it.

use crate::Score;

/// How often a game is won, drawn and lost, by the score: two logistic curves, for winning and for losing; the rest is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The score with which every second game is won, in score steps. 0 where games are hardly ever drawn.
    pub half_won: f64,
    /// How slowly the chances change with the score, in score steps.
    pub slope: f64,
}

impl Curve {
    /// The chance to win with a score, 0 to 1. The chance to lose is that of the opposite score.
    ///
    /// ```
    /// use game::{Curve, Score};
    /// let curve = Curve { half_won: 150.0, slope: 100.0 };
    /// assert_eq!(curve.win(Score::new(150)), 0.5);
    /// assert_eq!(curve.win(Score::win_in(3)), 1.0);
    /// ```
    pub fn win(&self, score: Score) -> f64 {
        if score.is_decided() {
            return if score.is_win() { 1.0 } else { 0.0 };
        }
        1.0 / (1.0 + ((self.half_won - f64::from(score.value())) / self.slope).exp())
    }

    /// The share of the points that a score promises, 0 to 1: a draw is half a point.
    pub fn share(&self, score: Score) -> f64 {
        (1.0 + self.win(score) - self.win(-score)) / 2.0
    }
}
