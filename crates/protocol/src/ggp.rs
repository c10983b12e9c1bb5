//! The protocol of general game playing: a game manager sends messages to players by HTTP, and reads what they answer.
//!
//! A message is a list in the Knowledge Interchange Format: `(START match white (RULES ...) 30 10)`, `(PLAY match ((mark 1 1) noop))`.
//! Rules, roles and moves stay text here.
//!
//! Reference: M. Genesereth and M. Thielscher, "General Game Playing", 2014, chapter 3.

use std::fmt;
use std::io::{BufRead, Read, Write};

/// The largest body that is read, in bytes.
pub const MAX_BODY: usize = 2 << 20;
/// The most that all headers together may have, in bytes.
const MAX_HEAD: u64 = 16 << 10;

/// What a player is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Is anybody there?
    Info,
    /// These rules will be played: time to look at them.
    Preview {
        /// The rules.
        rules: String,
        /// Seconds.
        clock: u32,
    },
    /// A match begins.
    Start {
        /// The match.
        id: String,
        /// The role to be played.
        role: String,
        /// The rules, sentence after sentence.
        rules: String,
        /// Seconds until the first move is asked for.
        start_clock: u32,
        /// Seconds for each move.
        play_clock: u32,
    },
    /// The last moves of all players, none at first: which is the next move?
    Play {
        /// The match.
        id: String,
        /// A move for each role, in the order of the rules.
        moves: Option<Vec<String>>,
    },
    /// The match is over.
    Stop {
        /// The match.
        id: String,
        /// The last moves.
        moves: Option<Vec<String>>,
    },
    /// The match is broken off.
    Abort {
        /// The match.
        id: String,
    },
}

/// The parts of a list: words and lists, each as it is written. `None` if the text is no list, or does not end where it ends.
pub fn parts(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    let inner = text.strip_prefix('(')?;
    let mut parts = Vec::new();
    let (mut depth, mut start, mut comment) = (0usize, None, false);
    for (at, letter) in inner.char_indices() {
        if comment {
            comment = letter != '\n';
            continue;
        }
        let ends = letter.is_whitespace() || "();".contains(letter);
        if depth == 0
            && ends
            && let Some(start) = start.take()
        {
            parts.push(inner[start..at].to_string());
        }
        match letter {
            ';' => comment = true,
            '(' => {
                if depth == 0 {
                    start = Some(at);
                }
                depth += 1;
            }
            ')' if depth == 0 => return inner[at + 1..].trim().is_empty().then_some(parts),
            ')' => {
                depth -= 1;
                if depth == 0
                    && let Some(start) = start.take()
                {
                    parts.push(inner[start..=at].to_string());
                }
            }
            letter if depth == 0 && !letter.is_whitespace() && start.is_none() => start = Some(at),
            _ => {}
        }
    }
    None
}

impl Message {
    /// Reads a message. The error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Message, String> {
        let begins: String = text.trim().chars().take(40).collect();
        let wrong = |what: &str| format!("'{begins}': {what}");
        let bare = text.trim();
        if bare.eq_ignore_ascii_case("info") {
            return Ok(Message::Info);
        }
        let parts = parts(bare).ok_or_else(|| wrong("a message is one list in parentheses"))?;
        let Some((word, rest)) = parts.split_first() else { return Err(wrong("an empty list")) };
        let seconds =
            |text: &String| text.parse::<u32>().map_err(|_| wrong(&format!("'{text}' is no number of seconds")));
        let rules = |text: &String| {
            let inner = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')'));
            inner.map(str::to_string).ok_or_else(|| wrong("the rules are a list of sentences"))
        };
        let moves = |text: &String| match text.eq_ignore_ascii_case("nil") {
            true => Ok(None),
            false => self::parts(text).map(Some).ok_or_else(|| wrong("the moves are nil or a list")),
        };
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("info", []) => Ok(Message::Info),
            ("preview", [text, clock]) => Ok(Message::Preview { rules: rules(text)?, clock: seconds(clock)? }),
            ("start", [id, role, text, start, play]) => Ok(Message::Start {
                id: id.clone(),
                role: role.clone(),
                rules: rules(text)?,
                start_clock: seconds(start)?,
                play_clock: seconds(play)?,
            }),
            ("play", [id, list]) => Ok(Message::Play { id: id.clone(), moves: moves(list)? }),
            ("stop", [id, list]) => Ok(Message::Stop { id: id.clone(), moves: moves(list)? }),
            ("abort", [id]) => Ok(Message::Abort { id: id.clone() }),
            _ => Err(wrong(
                "expected (INFO), (START id role (rules) seconds seconds), (PLAY id moves), (STOP id moves) or (ABORT id)",
            )),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |moves: &Option<Vec<String>>| match moves {
            None => "nil".to_string(),
            Some(moves) => format!("({})", moves.join(" ")),
        };
        match self {
            Message::Info => write!(f, "(INFO)"),
            Message::Preview { rules, clock } => write!(f, "(PREVIEW ({rules}\n) {clock})"),
            Message::Start { id, role, rules, start_clock, play_clock } => {
                write!(f, "(START {id} {role} ({rules}\n) {start_clock} {play_clock})")
            }
            Message::Play { id, moves } => write!(f, "(PLAY {id} {})", list(moves)),
            Message::Stop { id, moves } => write!(f, "(STOP {id} {})", list(moves)),
            Message::Abort { id } => write!(f, "(ABORT {id})"),
        }
    }
}

/// The headers, up to the empty line: the first line, and how long the body is.
fn read_head(reader: &mut impl BufRead) -> Result<(String, Option<usize>), String> {
    let mut head = reader.by_ref().take(MAX_HEAD);
    let mut first = String::new();
    let mut length = None;
    loop {
        let mut line = Vec::new();
        let read = head.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        if read == 0 || !line.ends_with(b"\n") {
            return Err("the head of the message does not end, or is too long".to_string());
        }
        let line = String::from_utf8_lossy(&line).trim_end().to_string();
        if line.is_empty() {
            return if first.is_empty() {
                Err("an empty line instead of HTTP".to_string())
            } else {
                Ok((first, length))
            };
        }
        if first.is_empty() {
            first = line;
        } else if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            let value = value.trim();
            length = Some(value.parse().map_err(|_| format!("'{value}' is no length"))?);
        }
    }
}

/// The body: as long as it was said to be, or up to the end.
fn read_body(reader: &mut impl BufRead, length: Option<usize>) -> Result<String, String> {
    if let Some(length) = length.filter(|length| *length > MAX_BODY) {
        return Err(format!("a body of {length} bytes; at most {MAX_BODY} are read"));
    }
    let mut body = Vec::new();
    let most = length.unwrap_or(MAX_BODY + 1) as u64;
    reader.by_ref().take(most).read_to_end(&mut body).map_err(|error| error.to_string())?;
    match length {
        Some(length) if body.len() < length => Err(format!("{} bytes of {length} came", body.len())),
        None if body.len() > MAX_BODY => Err(format!("a body of more than {MAX_BODY} bytes")),
        _ => String::from_utf8(body).map_err(|_| "the body is not text in UTF-8".to_string()),
    }
}

/// Reads a request by POST: its body.
pub fn read_request(reader: &mut impl BufRead) -> Result<String, String> {
    let (first, length) = read_head(reader)?;
    if !first.starts_with("POST ") {
        return Err("messages are sent by POST".to_string());
    }
    read_body(reader, Some(length.ok_or("the length of the message is not told")?))
}

/// Writes the answer to a request.
pub fn write_answer(writer: &mut impl Write, status: &str, body: &str) -> std::io::Result<()> {
    write!(
        writer,
        "HTTP/1.0 {status}\r\nContent-Type: text/acl\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    writer.flush()
}

/// Writes a message to a player.
pub fn write_request(writer: &mut impl Write, host: &str, message: &Message) -> std::io::Result<()> {
    let body = message.to_string();
    write!(
        writer,
        "POST / HTTP/1.0\r\nHost: {host}\r\nAccept: text/delim\r\nSender: GAMEMASTER\r\nReceiver: GAMEPLAYER\r\n\
         Content-Type: text/acl\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    writer.flush()
}

/// Reads what a player answers: its body.
pub fn read_answer(reader: &mut impl BufRead) -> Result<String, String> {
    let (first, length) = read_head(reader)?;
    let status = first.split_whitespace().nth(1).unwrap_or_default();
    if !first.starts_with("HTTP/") || status != "200" {
        return Err(format!("it answers '{first}'"));
    }
    read_body(reader, length).map(|body| body.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_go_there_and_back() {
        let id = || "m.1".to_string();
        let moves = || Some(vec!["(mark 1 1)".to_string(), "noop".to_string()]);
        let rules = "(role white) (<= (legal white a) (true b))".to_string();
        for message in [
            Message::Info,
            Message::Preview { rules: rules.clone(), clock: 10 },
            Message::Start { id: id(), role: "white".to_string(), rules, start_clock: 30, play_clock: 10 },
            Message::Play { id: id(), moves: None },
            Message::Play { id: id(), moves: moves() },
            Message::Stop { id: id(), moves: moves() },
            Message::Abort { id: id() },
        ] {
            let read = Message::parse(&message.to_string()).expect("what we write");
            let clean = |message: &Message| message.to_string().replace(['\n', ' '], "");
            assert_eq!(clean(&read), clean(&message));
        }
        assert_eq!(Message::parse("( info )"), Ok(Message::Info));
        assert_eq!(Message::parse("(PLAY x NIL)"), Ok(Message::Play { id: "x".to_string(), moves: None }));
    }

    #[test]
    fn garbage_is_refused_with_a_reason() {
        for text in [
            "",
            "(",
            ")",
            "(play)",
            "(play x (a b)",
            "(start m r (x) soon 3)",
            "(start m r x 1 1)",
            "hello",
            "(play m y) z",
        ] {
            assert!(Message::parse(text).is_err(), "{text}");
        }
        assert!(Message::parse(&"(".repeat(1_000_000)).is_err());
    }

    #[test]
    fn framing_is_bounded() {
        let mut wire = Vec::new();
        write_request(&mut wire, "localhost:9147", &Message::Info).expect("memory");
        assert_eq!(read_request(&mut &wire[..]), Ok("(INFO)".to_string()));
        let mut wire = Vec::new();
        write_answer(&mut wire, "200 OK", "ready").expect("memory");
        assert_eq!(read_answer(&mut &wire[..]), Ok("ready".to_string()));
        for (text, hint) in [
            ("GET / HTTP/1.1\r\n\r\n", "POST"),
            ("POST / HTTP/1.0\r\n\r\n(INFO)", "length"),
            ("POST / HTTP/1.0\r\nContent-Length: 99999999\r\n\r\n", "at most"),
            ("POST / HTTP/1.0\r\nContent-Length: 10\r\n\r\n(INFO)", "6 bytes of 10"),
            ("POST / HTTP/1.0\r\nContent-Length: -1\r\n\r\n", "no length"),
            ("POST / HTTP/1.0\r\nX: y", "does not end"),
            ("\r\n\r\n", "instead of HTTP"),
        ] {
            let error = read_request(&mut text.as_bytes()).expect_err(text);
            assert!(error.contains(hint), "{text:?}: {error}");
        }
        let endless = format!("POST / HTTP/1.0\r\n{}", "X: y\r\n".repeat(10_000));
        assert!(read_request(&mut endless.as_bytes()).expect_err("too long").contains("too long"));
        assert!(read_answer(&mut "HTTP/1.0 500 Oops\r\n\r\n".as_bytes()).expect_err("a fault").contains("500"));
    }
}
