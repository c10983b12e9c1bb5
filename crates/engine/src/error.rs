//! What can go wrong at the facade. Each says what was wrong, where, and what would be right.

use std::fmt;

use game::{MoveError, PositionError, SpecError};
use search::UnknownTechnique;

/// A request that cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// No such game, or a wrong parameter.
    Game(SpecError),
    /// Not a position of this game.
    Position(PositionError),
    /// Not a legal move here.
    Move(MoveError),
    /// No such technique.
    Technique(UnknownTechnique),
    /// Anything else about what was asked for.
    Request(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Game(error) => error.fmt(f),
            Error::Position(error) => error.fmt(f),
            Error::Move(error) => error.fmt(f),
            Error::Technique(error) => error.fmt(f),
            Error::Request(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Error {
        Error::Game(error)
    }
}

impl From<PositionError> for Error {
    fn from(error: PositionError) -> Error {
        Error::Position(error)
    }
}

impl From<MoveError> for Error {
    fn from(error: MoveError) -> Error {
        Error::Move(error)
    }
}

impl From<knowledge::Error> for Error {
    fn from(error: knowledge::Error) -> Error {
        Error::Request(error.to_string())
    }
}

impl From<UnknownTechnique> for Error {
    fn from(error: UnknownTechnique) -> Error {
        Error::Technique(error)
    }
}
