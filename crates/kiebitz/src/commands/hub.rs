//! `kiebitz hub`: the Hub protocol, by which draughts boards talk to an engine.
//!
//! Two threads, as in [`super::uci`]: this one reads commands and never thinks, another one owns the board.
//!
//! Reference: F. Letouzey, "Hub protocol for draughts, version 2", 2017.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};

use arena::hub::{HubBoard, game};
use clap::Args;
use engine::{Clock, Control, Go, Options, Ply, Report};
use protocol::hub::{Command, Info, Kind, Level, Message, Mode, Parameter};

use crate::input;
use crate::output::{self, Failure};

/// The Hub engine, for draughts boards
///
/// Speaks the Hub protocol, version 2, on standard input and output: international and Frisian draughts.
#[derive(Args)]
#[command(after_help = "\
Example: printf 'hub\\ninit\\npos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\\nlevel move-time=1\\ngo think\\n' | kiebitz hub")]
pub struct Hub {}

/// Something for the thread that owns the board.
enum Job {
    /// Get ready to think, and say that everything before is done.
    Ready(Box<Options>),
    NewGame,
    /// Another game is to be played.
    Open(String),
    Think(Arc<Thought>),
}

/// A `go`, and the way to reach it. Each has its own, so that no `stop` is ever meant for another.
struct Thought {
    /// The position, the start position if `None`, and the moves from there.
    place: (Option<String>, Vec<String>),
    options: Options,
    limit: Go,
    control: Control,
    done: AtomicBool,
}

/// Where commands arrive. It never thinks, so that it hears `stop`, `quit` and the end of the input at any time.
struct Desk {
    sender: Sender<Job>,
    options: Options,
    limit: Go,
    /// What the next search is about.
    place: (Option<String>, Vec<String>),
    /// What the worker has been asked to think about and may still be thinking about, oldest first.
    thoughts: Vec<Arc<Thought>>,
}

impl Hub {
    pub fn run(self) -> Result<(), Failure> {
        let board = open("normal")?;
        let (sender, jobs) = mpsc::channel();
        let thread = engine::thread("search").spawn(move || work(board, &jobs))?;
        let (options, limit, place, thoughts) = (Options::default(), Go::default(), (None, Vec::new()), Vec::new());
        let mut desk = Desk { sender, options, limit, place, thoughts };
        let result = desk.listen();
        desk.stop();
        drop(desk);
        thread.join().map_err(|_| Failure::Other("the search thread has failed".to_string()))?;
        result
    }
}

impl Desk {
    /// Reads commands until `quit`. The end of the input, or of our output, is one as well.
    fn listen(&mut self) -> Result<(), Failure> {
        for line in input::lines() {
            let command = Command::parse(&line?).map_err(|error| Failure::BadInput(error.to_string()));
            match command.and_then(|command| self.obey(command)) {
                Ok(true) => {}
                Ok(false) | Err(Failure::Closed) => break,
                Err(failure) => output::line(Message::Error(failure.to_string()))?,
            }
        }
        Ok(())
    }

    /// Carries out a command, or hands it on; false for `quit`. Unknown commands are ignored, as the protocol wants it.
    fn obey(&mut self, command: Command) -> Result<bool, Failure> {
        self.thoughts.retain(|thought| !thought.done.load(Relaxed));
        match command {
            Command::Hub => self.introduction().iter().try_for_each(output::line)?,
            Command::SetParam { name, value } => self.set(&name, &value)?,
            Command::Init => self.send(Job::Ready(Box::new(self.options.clone()))),
            Command::Ping => output::line(Message::Pong)?,
            Command::NewGame => {
                self.stop();
                self.send(Job::NewGame);
            }
            Command::Pos { position, moves } => self.place = (position, moves),
            Command::Level(level) => self.limit = limit(&level),
            Command::Go(mode) => self.go(mode),
            Command::PonderHit => {
                let pondering = self.thoughts.iter().filter(|thought| thought.control.spent().is_none());
                pondering.for_each(|thought| thought.control.ponder_hit());
            }
            Command::Stop => self.stop(),
            Command::Quit => return Ok(false),
            Command::Other(_) => {}
        }
        Ok(true)
    }

    /// Who we are, and what can be set.
    fn introduction(&self) -> [Message; 5] {
        let parameter =
            |name: &str, value: String, kind| Message::Param(Parameter { name: name.to_string(), value, kind });
        let number =
            |name, value: usize, max: usize| parameter(name, value.to_string(), Kind::Int { min: 1, max: max as i64 });
        let variants = ["normal", "frisian"].map(str::to_string).to_vec();
        [
            Message::Id {
                name: "Kiebitz".to_string(),
                version: Some(env!("CARGO_PKG_VERSION").to_string()),
                author: Some("the Kiebitz authors".to_string()),
            },
            parameter("variant", variants[0].clone(), Kind::Enum(variants)),
            number("hash", self.options.resources.table_megabytes, engine::MAX_TABLE),
            number("threads", 1, engine::MAX_THREADS),
            Message::Wait,
        ]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let number = || value.parse().map_err(|_| Failure::BadInput(format!("{name}: '{value}' is not a number")));
        let mut options = self.options.clone();
        match name {
            "variant" => {
                let wrong = || Failure::BadInput(format!("variant '{value}': expected normal or frisian"));
                game(value).ok_or_else(wrong)?;
                self.stop();
                self.send(Job::Open(value.to_string()));
            }
            "hash" => options.resources.table_megabytes = number()?,
            "threads" => options.resources.threads = number()?,
            _ => {}
        }
        options.check()?;
        self.options = options;
        Ok(())
    }

    /// Asks for a search. One before it that only a `stop` would end is stopped: a client that sends another `go` has forgotten it.
    /// Searches that end by themselves are waited for.
    fn go(&mut self, mode: Mode) {
        let endless = |thought: &&Arc<Thought>| !thought.limit.is_limited() || thought.control.spent().is_none();
        self.thoughts.iter().filter(endless).for_each(|thought| thought.control.stop());
        let control = engine::start_clock();
        if mode == Mode::Ponder {
            control.ponder();
        }
        let (place, options, limit) = (self.place.clone(), self.options.clone(), self.limit.clone());
        let thought = Arc::new(Thought { place, options, limit, control, done: AtomicBool::new(false) });
        self.thoughts.push(thought.clone());
        self.send(Job::Think(thought));
    }

    fn stop(&self) {
        self.thoughts.iter().for_each(|thought| thought.control.stop());
    }

    fn send(&self, job: Job) {
        // The worker lives as long as we do.
        let _ = self.sender.send(job);
    }
}

/// A board for a variant.
fn open(variant: &str) -> Result<HubBoard, Failure> {
    let name = game(variant).ok_or_else(|| Failure::BadInput(format!("variant '{variant}'")))?;
    Ok(HubBoard::new(engine::open(&name)?))
}

/// The thread that owns the board and does what it is asked, one thing after another, until there is nobody to ask.
fn work(mut board: HubBoard, jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        let result = match job {
            Job::Ready(options) => {
                // What cannot be done is told when it is needed.
                let _ = board.board().prepare(&options);
                output::line(Message::Ready)
            }
            Job::NewGame => {
                board.board().forget();
                Ok(())
            }
            Job::Open(variant) => open(&variant).map(|other| board = other),
            Job::Think(thought) => {
                let result = set_up(&mut board, &thought.place);
                let result = result.and_then(|()| search(&mut board, &thought));
                thought.done.store(true, Relaxed);
                result
            }
        };
        // If nobody reads our output any more, the input will end as well.
        if let Err(Failure::BadInput(message) | Failure::Other(message)) = result {
            let _ = output::line(Message::Error(message));
        }
    }
}

/// Goes to a position of the protocol.
fn set_up(board: &mut HubBoard, (position, moves): &(Option<String>, Vec<String>)) -> Result<(), Failure> {
    match position {
        None => drop(board.set_up("start")?),
        Some(position) => board.set_up_hub(position)?,
    }
    for mv in moves {
        let text = board.read(mv).ok_or_else(|| Failure::BadInput(format!("move '{mv}' is not legal there")))?;
        board.play(&text)?;
    }
    Ok(())
}

/// Searches and reports.
fn search(board: &mut HubBoard, thought: &Thought) -> Result<(), Failure> {
    let Thought { options, limit, control, .. } = thought;
    // Lines are played out on a board of their own to be written.
    let place = board.board().position();
    let mut copy = HubBoard::new(engine::open(&board.board().game())?);
    let mut closed = Ok(());
    let answer = board.board().go(options, limit, control, &mut |report| {
        let pv = line_of(&mut copy, &place, &Ply::codes(&report.pv));
        if closed.is_ok() {
            closed = output::line(info(report, pv));
        }
    })?;
    closed?;
    let line = answer.lines.first().map(|line| line_of(&mut copy, &place, &Ply::codes(&line.pv)));
    let mut moves = line.unwrap_or_default().into_iter();
    output::line(match moves.next() {
        None => Message::Error("there is no move".to_string()),
        Some(mv) => Message::Done { mv, ponder: moves.next() },
    })
}

/// Moves from a position on, as the protocol writes them.
fn line_of(board: &mut HubBoard, place: &str, moves: &[String]) -> Vec<String> {
    match board.set_up(place) {
        Ok(_) => moves.iter().map_while(|mv| board.play(mv).ok()).collect(),
        Err(_) => Vec::new(),
    }
}

fn info(report: &Report, pv: Vec<String>) -> Message {
    Message::Info(Info {
        depth: Some(report.depth.max(0) as u32),
        score: Some(report.score.value()),
        nodes: Some(report.nodes),
        time: Some(report.time),
        pv,
    })
}

/// What limits the searches to come.
fn limit(level: &Level) -> Go {
    let clock = level.time.map(|remaining| {
        let increment = level.increment.unwrap_or_default();
        // By this protocol the increment is added before the move.
        Clock { remaining: remaining + increment, increment, moves_to_go: level.moves.map(|moves| moves.max(1)) }
    });
    let depth = level.depth.map(|depth| depth.clamp(1, engine::MAX_DEPTH as u32) as i32);
    Go { depth, time: level.move_time, clock, ..Go::default() }
}
