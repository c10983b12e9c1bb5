//! Talking to the program that is being checked, and remembering what it says.

use std::time::{Duration, Instant};

use engine::{Audience, Engine};

use crate::process::{Listening, Process};
use crate::{Fault, Launch};

/// An option that the program offers.
#[derive(Clone, Debug)]
pub struct UciOption {
    pub name: String,
    pub default: String,
    pub min: Option<i64>,
}

/// The end of a search, and what was said on the way.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub infos: Vec<String>,
    /// The words behind `bestmove`; `None` if there was none in time and it had to be told to stop.
    pub best: Option<Vec<String>>,
    pub took: Duration,
}

impl Search {
    pub fn best_move(&self) -> &str {
        self.best.as_ref().and_then(|words| words.first()).map_or("", String::as_str)
    }

    /// The number behind a word in the last line that has it.
    pub fn last(&self, word: &str) -> Option<i64> {
        self.infos.iter().rev().find_map(|line| number(line, word))
    }
}

/// The whole number behind a word of an `info` line.
pub fn number(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split_whitespace().skip_while(|other| *other != word).skip(1);
    words.next()?.parse().ok()
}

/// A conversation with a running program.
pub struct Conversation {
    process: Process,
    pub options: Vec<UciOption>,
    pub name: Option<String>,
    /// Lines that mean nothing.
    pub garbage: Vec<String>,
    patience: Duration,
    /// Its input has been closed: there is nothing more to say to it.
    pub closed: bool,
}

/// After `stop` an answer is due at once.
pub const AT_ONCE: Duration = Duration::from_secs(2);

/// What a line may begin with.
const WORDS: [&str; 8] = ["id", "option", "uciok", "readyok", "info", "bestmove", "copyprotection", "registration"];

impl Conversation {
    pub fn start(launch: &Launch, patience: Duration) -> Result<Conversation, Fault> {
        let process = Process::start(launch, Listening::All)?;
        let mut talk =
            Conversation { process, options: Vec::new(), name: None, garbage: Vec::new(), patience, closed: false };
        talk.process.send("uci\n")?;
        let mut greeting = true;
        let until = Instant::now() + patience;
        loop {
            let Some(line) = talk.process.next(until)? else {
                return Err(Fault::NotReady(format!("no 'uciok' within {} s of 'uci'", patience.as_secs())));
            };
            match line.text.split_once(char::is_whitespace) {
                _ if line.text == "uciok" => break,
                Some(("id", rest)) => {
                    talk.name = rest.strip_prefix("name ").map(str::to_string).or(talk.name);
                    greeting = false;
                }
                Some(("option", rest)) => {
                    talk.options.extend(read_option(rest));
                    greeting = false;
                }
                // A program may greet before it has been told which language is spoken.
                _ if greeting => {}
                _ => talk.note(&line.text),
            }
        }
        let mut text: String =
            launch.options.iter().map(|(name, value)| format!("setoption name {name} value {value}\n")).collect();
        text += "isready\n";
        talk.process.send(&text)?;
        talk.wait("readyok", patience)?;
        Ok(talk)
    }

    /// Is there an option of this name?
    pub fn offers(&self, name: &str) -> Option<&UciOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    pub fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.process.send(&format!("{text}\n"))
    }

    /// Sends text as it is.
    pub fn send_raw(&mut self, text: &str) -> Result<(), Fault> {
        self.process.send(text)
    }

    fn note(&mut self, line: &str) {
        let known = line.split_whitespace().next().is_none_or(|word| WORDS.contains(&word));
        if !known && self.garbage.len() < 1000 {
            self.garbage.push(line.chars().take(60).flat_map(char::escape_default).collect());
        }
    }

    /// Waits for a line that begins with `word`: that line, and the `info` lines before it. `None` if it does not come in time.
    pub fn wait(&mut self, word: &str, patience: Duration) -> Result<(Option<String>, Vec<String>), Fault> {
        let until = Instant::now() + patience;
        let mut infos = Vec::new();
        while let Some(line) = self.process.next(until)? {
            self.note(&line.text);
            if line.text.split_whitespace().next() == Some(word) {
                return Ok((Some(line.text), infos));
            }
            if line.text.starts_with("info") {
                infos.push(line.text);
            }
        }
        Ok((None, infos))
    }

    /// Sees to it that no search runs and all is as at the beginning.
    pub fn be_ready(&mut self) -> Result<(), Fault> {
        self.send("stop\nucinewgame\nisready")?;
        match self.wait("readyok", self.patience)?.0 {
            Some(_) => Ok(()),
            None => Err(Fault::Stalled(format!("no 'readyok' within {} s", self.patience.as_secs()))),
        }
    }

    /// Searches a position. After `patience` it is told to stop.
    pub fn search(&mut self, position: &str, go: &str, patience: Duration) -> Result<Search, Fault> {
        self.send(&format!("position {position}\ngo {go}"))?;
        let start = Instant::now();
        let (line, mut infos) = self.wait("bestmove", patience)?;
        let took = start.elapsed();
        let words = |line: String| line.split_whitespace().skip(1).map(str::to_string).collect();
        if let Some(line) = line {
            return Ok(Search { infos, best: Some(words(line)), took });
        }
        infos.extend(self.stop()?.1);
        Ok(Search { infos, best: None, took })
    }

    /// Stops a search; its end is owed.
    pub fn stop(&mut self) -> Result<(String, Vec<String>), Fault> {
        self.send("stop")?;
        match self.wait("bestmove", AT_ONCE)? {
            (Some(line), infos) => Ok((line, infos)),
            (None, _) => Err(Fault::Stalled(format!("no 'bestmove' within {} s of 'stop'", AT_ONCE.as_secs()))),
        }
    }

    /// Closes its input; does it end?
    pub fn close(&mut self) -> bool {
        self.closed = true;
        self.process.ends_with_input(AT_ONCE)
    }
}

/// `name Skill Level type spin default 20 min 0 max 20`.
fn read_option(text: &str) -> Option<UciOption> {
    let rest = text.strip_prefix("name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let value = |word: &str| {
        let mut words = rest.split_whitespace().skip_while(|other| *other != word).skip(1);
        words.next().unwrap_or_default().to_string()
    };
    let min = value("min").parse().ok();
    Some(UciOption { name: name.trim().to_string(), default: value("default"), min })
}

/// Is this a legal move after a `position` command's text?
pub fn is_legal(position: &str, mv: &str) -> bool {
    let Some(mut board) = set_up(position) else { return false };
    board.play(mv).is_ok()
}

/// The board after a `position` command's text.
fn set_up(position: &str) -> Option<Box<dyn Engine>> {
    let (place, moves) = position.split_once(" moves ").unwrap_or((position, ""));
    let mut board = engine::open("chess").ok()?;
    board.set_audience(Audience::Programs);
    board.set_position(if place == "startpos" { "start" } else { place.strip_prefix("fen ")? }).ok()?;
    moves.split_whitespace().try_for_each(|mv| board.play(mv).map(drop)).ok()?;
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let option = read_option("name Skill Level type spin default 20 min 0 max 20").unwrap();
        assert_eq!((option.name.as_str(), option.default.as_str(), option.min), ("Skill Level", "20", Some(0)));
        assert!(read_option("nonsense").is_none());
        assert_eq!(number("info depth 3 nodes 77 pv e2e4", "nodes"), Some(77));
        assert_eq!(number("info nodes 1.5", "nodes"), None);
    }

    #[test]
    fn legality() {
        assert!(is_legal("startpos moves e2e4", "e7e5") && !is_legal("startpos", "e2e5"));
        assert!(!is_legal("fen nonsense", "e2e4"));
    }
}
