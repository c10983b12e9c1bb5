//! `kiebitz hub`: the Hub protocol, by which draughts boards talk to an engine.
//!
//! This thread reads commands; a search runs in another one, so that `ping`, `ponder-hit` and `stop` are heard meanwhile.
//!
//! Reference: F. Letouzey, "Hub protocol for draughts, version 2", 2017.

use std::io::BufRead;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use arena::hub::{HubBoard, game, quoted, value};
use clap::Args;
use engine::{Clock, Control, Go, Options, Report};

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
    /// The `pos` that the next search is about.
    place: String,
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
        let place = String::new();
        let mut desk = Desk { board: None, variant, options, limit: Go::default(), place, search: None };
        desk.open()?;
        let mut input = std::io::stdin().lock();
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            let line = String::from_utf8_lossy(&bytes).trim().to_string();
            match desk.obey(&line) {
                Ok(true) => {}
                Ok(false) => break,
                Err(Failure::Closed) => break,
                Err(failure) => output::line(format!("error message={}", quoted(&failure.to_string())))?,
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
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        match line.split_whitespace().next().unwrap_or_default() {
            "hub" => {
                let version = env!("CARGO_PKG_VERSION");
                output::line(format!("id name=Kiebitz version={version} author=\"the Kiebitz authors\""))?;
                output::line("param name=variant value=normal type=enum values=\"normal frisian\"")?;
                let megabytes = self.options.table_megabytes;
                output::line(format!("param name=hash value={megabytes} type=int min=1 max={}", engine::MAX_TABLE))?;
                output::line(format!("param name=threads value=1 type=int min=1 max={}", engine::MAX_THREADS))?;
                output::line("wait")?;
            }
            "set-param" => self.set(&value(line, "name"), &value(line, "value"))?,
            "init" => output::line("ready")?,
            "ping" => output::line("pong")?,
            "new-game" => {
                self.end(true);
                if let Some(board) = &mut self.board {
                    board.board().forget();
                }
            }
            "pos" => self.place = line.to_string(),
            "level" => self.limit = level(line)?,
            "go" => self.go(line)?,
            "ponder-hit" => {
                if let Some(search) = &self.search {
                    search.control.ponder_hit();
                }
            }
            "stop" => self.end(true),
            "quit" => return Ok(false),
            _ => {}
        }
        Ok(true)
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
            "hash" => options.table_megabytes = number()?,
            "threads" => options.threads = number()?,
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

    fn go(&mut self, line: &str) -> Result<(), Failure> {
        self.end(false);
        let gone = || Failure::Other("the search has failed".to_string());
        let mut board = self.board.take().ok_or_else(gone)?;
        if let Err(failure) = set_up(&mut board, &self.place) {
            self.board = Some(board);
            return Err(failure);
        }
        let (options, limit) = (self.options.clone(), self.limit.clone());
        let control = Arc::new(engine::start_clock());
        if line.split_whitespace().any(|word| word == "ponder") {
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

/// Goes to the position of a `pos` line.
fn set_up(board: &mut HubBoard, line: &str) -> Result<(), Failure> {
    match value(line, "pos").as_str() {
        "" => drop(board.set_up("start")?),
        position => board.set_up_hub(position)?,
    }
    for mv in value(line, "moves").split_whitespace() {
        let text = board.read(mv).ok_or_else(|| Failure::BadInput(format!("move '{mv}' is not legal there")))?;
        board.play(&text)?;
    }
    Ok(())
}

/// Searches and tells. Whoever does not listen any more ends us by closing our input.
fn search(board: &mut HubBoard, options: &Options, limit: &Go, control: &Control) {
    // Lines are played out on a board of their own to be written.
    let place = board.board().position();
    let mut copy = engine::open(&board.board().game()).ok().map(HubBoard::new);
    let answer = board.board().go(options, limit, control, &mut |report| {
        let pv = copy.as_mut().map_or(Vec::new(), |copy| line_of(copy, &place, &report.pv));
        let _ = output::line(info(report, &pv));
    });
    let moves = answer.ok().and_then(|answer| {
        let line = answer.lines.into_iter().next()?;
        copy.as_mut().map(|copy| line_of(copy, &place, &line.pv))
    });
    let _ = output::line(match moves.as_deref() {
        None | Some([]) => "error message=\"there is no move\"".to_string(),
        Some([best]) => format!("done move={best}"),
        Some([best, expected, ..]) => format!("done move={best} ponder={expected}"),
    });
}

/// Moves from a position on, as the protocol writes them.
fn line_of(board: &mut HubBoard, place: &str, moves: &[String]) -> Vec<String> {
    match board.set_up(place) {
        Ok(_) => moves.iter().map_while(|mv| board.play(mv).ok()).collect(),
        Err(_) => Vec::new(),
    }
}

fn info(report: &Report, pv: &[String]) -> String {
    let seconds = report.time.as_secs_f64();
    let score = f64::from(report.score.value()) / 100.0;
    let Report { depth, nodes, .. } = report;
    format!("info depth={depth} score={score:.2} nodes={nodes} time={seconds:.3} pv=\"{}\"", pv.join(" "))
}

/// What limits the searches to come.
fn level(line: &str) -> Result<Go, Failure> {
    let number = |name: &str| match value(line, name).as_str() {
        "" => Ok(None),
        text => match text.parse::<f64>() {
            Ok(number) if (0.0..1e9).contains(&number) => Ok(Some(number)),
            _ => Err(Failure::BadInput(format!("level: {name}={text} is not a suitable number"))),
        },
    };
    let mut go = Go {
        depth: number("depth")?.map(|depth| (depth as i32).clamp(1, engine::MAX_DEPTH)),
        time: number("move-time")?.map(Duration::from_secs_f64),
        ..Go::default()
    };
    if let Some(remaining) = number("time")? {
        let increment = Duration::from_secs_f64(number("inc")?.unwrap_or(0.0));
        let moves_to_go = number("moves")?.map(|moves| moves.max(1.0) as u32);
        // By this protocol the increment is added before the move.
        go.clock = Some(Clock { remaining: Duration::from_secs_f64(remaining) + increment, increment, moves_to_go });
    }
    Ok(go)
}
