//! Levels of play for people.

use std::fmt;
use std::str::FromStr;

use crate::{Error, Go, Options};

/// A level from 1 to 10. A lower level sees less far and misjudges more; it never throws a move away on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Level(u8);

/// Nodes a move, noise in hundredths of the game's unit, and playouts a move where Monte Carlo tree search plays, from
/// level 1 upwards. The last level is full strength.
const STEPS: [(u64, i32, u64); 9] = [
    (20, 400, 8),
    (60, 250, 25),
    (200, 150, 75),
    (600, 100, 200),
    (2_000, 60, 500),
    (6_000, 30, 1_200),
    (20_000, 15, 3_000),
    (60_000, 5, 8_000),
    (200_000, 0, 20_000),
];

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

    /// What it is called, if it is one of the three classic levels.
    pub fn name(self) -> Option<&'static str> {
        NAMES.iter().find(|(_, number)| *number == self.0).map(|(name, _)| *name)
    }

    /// Makes a player of this level.
    pub fn apply(self, options: &mut Options, go: &mut Go) {
        if let Some(&(nodes, noise, playouts)) = STEPS.get(usize::from(self.0) - 1) {
            go.nodes = Some(nodes);
            go.playouts = Some(playouts);
            options.noise = noise;
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{} ({name})", self.0),
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
