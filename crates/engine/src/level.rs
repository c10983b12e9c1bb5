//! Levels of play for people, and how strong they were measured to be.

use std::fmt;
use std::str::FromStr;

use crate::{Error, Go, Options};

/// A level from 1 to 10. A lower level sees less far and misjudges more; it never throws a move away on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Level(u8);

/// How strong a level plays chess, as measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// Elo, on the scale of the measurement in `docs/measurements.md`.
    pub elo: i32,
    /// Its error, for a chance of 95 %.
    pub error: i32,
}

/// What makes a level.
struct Step {
    /// Nodes a move.
    nodes: u64,
    /// Noise in hundredths of the game's unit.
    noise: i32,
    /// Playouts a move where Monte Carlo tree search plays.
    playouts: u64,
    rating: Rating,
}

const fn step(nodes: u64, noise: i32, playouts: u64, elo: i32, error: i32) -> Step {
    Step { nodes, noise, playouts, rating: Rating { elo, error } }
}

/// From level 1 upwards; the last level, 10, is full strength without a limit. This is the one place for the numbers that are
/// shown to people: "Levels beside Stockfish with limited strength" in `docs/measurements.md`.
const STEPS: [Step; 9] = [
    //   nodes  noise  playouts   Elo  error
    step(20, 400, 8, -338, 235),
    step(60, 250, 25, 94, 217),
    step(200, 150, 75, 771, 146),
    step(600, 100, 200, 1192, 127),
    step(2_000, 60, 500, 1531, 108),
    step(6_000, 30, 1_200, 1796, 102),
    step(20_000, 15, 3_000, 2082, 139),
    step(60_000, 5, 8_000, 2352, 164),
    step(200_000, 0, 20_000, 2517, 179),
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

    /// How strong it plays chess; `None` for full strength, which depends on machine and clock.
    pub fn rating(self) -> Option<Rating> {
        self.step().map(|step| step.rating)
    }

    /// What to tell people of its strength: `about 1530 Elo`.
    ///
    /// ```
    /// use engine::Level;
    /// let strengths: Vec<String> = Level::all().map(Level::strength).collect();
    /// assert!(strengths[4].starts_with("about ") && strengths[4].ends_with("0 Elo"));
    /// assert_eq!(strengths[9], "full strength");
    /// ```
    pub fn strength(self) -> String {
        match self.rating() {
            Some(rating) => format!("about {} Elo", (f64::from(rating.elo) / 10.0).round() as i32 * 10),
            None => "full strength".to_string(),
        }
    }

    /// Makes a player of this level.
    pub fn apply(self, options: &mut Options, go: &mut Go) {
        if let Some(step) = self.step() {
            go.nodes = Some(step.nodes);
            go.playouts = Some(step.playouts);
            options.noise = step.noise;
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
            assert!(pair[0].nodes < pair[1].nodes && pair[0].noise >= pair[1].noise);
            assert!(pair[0].rating.elo < pair[1].rating.elo, "{:?}", pair[0].rating);
        }
    }
}
