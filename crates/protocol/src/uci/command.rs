//! What an engine is told, one line each.

use std::fmt;

use super::Go;
use crate::words::{Words, one_line};

/// What the client wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Who are you, and which options do you have?
    Uci,
    /// Say more, or as much as usual.
    Debug(bool),
    /// Answer when everything before is done.
    IsReady,
    /// Sets an option.
    SetOption {
        /// Its name, in whatever case the client writes it; may hold spaces.
        name: String,
        /// `None` presses a button.
        value: Option<String>,
    },
    /// The registration that some engines ask for.
    Register(String),
    /// The next position is from another game.
    NewGame,
    /// The position that the next search is about.
    Position(Position),
    /// Search.
    Go(Box<Go>),
    /// End the search and answer.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// Leave.
    Quit,
    /// An empty line or a comment.
    Nothing,
    /// Anything else: a command of the reader's own (see [`Command::parse_with`]) from its first word on, or a line that
    /// means nothing.
    Other(String),
}

/// A position and the moves that follow it.
///
/// ```
/// let position = protocol::uci::Position::parse("startpos moves e2e4 e7e5").unwrap();
/// assert_eq!(position.moves, ["e2e4", "e7e5"]);
/// assert_eq!(position.fen, None);
/// assert_eq!(position.to_string(), "startpos moves e2e4 e7e5");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// `None` for the start position.
    pub fen: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Command {
    /// Reads a line. As the protocol has it, words before the first command that is known are skipped.
    pub fn parse(line: &str) -> Command {
        Command::parse_with(line, &[])
    }

    /// Reads a line where these commands, of one or more words, are known as well, before those of the protocol: what they
    /// mean is for the caller to say, who gets them as [`Command::Other`].
    ///
    /// ```
    /// # use protocol::uci::Command;
    /// assert_eq!(Command::parse_with("go perft 3", &["go perft"]), Command::Other("go perft 3".to_string()));
    /// ```
    pub fn parse_with(line: &str, own: &[&str]) -> Command {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Command::Nothing;
        }
        let mut words = Words::new(line);
        loop {
            if own.iter().any(|command| begins_with(words.clone(), command)) {
                return Command::Other(words.rest().to_string());
            }
            let Some(word) = words.next() else { return Command::Other(line.to_string()) };
            if let Some(command) = Command::known(word, words.clone()) {
                return command;
            }
        }
    }

    fn known(name: &str, mut rest: Words) -> Option<Command> {
        Some(match name {
            "uci" => Command::Uci,
            "debug" => Command::Debug(rest.next() == Some("on")),
            "isready" => Command::IsReady,
            "setoption" => set_option(rest),
            "register" => Command::Register(rest.rest().to_string()),
            "ucinewgame" => Command::NewGame,
            "position" => match Position::parse(rest.rest()) {
                Some(position) => Command::Position(position),
                None => Command::Other(format!("position {}", rest.rest()).trim_end().to_string()),
            },
            "go" => Command::Go(Box::new(Go::parse(rest.rest()))),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            _ => return None,
        })
    }
}

fn begins_with(words: Words, command: &str) -> bool {
    let (mut words, mut wanted) = (words, command.split(' '));
    wanted.all(|word| words.next() == Some(word))
}

/// `name` and `value` may both hold spaces.
fn set_option(mut words: Words) -> Command {
    words.next_if(|word| word == "name");
    let name = words.while_wanted(|word| word != "value").join(" ");
    let value = words.next().map(|_| words.collect::<Vec<_>>().join(" "));
    let value = value.map(|value| if value == "<empty>" { String::new() } else { value });
    Command::SetOption { name, value }
}

impl Position {
    /// Reads what follows the word `position`; `None` if it names neither the start position nor a FEN.
    pub fn parse(text: &str) -> Option<Position> {
        let mut words = Words::new(text);
        let kind = words.next()?;
        let fields = words.while_wanted(|word| word != "moves").join(" ");
        let fen = match kind {
            "startpos" => None,
            "fen" if !fields.is_empty() => Some(fields),
            _ => return None,
        };
        Some(Position { fen, moves: words.skip(1).map(str::to_string).collect() })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            None => f.write_str("startpos")?,
            Some(fen) => write!(f, "fen {}", one_line(fen))?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", one_line(&self.moves.join(" ")))?;
        }
        Ok(())
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value } => {
                write!(f, "setoption name {}", one_line(name))?;
                match value.as_deref() {
                    None => Ok(()),
                    Some("") => f.write_str(" value <empty>"),
                    Some(value) => write!(f, " value {}", one_line(value)),
                }
            }
            Command::Register(text) => write!(f, "register {}", one_line(text)),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position(position) => write!(f, "position {position}"),
            Command::Go(go) => write!(f, "go{go}"),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Nothing => Ok(()),
            Command::Other(text) => f.write_str(&one_line(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, value: Option<&str>) -> Command {
        Command::SetOption { name: name.to_string(), value: value.map(ToString::to_string) }
    }

    #[test]
    fn lines_become_commands() {
        assert_eq!(Command::parse("uci\r\n"), Command::Uci);
        assert_eq!(Command::parse("  joho   isready "), Command::IsReady);
        assert_eq!(Command::parse("# go infinite"), Command::Nothing);
        assert_eq!(Command::parse("\n"), Command::Nothing);
        assert_eq!(Command::parse("xyzzy 1 2"), Command::Other("xyzzy 1 2".to_string()));
        assert_eq!(Command::parse("debug on"), Command::Debug(true));
    }

    #[test]
    fn own_commands_come_first() {
        let own = ["d", "go perft"];
        assert_eq!(Command::parse_with("joho d 1 stop", &own), Command::Other("d 1 stop".to_string()));
        assert_eq!(Command::parse_with("go  perft 3", &own), Command::Other("go  perft 3".to_string()));
        assert_eq!(Command::parse_with("stop d", &own), Command::Stop);
        assert!(matches!(Command::parse_with("go perf", &own), Command::Go(_)));
    }

    #[test]
    fn options_may_hold_spaces() {
        assert_eq!(Command::parse("setoption name Move  Overhead value 50"), option("Move Overhead", Some("50")));
        assert_eq!(Command::parse("setoption name Clear Hash"), option("Clear Hash", None));
        assert_eq!(Command::parse("setoption name X value <empty>"), option("X", Some("")));
        assert_eq!(Command::parse("setoption name X value"), option("X", Some("")));
        assert_eq!(Command::parse("setoption"), option("", None));
    }

    #[test]
    fn positions() {
        let moves = vec!["e2e4".to_string(), "e7e5".to_string()];
        let parsed = Command::parse("position startpos moves e2e4  e7e5");
        assert_eq!(parsed, Command::Position(Position { fen: None, moves }));
        let parsed = Command::parse("position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1");
        assert_eq!(
            parsed,
            Command::Position(Position { fen: Some("8/8/8/8/8/8/8/K1k5 w - - 0 1".to_string()), moves: Vec::new() })
        );
        assert_eq!(Command::parse("position"), Command::Other("position".to_string()));
        assert_eq!(Command::parse("position fen moves e2e4"), Command::Other("position fen moves e2e4".to_string()));
    }
}
