//! `kiebitz gtp`: the Go Text Protocol, by which Go boards talk to an engine.
//!
//! Every request is answered before the next one is read, as the protocol has it; there is no way to stop a search.
//!
//! Reference: G. Farnebäck, "Specification of the Go Text Protocol, version 2", draft 2, 2002.

mod clock;

use std::time::{Duration, Instant};

use clap::Args;
use engine::{Engine, Go, Options, Resources, Side};
use protocol::gtp::{Color, Command, Request, Response};

use self::clock::Clocks;
use super::args::{seconds, whole};
use crate::output::{self, Failure};
use crate::{input, interrupt};

/// The GTP engine, for Go boards
///
/// Speaks the Go Text Protocol, version 2, on standard input and output.
#[derive(Args)]
#[command(after_help = "\
Example: printf 'boardsize 9\\nplay black E5\\ngenmove white\\nshowboard\\n' | kiebitz gtp --time 1")]
pub struct Gtp {
    /// How long a move may take, in seconds, where the board sets no clock; 5 without --nodes
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,

    /// The greatest number of playouts a move
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, u64::MAX))]
    nodes: Option<u64>,

    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_THREADS))]
    threads: usize,
}

/// For a move that nothing else limits.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The engine at its desk.
struct Desk {
    board: Box<dyn Engine>,
    size: u32,
    komi: f64,
    /// The game so far: by this protocol nobody need take turns.
    moves: Vec<(Color, String)>,
    clocks: Clocks,
    options: Options,
    /// Where there is no clock.
    limit: Go,
}

impl Gtp {
    pub fn run(self) -> Result<(), Failure> {
        let mut limit = Go { time: self.time, nodes: self.nodes, ..Go::default() };
        if !limit.is_limited() {
            limit.time = Some(DEFAULT_TIME);
        }
        let (size, komi) = (9, 7.5);
        let mut desk = Desk {
            board: open(size, komi)?,
            size,
            komi,
            moves: Vec::new(),
            clocks: Clocks::default(),
            options: Options::from(Resources { threads: self.threads, ..Resources::default() }),
            limit,
        };
        for line in input::lines() {
            let (response, last) = match Request::parse(&line?) {
                Ok(None) => continue,
                Ok(Some(Request { id, command })) => {
                    let last = command == Command::Quit;
                    (Response { id, result: desk.answer(command) }, last)
                }
                Err(refusal) => (refusal, false),
            };
            output::print(&response.to_string())?;
            if last {
                break;
            }
        }
        Ok(())
    }
}

fn open(size: u32, komi: f64) -> Result<Box<dyn Engine>, engine::Error> {
    engine::open(&format!("go(size={size},komi={komi})"))
}

impl Desk {
    /// The answer to a command, or why it is refused.
    fn answer(&mut self, command: Command) -> Result<String, String> {
        let done = Ok(String::new());
        match command {
            Command::ProtocolVersion => Ok("2".to_string()),
            Command::Name => Ok("Kiebitz".to_string()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").to_string()),
            Command::KnownCommand(name) => Ok(Command::NAMES.contains(&name.as_str()).to_string()),
            Command::ListCommands => Ok(Command::NAMES.join("\n")),
            Command::Quit => done,
            Command::BoardSize(size) => {
                self.board = open(size, self.komi).map_err(|_| "unacceptable size".to_string())?;
                self.size = size;
                self.clear();
                done
            }
            Command::Komi(komi) => {
                self.board = open(self.size, komi).map_err(|error| error.to_string())?;
                self.komi = komi;
                self.replay();
                done
            }
            Command::ClearBoard => {
                self.board.forget();
                self.clear();
                done
            }
            Command::Play { color, vertex } => self.play(color, &vertex).map(|_| String::new()),
            Command::GenMove(color) => self.choose(color),
            Command::Undo => {
                self.moves.pop().ok_or("cannot undo")?;
                self.replay();
                done
            }
            Command::TimeSettings { main, period, stones } => {
                self.clocks.set(main, period, stones);
                done
            }
            Command::TimeLeft { color, time, stones } => {
                self.clocks.tell(color, time, stones);
                done
            }
            Command::FinalScore => Ok(self.score()),
            Command::ShowBoard => Ok(format!("\n{}", self.board.diagram().ascii(&self.board.last_move_cells()))),
            Command::Other { .. } => Err("unknown command".to_string()),
        }
    }

    fn clear(&mut self) {
        self.moves.clear();
        self.clocks.restart();
        self.replay();
    }

    /// Sets the board up from the moves.
    fn replay(&mut self) {
        let moves = std::mem::take(&mut self.moves);
        // Both have been accepted before.
        let _ = self.board.set_position("start");
        for (color, mv) in moves {
            let _ = self.play(color, &mv);
        }
    }

    /// Sees to it that this player is to move: also twice in a row, or after both have passed. What the board was before is
    /// forgotten then, and with it what superko forbids.
    fn give_turn(&mut self, color: Color) -> Result<(), String> {
        let (side, letter) = match color {
            Color::Black => (Side::First, 'b'),
            Color::White => (Side::Second, 'w'),
        };
        if self.board.side_to_move() == side && self.board.end().is_none() {
            return Ok(());
        }
        let position = self.board.position();
        let rows = position.split(' ').next().unwrap_or_default();
        self.board.set_position(&format!("{rows} {letter}")).map_err(|error| error.to_string())
    }

    /// Plays a move; the move as it is written.
    fn play(&mut self, color: Color, vertex: &str) -> Result<String, String> {
        self.give_turn(color)?;
        match self.board.play(vertex) {
            Ok(mv) => {
                self.moves.push((color, mv.code.clone()));
                Ok(mv.code)
            }
            Err(error) => {
                // It may have been the other player's turn.
                self.replay();
                Err(format!("illegal move: {error}"))
            }
        }
    }

    /// Chooses a move and plays it.
    fn choose(&mut self, color: Color) -> Result<String, String> {
        self.give_turn(color)?;
        let go = match self.clocks.clock(color) {
            Some(clock) => Go { clock: Some(clock), nodes: self.limit.nodes, ..Go::default() },
            None => self.limit.clone(),
        };
        let start = Instant::now();
        let answer = interrupt::stoppable(|control| self.board.go(&self.options, &go, control, &mut |_| {}));
        let best = answer.map_err(|error| error.to_string())?.best;
        self.clocks.spend(color, start.elapsed());
        self.play(color, best.as_ref().map_or("pass", |ply| &ply.code))
    }

    /// The result if the game ended now, all stones on the board being alive.
    fn score(&self) -> String {
        let [black, white] = self.board.counts().unwrap_or_default();
        match black - white {
            margin if margin > 0.0 => format!("B+{margin}"),
            margin if margin < 0.0 => format!("W+{}", -margin),
            _ => "0".to_string(),
        }
    }
}
