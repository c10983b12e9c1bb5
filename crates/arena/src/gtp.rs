//! Go programs as players, by the Go Text Protocol.
//!
//! Moves are written as our own Go writes them (`D4`, `pass`). The protocol knows clocks but neither nodes nor depth, and every game
//! begins from the empty board; openings are played out move by move.
//!
//! Reference: G. Farnebäck, "Specification of the Go Text Protocol, version 2", draft 2, 2002.

use std::time::{Duration, Instant};

use engine::{Control, Go, Side};
use protocol::gtp::{Color, Command, Request, Response};

use crate::process::{Listening, Process};
use crate::{Fault, Launch, Player, Reply, Thought, Turn};

/// A program that speaks GTP.
pub(crate) struct GtpPlayer {
    launch: Launch,
    size: u32,
    komi: f64,
    /// The empty board, in the game's notation.
    empty: String,
    limit: Go,
    patience: Duration,
    halt: Control,
    process: Option<Process>,
    /// The moves of the game that it has been told of.
    told: Vec<String>,
}

impl GtpPlayer {
    pub fn start(
        launch: &Launch,
        game: &str,
        limit: Go,
        patience: Duration,
        halt: &Control,
    ) -> Result<GtpPlayer, Fault> {
        let board = engine::open(game).map_err(|error| Fault::NotReady(error.to_string()))?;
        let spec = board.game();
        let parameter =
            |name: &str| spec.split(['(', ',', ')']).find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
        let size = parameter("size").and_then(|size| size.parse().ok()).unwrap_or(9);
        let komi = parameter("komi").and_then(|komi| komi.parse().ok()).unwrap_or(7.5);
        let mut player = GtpPlayer {
            launch: launch.clone(),
            size,
            komi,
            empty: board.position(),
            limit,
            patience,
            halt: engine::start_clock_under(halt),
            process: None,
            told: Vec::new(),
        };
        player.running()?;
        Ok(player)
    }

    fn running(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            self.process = Some(Process::start(&self.launch, Listening::All, &self.halt)?);
            self.ask(Command::ProtocolVersion).inspect_err(|_| self.process = None)?;
        }
        Ok(self.process.as_mut().expect("just made"))
    }

    /// Sends a command and waits for its answer. A refusal is an error.
    fn ask(&mut self, command: Command) -> Result<(), Fault> {
        let Some(process) = &mut self.process else { return Err(Fault::Crashed("it is not running".to_string())) };
        let request = Request::new(command);
        process.tell(&[&request])?;
        let until = Instant::now() + self.patience;
        while let Some(line) = process.next(until)? {
            if let Some(answer) = answer(&line.text) {
                return answer.map(drop);
            }
        }
        Err(Fault::NotReady(format!("no answer to '{request}' within {} s", self.patience.as_secs_f64())))
    }

    fn try_new_game(&mut self, start: &str) -> Result<(), Fault> {
        if start != self.empty {
            return Err(Fault::NotReady("by GTP a game begins from the empty board".to_string()));
        }
        self.running()?.clear();
        self.told.clear();
        for command in [Command::BoardSize(self.size), Command::ClearBoard, Command::Komi(self.komi)] {
            self.ask(command)?;
        }
        if let Some(time) = self.limit.time {
            // How much for each single move.
            let period = time.max(Duration::from_secs(1));
            self.ask(Command::TimeSettings { main: Duration::ZERO, period, stones: 1 })?;
        }
        Ok(())
    }

    fn try_think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        // Moves were taken back, or it was ended because its move was no longer wanted: it is sent the game from the start.
        if self.process.is_none() || !turn.moves.starts_with(&self.told) {
            self.try_new_game(&self.empty.clone())?;
        }
        for ply in self.told.len()..turn.moves.len() {
            let color = if ply.is_multiple_of(2) { Color::Black } else { Color::White };
            self.ask(Command::Play { color, vertex: turn.moves[ply].clone() })?;
        }
        self.told = turn.moves.to_vec();
        let color = if turn.side == Side::First { Color::Black } else { Color::White };
        if let Some(clock) = turn.clocks[turn.side.index()] {
            // Not every program keeps time; one that does not may refuse.
            let stones = clock.moves_to_go.unwrap_or(0);
            match self.ask(Command::TimeLeft { color, time: clock.remaining, stones }) {
                Ok(_) | Err(Fault::NotReady(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        let process = self.running()?;
        process.clear();
        process.tell(&[Request::new(Command::GenMove(color))])?;
        let start = Instant::now();
        let (text, at) = process.await_move(turn, start, None, answer, &mut |_| {})?;
        let took = at.saturating_duration_since(start);
        // Colors and `pass` are written in any case.
        let mv = if text.eq_ignore_ascii_case("pass") { "pass".to_string() } else { text };
        self.told.push(mv.clone());
        Ok(Reply { mv, expects: None, took, thought: Thought::default(), report: None })
    }
}

/// What a line answers to the last command: the text behind the sign, or why it was refused.
fn answer(line: &str) -> Option<Result<String, Fault>> {
    let response = Response::parse(line)?;
    Some(response.result.map_err(|reason| Fault::NotReady(format!("it refuses: {reason}"))))
}

impl Player for GtpPlayer {
    fn new_game(&mut self, start: &str, _seed: u64) -> Result<(), Fault> {
        let mut result = self.try_new_game(start);
        if result.as_ref().is_err_and(|fault| *fault != Fault::Halted) && self.process.take().is_some() {
            result = self.try_new_game(start);
        }
        result.inspect_err(|_| self.process = None)
    }

    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        // There is no way to tell it that its move is not wanted any more but to end it.
        let result = self.try_think(turn).inspect_err(|_| self.process = None);
        if turn.control.abandoned() { Err(Fault::Halted) } else { result }
    }

    fn leave(&mut self) -> Option<String> {
        self.process.take()?.quit()
    }
}
