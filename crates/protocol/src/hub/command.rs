//! What a draughts engine is told, one line each.

use std::fmt;
use std::time::Duration;

use super::line::{Line, argument, optional, seconds};
use crate::words::one_line;

/// What the board wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Who are you, and which parameters do you have?
    Hub,
    /// Sets a parameter.
    SetParam {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Get ready with these parameters.
    Init,
    /// Are you there?
    Ping,
    /// The next position is from another game.
    NewGame,
    /// The position that the next search is about.
    Pos {
        /// The side to move and a letter for each square; the start position, if `None`.
        position: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// What limits the searches to come.
    Level(Level),
    /// Search.
    Go(Mode),
    /// The opponent has played the expected move.
    PonderHit,
    /// End the search and answer.
    Stop,
    /// Leave.
    Quit,
    /// Anything else, which is to be ignored.
    Other(String),
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// A move.
    #[default]
    Think,
    /// A move, in the opponent's time until `ponder-hit`.
    Ponder,
    /// Analysis.
    Analyze,
}

/// What limits a search; nothing set means until it is stopped. Times are whole milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// The greatest depth.
    pub depth: Option<u32>,
    /// How much time for each move.
    pub move_time: Option<Duration>,
    /// Moves until more time is added.
    pub moves: Option<u32>,
    /// The time left, the increment for the coming move not included.
    pub time: Option<Duration>,
    /// The time gained before each move.
    pub increment: Option<Duration>,
}

/// A number of a `level` that cannot be one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelError {
    name: &'static str,
    value: String,
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level: {}={} is not a suitable number", self.name, self.value)
    }
}

impl std::error::Error for LevelError {}

/// Longer times, in seconds, mean nothing.
const LONGEST: f64 = 1e9;

impl Command {
    /// Reads a line.
    ///
    /// ```
    /// # use protocol::hub::Command;
    /// let Ok(Command::Pos { moves, .. }) = Command::parse("pos moves=\"32-28 19-23\"") else { panic!() };
    /// assert_eq!(moves, ["32-28", "19-23"]);
    /// assert!(Command::parse("level depth=x").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Command, LevelError> {
        let line = Line::read(text);
        Ok(match line.name {
            "hub" => Command::Hub,
            "set-param" => {
                Command::SetParam { name: line.value("name").to_string(), value: line.value("value").to_string() }
            }
            "init" => Command::Init,
            "ping" => Command::Ping,
            "new-game" => Command::NewGame,
            "pos" => {
                let position = Some(line.value("pos")).filter(|text| !text.is_empty()).map(str::to_string);
                Command::Pos { position, moves: line.words("moves") }
            }
            "level" => Command::Level(Level::read(line)?),
            "go" if line.has("ponder") => Command::Go(Mode::Ponder),
            "go" if line.has("analyze") => Command::Go(Mode::Analyze),
            "go" => Command::Go(Mode::Think),
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => Command::Other(text.trim().to_string()),
        })
    }
}

impl Level {
    fn read(line: Line) -> Result<Level, LevelError> {
        let error = |name, value: &str| LevelError { name, value: value.to_string() };
        let number = |name| match (line.value(name), line.number(name)) {
            ("", _) => Ok(None),
            (_, Some(number)) if number >= 0.0 => Ok(Some(number)),
            (value, _) => Err(error(name, value)),
        };
        let count = |name| Ok(number(name)?.map(|number| number as u32));
        let time = |name| match number(name)? {
            Some(seconds) if seconds >= LONGEST => Err(error(name, line.value(name))),
            seconds => Ok(seconds.map(Duration::from_secs_f64)),
        };
        Ok(Level {
            depth: count("depth")?,
            move_time: time("move-time")?,
            moves: count("moves")?,
            time: time("time")?,
            increment: time("inc")?,
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("level")?;
        optional(f, "depth", self.depth)?;
        optional(f, "move-time", self.move_time.map(seconds))?;
        optional(f, "moves", self.moves)?;
        optional(f, "time", self.time.map(seconds))?;
        optional(f, "inc", self.increment.map(seconds))?;
        if *self == Level::default() { f.write_str(" infinite") } else { Ok(()) }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Hub => f.write_str("hub"),
            Command::SetParam { name, value } => {
                f.write_str("set-param")?;
                argument(f, "name", name)?;
                argument(f, "value", value)
            }
            Command::Init => f.write_str("init"),
            Command::Ping => f.write_str("ping"),
            Command::NewGame => f.write_str("new-game"),
            Command::Pos { position, moves } => {
                f.write_str("pos")?;
                optional(f, "pos", position.as_ref())?;
                optional(f, "moves", Some(moves.join(" ")).filter(|moves| !moves.is_empty()))
            }
            Command::Level(level) => level.fmt(f),
            Command::Go(Mode::Think) => f.write_str("go think"),
            Command::Go(Mode::Ponder) => f.write_str("go ponder"),
            Command::Go(Mode::Analyze) => f.write_str("go analyze"),
            Command::PonderHit => f.write_str("ponder-hit"),
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
            Command::Other(text) => f.write_str(&one_line(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_commands() {
        assert_eq!(Command::parse("go think\r\n"), Ok(Command::Go(Mode::Think)));
        assert_eq!(Command::parse("go ponder"), Ok(Command::Go(Mode::Ponder)));
        assert_eq!(Command::parse("xyzzy a=1"), Ok(Command::Other("xyzzy a=1".to_string())));
        let level = Level {
            moves: Some(40),
            time: Some(Duration::from_millis(60_500)),
            increment: Some(Duration::from_secs(1)),
            ..Level::default()
        };
        assert_eq!(Command::parse("level moves=40 time=60.5 inc=1 handicap=2"), Ok(Command::Level(level)));
        assert_eq!(Command::parse("level infinite"), Ok(Command::Level(Level::default())));
        assert_eq!(Command::Level(Level::default()).to_string(), "level infinite");
    }

    #[test]
    fn numbers_that_are_none_are_named() {
        let refusal = |text| Command::parse(text).unwrap_err().to_string();
        assert_eq!(refusal("level depth=x"), "level: depth=x is not a suitable number");
        assert_eq!(refusal("level time=-1"), "level: time=-1 is not a suitable number");
        assert_eq!(refusal("level time=1e300"), "level: time=1e300 is not a suitable number");
    }
}
