//! Other programs as players, as far as all protocols are alike in which a program is sent a position, thinks in its own time or in its
//! opponent's, and can be told to stop: [UCI](crate::uci) and [Hub](crate::hub). What they say is their [`Dialect`].

use std::fmt::Display;
use std::time::{Duration, Instant};

use engine::{Control, Go};

use crate::process::{Listening, Process};
use crate::{Fault, Launch, Player, Reply, Thought, Turn};

/// How a protocol says what all of them say.
pub(crate) trait Dialect: Send {
    /// What is sent.
    type Command: Display;
    /// The first words of lines that are answers.
    const ANSWERS: &'static [&'static str];
    /// It is to answer at once.
    const STOP: Self::Command;
    /// The opponent has made the move with which it reckons.
    const PONDER_HIT: Self::Command;

    /// Waits until a program that was just started has introduced itself, and tells it its options.
    fn greet(&self, process: &mut Process, launch: &Launch, patience: Duration) -> Result<(), Fault>;

    /// Says that another game begins, and waits until it is ready.
    fn new_game(process: &mut Process, patience: Duration) -> Result<(), Fault>;

    /// The position of a turn in a game from `start`, and that it is to think about it.
    fn request(&mut self, start: &str, turn: &Turn, limit: &Go, ponder: bool) -> Result<Vec<Self::Command>, Fault>;

    /// The move and the reply that it expects, if this line ends a search.
    fn answer(line: &str) -> Option<Result<(String, Option<String>), Fault>>;

    /// The thought in a line about a search, and the moves that it expects. What cannot be read is left out.
    fn thought(line: &str) -> (Thought, Vec<String>);

    /// The move and the reply as the game writes them. What is not a legal move is handed on as it is, for the referee to refuse.
    fn read(&mut self, mv: String, expects: Option<String>) -> (String, Option<String>) {
        (mv, expects)
    }
}

/// Another program that plays.
pub(crate) struct Foreign<D> {
    dialect: D,
    launch: Launch,
    limit: Go,
    patience: Duration,
    halt: Control,
    /// Absent after it had to be ended; it is started again when it is needed.
    process: Option<Process>,
    /// The start position of the game, in the game's notation.
    start: String,
    /// The moves with which it reckons while the opponent thinks.
    pondering: Option<Vec<String>>,
}

impl<D: Dialect> Foreign<D> {
    /// Starts the program and waits until it has introduced itself, or until `halt` is stopped.
    pub fn start(
        dialect: D,
        start: String,
        launch: &Launch,
        limit: Go,
        patience: Duration,
        halt: &Control,
    ) -> Result<Foreign<D>, Fault> {
        let (launch, halt) = (launch.clone(), engine::start_clock_under(halt));
        let (process, pondering) = (None, None);
        let mut player = Foreign { dialect, launch, limit, patience, halt, process, start, pondering };
        player.running()?;
        Ok(player)
    }

    /// The process, started if need be.
    fn running(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            let mut process = Process::start(&self.launch, Listening::Answers(D::ANSWERS), &self.halt)?;
            self.dialect.greet(&mut process, &self.launch, self.patience)?;
            self.process = Some(process);
        }
        Ok(self.process.as_mut().expect("just made"))
    }

    fn try_new_game(&mut self) -> Result<(), Fault> {
        self.end_pondering()?;
        let patience = self.patience;
        let process = self.running()?;
        process.clear();
        D::new_game(process, patience)
    }

    /// Ends a search in the opponent's time that was for nothing.
    fn end_pondering(&mut self) -> Result<(), Fault> {
        let (Some(_), Some(process)) = (self.pondering.take(), &mut self.process) else { return Ok(()) };
        process.tell(&[D::STOP])?;
        let until = Instant::now() + self.patience;
        while let Some(line) = process.next(until)? {
            if let Some(answer) = D::answer(&line.text) {
                return answer.map(drop);
            }
        }
        Err(Fault::Stalled("it does not answer 'stop'".to_string()))
    }

    fn try_think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let hit = self.pondering.as_ref().is_some_and(|moves| moves == turn.moves);
        let request = if hit {
            self.pondering = None;
            vec![D::PONDER_HIT]
        } else {
            self.end_pondering()?;
            self.dialect.request(&self.start, turn, &self.limit, false)?
        };
        // It may have been ended in the middle of a game, because it did not stop when its move was not wanted any more.
        if self.process.is_none() {
            self.try_new_game()?;
        }
        let process = self.running()?;
        if !hit {
            process.clear();
        }
        process.tell(&request)?;
        let start = Instant::now();
        let watch = &mut |line: &str| {
            let (thought, pv) = D::thought(line);
            (turn.watch)(&thought.report(pv));
        };
        let ((mv, expects), at) = process.await_move(turn, start, Some(&D::STOP), D::answer, watch)?;
        let said = process.info().map(|line| D::thought(&line));
        let report = said.as_ref().map(|(thought, pv)| thought.report(pv.clone()));
        let mut thought = said.map(|(thought, _)| thought).unwrap_or_default();
        if hit {
            thought.own_time = None;
        }
        let (mv, expects) = self.dialect.read(mv, expects);
        Ok(Reply { mv, expects, took: at.saturating_duration_since(start), thought, report })
    }
}

impl<D: Dialect> Player for Foreign<D> {
    fn new_game(&mut self, start: &str, _seed: u64) -> Result<(), Fault> {
        self.start = start.to_string();
        let mut result = self.try_new_game();
        if result.as_ref().is_err_and(|fault| *fault != Fault::Halted) && self.process.take().is_some() {
            // It was well when the last game ended, or so it seemed: a fresh start may help.
            result = self.try_new_game();
        }
        result.inspect_err(|_| self.process = None)
    }

    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        // A program that has failed is started again when it is needed.
        let result = self.try_think(turn).inspect_err(|fault| {
            self.pondering = None;
            if *fault != Fault::Halted {
                self.process = None;
            }
        });
        if turn.control.abandoned() { Err(Fault::Halted) } else { result }
    }

    fn ponder(&mut self, turn: &Turn) {
        let Ok(request) = self.dialect.request(&self.start, turn, &self.limit, true) else { return };
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
