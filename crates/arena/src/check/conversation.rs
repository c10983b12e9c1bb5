//! Talking to the program that is being checked, and remembering what it says.

use std::time::{Duration, Instant};

use engine::{Control, Engine};
use protocol::uci::{Command, Declaration, Info, Message, Position, Score};

use crate::process::{Listening, Process};
use crate::{Fault, Launch, uci};

/// The end of a search, and what was said on the way.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub infos: Vec<Info>,
    /// The best move; `None` if there was none in time and it had to be told to stop.
    pub best: Option<String>,
    pub took: Duration,
}

impl Search {
    pub fn best_move(&self) -> &str {
        self.best.as_deref().unwrap_or("")
    }

    /// A field of the last line that has it.
    pub fn last<T>(&self, field: impl Fn(&Info) -> Option<T>) -> Option<T> {
        self.infos.iter().rev().find_map(field)
    }

    /// The last score.
    pub fn score(&self) -> Option<Score> {
        self.last(|info| info.score)
    }
}

/// A conversation with a running program.
pub struct Conversation {
    process: Process,
    pub options: Vec<Declaration>,
    pub name: Option<String>,
    /// Lines that mean nothing.
    pub garbage: Vec<String>,
    patience: Duration,
    /// Its input has been closed: there is nothing more to say to it.
    pub closed: bool,
}

/// After `stop` an answer is due at once.
pub const AT_ONCE: Duration = Duration::from_secs(2);

impl Conversation {
    pub fn start(launch: &Launch, patience: Duration) -> Result<Conversation, Fault> {
        let process = Process::start(launch, Listening::All, &Control::timeless())?;
        let mut talk =
            Conversation { process, options: Vec::new(), name: None, garbage: Vec::new(), patience, closed: false };
        talk.process.tell(&[Command::Uci])?;
        let mut greeting = true;
        let until = Instant::now() + patience;
        loop {
            let Some(line) = talk.process.next(until)? else {
                return Err(Fault::NotReady(format!("no 'uciok' within {} s of 'uci'", patience.as_secs())));
            };
            match Message::parse(&line.text) {
                Some(Message::UciOk) => break,
                Some(Message::Id { field, text }) => {
                    talk.name = Some(text).filter(|_| field == "name").or(talk.name);
                    greeting = false;
                }
                Some(Message::Option(option)) => {
                    talk.options.push(option);
                    greeting = false;
                }
                // A program may greet before it has been told which language is spoken.
                None if !greeting => talk.note(&line.text),
                _ => {}
            }
        }
        let mut commands = uci::options(launch);
        commands.push(Command::IsReady);
        talk.process.tell(&commands)?;
        talk.wait("readyok", patience)?;
        Ok(talk)
    }

    /// Is there an option of this name?
    pub fn offers(&self, name: &str) -> Option<&Declaration> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    pub fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.process.send(&format!("{text}\n"))
    }

    /// Sends text as it is.
    pub fn send_raw(&mut self, text: &str) -> Result<(), Fault> {
        self.process.send(text)
    }

    /// Remembers a line that means nothing.
    fn note(&mut self, line: &str) {
        if !line.trim().is_empty() && self.garbage.len() < 1000 {
            self.garbage.push(line.chars().take(60).flat_map(char::escape_default).collect());
        }
    }

    /// Waits for a message that begins with `word`: that one, and what was said about a search before it. `None` if it does not
    /// come in time.
    pub fn wait(&mut self, word: &str, patience: Duration) -> Result<(Option<Message>, Vec<Info>), Fault> {
        let until = Instant::now() + patience;
        let mut infos = Vec::new();
        while let Some(line) = self.process.next(until)? {
            match Message::parse(&line.text) {
                Some(message) if message.word() == word => return Ok((Some(message), infos)),
                Some(Message::Info(info)) => infos.push(*info),
                Some(_) => {}
                None => self.note(&line.text),
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
        let (message, mut infos) = self.wait("bestmove", patience)?;
        let took = start.elapsed();
        if let Some(Message::BestMove { mv, .. }) = message {
            return Ok(Search { infos, best: Some(mv), took });
        }
        infos.extend(self.stop()?.1);
        Ok(Search { infos, best: None, took })
    }

    /// Stops a search; its end is owed.
    pub fn stop(&mut self) -> Result<(Message, Vec<Info>), Fault> {
        self.send("stop")?;
        match self.wait("bestmove", AT_ONCE)? {
            (Some(message), infos) => Ok((message, infos)),
            (None, _) => Err(Fault::Stalled(format!("no 'bestmove' within {} s of 'stop'", AT_ONCE.as_secs()))),
        }
    }

    /// Closes its input; does it end?
    pub fn close(&mut self) -> bool {
        self.closed = true;
        self.process.ends_with_input(AT_ONCE)
    }
}

/// Is this a legal move after a `position` command's text?
pub fn is_legal(position: &str, mv: &str) -> bool {
    let Some(mut board) = set_up(position) else { return false };
    board.play(mv).is_ok()
}

/// The board after a `position` command's text.
fn set_up(position: &str) -> Option<Box<dyn Engine>> {
    let Position { fen, moves } = Position::parse(position)?;
    let mut board = engine::open("chess").ok()?;
    board.set_position(fen.as_deref().unwrap_or("start")).ok()?;
    moves.iter().try_for_each(|mv| board.advance(mv)).ok()?;
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legality() {
        assert!(is_legal("startpos moves e2e4", "e7e5") && !is_legal("startpos", "e2e5"));
        assert!(!is_legal("fen nonsense", "e2e4"));
    }
}
