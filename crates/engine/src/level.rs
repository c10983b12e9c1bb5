//! Levels of play for people: round ratings with a number.

use std::fmt;
use std::str::FromStr;

use crate::{Elo, Error, Go, Measured, Options};

/// A level from 1 to 10. A lower level sees less far and misjudges more; it never throws a move away on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Level(u8);

/// What makes a level.
struct Step {
    /// The rating that it is asked for.
    elo: Elo,
    /// Playouts a move where Monte Carlo tree search plays.
    playouts: u64,
}

const fn step(rating: u32, playouts: u64) -> Step {
    Step { elo: Elo::new(rating), playouts }
}

/// From level 1 upwards; the last level, 10, is full strength without a limit.
const STEPS: [Step; 9] = [
    step(500, 8),
    step(800, 25),
    step(1100, 75),
    step(1400, 200),
    step(1700, 500),
    step(1950, 1_200),
    step(2150, 3_000),
    step(2350, 8_000),
    step(2600, 20_000),
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

    fn step(self) -> Option<&'static Step> {
        STEPS.get(usize::from(self.0) - 1)
    }

    /// How strong it was found to play chess; `None` for full strength, which depends on machine and clock.
    pub fn measured(self) -> Option<Measured> {
        self.step()?.elo.measured()
    }

    /// What to tell people of its strength.
    ///
    /// ```
    /// use engine::Level;
    /// let strengths: Vec<String> = Level::all().map(Level::strength).collect();
    /// assert_eq!(strengths[0], "539 ± 293 Elo");
    /// assert_eq!(strengths[8], "2360 ± 114 Elo");
    /// assert_eq!(strengths[9], "full strength");
    /// ```
    pub fn strength(self) -> String {
        self.measured().map_or("full strength".to_string(), |measured| measured.to_string())
    }

    /// Makes a player of this level.
    pub fn apply(self, options: &mut Options, go: &mut Go) {
        if let Some(step) = self.step() {
            step.elo.apply(options, go);
            go.playouts = Some(step.playouts);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_is_stronger() {
        for pair in STEPS.windows(2) {
            assert!(pair[0].elo < pair[1].elo && pair[0].playouts < pair[1].playouts, "{:?}", pair[0].elo);
            let [low, high] = [&pair[0], &pair[1]].map(|step| step.elo.measured().map(|measured| measured.rating));
            assert!(low.is_some() && low < high, "{low:?} {high:?}");
        }
    }
}
