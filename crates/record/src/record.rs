//! A game as a text has it.

use std::fmt;

use game::Side;

use crate::{Colors, GameResult, Moves};

/// A game as a text has it; its moves need not be legal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Its number in the text, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Who is White.
    pub colors: Colors,
    /// The tags in their order, `White` and `Black` by color. The result is [`Record::result`], whatever a tag says.
    pub tags: Tags,
    /// The moves.
    pub moves: Moves,
    /// How it ended, by player.
    pub result: GameResult,
    /// What could not be read in it.
    pub faults: Vec<Fault>,
}

impl Record {
    /// The value of a tag; none if it is missing, empty, `?` or `-`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name).filter(|value| !matches!(*value, "" | "?" | "-"))
    }

    /// A tag of one player: `side_tag(Side::First, "Elo")` is `WhiteElo` or `BlackElo`, and with an empty name who it is.
    pub fn side_tag(&self, side: Side, name: &str) -> Option<&str> {
        self.tag(&format!("{}{name}", self.colors.name(side)))
    }

    /// Sets a tag of one player.
    pub fn set_side_tag(&mut self, side: Side, name: &str, value: impl Into<String>) {
        self.tags.set(&format!("{}{name}", self.colors.name(side)), value);
    }

    /// The position it begins from, in the game's own notation; none for the usual one.
    pub fn start(&self) -> Option<&str> {
        self.tag("FEN").map(str::trim).filter(|start| !start.is_empty())
    }

    /// A fault of the whole game.
    pub fn broken(&self, reason: impl Into<String>) -> Broken {
        Broken { number: self.number, line: self.line, reason: reason.into() }
    }

    /// The record, or the first thing that is wrong with it.
    pub fn whole(self) -> Result<Record, Broken> {
        match self.faults.first() {
            None => Ok(self),
            Some(fault) => Err(self.broken(fault.reason.clone())),
        }
    }
}

/// Names and values in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(pub Vec<(String, String)>);

impl Tags {
    /// The value of a tag, as it stands there.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag; a new one comes last.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.0.push((name.to_string(), value.into())),
        }
    }

    /// Takes a tag away.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| known != name);
    }
}

/// Something in a game that could not be read; the rest of it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    pub reason: String,
}

/// A game that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Its number in the text, from 1.
    pub number: u64,
    /// The line on which it begins.
    pub line: u64,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.number, self.line, self.reason)
    }
}

impl std::error::Error for Broken {}
