//! `kiebitz uci`: the Universal Chess Interface, by which chess programs and boards talk to an engine.
//!
//! Two threads. This one reads commands and never thinks, so that it hears `stop` and `isready` at any time; the
//! [`worker`] owns the engine and does one thing after another in the order in which it was asked.
//!
//! Reference: S. Meyer-Kahlen and R. Huber, "Description of the universal chess interface", April 2006.

mod console;
mod info;
mod limits;
mod options;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use clap::Args;
use engine::Control;
use protocol::uci::{Command, Go, Message};

use self::console::Console;
use self::worker::{Job, Worker};
use crate::input;
use crate::output::{self, Failure};

/// The UCI engine
///
/// Speaks the Universal Chess Interface on standard input and output. `help` lists the commands, those for people among them.
#[derive(Args)]
#[command(after_help = "Example: printf 'position startpos moves e2e4\\ngo movetime 1000\\n' | kiebitz uci")]
pub struct Uci {}

impl Uci {
    pub fn run(self) -> Result<(), Failure> {
        let (sender, jobs) = mpsc::channel();
        let quit = Arc::new(AtomicBool::new(false));
        let mut worker = Worker::new(quit.clone())?;
        let thread = engine::thread("search");
        let thread = thread.spawn(move || worker.run(&jobs))?;
        let mut desk = Desk { sender, thoughts: Vec::new() };
        let result = desk.listen();
        quit.store(true, Relaxed);
        desk.stop();
        drop(desk);
        thread.join().map_err(|_| Failure::Other("the search thread has failed".to_string()))?;
        result
    }
}

/// Where commands arrive.
struct Desk {
    sender: Sender<Job>,
    /// What the worker has been asked to think about and may still be thinking about, oldest first.
    thoughts: Vec<Arc<Thought>>,
}

impl Desk {
    /// Reads commands until `quit`. The end of the input, or of our output, is one as well.
    fn listen(&mut self) -> Result<(), Failure> {
        for line in input::lines() {
            if !self.obey(Command::parse_with(&line?, console::COMMANDS))? {
                break;
            }
        }
        Ok(())
    }

    /// Carries out a command, or hands it on; false for `quit`.
    fn obey(&mut self, command: Command) -> Result<bool, Failure> {
        self.thoughts.retain(|thought| !thought.done.load(Relaxed));
        match command {
            // Nothing is kept back without `debug` and `register`.
            Command::Nothing | Command::Debug(_) | Command::Register(_) => {}
            Command::Quit => return Ok(false),
            Command::Stop => self.stop(),
            Command::PonderHit => self.thoughts.iter().for_each(|thought| thought.ponder_hit()),
            Command::Uci => output::print(&options::introduction())?,
            // While a search runs it is ready to hear more; otherwise whatever was asked before is done first.
            Command::IsReady if !self.thoughts.is_empty() => output::line(Message::ReadyOk)?,
            Command::IsReady => self.send(Job::Ready),
            Command::SetOption { name, value } => self.send(Job::Set { name, value }),
            Command::NewGame => {
                self.end_endless();
                self.send(Job::NewGame);
            }
            Command::Position(position) => {
                self.end_endless();
                self.send(Job::SetUp(position));
            }
            Command::Go(go) => {
                self.end_endless();
                go.complaints.iter().try_for_each(|complaint| info::notice(complaint))?;
                let thought = Arc::new(Thought::new(*go));
                self.thoughts.push(thought.clone());
                self.send(Job::Think(thought));
            }
            Command::Other(text) => self.obey_console(&text)?,
        }
        Ok(true)
    }

    fn obey_console(&mut self, text: &str) -> Result<(), Failure> {
        match Console::parse(text) {
            None => info::notice(&format!("unknown command '{text}': help lists the commands"))?,
            Some(Console::Help) => output::print(console::HELP)?,
            Some(console) => {
                // For people, who do not mind waiting: the next command is read when this one is done, so that the end of
                // a script does not cut it short. Not behind a search, which could not be stopped then.
                let (done, wait) = mpsc::channel();
                let idle = self.thoughts.is_empty();
                self.send(Job::Console(console, done));
                if idle {
                    // An error means that the worker is done as well.
                    let _ = wait.recv();
                }
            }
        }
        Ok(())
    }

    fn send(&self, job: Job) {
        // The worker lives as long as we do.
        let _ = self.sender.send(job);
    }

    fn stop(&self) {
        self.thoughts.iter().for_each(|thought| thought.stop());
    }

    /// A search that only a `stop` would end must not keep a new position waiting: a client that sends one without a `stop`
    /// has forgotten it. Searches that end by themselves are waited for.
    fn end_endless(&self) {
        self.thoughts.iter().filter(|thought| thought.is_endless()).for_each(|thought| thought.stop());
    }
}

/// A `go`, and the way to reach it. Each has its own, so that no `stop` is ever meant for another.
struct Thought {
    go: Go,
    control: Control,
    /// Must the answer be kept back until `stop` or `ponderhit`?
    keep_back: Mutex<bool>,
    released: Condvar,
    done: AtomicBool,
}

impl Thought {
    /// The clock starts now.
    fn new(go: Go) -> Thought {
        let control = engine::start_clock();
        if go.ponder {
            control.ponder();
        }
        let keep_back = Mutex::new(go.infinite || go.ponder);
        Thought { go, control, keep_back, released: Condvar::new(), done: AtomicBool::new(false) }
    }

    fn stop(&self) {
        self.control.stop();
        self.release();
    }

    fn ponder_hit(&self) {
        if self.go.ponder && self.control.spent().is_none() {
            self.control.ponder_hit();
            if !self.go.infinite {
                self.release();
            }
        }
    }

    fn release(&self) {
        *self.keep_back.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.released.notify_all();
    }

    /// Waits until the answer may be given.
    fn wait(&self) {
        let kept = self.keep_back.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.released.wait_while(kept, |kept| *kept));
    }

    /// Will only a `stop` end it?
    fn is_endless(&self) -> bool {
        self.go.infinite || self.control.spent().is_none() || !self.go.is_limited()
    }
}
