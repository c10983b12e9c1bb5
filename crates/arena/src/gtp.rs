//! Go programs as players, by the Go Text Protocol.
//!
//! Moves are written as our own Go writes them (`D4`, `pass`). The protocol knows clocks but neither nodes nor depth, and every game
//! begins from the empty board; openings are played out move by move.
//!
//! Reference: G. Farnebäck, "Specification of the Go Text Protocol, version 2", draft 2, 2002.

use std::time::{Duration, Instant};

use engine::{Go, Side};

use crate::process::{Listening, Process};
use crate::{Fault, Launch, Player, Reply, Thought, Turn};

/// A program that speaks GTP.
pub(crate) struct GtpPlayer {
    launch: Launch,
    /// Size of the board and komi, as the commands take them.
    size: String,
    komi: String,
    /// The empty board, in the game's notation.
    empty: String,
    limit: Go,
    patience: Duration,
    process: Option<Process>,
    /// The moves of the game that it has been told of.
    told: Vec<String>,
}

impl GtpPlayer {
    pub fn start(launch: &Launch, game: &str, limit: Go, patience: Duration) -> Result<GtpPlayer, Fault> {
        let board = engine::open(game).map_err(|error| Fault::NotReady(error.to_string()))?;
        let spec = board.game();
        let parameter = |name: &str, default: &str| {
            let found = spec.split(['(', ',', ')']).find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
            found.unwrap_or(default).to_string()
        };
        let mut player = GtpPlayer {
            launch: launch.clone(),
            size: parameter("size", "9"),
            komi: parameter("komi", "7.5"),
            empty: board.position(),
            limit,
            patience,
            process: None,
            told: Vec::new(),
        };
        player.running()?;
        Ok(player)
    }

    fn running(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            self.process = Some(Process::start(&self.launch, Listening::All)?);
            self.ask("protocol_version", self.patience).inspect_err(|_| self.process = None)?;
        }
        Ok(self.process.as_mut().expect("just made"))
    }

    /// Sends a command and waits for its answer. A refusal is an error.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<(), Fault> {
        let Some(process) = &mut self.process else { return Err(Fault::Crashed("it is not running".to_string())) };
        process.send(&format!("{command}\n"))?;
        let until = Instant::now() + patience;
        while let Some(line) = process.next(until)? {
            if let Some(answer) = answer(&line.text) {
                return answer.map(drop);
            }
        }
        Err(Fault::NotReady(format!("no answer to '{command}' within {} s", patience.as_secs_f64())))
    }

    fn try_new_game(&mut self, start: &str) -> Result<(), Fault> {
        if start != self.empty {
            return Err(Fault::NotReady("by GTP a game begins from the empty board".to_string()));
        }
        self.running()?.clear();
        self.told.clear();
        let patience = self.patience;
        for command in [format!("boardsize {}", self.size), "clear_board".to_string(), format!("komi {}", self.komi)] {
            self.ask(&command, patience)?;
        }
        if let Some(time) = self.limit.time {
            // So much for each single move.
            self.ask(&format!("time_settings 0 {} 1", time.as_secs().max(1)), patience)?;
        }
        Ok(())
    }

    fn try_think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        // Moves were taken back, or it had to be ended because its move was not wanted any more: it is told the game anew.
        if self.process.is_none() || !turn.moves.starts_with(&self.told) {
            self.try_new_game(&self.empty.clone())?;
        }
        let color = |ply: usize| if ply.is_multiple_of(2) { "black" } else { "white" };
        for ply in self.told.len()..turn.moves.len() {
            self.ask(&format!("play {} {}", color(ply), turn.moves[ply]), self.patience)?;
        }
        self.told = turn.moves.to_vec();
        let own = if turn.side == Side::First { "black" } else { "white" };
        if let Some(clock) = turn.clocks[turn.side.index()] {
            // Not every program keeps time; one that does not may refuse.
            let seconds = clock.remaining.as_secs();
            match self.ask(&format!("time_left {own} {seconds} {}", clock.moves_to_go.unwrap_or(0)), self.patience) {
                Ok(_) | Err(Fault::NotReady(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        let process = self.running()?;
        process.clear();
        process.send(&format!("genmove {own}\n"))?;
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
    match line.strip_prefix('=') {
        Some(text) => Some(Ok(text.trim().to_string())),
        None => line.strip_prefix('?').map(|text| Err(Fault::NotReady(format!("it refuses: {}", text.trim())))),
    }
}

impl Player for GtpPlayer {
    fn new_game(&mut self, start: &str, _seed: u64) -> Result<(), Fault> {
        let mut result = self.try_new_game(start);
        if result.is_err() && self.process.take().is_some() {
            result = self.try_new_game(start);
        }
        result.inspect_err(|_| self.process = None)
    }

    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        // There is no way to tell it that its move is not wanted any more but to end it.
        let result = self.try_think(turn).inspect_err(|_| self.process = None);
        if turn.halt.stopped() { Err(Fault::Halted) } else { result }
    }

    fn leave(&mut self) -> Option<String> {
        self.process.take()?.quit()
    }
}
