//! Go programs as players, by the Go Text Protocol.
//!
//! Moves are written as our own Go writes them (`D4`, `pass`). The protocol knows clocks but neither nodes nor depth, and every game
//! begins from the empty board; openings are played out move by move.
//!
//! Reference: G. Farnebäck, "Specification of the Go Text Protocol, version 2", draft 2, 2002.

use std::time::{Duration, Instant};

use engine::{Go, Side};

use crate::uci::process::{GLANCE, Line, Listening, Process};
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
    /// How many moves of the game it has been told of.
    told: usize,
}

/// A program that plays by the clock has hardly any use for a finer one.
const GRACE: Duration = Duration::from_millis(20);

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
            told: 0,
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
    fn ask(&mut self, command: &str, patience: Duration) -> Result<Line, Fault> {
        self.send(command)?;
        match self.answer(Instant::now() + patience, None)? {
            Some(line) => Ok(line),
            None => Err(Fault::NotReady(format!("no answer to '{command}' within {} s", patience.as_secs_f64()))),
        }
    }

    fn send(&mut self, command: &str) -> Result<(), Fault> {
        match &mut self.process {
            Some(process) => process.send(&format!("{command}\n")),
            None => Err(Fault::Crashed("it is not running".to_string())),
        }
    }

    /// The answer to the last command, without its sign; `None` if it does not come in time.
    fn answer(&mut self, until: Instant, turn: Option<&Turn>) -> Result<Option<Line>, Fault> {
        let Some(process) = &mut self.process else { return Err(Fault::Crashed("it is not running".to_string())) };
        loop {
            let glance = until.min(Instant::now() + GLANCE);
            if let Some(line) = process.next(glance)? {
                if let Some(text) = line.text.strip_prefix('=') {
                    return Ok(Some(Line { text: text.trim().to_string(), at: line.at }));
                }
                if let Some(text) = line.text.strip_prefix('?') {
                    return Err(Fault::NotReady(format!("it refuses: {}", text.trim())));
                }
            }
            if turn.is_some_and(|turn| turn.halt.stopped()) {
                return Err(Fault::Halted);
            }
            if process.floods() {
                return Err(Fault::Flooded("it prints without end".to_string()));
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }

    fn try_new_game(&mut self, start: &str) -> Result<(), Fault> {
        if start != self.empty {
            return Err(Fault::NotReady("by GTP a game begins from the empty board".to_string()));
        }
        self.running()?.clear();
        self.told = 0;
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
        let color = |ply: usize| if ply.is_multiple_of(2) { "black" } else { "white" };
        for ply in self.told..turn.moves.len() {
            self.ask(&format!("play {} {}", color(ply), turn.moves[ply]), self.patience)?;
        }
        let own = if turn.side == Side::First { "black" } else { "white" };
        if let Some(clock) = turn.clocks[turn.side.index()] {
            // Not every program keeps time; one that does not may refuse.
            let seconds = clock.remaining.as_secs();
            match self.ask(&format!("time_left {own} {seconds} {}", clock.moves_to_go.unwrap_or(0)), self.patience) {
                Ok(_) | Err(Fault::NotReady(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        if let Some(process) = &mut self.process {
            process.clear();
        }
        self.send(&format!("genmove {own}"))?;
        let start = Instant::now();
        let Some(line) = self.answer(start + turn.patience + GRACE, Some(turn))? else {
            return Err(Fault::Stalled(format!("no move after {:.3} s", turn.patience.as_secs_f64())));
        };
        self.told = turn.moves.len() + 1;
        let took = line.at.saturating_duration_since(start);
        // Colors and `pass` are written in any case.
        let mv = if line.text.eq_ignore_ascii_case("pass") { "pass".to_string() } else { line.text };
        Ok(Reply { mv, expects: None, took, thought: Thought::default() })
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
        self.try_think(turn).inspect_err(|_| self.process = None)
    }

    fn leave(&mut self) -> Option<String> {
        self.process.take()?.quit()
    }
}
