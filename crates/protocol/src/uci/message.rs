//! What an engine answers, one line each.

use std::fmt;

use super::{Declaration, Info};
use crate::words::{Words, one_line};

/// What the engine says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Who it is: `id name ...`, `id author ...`.
    Id {
        /// `name` or `author`.
        field: String,
        /// The name.
        text: String,
    },
    /// An option that it has.
    Option(Declaration),
    /// The introduction is over.
    UciOk,
    /// Everything before is done.
    ReadyOk,
    /// The end of a search.
    BestMove {
        /// The move; `(none)` where there is none.
        mv: String,
        /// The reply that it expects.
        ponder: Option<String>,
    },
    /// About its search, or something in words.
    Info(Box<Info>),
    /// `checking`, `ok` or `error`.
    CopyProtection(String),
    /// `checking`, `ok` or `error`.
    Registration(String),
}

impl Message {
    /// What the lines begin with that answer something; all but `info`.
    pub const ANSWERS: &'static [&'static str] =
        &["id", "option", "uciok", "readyok", "bestmove", "copyprotection", "registration"];

    /// Reads a line; `None` if it means nothing.
    pub fn parse(line: &str) -> Option<Message> {
        let mut words = Words::new(line);
        Some(match words.next()? {
            "id" => Message::Id { field: words.next()?.to_string(), text: words.rest().to_string() },
            "option" => Message::Option(Declaration::parse(words.rest())?),
            "uciok" => Message::UciOk,
            "readyok" => Message::ReadyOk,
            "bestmove" => Message::BestMove {
                mv: words.next().unwrap_or_default().to_string(),
                ponder: words.next_if(|word| word == "ponder").and_then(|_| words.next()).map(str::to_string),
            },
            "info" => Message::Info(Box::new(Info::parse(words.rest()))),
            "copyprotection" => Message::CopyProtection(words.rest().to_string()),
            "registration" => Message::Registration(words.rest().to_string()),
            _ => return None,
        })
    }

    /// What its line begins with.
    pub fn word(&self) -> &'static str {
        match self {
            Message::Id { .. } => "id",
            Message::Option(_) => "option",
            Message::UciOk => "uciok",
            Message::ReadyOk => "readyok",
            Message::BestMove { .. } => "bestmove",
            Message::Info(_) => "info",
            Message::CopyProtection(_) => "copyprotection",
            Message::Registration(_) => "registration",
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self {
            Message::UciOk | Message::ReadyOk => Ok(()),
            Message::Id { field, text } => write!(f, " {} {}", one_line(field), one_line(text)),
            Message::Option(declaration) => write!(f, " {declaration}"),
            Message::BestMove { mv, ponder } => {
                write!(f, " {}", one_line(mv))?;
                ponder.as_ref().map_or(Ok(()), |reply| write!(f, " ponder {}", one_line(reply)))
            }
            Message::Info(info) => write!(f, "{info}"),
            Message::CopyProtection(text) | Message::Registration(text) => write!(f, " {}", one_line(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_messages() {
        let best = |mv: &str, ponder: Option<&str>| {
            Some(Message::BestMove { mv: mv.to_string(), ponder: ponder.map(str::to_string) })
        };
        assert_eq!(Message::parse("bestmove e2e4 ponder e7e5\r\n"), best("e2e4", Some("e7e5")));
        assert_eq!(Message::parse("bestmove (none)"), best("(none)", None));
        assert_eq!(Message::parse("bestmove e2e4 ponder"), best("e2e4", None));
        assert_eq!(Message::parse("bestmove"), best("", None));
        let name = Message::Id { field: "name".to_string(), text: "Some  Engine 3".to_string() };
        assert_eq!(Message::parse("id name Some  Engine 3"), Some(name));
        assert_eq!(Message::parse("hello"), None);
        assert_eq!(Message::parse("  "), None);
        assert_eq!(Message::parse("bestmovee2e4"), None);
    }

    #[test]
    fn answers_are_listed() {
        for word in Message::ANSWERS {
            let rest = if *word == "option" { "name X type button" } else { "x y" };
            let message = Message::parse(&format!("{word} {rest}"));
            assert_eq!(message.map(|message| message.word()), Some(*word));
        }
    }
}
