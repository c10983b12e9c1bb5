//! What happens at the table, in one stream: lines from the keyboard and answers of programs. Each comes from a thread of its own, so
//! that nobody has to wait for one to hear the other.

use std::io::{BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

use arena::{Fault, Reply};
use engine::Report;

use crate::output::{self, Failure};

/// Something that happens.
pub enum Event {
    /// A line was typed; `None` when there are no more.
    Line(Option<String>),
    /// A program is ready for the game, or not.
    Ready(Result<(), Fault>),
    /// What the program that thinks has found so far.
    Seen(Report),
    /// The program that thinks has come to an end.
    Answer(Result<Reply, Fault>),
}

/// What a prompt comes to.
pub enum Typed {
    Line(String),
    /// There is no more input.
    End,
    /// Nothing was typed in time.
    TooLate,
}

/// The stream of events. The keyboard is read a line at a time, and only when somebody wants one.
pub struct Keyboard {
    requests: Sender<()>,
    /// A line has been asked for and has not come yet.
    asked: bool,
    ended: bool,
    /// Where programs send what they have to say.
    pub events: Sender<Event>,
    heard: Receiver<Event>,
    /// A person may say something at any time. A script is a list of answers: each is read when it is asked for.
    pub is_person: bool,
}

impl Keyboard {
    pub fn new() -> Result<Keyboard, Failure> {
        let (requests, wanted) = channel();
        let (events, heard) = channel();
        let sender = events.clone();
        // It ends with the program: nothing else ends a read.
        std::thread::Builder::new().name("keyboard".to_string()).spawn(move || {
            for () in wanted {
                let mut bytes = Vec::new();
                let line = match std::io::stdin().lock().read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => None,
                    Ok(_) => Some(output::visible(String::from_utf8_lossy(&bytes).trim())),
                };
                if sender.send(Event::Line(line)).is_err() {
                    return;
                }
            }
        })?;
        let is_person = std::io::stdin().is_terminal();
        Ok(Keyboard { requests, asked: false, ended: false, events, heard, is_person })
    }

    /// Wants the next line, whenever it comes.
    pub fn listen(&mut self) {
        if !self.asked && !self.ended {
            self.asked = self.requests.send(()).is_ok();
        }
    }

    /// The next event; `None` if there is none in time.
    pub fn next(&mut self, until: Option<Instant>) -> Option<Event> {
        let event = match until {
            // We hold a sender ourselves, so that there is always one.
            None => self.heard.recv().ok(),
            Some(until) => match self.heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
            },
        };
        if let Some(Event::Line(line)) = &event {
            self.asked = false;
            self.ended = line.is_none();
        }
        event
    }

    /// One line after a prompt.
    pub fn line(&mut self, prompt: &str, until: Option<Instant>) -> Result<Typed, Failure> {
        output::print(prompt)?;
        while !self.ended {
            self.listen();
            match self.next(until) {
                Some(Event::Line(Some(line))) => {
                    if !self.is_person {
                        // Nobody has seen it typed: without it the output could not be read.
                        output::line(&line)?;
                    }
                    return Ok(Typed::Line(line));
                }
                // Something about a thought that nobody wants any more.
                Some(_) => {}
                None => {
                    output::line("")?;
                    return Ok(Typed::TooLate);
                }
            }
        }
        output::line("")?;
        Ok(Typed::End)
    }

    /// One line after a prompt, with all the time in the world; `None` when there are no more.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        Ok(match self.line(prompt, None)? {
            Typed::Line(line) => Some(line),
            Typed::End | Typed::TooLate => None,
        })
    }

    /// A question with yes or no; no more input means no.
    pub fn confirm(&mut self, prompt: &str) -> Result<bool, Failure> {
        loop {
            match self.ask(&format!("{prompt} [y/n] "))?.map(|answer| answer.to_lowercase()).as_deref() {
                None => return Ok(false),
                Some("y" | "yes" | "j" | "ja") => return Ok(true),
                Some("n" | "no" | "nein" | "q" | "quit") => return Ok(false),
                Some(_) => output::line("  y or n, please")?,
            }
        }
    }
}
