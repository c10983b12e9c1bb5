//! `kiebitz hub`: the Hub protocol, by which draughts boards talk to an engine.
//!
//! This thread reads commands; a search runs in another one, so that `ping`, `ponder-hit` and `stop` are heard meanwhile.
//!
//! Reference: F. Letouzey, "Hub protocol for draughts, version 2", 2017.

use std::sync::Arc;
use std::thread::JoinHandle;

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

/// The engine at its desk.
struct Desk {
    /// Absent only while a search has it.
    board: Option<HubBoard>,
    variant: String,
    options: Options,
    limit: Go,
    /// The position that the next search is about, the start position if `None`, and the moves from there.
    place: (Option<String>, Vec<String>),
    search: Option<Search>,
}

/// A search that runs, or has run.
struct Search {
    control: Arc<Control>,
    thread: JoinHandle<HubBoard>,
}

impl Hub {
    pub fn run(self) -> Result<(), Failure> {
        let (variant, options) = ("normal".to_string(), Options::default());
        let place = (None, Vec::new());
        let mut desk = Desk { board: None, variant, options, limit: Go::default(), place, search: None };
        desk.open()?;
        for line in input::lines() {
            let command = Command::parse(&line?).map_err(|error| Failure::BadInput(error.to_string()));
            match command.and_then(|command| desk.obey(command)) {
                Ok(true) => {}
                Ok(false) => break,
                Err(Failure::Closed) => break,
                Err(failure) => output::line(Message::Error(failure.to_string()))?,
            }
        }
        desk.end(true);
        Ok(())
    }
}

impl Desk {
    /// A board for the variant.
    fn open(&mut self) -> Result<(), Failure> {
        let name = game(&self.variant).ok_or_else(|| Failure::BadInput(format!("variant '{}'", self.variant)))?;
        self.board = Some(HubBoard::new(engine::open(&name)?));
        Ok(())
    }

    /// Carries out a command; false for `quit`. Unknown commands are ignored, as the protocol wants it.
    fn obey(&mut self, command: Command) -> Result<bool, Failure> {
        match command {
            Command::Hub => self.introduction().iter().try_for_each(output::line)?,
            Command::SetParam { name, value } => self.set(&name, &value)?,
            Command::Init => output::line(Message::Ready)?,
            Command::Ping => output::line(Message::Pong)?,
            Command::NewGame => {
                self.end(true);
                if let Some(board) = &mut self.board {
                    board.board().forget();
                }
            }
            Command::Pos { position, moves } => self.place = (position, moves),
            Command::Level(level) => self.limit = limit(&level),
            Command::Go(mode) => self.go(mode)?,
            Command::PonderHit => {
                if let Some(search) = &self.search {
                    search.control.ponder_hit();
                }
            }
            Command::Stop => self.end(true),
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
                let known = game(value).is_some();
                let wrong = || Failure::BadInput(format!("variant '{value}': expected normal or frisian"));
                self.variant = known.then(|| value.to_string()).ok_or_else(wrong)?;
                self.end(true);
                return self.open();
            }
            "hash" => options.resources.table_megabytes = number()?,
            "threads" => options.resources.threads = number()?,
            _ => {}
        }
        options.check()?;
        self.options = options;
        Ok(())
    }

    /// Brings the board back from the search, which is told to stop or waited for.
    fn end(&mut self, stop: bool) {
        if let Some(search) = self.search.take() {
            if stop {
                search.control.stop();
            }
            self.board = search.thread.join().ok();
        }
    }

    fn go(&mut self, mode: Mode) -> Result<(), Failure> {
        self.end(false);
        let gone = || Failure::Other("the search has failed".to_string());
        let mut board = self.board.take().ok_or_else(gone)?;
        if let Err(failure) = set_up(&mut board, &self.place) {
            self.board = Some(board);
            return Err(failure);
        }
        let (options, limit) = (self.options.clone(), self.limit.clone());
        let control = Arc::new(engine::start_clock());
        if mode == Mode::Ponder {
            control.ponder();
        }
        let steering = control.clone();
        let thread = engine::thread("search");
        let thread = thread.spawn(move || {
            search(&mut board, &options, &limit, &steering);
            board
        })?;
        self.search = Some(Search { control, thread });
        Ok(())
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

/// Searches and reports. Write errors are ignored: a client that is gone closes our input, which ends the program.
fn search(board: &mut HubBoard, options: &Options, limit: &Go, control: &Control) {
    // Lines are played out on a board of their own to be written.
    let place = board.board().position();
    let mut copy = engine::open(&board.board().game()).ok().map(HubBoard::new);
    let answer = board.board().go(options, limit, control, &mut |report| {
        let pv = copy.as_mut().map_or(Vec::new(), |copy| line_of(copy, &place, &Ply::codes(&report.pv)));
        let _ = output::line(info(report, pv));
    });
    let moves = answer.ok().and_then(|answer| {
        let line = answer.lines.into_iter().next()?;
        copy.as_mut().map(|copy| line_of(copy, &place, &Ply::codes(&line.pv)))
    });
    let mut moves = moves.unwrap_or_default().into_iter();
    let _ = output::line(match moves.next() {
        None => Message::Error("there is no move".to_string()),
        Some(mv) => Message::Done { mv, ponder: moves.next() },
    });
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
