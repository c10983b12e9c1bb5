//! What the table does not take, and what comes of an offer.

use std::fmt;

use engine::Side;

/// Why the table does not take something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The game is over.
    Over,
    /// It is the turn of this side, which a program plays.
    ProgramsTurn(Side),
    /// An answer of a program that nobody has asked for: it is a person's turn, or the game rests.
    NotAsked,
    /// This side is played by a program; only people offer draws, take back and give up by themselves.
    NotAPerson(Side),
    /// There is no move to take back.
    NothingToTakeBack,
    /// The move cannot be played.
    Move(engine::Error),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Over => f.write_str("the game is over"),
            Refused::ProgramsTurn(_) => f.write_str("it is the turn of the other side, which a program plays"),
            Refused::NotAsked => f.write_str("no program was asked for a move"),
            Refused::NotAPerson(_) => f.write_str("that side is played by a program"),
            Refused::NothingToTakeBack => f.write_str("there is no move to take back"),
            Refused::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Refused {}

/// What comes of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// The game is drawn.
    Agreed,
    /// A program has declined.
    Declined,
    /// It stands until the other side has moved.
    Open,
}
