//! What a score means for the result.

use game::{Curve, Score, Show};

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

impl Chances {
    /// The chances of a score by a curve.
    ///
    /// ```
    /// use engine::{Chances, Curve, Score};
    /// let curve = Curve { half_won: 150.0, slope: 100.0 };
    /// let even = Chances::of(Score::DRAW, curve);
    /// assert_eq!(even.win, even.loss);
    /// assert_eq!(Chances::of(Score::win_in(3), curve), Chances { win: 1000, draw: 0, loss: 0 });
    /// ```
    pub fn of(score: Score, curve: Curve) -> Chances {
        let [win, loss] = [score, -score].map(|score| (1000.0 * curve.win(score)).round() as u32);
        // With a curve that leaves nothing for draws, rounding may give one too many.
        let loss = loss.min(1000 - win);
        Chances { win, draw: 1000 - win - loss, loss }
    }

    /// The share of the points that the side to move may expect, 0 to 1.
    pub fn share(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }
}

/// The curve of a game. Where nobody has fitted one yet, a unit more makes even chances about three in four, and nothing is drawn.
pub fn curve<G: Show>(game: &G) -> Curve {
    game.curve().unwrap_or(Curve { half_won: 0.0, slope: f64::from(G::UNIT) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_add_up() {
        for (half_won, slope) in [(150.0, 100.0), (0.0, 50.0), (30.0, 333.3)] {
            for value in (-30_000..=30_000).step_by(7) {
                let Chances { win, draw, loss } = Chances::of(Score::new(value), Curve { half_won, slope });
                assert_eq!(win + draw + loss, 1000, "{value}");
            }
        }
    }

    #[test]
    fn every_game_is_even_at_nothing_and_better_with_more() {
        struct Ask;
        impl crate::Visitor for Ask {
            type Result = ();

            fn visit<G: crate::Playable>(self, start: G) {
                let share = |value: i32| Chances::of(Score::new(value), curve(&start)).share();
                assert_eq!(share(0), 0.5, "{}", start.spec());
                assert!(share(G::UNIT) > 0.51 && share(-G::UNIT) < 0.49, "{}", start.spec());
                assert!(share(40 * G::UNIT) > 0.95, "{}", start.spec());
            }
        }
        for game in crate::games() {
            crate::visit(&game.name, Ask).unwrap();
        }
    }
}
