//! What happens at the table, in one stream: lines from the keyboard and answers of programs. Each comes from a thread of its own, so
//! that nobody has to wait for one to hear the other.
//!
//! At a prompt a person edits the line, with a history and completion (rustyline). While a program thinks, lines are taken as the
//! terminal gives them: another line is then redrawn above the one that is typed.

mod editor;

use std::io::{BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use arena::{Fault, Reply};
use engine::Report;

use crate::output::{self, Failure};
use crate::words::say;
use editor::Editor;

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

/// A line that is wanted.
enum Wanted {
    /// Typed while something else is shown; the number of the wish.
    Aside(u64),
    /// At a prompt, completed by these words.
    Prompt(String, Vec<String>),
}

/// The stream of events. The keyboard is read a line at a time, and only when somebody wants one.
pub struct Keyboard {
    requests: Sender<Wanted>,
    /// The last line aside that is not wanted any more, by its number, and the last that was.
    withdrawn: Arc<AtomicU64>,
    asides: u64,
    /// Can a person edit what is typed?
    edits: bool,
    /// What a line may be completed to.
    pub completions: Vec<String>,
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
        let withdrawn = Arc::new(AtomicU64::new(0));
        let (is_person, stop) = (std::io::stdin().is_terminal(), Arc::clone(&withdrawn));
        let edits = is_person && std::io::stdout().is_terminal();
        editor::remember_terminal();
        // It ends with the program: nothing else ends a read.
        std::thread::Builder::new().name("keyboard".to_string()).spawn(move || {
            let mut editor = edits.then(Editor::new).flatten();
            for wanted in wanted {
                let line = match (wanted, &mut editor) {
                    (Wanted::Prompt(prompt, words), Some(editor)) => editor.line(&prompt, words),
                    (Wanted::Aside(number), _) if edits && !editor::waits_for_line(number, &stop) => continue,
                    (Wanted::Prompt(prompt, _), None) if edits => {
                        // The terminal cannot edit; whoever wants the line has left the prompt to us.
                        let _ = output::print(&prompt);
                        plain_line()
                    }
                    _ => plain_line(),
                };
                if sender.send(Event::Line(line)).is_err() {
                    return;
                }
            }
        })?;
        let completions = Vec::new();
        Ok(Keyboard {
            requests,
            withdrawn,
            asides: 0,
            edits,
            completions,
            asked: false,
            ended: false,
            events,
            heard,
            is_person,
        })
    }

    /// Wants the next line, whenever it comes, while something else is shown.
    pub fn listen(&mut self) {
        if !self.asked && !self.ended {
            self.asides += 1;
            self.asked = self.requests.send(Wanted::Aside(self.asides)).is_ok();
        }
    }

    /// Wants no line aside any more: the next is typed at a prompt.
    pub fn stop_listening(&mut self) {
        if self.asked && self.edits {
            self.withdrawn.store(self.asides, Ordering::Release);
            self.asked = false;
        }
    }

    /// Wants a line at a prompt; tells whether the prompt is shown there.
    fn prompt(&mut self, prompt: &str) -> bool {
        if self.asked || self.ended || !self.edits {
            return false;
        }
        self.asked = self.requests.send(Wanted::Prompt(prompt.to_string(), self.completions.clone())).is_ok();
        self.asked
    }

    /// The next event; `None` if there is none in time.
    pub fn next(&mut self, until: Option<Instant>) -> Option<Event> {
        let event = match until {
            // We hold a sender ourselves, so that there is always one.
            None => self.heard.recv().ok(),
            Some(until) => self.heard.recv_timeout(until.saturating_duration_since(Instant::now())).ok(),
        };
        if let Some(Event::Line(line)) = &event {
            self.asked = false;
            self.ended = line.is_none();
        }
        event
    }

    /// One line after a prompt.
    pub fn line(&mut self, prompt: &str, until: Option<Instant>) -> Result<Typed, Failure> {
        if !self.prompt(prompt) {
            output::print(prompt)?;
        }
        while !self.ended {
            if !self.asked {
                self.asked = self.requests.send(Wanted::Prompt(String::new(), Vec::new())).is_ok();
            }
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
            let question = format!("{} ", say("yes-no", &[("question", &prompt)]));
            match self.ask(&question)?.map(|answer| answer.to_lowercase()).as_deref() {
                None => return Ok(false),
                Some("y" | "yes" | "j" | "ja") => return Ok(true),
                Some("n" | "no" | "nein" | "q" | "quit") => return Ok(false),
                Some(_) => output::line(format!("  {}", say("yes-or-no", &[])))?,
            }
        }
    }
}

/// A line as the terminal, or a script, gives it.
fn plain_line() -> Option<String> {
    let mut bytes = Vec::new();
    match std::io::stdin().lock().read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(output::visible(String::from_utf8_lossy(&bytes).trim())),
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        editor::restore_terminal();
    }
}
