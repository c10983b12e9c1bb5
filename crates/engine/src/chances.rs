//! What a score means for the result.

use game::Score;

/// How often a game would be won, drawn and lost from here, in thousandths; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Won by the side to move.
    pub win: u32,
    /// Drawn.
    pub draw: u32,
    /// Lost by the side to move.
    pub loss: u32,
}

/// The advantage in hundredths of a pawn with which every second game is won.
const HALF_WON: f64 = 150.0;
/// How quickly chances change with the score.
const SLOPE: f64 = 100.0;

impl Chances {
    /// The chances of a chess score.
    ///
    /// Two logistic curves, for winning and for losing; the rest is drawn. Their two numbers are plausible for games between
    /// engines and have not been fitted to games of this one yet.
    ///
    /// ```
    /// use engine::{Chances, Score};
    /// let even = Chances::of(Score::DRAW);
    /// assert_eq!(even.win, even.loss);
    /// assert_eq!(Chances::of(Score::win_in(3)), Chances { win: 1000, draw: 0, loss: 0 });
    /// ```
    pub fn of(score: Score) -> Chances {
        if score.is_decided() {
            let win = if score.is_win() { 1000 } else { 0 };
            return Chances { win, draw: 0, loss: 1000 - win };
        }
        let curve = |value: f64| (1000.0 / (1.0 + ((HALF_WON - value) / SLOPE).exp())).round() as u32;
        let value = f64::from(score.value());
        let (win, loss) = (curve(value), curve(-value));
        Chances { win, draw: 1000_u32.saturating_sub(win + loss), loss }
    }

    /// The share of the points that the side to move may expect, 0 to 1.
    pub fn share(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_add_up() {
        for value in (-30_000..=30_000).step_by(7) {
            let Chances { win, draw, loss } = Chances::of(Score::new(value));
            assert_eq!(win + draw + loss, 1000, "{value}");
        }
    }
}
