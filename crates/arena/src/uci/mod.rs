//! Other programs as players, by the Universal Chess Interface.
//!
//! Reference: S. Meyer-Kahlen and R. Huber, "Description of the universal chess interface", April 2006.

pub(crate) mod info;

use std::time::Duration;

use engine::{Control, Go, Side};
use protocol::uci::{self, Command, Message, Position};

use crate::foreign::{Dialect, Foreign};
use crate::process::Process;
use crate::seating::Launch;
use crate::{Fault, Thought, Turn};

/// What is said to a UCI program.
pub(crate) struct Uci {
    chess960: bool,
    /// The start position of standard chess, which has a name of its own.
    usual_start: String,
}

/// A UCI program that plays.
pub(crate) fn start(
    launch: &Launch,
    game: &str,
    limit: Go,
    patience: Duration,
    halt: &Control,
) -> Result<Foreign<Uci>, Fault> {
    let usual_start = engine::open("chess").map_or(String::new(), |board| board.position());
    let (start, chess960) = (usual_start.clone(), game.starts_with("chess960"));
    Foreign::start(Uci { chess960, usual_start }, start, launch, limit, patience, halt)
}

impl Dialect for Uci {
    type Command = Command;
    const ANSWERS: &'static [&'static str] = Message::ANSWERS;
    const STOP: Command = Command::Stop;
    const PONDER_HIT: Command = Command::PonderHit;

    fn greet(&self, process: &mut Process, launch: &Launch, patience: Duration) -> Result<(), Fault> {
        process.tell(&[Command::Uci])?;
        process.expect("uciok", patience)?;
        let mut commands = options(launch);
        if self.chess960 {
            commands.push(option("UCI_Chess960", "true"));
        }
        process.tell(&commands)
    }

    fn new_game(process: &mut Process, patience: Duration) -> Result<(), Fault> {
        process.tell(&[Command::NewGame, Command::IsReady])?;
        process.expect("readyok", patience)
    }

    fn request(&mut self, start: &str, turn: &Turn, limit: &Go, ponder: bool) -> Result<Vec<Command>, Fault> {
        let fen = Some(start.to_string()).filter(|start| *start != self.usual_start);
        let position = Position { fen, moves: turn.moves.to_vec() };
        let mut go = uci::Go {
            ponder,
            depth: limit.depth.map(|depth| depth.max(0) as u32),
            nodes: limit.nodes,
            move_time: limit.time.map(visible),
            ..uci::Go::default()
        };
        if let Some(own) = turn.clocks[turn.side.index()] {
            // Programs expect both clocks. Where the opponent has none, it is as if it had the same.
            let clocks = Side::BOTH.map(|side| turn.clocks[side.index()].unwrap_or(own));
            go.time = clocks.map(|clock| Some(visible(clock.remaining)));
            if clocks.iter().any(|clock| !clock.increment.is_zero()) {
                go.increment = clocks.map(|clock| Some(clock.increment));
            }
            go.moves_to_go = own.moves_to_go;
        }
        Ok(vec![Command::Position(position), Command::Go(Box::new(go))])
    }

    fn answer(line: &str) -> Option<Result<(String, Option<String>), Fault>> {
        match Message::parse(line)? {
            Message::BestMove { mv, ponder } => Some(Ok((mv, ponder))),
            _ => None,
        }
    }

    fn thought(line: &str) -> (Thought, Vec<String>) {
        info::thought(line)
    }
}

/// The options that a program is to be sent.
pub(crate) fn options(launch: &Launch) -> Vec<Command> {
    launch.options.iter().map(|(name, value)| option(name, value)).collect()
}

/// Sets an option. A button has no value.
fn option(name: &str, value: &str) -> Command {
    Command::SetOption { name: name.to_string(), value: Some(value.to_string()).filter(|value| !value.is_empty()) }
}

/// A time that does not look as if there were none.
fn visible(time: Duration) -> Duration {
    time.max(Duration::from_millis(1))
}
