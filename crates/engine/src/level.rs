//! Levels of play for people.

use std::fmt;
use std::str::FromStr;

use crate::{Error, Go, Options};

/// A level from 1 to 10. A lower level sees less far and misjudges more; it never throws a move away on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Level(u8);

/// Nodes a move, and noise in hundredths of the game's unit, from level 1 upwards. The last level is full strength.
const STEPS: [(u64, i32); 9] =
    [(20, 400), (60, 250), (200, 150), (600, 100), (2_000, 60), (6_000, 30), (20_000, 15), (60_000, 5), (200_000, 0)];

/// The three classic levels by name.
const NAMES: [(&str, u8); 3] = [("easy", 2), ("medium", 5), ("hard", 8)];

impl Level {
    /// The strongest level: no limit but the clock.
    pub const FULL: Level = Level(10);

    /// All levels.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// The number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Makes a player of this level.
    pub fn apply(self, options: &mut Options, go: &mut Go) {
        if let Some(&(nodes, noise)) = STEPS.get(usize::from(self.0) - 1) {
            go.nodes = Some(nodes);
            options.noise = noise;
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMES.iter().find(|(_, number)| *number == self.0) {
            Some((name, number)) => write!(f, "{number} ({name})"),
            None => write!(f, "{}", self.0),
        }
    }
}

impl FromStr for Level {
    type Err = Error;

    fn from_str(text: &str) -> Result<Level, Error> {
        if let Some((_, number)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(Level(*number));
        }
        match text.parse() {
            Ok(number @ 1..=10) => Ok(Level(number)),
            _ => Err(Error::Request(format!("level '{text}': expected 1 to 10, easy, medium or hard"))),
        }
    }
}
