//! What a Go engine is told, one line each.

use std::fmt;
use std::time::Duration;

use super::Response;
use crate::words::{Words, one_line};

/// A command, with a number if the controller numbers its commands.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Comes back with the response.
    pub id: Option<u32>,
    /// What is to be done.
    pub command: Command,
}

/// What the controller wants.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Which version of the protocol?
    ProtocolVersion,
    /// What are you called?
    Name,
    /// Which version are you?
    Version,
    /// Do you know this command?
    KnownCommand(String),
    /// Which commands do you know?
    ListCommands,
    /// Leave.
    Quit,
    /// An empty board of this size.
    BoardSize(u32),
    /// Take all stones off the board.
    ClearBoard,
    /// What White gets for moving second.
    Komi(f64),
    /// Somebody's move.
    Play {
        /// Whose.
        color: Color,
        /// A point, or `pass`.
        vertex: String,
    },
    /// Choose a move and play it.
    GenMove(Color),
    /// Take the last move back.
    Undo,
    /// The time control; see [`Command::TimeLeft`] for how it is used up.
    TimeSettings {
        /// To begin with.
        main: Duration,
        /// After that, for so many stones at a time.
        period: Duration,
        /// How many; with a period but no stones there is no limit at all.
        stones: u32,
    },
    /// What is left of somebody's time.
    TimeLeft {
        /// Whose.
        color: Color,
        /// How much.
        time: Duration,
        /// For so many stones; 0 for the main time.
        stones: u32,
    },
    /// Count the board as it is.
    FinalScore,
    /// Draw the board.
    ShowBoard,
    /// A command that is none of these.
    Other {
        /// Its name.
        name: String,
        /// What follows it.
        arguments: Vec<String>,
    },
}

/// Black or White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// Who moves first.
    Black,
    /// Who gets the komi.
    White,
}

/// Longer times, in seconds, mean nothing.
const LONGEST: f64 = 1e9;

impl Request {
    /// A command without a number.
    pub fn new(command: Command) -> Request {
        Request { id: None, command }
    }

    /// Reads a line; `None` if there is nothing on it. What cannot be read has the response that is due to it.
    ///
    /// ```
    /// use protocol::gtp::{Color, Command, Request};
    /// let request = Request::parse("7 genmove b # think").unwrap().unwrap();
    /// assert_eq!((request.id, request.command), (Some(7), Command::GenMove(Color::Black)));
    /// assert_eq!(Request::parse("8 genmove green").unwrap_err().to_string(), "?8 syntax error\n\n");
    /// assert_eq!(Request::parse("  # nothing"), Ok(None));
    /// ```
    pub fn parse(line: &str) -> Result<Option<Request>, Response> {
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line.chars().filter(|letter| *letter == '\t' || !letter.is_control()).collect();
        let mut words = Words::new(&line);
        let number = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let id = number.and_then(|number| number.parse().ok());
        let wrong = Response::refusal(id, "syntax error");
        match words.next() {
            None if number.is_none() => Ok(None),
            _ if number.is_some() && id.is_none() => Err(wrong),
            None => Err(wrong),
            Some(name) => match Command::read(name, words) {
                Some(command) => Ok(Some(Request { id, command })),
                None => Err(wrong),
            },
        }
    }
}

impl Command {
    /// The names of the commands that are known here.
    pub const NAMES: &'static [&'static str] = &[
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "time_settings",
        "time_left",
        "final_score",
        "showboard",
    ];

    /// `None` if the command is known and its arguments are not what it takes.
    fn read(name: &str, mut words: Words) -> Option<Command> {
        Some(match name {
            "protocol_version" => Command::ProtocolVersion,
            "name" => Command::Name,
            "version" => Command::Version,
            "known_command" => Command::KnownCommand(words.next().unwrap_or_default().to_string()),
            "list_commands" => Command::ListCommands,
            "quit" => Command::Quit,
            "boardsize" => Command::BoardSize(words.next()?.parse().ok()?),
            "clear_board" => Command::ClearBoard,
            "komi" => Command::Komi(words.next()?.parse().ok().filter(|komi: &f64| komi.is_finite())?),
            "play" => Command::Play { color: Color::read(words.next()?)?, vertex: words.next()?.to_string() },
            "genmove" => Command::GenMove(Color::read(words.next()?)?),
            "undo" => Command::Undo,
            "time_settings" => Command::TimeSettings {
                main: seconds(words.next()?)?,
                period: seconds(words.next()?)?,
                stones: words.next()?.parse().ok()?,
            },
            "time_left" => Command::TimeLeft {
                color: Color::read(words.next()?)?,
                time: seconds(words.next()?)?,
                stones: words.next()?.parse().ok()?,
            },
            "final_score" => Command::FinalScore,
            "showboard" => Command::ShowBoard,
            _ => Command::Other { name: name.to_string(), arguments: words.map(str::to_string).collect() },
        })
    }
}

/// The protocol writes whole seconds; some programs write parts of them, or a clock that has fallen below zero.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (seconds < LONGEST).then(|| Duration::from_secs_f64(seconds.max(0.0)))
}

impl Color {
    fn read(text: &str) -> Option<Color> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Color::Black),
            "w" | "white" => Some(Color::White),
            _ => None,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::ProtocolVersion => f.write_str("protocol_version"),
            Command::Name => f.write_str("name"),
            Command::Version => f.write_str("version"),
            Command::KnownCommand(name) => write!(f, "known_command {}", one_line(name)),
            Command::ListCommands => f.write_str("list_commands"),
            Command::Quit => f.write_str("quit"),
            Command::BoardSize(size) => write!(f, "boardsize {size}"),
            Command::ClearBoard => f.write_str("clear_board"),
            Command::Komi(komi) => write!(f, "komi {komi}"),
            Command::Play { color, vertex } => write!(f, "play {color} {}", one_line(vertex)),
            Command::GenMove(color) => write!(f, "genmove {color}"),
            Command::Undo => f.write_str("undo"),
            Command::TimeSettings { main, period, stones } => {
                write!(f, "time_settings {} {} {stones}", main.as_secs(), period.as_secs())
            }
            Command::TimeLeft { color, time, stones } => write!(f, "time_left {color} {} {stones}", time.as_secs()),
            Command::FinalScore => f.write_str("final_score"),
            Command::ShowBoard => f.write_str("showboard"),
            Command::Other { name, arguments } => {
                f.write_str(&one_line(name))?;
                arguments.iter().try_for_each(|argument| write!(f, " {}", one_line(argument)))
            }
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.map_or(Ok(()), |id| write!(f, "{id} "))?;
        self.command.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Option<Command> {
        Request::parse(line).ok().flatten().map(|request| request.command)
    }

    #[test]
    fn lines_become_requests() {
        let vertex = "d4".to_string();
        assert_eq!(command("play W d4\r\n"), Some(Command::Play { color: Color::White, vertex }));
        assert_eq!(command("\tkomi  6.5"), Some(Command::Komi(6.5)));
        let time = Command::TimeLeft { color: Color::Black, time: Duration::from_millis(12_500), stones: 0 };
        assert_eq!(command("time_left b 12.5 0"), Some(time));
        let [name, arguments] = ["xyzzy", "1"].map(str::to_string);
        assert_eq!(command("3 xyzzy 1"), Some(Command::Other { name, arguments: vec![arguments] }));
        for line in ["boardsize x", "play b", "komi nan", "12", "99999999999 name", "time_left b 1e99 0"] {
            assert!(Request::parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn names_are_known() {
        for name in Command::NAMES {
            assert!(!matches!(Command::read(name, Words::new("b 1 1")), Some(Command::Other { .. })), "{name}");
        }
    }
}
