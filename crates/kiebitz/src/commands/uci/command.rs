//! One line of input as a command.

use super::console::Console;
use super::request::Request;

/// What the client wants.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Position(Place),
    Go(Box<Request>),
    Stop,
    PonderHit,
    Quit,
    Help,
    /// For people.
    Console(Console),
    /// An empty line, a comment, or something that needs no answer.
    Nothing,
    Unknown(String),
}

/// A position and the moves that follow it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// `None` for the start position.
    pub fen: Option<String>,
    pub moves: Vec<String>,
}

impl Command {
    /// Reads a line. As the protocol has it, words before the first command that is known are skipped.
    pub fn parse(line: &str) -> Command {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Command::Nothing;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        (0..words.len())
            .find_map(|start| Command::known(words[start], &words[start + 1..]))
            .unwrap_or_else(|| Command::Unknown(line.to_string()))
    }

    fn known(name: &str, rest: &[&str]) -> Option<Command> {
        Some(match name {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => set_option(rest),
            "position" => position(rest),
            "go" => match rest {
                ["perft", depth, ..] => match depth.parse() {
                    Ok(depth) => Command::Console(Console::Perft(depth)),
                    Err(_) => Command::Unknown(format!("go perft {depth}")),
                },
                _ => Command::Go(Box::new(Request::parse(rest))),
            },
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "help" => Command::Help,
            "d" => Command::Console(Console::Show),
            "eval" => Command::Console(Console::Eval),
            "flip" => Command::Console(Console::Flip),
            "bench" => Command::Console(Console::Bench),
            "spsa" => Command::Console(Console::Spsa),
            // Nothing is kept back without them.
            "debug" | "register" => Command::Nothing,
            _ => return None,
        })
    }
}

/// `name` and `value` may both hold spaces.
fn set_option(words: &[&str]) -> Command {
    let start = usize::from(words.first() == Some(&"name"));
    let end = words.iter().position(|word| *word == "value").unwrap_or(words.len()).max(start);
    let name = words[start..end].join(" ");
    let value = words.get(end + 1..).map(|value| value.join(" "));
    let value = value.map(|value| if value == "<empty>" { String::new() } else { value });
    Command::SetOption { name, value }
}

fn position(words: &[&str]) -> Command {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.get(end + 1..).unwrap_or_default().iter().map(ToString::to_string).collect();
    match &words[..end] {
        ["startpos", ..] => Command::Position(Place { fen: None, moves }),
        ["fen", fields @ ..] if !fields.is_empty() => Command::Position(Place { fen: Some(fields.join(" ")), moves }),
        _ => Command::Unknown(format!("position {}", words.join(" "))),
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
        assert_eq!(Command::parse("xyzzy 1 2"), Command::Unknown("xyzzy 1 2".to_string()));
        assert_eq!(Command::parse("go perft 3"), Command::Console(Console::Perft(3)));
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
        assert_eq!(parsed, Command::Position(Place { fen: None, moves }));
        let parsed = Command::parse("position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1");
        assert_eq!(
            parsed,
            Command::Position(Place { fen: Some("8/8/8/8/8/8/8/K1k5 w - - 0 1".to_string()), moves: Vec::new() })
        );
        assert!(matches!(Command::parse("position"), Command::Unknown(_)));
    }
}
