//! The table of play: a game in progress, under the referee of matches, the terminal and the page alike.
//!
//! It knows the board, the clocks, offers, take-backs, pauses, faults and the end, and nothing of threads, processes, input or
//! output. What time it is it is told with each event, so that it can be tested without waiting. A draw by counting (third
//! repetition, fifty moves) need not be claimed: it ends the game, and after the end no move is taken.

mod agreement;
mod played;
mod refused;
mod terms;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::time::Duration;

use engine::{Engine, Instant, Ply, Settlement, Side};

use crate::adjudication::{Judge, ask_tables};
use crate::{Clock, Fault, Reply, Task};

pub use agreement::{CONTENT, EARLIEST_DRAW, accepts_draw};
pub use played::{Ending, Game, Outcome, Played, Thinking};
pub use refused::{Offer, Refused};
pub use terms::{Rules, Terms};

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// It is somebody's turn.
    Running,
    /// Clocks and programs stand still.
    Paused,
    /// It is over.
    Over,
}

/// All that changes during a game, except the position. It can be kept and put back.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    phase: Phase,
    moves: Vec<Played>,
    clocks: [Option<Clock>; 2],
    /// The clocks before each move.
    before: Vec<[Option<Clock>; 2]>,
    offer: Option<Side>,
    /// When the turn began, or went on after a pause.
    since: Instant,
    judge: Judge,
    outcome: Option<Outcome>,
}

/// A game that began earlier, to be gone on with. The moves are those that the board has played.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// How many moves were there when it began.
    pub given: usize,
    /// The thinking behind each move.
    pub thinking: Vec<Option<Thinking>>,
    /// What the clocks show, where there are any.
    pub left: [Option<Duration>; 2],
    /// Where it stands.
    pub phase: Phase,
    /// How it ended, if it is over.
    pub outcome: Option<Outcome>,
}

/// A game in progress.
pub struct Table {
    board: Box<dyn Engine>,
    start: String,
    first_to_move: Side,
    /// How many moves were there when it began.
    given: usize,
    terms: Terms,
    now: Checkpoint,
}

impl Table {
    /// A game that begins from what is on the board; moves that it has played are the opening. With `now` the first turn begins.
    pub fn new(mut board: Box<dyn Engine>, terms: Terms, now: Instant) -> Table {
        let opening = board.played();
        while board.undo() {}
        let (start, first_to_move) = (board.position(), board.side_to_move());
        let mut moves = Vec::with_capacity(opening.len());
        for ply in opening {
            let side = board.side_to_move();
            // They were played just now, so they can be played again.
            if let Ok(Ply { text, code, .. }) = board.play(&ply.code) {
                moves.push(Played { text, code, side, thinking: None });
            }
        }
        let clocks = terms.controls.map(|control| control.map(Clock::new));
        let judge = Judge::new(terms.rules.adjudication.clone());
        let (given, before) = (moves.len(), vec![clocks; moves.len()]);
        let state =
            Checkpoint { phase: Phase::Running, moves, clocks, before, offer: None, since: now, judge, outcome: None };
        let mut table = Table { board, start, first_to_move, given, terms, now: state };
        table.settle(now);
        table
    }

    /// Goes on with a game that began earlier.
    pub fn reopen(board: Box<dyn Engine>, terms: Terms, earlier: Earlier, now: Instant) -> Table {
        let mut table = Table::new(board, terms, now);
        table.given = earlier.given.min(table.now.moves.len());
        let Checkpoint { moves, clocks, before, .. } = &mut table.now;
        before.clear();
        let thinking = earlier.thinking.into_iter().chain(std::iter::repeat(None));
        for (mv, thinking) in moves.iter_mut().zip(thinking) {
            before.push(*clocks);
            mv.thinking = thinking;
            let clock = &mut clocks[mv.side.index()];
            if let (Some(clock), Some(left)) = (clock, thinking.and_then(|thinking| thinking.left)) {
                clock.set(left, clock.moves() + 1);
            }
        }
        for (clock, left) in clocks.iter_mut().zip(earlier.left) {
            if let (Some(clock), Some(left)) = (clock, left) {
                clock.set(left, clock.moves());
            }
        }
        (table.now.phase, table.now.outcome) = (earlier.phase, earlier.outcome);
        table.settle(now);
        table
    }

    /// The board.
    pub fn board(&self) -> &dyn Engine {
        &*self.board
    }

    /// Where the game stands.
    pub fn phase(&self) -> Phase {
        self.now.phase
    }

    /// How it ended, if it is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.now.outcome.as_ref()
    }

    /// Where it began, in the game's notation.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The moves so far, those of the opening included.
    pub fn moves(&self) -> &[Played] {
        &self.now.moves
    }

    /// How many of them are the opening.
    pub fn given(&self) -> usize {
        self.given
    }

    /// How the position is counted if the game ends here, where people agree on that.
    pub fn settlement(&self) -> Option<Settlement> {
        if self.terms.rules.takes_off_dead { self.board.settlement() } else { None }
    }

    /// Whose turn it is.
    pub fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// Is this side played by a person?
    pub fn is_person(&self, side: Side) -> bool {
        self.terms.people[side.index()]
    }

    /// Who has offered a draw that is not answered yet.
    pub fn draw_offer(&self) -> Option<Side> {
        self.now.offer
    }

    /// Whose clock runs.
    pub fn ticks(&self) -> Option<Side> {
        let side = self.side_to_move();
        let begun = !self.terms.rules.clocks_wait || self.now.moves.len() > self.given;
        (self.now.phase == Phase::Running && begun && self.now.clocks[side.index()].is_some()).then_some(side)
    }

    /// What a side has left, if it has a clock.
    pub fn left(&self, side: Side, now: Instant) -> Option<Duration> {
        let left = self.now.clocks[side.index()]?.left();
        let running = self.ticks() == Some(side);
        Some(if running { left.saturating_sub(self.turn_time(now)) } else { left })
    }

    /// When the clock of the person whose turn it is will have run out. A program is charged by its answer.
    pub fn flag_falls(&self) -> Option<Instant> {
        let side = self.ticks().filter(|&side| self.is_person(side))?;
        self.now.since.checked_add(self.now.clocks[side.index()]?.left())
    }

    /// How long the turn has lasted.
    fn turn_time(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.now.since)
    }

    /// Does a clock, or a limit of its own, end the time of a program?
    fn is_timed(&self, side: Side) -> bool {
        self.now.clocks[side.index()].is_some() || self.terms.limits[side.index()].is_some()
    }

    /// How long to wait for a program.
    fn patience(&self, side: Side) -> Duration {
        let Rules { margin, patience, .. } = self.terms.rules;
        match (self.now.clocks[side.index()], self.terms.limits[side.index()]) {
            (Some(clock), _) => clock.limit(margin),
            (None, Some(time)) => time + margin,
            (None, None) => patience,
        }
    }

    /// What the program whose turn it is has to be asked.
    pub fn task(&self) -> Task {
        self.task_of(self.side_to_move())
    }

    fn task_of(&self, side: Side) -> Task {
        Task {
            moves: self.now.moves.iter().map(|played| played.code.clone()).collect(),
            side,
            clocks: self.now.clocks.map(|clock| clock.map(|clock| clock.view())),
            patience: self.patience(side),
            is_settled_by_people: self.terms.rules.takes_off_dead,
        }
    }

    /// What the program that has just moved may think about if it may ponder and the reply that it expects is possible. Nobody
    /// thinks about a game that is over.
    pub fn pondering(&mut self, expected: &str) -> Option<Task> {
        let side = !self.side_to_move();
        if self.now.phase != Phase::Running || !self.terms.ponders[side.index()] {
            return None;
        }
        let ply = self.board.play(expected).ok()?;
        let goes_on = self.board.end().is_none();
        self.board.undo();
        let mut task = self.task_of(side);
        task.moves.push(ply.code);
        goes_on.then_some(task)
    }

    /// The game as it is now, to be put back if it turns out that something cannot be done.
    pub fn checkpoint(&self) -> Checkpoint {
        self.now.clone()
    }

    /// Puts the game back to where it was.
    pub fn restore(&mut self, checkpoint: Checkpoint) {
        let same = |(one, other): &(&Played, &Played)| one.code == other.code;
        let common = self.now.moves.iter().zip(&checkpoint.moves).take_while(same).count();
        for _ in common..self.now.moves.len() {
            self.board.undo();
        }
        for played in &checkpoint.moves[common..] {
            // It was on this board before.
            let _ = self.board.play(&played.code);
        }
        self.now = checkpoint;
    }

    /// Time has passed: a clock may have run out.
    pub fn tick(&mut self, now: Instant) {
        if self.flag_falls().is_some_and(|falls| now >= falls) {
            let side = self.side_to_move();
            self.charge(side, now);
            self.lose(side, Ending::Fault(Fault::OutOfTime("the clock has run out".to_string())));
        }
    }

    /// Every event comes after the time that has passed before it; after the end there are none.
    fn hear(&mut self, now: Instant) -> Result<(), Refused> {
        self.tick(now);
        if self.now.phase == Phase::Over { Err(Refused::Over) } else { Ok(()) }
    }

    fn person(&self, side: Side) -> Result<(), Refused> {
        if self.is_person(side) { Ok(()) } else { Err(Refused::NotAPerson(side)) }
    }

    /// A person moves, in any notation. A game that rests goes on with it.
    pub fn play(&mut self, mv: &str, now: Instant) -> Result<(), Refused> {
        self.hear(now)?;
        let side = self.side_to_move();
        if !self.is_person(side) {
            return Err(Refused::ProgramsTurn(side));
        }
        let running = self.now.phase == Phase::Running;
        let took = if running { self.turn_time(now) } else { Duration::ZERO };
        let (clocks, ticks) = (self.now.clocks, self.ticks().is_some());
        let ply = self.board.play(mv).map_err(Refused::Move)?;
        if ticks && let Some(clock) = &mut self.now.clocks[side.index()] {
            // The time before this event was looked at: it is not more than there was.
            clock.spend(took, Duration::ZERO);
        }
        self.now.phase = Phase::Running;
        self.note(side, clocks, ply, Thinking { took, ..Thinking::default() });
        self.settle(now);
        Ok(())
    }

    /// A program answers, or fails to. What it does wrong costs it the game; an answer that nobody wants any more changes nothing.
    pub fn answer(&mut self, answer: Result<Reply, Fault>, now: Instant) -> Result<(), Refused> {
        let side = self.side_to_move();
        match self.now.phase {
            Phase::Over => return Err(Refused::Over),
            Phase::Paused => return Err(Refused::NotAsked),
            Phase::Running if self.is_person(side) => return Err(Refused::NotAsked),
            Phase::Running => {}
        }
        match answer {
            Err(Fault::Halted) => {}
            Err(Fault::Stalled(text)) if self.is_timed(side) => {
                self.lose(side, Ending::Fault(Fault::OutOfTime(text)));
            }
            Err(fault) => self.lose(side, Ending::Fault(fault)),
            Ok(reply) => self.take(side, &reply, now),
        }
        Ok(())
    }

    fn take(&mut self, side: Side, reply: &Reply, now: Instant) {
        let (patience, clocks, ticks) = (self.patience(side), self.now.clocks, self.ticks().is_some());
        let in_time = match &mut self.now.clocks[side.index()] {
            Some(clock) if ticks => clock.spend(reply.took, self.terms.rules.margin),
            Some(_) => true,
            None => reply.took <= patience || !self.is_timed(side),
        };
        if !in_time {
            let own = reply.thought.own_time;
            let own = own.map_or(String::new(), |own| format!(", by its own account {} ms", own.as_millis()));
            let (took, left) = (reply.took.as_millis(), patience.as_millis());
            let text = format!("a move took {took} ms{own}; {left} ms were left");
            return self.lose(side, Ending::Fault(Fault::OutOfTime(text)));
        }
        if reply.mv.eq_ignore_ascii_case("resign") {
            return self.lose(side, Ending::Resigned);
        }
        let ply = match self.board.play(&reply.mv) {
            Ok(ply) => ply,
            Err(error) => return self.lose(side, Ending::Fault(Fault::Illegal(error.to_string()))),
        };
        let thought = reply.thought;
        let expects = thought.score.and_then(|_| Some(reply.report.as_ref()?.chance));
        self.note(side, clocks, ply, Thinking { took: reply.took, left: None, thought, expects });
        self.settle(now);
        if self.now.phase == Phase::Running
            && let Some((winner, text)) = self.now.judge.hear(side, thought.score, self.now.moves.len())
        {
            self.finish(winner, Ending::Adjudicated(text));
        }
    }

    /// A move has been made; `clocks` are those before it.
    fn note(&mut self, side: Side, clocks: [Option<Clock>; 2], ply: Ply, thinking: Thinking) {
        let left = self.now.clocks[side.index()].map(|clock| clock.left());
        self.now.before.push(clocks);
        let thinking = Some(Thinking { left, ..thinking });
        self.now.moves.push(Played { text: ply.text, code: ply.code, side, thinking });
        // Whoever moves has not taken the draw that the other offered.
        self.now.offer = self.now.offer.filter(|&offered| offered == side);
    }

    /// A turn begins, unless the game is over.
    fn settle(&mut self, now: Instant) {
        self.now.since = now;
        if self.now.phase != Phase::Running {
            return;
        }
        if let Some(end) = self.board.end() {
            let (winner, text) = match self.settlement() {
                Some(found) => self.counted(&found),
                None => (end.outcome.winner(), self.board.verdict().unwrap_or_default()),
            };
            return self.finish(winner, Ending::Rules(text));
        }
        if let Some(limit) = self.terms.rules.max_plies.filter(|limit| self.now.moves.len() >= *limit) {
            return self.finish(None, Ending::Adjudicated(format!("draw: {limit} plies are played")));
        }
        if let Some((winner, text)) = ask_tables(&*self.board, &self.terms.rules.adjudication.tables) {
            self.finish(winner, Ending::Adjudicated(text));
        }
    }

    /// Who has won by a count, and how.
    fn counted(&self, settlement: &Settlement) -> (Option<Side>, String) {
        let Settlement { dead, counts: [first, second], .. } = settlement;
        let winner = match first.total_cmp(second) {
            Ordering::Greater => Some(Side::First),
            Ordering::Equal => None,
            Ordering::Less => Some(Side::Second),
        };
        let who = winner.map_or("draw".into(), |side| format!("{} wins", self.board.side_name(side)));
        (winner, format!("{who}: {first} to {second}, {} dead taken off", dead.len()))
    }

    fn lose(&mut self, side: Side, ending: Ending) {
        self.finish(Some(!side), ending);
    }

    fn finish(&mut self, winner: Option<Side>, ending: Ending) {
        self.now.phase = Phase::Over;
        self.now.offer = None;
        self.now.outcome = Some(Outcome { winner, ending });
    }

    /// The time of a turn that has not come to a move is taken off the clock.
    fn charge(&mut self, side: Side, now: Instant) {
        let time = self.turn_time(now);
        if self.ticks() == Some(side)
            && let Some(clock) = &mut self.now.clocks[side.index()]
        {
            clock.run(time.min(clock.left()), Duration::ZERO);
        }
        self.now.since = now;
    }

    /// A program did not get ready for the game, or is not there any more.
    pub fn fail(&mut self, side: Side, fault: Fault) -> Result<(), Refused> {
        if self.now.phase == Phase::Over {
            return Err(Refused::Over);
        }
        self.lose(side, Ending::Fault(fault));
        Ok(())
    }

    /// A person gives up.
    pub fn resign(&mut self, side: Side, now: Instant) -> Result<(), Refused> {
        self.hear(now)?;
        self.person(side)?;
        self.charge(self.side_to_move(), now);
        self.lose(side, Ending::Resigned);
        Ok(())
    }

    /// A person offers a draw, or accepts the one that the other has offered. A program answers at once: see [`accepts_draw`].
    pub fn offer_draw(&mut self, side: Side, now: Instant) -> Result<Offer, Refused> {
        self.hear(now)?;
        self.person(side)?;
        let agreed = self.now.offer == Some(!side);
        if !agreed && self.is_person(!side) {
            self.now.offer = Some(side);
            return Ok(Offer::Open);
        }
        if !agreed && !self.would_accept(!side) {
            return Ok(Offer::Declined);
        }
        self.charge(self.side_to_move(), now);
        self.finish(None, Ending::Agreed);
        Ok(Offer::Agreed)
    }

    /// Would this program accept a draw now? By what it thought of its last move.
    fn would_accept(&self, side: Side) -> bool {
        let mut own = self.now.moves.iter().rev().filter(|played| played.side == side);
        let expects = own.find_map(|played| played.thinking?.expects);
        accepts_draw(self.now.moves.len(), expects)
    }

    /// A person declines the draw that the other side has offered.
    pub fn decline_draw(&mut self, side: Side, now: Instant) -> Result<(), Refused> {
        self.hear(now)?;
        self.person(side)?;
        self.now.offer = self.now.offer.filter(|&offered| offered == side);
        Ok(())
    }

    /// A person takes back their last move and what was played since; of two people the last move, whoever made it. The clocks show
    /// again what they showed then. Moves of the opening stay.
    pub fn take_back(&mut self, side: Side, now: Instant) -> Result<(), Refused> {
        self.hear(now)?;
        self.person(side)?;
        let other_person = self.is_person(!side);
        let place = self.now.moves.iter().rposition(|played| other_person || played.side == side);
        let place = place.filter(|&place| place >= self.given).ok_or(Refused::NothingToTakeBack)?;
        for _ in place..self.now.moves.len() {
            self.board.undo();
        }
        self.now.clocks = self.now.before[place];
        self.now.moves.truncate(place);
        self.now.before.truncate(place);
        self.now.offer = None;
        self.now.judge = Judge::new(self.terms.rules.adjudication.clone());
        self.settle(now);
        Ok(())
    }

    /// Clocks and programs stand still.
    pub fn pause(&mut self, now: Instant) -> Result<(), Refused> {
        self.hear(now)?;
        self.charge(self.side_to_move(), now);
        self.now.phase = Phase::Paused;
        Ok(())
    }

    /// They go on.
    pub fn resume(&mut self, now: Instant) -> Result<(), Refused> {
        self.hear(now)?;
        if self.now.phase == Phase::Paused {
            self.now.phase = Phase::Running;
            self.settle(now);
        }
        Ok(())
    }
}
