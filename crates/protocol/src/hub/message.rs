//! What a draughts engine answers, one line each.

use std::fmt;
use std::time::Duration;

use super::line::{Line, argument, optional, seconds};

/// What the engine says.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// Who it is.
    Id {
        /// Its name.
        name: String,
        /// Its version.
        version: Option<String>,
        /// Who wrote it.
        author: Option<String>,
    },
    /// A parameter that it has.
    Param(Parameter),
    /// The introduction is over: parameters, please.
    Wait,
    /// It can begin.
    Ready,
    /// It is there.
    Pong,
    /// About its search.
    Info(Info),
    /// The end of a search.
    Done {
        /// The move.
        mv: String,
        /// The reply that it expects.
        ponder: Option<String>,
    },
    /// What went wrong.
    Error(String),
}

/// A parameter that an engine has.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value to begin with.
    pub value: String,
    /// What values it takes.
    pub kind: Kind,
}

/// What values a parameter takes.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A number.
    Real {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// One of these words.
    Enum(Vec<String>),
    /// A text.
    Text,
}

/// What an engine says about its search. Every field may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The depth of the search.
    pub depth: Option<u32>,
    /// The value of the position for the side to move, in hundredths of a man.
    pub score: Option<i32>,
    /// The nodes visited.
    pub nodes: Option<u64>,
    /// The time of the search, to the millisecond.
    pub time: Option<Duration>,
    /// The best line.
    pub pv: Vec<String>,
}

impl Message {
    /// What the lines begin with that answer something; all but `info`.
    pub const ANSWERS: &'static [&'static str] = &["id", "param", "wait", "ready", "pong", "done", "error"];

    /// Reads a line; `None` if it means nothing.
    pub fn parse(text: &str) -> Option<Message> {
        let line = Line::read(text);
        let given = |name: &str| Some(line.value(name)).filter(|text| !text.is_empty()).map(str::to_string);
        Some(match line.name {
            "id" => {
                Message::Id { name: line.value("name").to_string(), version: given("version"), author: given("author") }
            }
            "param" => Message::Param(Parameter {
                name: line.value("name").to_string(),
                value: line.value("value").to_string(),
                kind: Kind::read(line),
            }),
            "wait" => Message::Wait,
            "ready" => Message::Ready,
            "pong" => Message::Pong,
            "info" => Message::Info(Info::read(line)),
            "done" => Message::Done { mv: line.value("move").to_string(), ponder: given("ponder") },
            "error" => Message::Error(line.value("message").to_string()),
            _ => return None,
        })
    }
}

impl Kind {
    /// The kind of a parameter. A bound that was not declared is that of the type.
    fn read(line: Line) -> Kind {
        match line.value("type") {
            "bool" => Kind::Bool,
            "int" => Kind::Int {
                min: line.value("min").parse().unwrap_or(i64::MIN),
                max: line.value("max").parse().unwrap_or(i64::MAX),
            },
            "real" => {
                Kind::Real { min: line.number("min").unwrap_or(f64::MIN), max: line.number("max").unwrap_or(f64::MAX) }
            }
            "enum" => Kind::Enum(line.words("values")),
            _ => Kind::Text,
        }
    }
}

impl Info {
    /// Scores are in men, times in seconds. Numbers that are none are left out.
    fn read(line: Line) -> Info {
        Info {
            depth: line.count("depth").map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            score: line.number("score").map(|men| (100.0 * men).round() as i32),
            nodes: line.count("nodes"),
            time: line.number("time").and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            pv: line.words("pv"),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Id { name, version, author } => {
                f.write_str("id")?;
                argument(f, "name", name)?;
                optional(f, "version", version.as_ref())?;
                optional(f, "author", author.as_ref())
            }
            Message::Param(parameter) => parameter.fmt(f),
            Message::Wait => f.write_str("wait"),
            Message::Ready => f.write_str("ready"),
            Message::Pong => f.write_str("pong"),
            Message::Info(info) => info.fmt(f),
            Message::Done { mv, ponder } => {
                f.write_str("done")?;
                argument(f, "move", mv)?;
                optional(f, "ponder", ponder.as_ref())
            }
            Message::Error(text) => {
                f.write_str("error")?;
                argument(f, "message", text)
            }
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("param")?;
        argument(f, "name", &self.name)?;
        argument(f, "value", &self.value)?;
        match &self.kind {
            Kind::Bool => f.write_str(" type=bool"),
            Kind::Int { min, max } => write!(f, " type=int min={min} max={max}"),
            Kind::Real { min, max } => write!(f, " type=real min={min} max={max}"),
            Kind::Enum(values) => {
                f.write_str(" type=enum")?;
                argument(f, "values", values.join(" "))
            }
            Kind::Text => f.write_str(" type=string"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        optional(f, "depth", self.depth)?;
        optional(f, "score", self.score.map(|score| format!("{:.2}", f64::from(score) / 100.0)))?;
        optional(f, "nodes", self.nodes)?;
        optional(f, "time", self.time.map(seconds))?;
        optional(f, "pv", Some(self.pv.join(" ")).filter(|pv| !pv.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_messages() {
        let line = "info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 pv=\"32-28 19-23\" time=3.906";
        let Some(Message::Info(info)) = Message::parse(line) else { panic!("an info") };
        assert_eq!((info.depth, info.nodes, info.score), (Some(21), Some(31_261_613), Some(-1)));
        assert_eq!((info.time, info.pv.len()), (Some(Duration::from_millis(3906)), 2));
        assert_eq!(Message::parse("info score=nan depth=x time=-1"), Some(Message::Info(Info::default())));
        let done = Message::Done { mv: "32-28".to_string(), ponder: None };
        assert_eq!(Message::parse("done move=32-28\r\n"), Some(done));
        assert_eq!(Message::parse("hello"), None);
    }

    #[test]
    fn parameters_as_boards_read_them() {
        let kind = Kind::Enum(vec!["normal".to_string(), "frisian".to_string()]);
        let parameter = Parameter { name: "variant".to_string(), value: "normal".to_string(), kind };
        let text = "param name=variant value=normal type=enum values=\"normal frisian\"";
        assert_eq!(Message::Param(parameter).to_string(), text);
    }

    #[test]
    fn answers_are_listed() {
        for word in Message::ANSWERS {
            let message = Message::parse(word).unwrap();
            assert!(message.to_string().starts_with(word), "{word}");
        }
    }
}
