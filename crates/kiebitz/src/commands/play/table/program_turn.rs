//! The turn of a program: what it sees is shown while it thinks, and whoever sits at the keyboard is heard.

use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::{Fault, Reply};
use engine::{Control, Ply, Report, Side};

use super::super::keyboard::Event;
use super::super::seat::{Seat, Task};
use super::super::thinking::{Thinking, effort, summary};
use super::{Ending, HELP, Table, Turn};
use crate::interrupt;
use crate::output::{self, Failure};

/// What somebody wants while a program thinks, and for which it must stop.
enum Wish {
    Resign,
    Undo,
    Pause,
    Quit,
    /// The game ends like this.
    End(Ending),
}

/// So long we wait for a program that no clock limits.
const PATIENCE: Duration = Duration::from_secs(3600);

impl Table {
    /// A turn as a program is told of it.
    fn task(&self, side: Side, control: &Arc<Control>) -> Task {
        let clock = self.clocks[side.index()];
        Task {
            moves: Ply::codes(&self.board.played()),
            side,
            clocks: self.clocks.map(|clock| clock.map(|clock| clock.view())),
            patience: clock.map_or(PATIENCE, |clock| clock.limit(margin())),
            control: control.clone(),
        }
    }

    /// A program's turn: what it sees is shown while it thinks, and who sits at the keyboard can say something.
    pub(super) fn think(&mut self, seats: &[Seat; 2]) -> Result<Turn, Failure> {
        let side = self.board.side_to_move();
        let seat = &seats[side.index()];
        let person = Side::BOTH.into_iter().find(|side| seats[side.index()].is_human());
        // Stopped when the move is not wanted any more; its child, when it is wanted at once.
        let halt = Control::timeless();
        let control = Arc::new(engine::start_clock_under(&halt));
        let begin = Instant::now();
        let mut thinking = Thinking::new(&seat.name, self.keyboard.is_person);
        let (answer, wish) = interrupt::stopping(&control, || {
            seat.think(self.task(side, &control));
            let mut wish = None;
            if self.keyboard.is_person {
                thinking.show("...")?;
            }
            let answer = loop {
                if self.keyboard.is_person && wish.is_none() {
                    self.keyboard.listen();
                }
                match self.keyboard.next(None) {
                    Some(Event::Answer(answer)) => break answer,
                    Some(Event::Seen(report)) => {
                        self.opinions[side.index()] = Some(report.score);
                        if report.line == 1 && thinking.is_due() {
                            thinking.show(&summary(&self.for_people(report)))?;
                        }
                    }
                    Some(Event::Line(line)) => {
                        thinking.typed();
                        wish = self.hear(line.as_deref(), seats, person, &control)?;
                        if wish.is_some() {
                            halt.stop();
                        } else {
                            thinking.show("...")?;
                        }
                    }
                    Some(Event::Ready(_)) | None => {}
                }
            };
            Ok::<_, Failure>((answer, wish))
        })?;
        thinking.end()?;
        match wish {
            None => self.played(seats, side, answer),
            Some(Wish::Quit) => Ok(Turn::Quit),
            Some(Wish::End(ending)) => Ok(Turn::Over(ending)),
            Some(wish) => {
                self.pass_time(side, begin.elapsed());
                self.grant(&wish, seats, person)
            }
        }
    }

    /// A line that was typed while a program thinks: what it wants, if the program must stop for it.
    fn hear(
        &mut self,
        line: Option<&str>,
        seats: &[Seat; 2],
        person: Option<Side>,
        control: &Control,
    ) -> Result<Option<Wish>, Failure> {
        let Some(line) = line else { return Ok(Some(Wish::Quit)) };
        Ok(match (line.to_lowercase().as_str(), person) {
            ("", _) => None,
            ("quit" | "exit", _) => Some(Wish::Quit),
            ("pause", _) => Some(Wish::Pause),
            ("now", _) => {
                control.stop();
                None
            }
            ("resign", Some(_)) => Some(Wish::Resign),
            ("undo", Some(_)) => Some(Wish::Undo),
            ("draw", Some(person)) => self.offer_draw(seats, person)?.map(Wish::End),
            ("resign" | "undo" | "draw", None) => {
                output::line("Two programs play; you can say now, pause and quit.")?;
                None
            }
            ("board", _) => {
                self.show_board()?;
                None
            }
            ("position", _) => {
                output::line(self.board.position())?;
                None
            }
            ("help" | "?", _) => {
                output::line(HELP)?;
                None
            }
            _ => {
                output::line("It is not your turn; 'help' lists what can be said meanwhile.")?;
                None
            }
        })
    }

    /// Does what somebody wants for which the program had to stop.
    fn grant(&mut self, wish: &Wish, seats: &[Seat; 2], person: Option<Side>) -> Result<Turn, Failure> {
        match (wish, person) {
            (Wish::Resign, Some(person)) if self.keyboard.confirm("Really resign?")? => {
                return Ok(Turn::Over(self.loss(person, "resigns")));
            }
            (Wish::Undo, Some(person)) => {
                match self.undo(seats, person) {
                    true => self.show_board()?,
                    false => output::line("There is no move of yours to take back.")?,
                };
            }
            (Wish::Pause, _) if !self.rest()? => return Ok(Turn::Quit),
            _ => {}
        }
        Ok(Turn::Again)
    }

    /// A program has answered.
    fn played(&mut self, seats: &[Seat; 2], side: Side, answer: Result<Reply, Fault>) -> Result<Turn, Failure> {
        let clock = &mut self.clocks[side.index()];
        let reply = match answer {
            Ok(reply) => reply,
            Err(Fault::Stalled(text)) if clock.is_some() => {
                return Ok(Turn::Over(self.fault(side, &Fault::OutOfTime(text))));
            }
            Err(fault) => return Ok(Turn::Over(self.fault(side, &fault))),
        };
        if clock.as_mut().is_some_and(|clock| !clock.spend(reply.took, margin())) {
            return Ok(self.out_of_time(side));
        }
        self.opinions[side.index()] = reply.thought.score;
        if reply.mv.eq_ignore_ascii_case("resign") {
            return Ok(Turn::Over(self.loss(side, "resigns")));
        }
        let mv = match self.board.play(&reply.mv) {
            Ok(ply) => ply.text,
            Err(error) => return Ok(Turn::Over(self.fault(side, &Fault::Illegal(error.to_string())))),
        };
        if let Some(expected) = reply.expects.filter(|_| self.ponder && self.board.end().is_none())
            && self.board.play(&expected).is_ok()
        {
            // Nobody thinks about a game that is over.
            if self.board.end().is_none() {
                seats[side.index()].ponder(self.task(side, &Arc::new(engine::start_clock())));
            }
            self.board.undo();
        }
        let remark = match &reply.report {
            Some(report) if report.nodes > 0 => format!("   ({})", effort(report)),
            _ => String::new(),
        };
        Ok(Turn::Played(mv, remark))
    }

    /// A report whose moves are written as people write them: programs of other makers tell theirs in their own notation.
    fn for_people(&self, mut report: Report) -> Report {
        if report.pv.iter().any(|ply| ply.text.is_empty()) {
            report.pv = self.board.read_line(&Ply::codes(&report.pv));
        }
        report
    }
}

/// By so much a program's clock may be overrun in a game: what the machine takes, the player did not.
fn margin() -> Duration {
    arena::Rules::default().margin
}
