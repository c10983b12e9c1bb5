//! Other programs as players, by the Universal Chess Interface.
//!
//! Reference: S. Meyer-Kahlen and R. Huber, "Description of the universal chess interface", April 2006.

pub(crate) mod info;

use std::time::{Duration, Instant};

use engine::{Go, Side};

use crate::contestant::Launch;
use crate::process::{Listening, Process};
use crate::{Fault, Player, Reply, Turn};

/// A UCI program.
pub(crate) struct UciPlayer {
    launch: Launch,
    chess960: bool,
    /// The start position of standard chess, for `position startpos`.
    usual_start: String,
    limit: Go,
    patience: Duration,
    /// Absent after it had to be ended; the next game starts it again.
    process: Option<Process>,
    /// The start position of the game, and how it is written.
    start: String,
    place: String,
    /// The moves with which it reckons while the opponent thinks.
    pondering: Option<Vec<String>>,
}

/// What an answer begins with.
const WORDS: Listening =
    Listening::Answers(&["uciok", "readyok", "bestmove", "option", "id", "copyprotection", "registration"]);

impl UciPlayer {
    /// Starts the program and waits until it has introduced itself.
    pub fn start(launch: &Launch, game: &str, limit: Go, patience: Duration) -> Result<UciPlayer, Fault> {
        let usual_start = engine::open("chess").map_or(String::new(), |board| board.position());
        let chess960 = game.starts_with("chess960");
        let launch = launch.clone();
        let (start, place) = (usual_start.clone(), "startpos".to_string());
        let mut player =
            UciPlayer { launch, chess960, usual_start, limit, patience, process: None, start, place, pondering: None };
        player.running()?;
        Ok(player)
    }

    /// The process, started if need be.
    fn running(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            let mut process = Process::start(&self.launch, WORDS)?;
            process.send("uci\n")?;
            process.expect("uciok", self.patience)?;
            let mut text = String::new();
            for (name, value) in &self.launch.options {
                // A button has no value.
                text += &match value.is_empty() {
                    true => format!("setoption name {name}\n"),
                    false => format!("setoption name {name} value {value}\n"),
                };
            }
            if self.chess960 {
                text += "setoption name UCI_Chess960 value true\n";
            }
            process.send(&text)?;
            self.process = Some(process);
        }
        Ok(self.process.as_mut().expect("just made"))
    }

    /// `position` and `go` for a turn.
    fn request(&self, turn: &Turn, ponder: bool) -> String {
        let mut text = format!("position {}", self.place);
        if !turn.moves.is_empty() {
            text += " moves ";
            text += &turn.moves.join(" ");
        }
        text += if ponder { "\ngo ponder" } else { "\ngo" };
        if let Some(own) = turn.clocks[turn.side.index()] {
            // Programs expect both clocks. Where the opponent has none, it is as if it had the same.
            let [white, black] = Side::BOTH.map(|side| turn.clocks[side.index()].unwrap_or(own));
            let ms = |time: Duration| time.as_millis().max(1);
            text += &format!(" wtime {} btime {}", ms(white.remaining), ms(black.remaining));
            if !(white.increment + black.increment).is_zero() {
                text += &format!(" winc {} binc {}", white.increment.as_millis(), black.increment.as_millis());
            }
            if let Some(moves) = own.moves_to_go {
                text += &format!(" movestogo {moves}");
            }
        }
        if let Some(depth) = self.limit.depth {
            text += &format!(" depth {depth}");
        }
        if let Some(nodes) = self.limit.nodes {
            text += &format!(" nodes {nodes}");
        }
        if let Some(time) = self.limit.time {
            text += &format!(" movetime {}", time.as_millis().max(1));
        }
        text.push('\n');
        text
    }

    /// Ends a search in the opponent's time that was for nothing.
    fn end_pondering(&mut self) -> Result<(), Fault> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        let until = Instant::now() + self.patience;
        let Some(process) = &mut self.process else { return Ok(()) };
        process.send("stop\n")?;
        loop {
            match process.next(until)? {
                Some(line) if line.text.starts_with("bestmove") => return Ok(()),
                Some(_) => {}
                None => return Err(Fault::Stalled("it does not answer 'stop'".to_string())),
            }
        }
    }

    fn try_new_game(&mut self, start: &str) -> Result<(), Fault> {
        self.end_pondering()?;
        self.start = start.to_string();
        self.place = if start == self.usual_start { "startpos".to_string() } else { format!("fen {start}") };
        let patience = self.patience;
        let process = self.running()?;
        process.clear();
        process.send("ucinewgame\nisready\n")?;
        process.expect("readyok", patience)
    }

    fn try_think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let hit = self.pondering.as_ref().is_some_and(|moves| moves == turn.moves);
        let request = if hit {
            self.pondering = None;
            "ponderhit\n".to_string()
        } else {
            self.end_pondering()?;
            self.request(turn, false)
        };
        // It may have been ended in the middle of a game, because it did not stop when its move was not wanted any more.
        if self.process.is_none() {
            self.try_new_game(&self.start.clone())?;
        }
        let process = self.running()?;
        if !hit {
            process.clear();
        }
        process.send(&request)?;
        let start = Instant::now();
        let answer = |line: &str| line.strip_prefix("bestmove").map(|rest| Ok(rest.to_string()));
        let (answer, at) = process.await_move(turn, start, Some("stop\n"), answer, &mut |line| {
            let (thought, pv) = info::thought(line);
            (turn.watch)(&thought.report(pv));
        })?;
        let said = process.info().map(|line| info::thought(&line));
        let report = said.as_ref().map(|(thought, pv)| thought.report(pv.clone()));
        let mut thought = said.map(|(thought, _)| thought).unwrap_or_default();
        if hit {
            thought.own_time = None;
        }
        let mut words = answer.split_whitespace();
        let mv = words.next().unwrap_or_default().to_string();
        let expects = words.next().filter(|word| *word == "ponder").and_then(|_| words.next()).map(str::to_string);
        Ok(Reply { mv, expects, took: at.saturating_duration_since(start), thought, report })
    }
}

impl Player for UciPlayer {
    fn new_game(&mut self, start: &str, _seed: u64) -> Result<(), Fault> {
        let mut result = self.try_new_game(start);
        if result.is_err() && self.process.is_some() {
            // It was well when the last game ended, or so it seemed: a fresh start may help.
            self.process = None;
            result = self.try_new_game(start);
        }
        result.inspect_err(|_| self.process = None)
    }

    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        // Whoever has failed is not trusted with another game: it is started anew.
        let result = self.try_think(turn).inspect_err(|fault| {
            self.pondering = None;
            if *fault != Fault::Halted {
                self.process = None;
            }
        });
        if turn.halt.stopped() { Err(Fault::Halted) } else { result }
    }

    fn ponder(&mut self, turn: &Turn) {
        let request = self.request(turn, true);
        if let Some(process) = &mut self.process {
            process.clear();
            // What is wrong with it now will be so when it is asked for its move.
            if process.send(&request).is_ok() {
                self.pondering = Some(turn.moves.to_vec());
            }
        }
    }

    fn leave(&mut self) -> Option<String> {
        self.process.take()?.quit()
    }
}
