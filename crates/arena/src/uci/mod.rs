//! Other programs as players, by the Universal Chess Interface.
//!
//! Reference: S. Meyer-Kahlen and R. Huber, "Description of the universal chess interface", April 2006.

pub(crate) mod info;

use std::time::{Duration, Instant};

use engine::{Control, Go, Side};
use protocol::uci::{self, Command, Message, Position};

use crate::process::{Listening, Process};
use crate::seating::Launch;
use crate::{Fault, Player, Reply, Turn};

/// A UCI program.
pub(crate) struct UciPlayer {
    launch: Launch,
    chess960: bool,
    /// The start position of standard chess, which has a name of its own.
    usual_start: String,
    limit: Go,
    patience: Duration,
    halt: Control,
    /// Absent after it had to be ended; the next game starts it again.
    process: Option<Process>,
    /// The start position of the game.
    start: String,
    /// The moves with which it reckons while the opponent thinks.
    pondering: Option<Vec<String>>,
}

impl UciPlayer {
    /// Starts the program and waits until it has introduced itself, or until `halt` is stopped.
    pub fn start(
        launch: &Launch,
        game: &str,
        limit: Go,
        patience: Duration,
        halt: &Control,
    ) -> Result<UciPlayer, Fault> {
        let usual_start = engine::open("chess").map_or(String::new(), |board| board.position());
        let chess960 = game.starts_with("chess960");
        let (launch, halt) = (launch.clone(), engine::start_clock_under(halt));
        let (start, process, pondering) = (usual_start.clone(), None, None);
        let mut player = UciPlayer { launch, chess960, usual_start, limit, patience, halt, process, start, pondering };
        player.running()?;
        Ok(player)
    }

    /// The process, started if need be.
    fn running(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            let mut process = Process::start(&self.launch, Listening::Answers(Message::ANSWERS), &self.halt)?;
            process.tell(&[Command::Uci])?;
            process.expect("uciok", self.patience)?;
            let mut commands = options(&self.launch);
            if self.chess960 {
                commands.push(option("UCI_Chess960", "true"));
            }
            process.tell(&commands)?;
            self.process = Some(process);
        }
        Ok(self.process.as_mut().expect("just made"))
    }

    /// `position` and `go` for a turn.
    fn request(&self, turn: &Turn, ponder: bool) -> [Command; 2] {
        let fen = Some(self.start.clone()).filter(|start| *start != self.usual_start);
        let position = Position { fen, moves: turn.moves.to_vec() };
        let mut go = uci::Go {
            ponder,
            depth: self.limit.depth.map(|depth| depth.max(0) as u32),
            nodes: self.limit.nodes,
            move_time: self.limit.time.map(visible),
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
        [Command::Position(position), Command::Go(Box::new(go))]
    }

    /// Ends a search in the opponent's time that was for nothing.
    fn end_pondering(&mut self) -> Result<(), Fault> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        let until = Instant::now() + self.patience;
        let Some(process) = &mut self.process else { return Ok(()) };
        process.tell(&[Command::Stop])?;
        loop {
            match process.next(until)? {
                Some(line) if best_move(&line.text).is_some() => return Ok(()),
                Some(_) => {}
                None => return Err(Fault::Stalled("it does not answer 'stop'".to_string())),
            }
        }
    }

    fn try_new_game(&mut self, start: &str) -> Result<(), Fault> {
        self.end_pondering()?;
        self.start = start.to_string();
        let patience = self.patience;
        let process = self.running()?;
        process.clear();
        process.tell(&[Command::NewGame, Command::IsReady])?;
        process.expect("readyok", patience)
    }

    fn try_think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let hit = self.pondering.as_ref().is_some_and(|moves| moves == turn.moves);
        let request = if hit {
            self.pondering = None;
            vec![Command::PonderHit]
        } else {
            self.end_pondering()?;
            self.request(turn, false).to_vec()
        };
        // It may have been ended in the middle of a game, because it did not stop when its move was not wanted any more.
        if self.process.is_none() {
            self.try_new_game(&self.start.clone())?;
        }
        let process = self.running()?;
        if !hit {
            process.clear();
        }
        process.tell(&request)?;
        let start = Instant::now();
        let answer = |line: &str| best_move(line).map(Ok);
        let ((mv, expects), at) = process.await_move(turn, start, Some(&Command::Stop), answer, &mut |line| {
            let (thought, pv) = info::thought(line);
            (turn.watch)(&thought.report(pv));
        })?;
        let said = process.info().map(|line| info::thought(&line));
        let report = said.as_ref().map(|(thought, pv)| thought.report(pv.clone()));
        let mut thought = said.map(|(thought, _)| thought).unwrap_or_default();
        if hit {
            thought.own_time = None;
        }
        Ok(Reply { mv, expects, took: at.saturating_duration_since(start), thought, report })
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

/// The move and the reply that is expected, if this line ends a search.
fn best_move(line: &str) -> Option<(String, Option<String>)> {
    match Message::parse(line)? {
        Message::BestMove { mv, ponder } => Some((mv, ponder)),
        _ => None,
    }
}

impl Player for UciPlayer {
    fn new_game(&mut self, start: &str, _seed: u64) -> Result<(), Fault> {
        let mut result = self.try_new_game(start);
        if result.as_ref().is_err_and(|fault| *fault != Fault::Halted) && self.process.is_some() {
            // It was well when the last game ended, or so it seemed: a fresh start may help.
            self.process = None;
            result = self.try_new_game(start);
        }
        result.inspect_err(|_| self.process = None)
    }

    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        // A program that has failed is restarted before another game.
        let result = self.try_think(turn).inspect_err(|fault| {
            self.pondering = None;
            if *fault != Fault::Halted {
                self.process = None;
            }
        });
        if turn.control.abandoned() { Err(Fault::Halted) } else { result }
    }

    fn ponder(&mut self, turn: &Turn) {
        let request = self.request(turn, true);
        if let Some(process) = &mut self.process {
            process.clear();
            // What is wrong with it now will be so when it is asked for its move.
            if process.tell(&request).is_ok() {
                self.pondering = Some(turn.moves.to_vec());
            }
        }
    }

    fn leave(&mut self) -> Option<String> {
        self.process.take()?.quit()
    }
}
