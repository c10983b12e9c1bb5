//! How a game ended.

use crate::{Score, Side};

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side has won; by how much does not matter.
    Win(Side),
    /// Nobody has won.
    Draw,
    /// The game is decided by counting: the first player's points less the second player's, in score steps.
    Margin(Score),
}

impl Outcome {
    /// Who won, if anybody.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Margin(margin) if margin > Score::DRAW => Some(Side::First),
            Outcome::Margin(margin) if margin < Score::DRAW => Some(Side::Second),
            Outcome::Draw | Outcome::Margin(_) => None,
        }
    }

    /// The value of this end for `side`, counted from the finished position itself.
    #[inline]
    pub fn score(self, side: Side) -> Score {
        match self {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if winner == side => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
            Outcome::Margin(margin) => side.view(margin),
        }
    }
}
