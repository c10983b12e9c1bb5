//! What is wrong with a rule text, and where.

use std::fmt;

/// A place in a text, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// Why a rule text was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It cannot be read: a parenthesis, a word.
    Syntax,
    /// It can be read and makes no sense: an unsafe variable, a cycle through negation.
    Meaning,
    /// It has another number of players than two.
    Players,
    /// Both players choose at the same time.
    Simultaneous,
    /// What one player wins the other does not lose.
    GeneralSum,
    /// It is too large for the limits.
    TooLarge,
}

/// A rule text was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesError {
    /// Where.
    pub place: Place,
    /// Of which kind the fault is.
    pub reason: Reason,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl RulesError {
    /// A fault of a kind at a place.
    pub(crate) fn new(place: Place, reason: Reason, message: impl Into<String>) -> RulesError {
        RulesError { place, reason, message: message.into() }
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.place.line, self.place.column, self.message)
    }
}

impl std::error::Error for RulesError {}
