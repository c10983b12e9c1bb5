//! The turn of a program: what it sees is shown while it thinks, and whoever sits at the keyboard is heard.

use std::sync::Arc;
use std::time::Instant;

use arena::{Fault, Phase, Reply};
use engine::{Control, Ply, Report, Side};

use super::super::keyboard::Event;
use super::super::seat::Seat;
use super::super::thinking::{Thinking, effort, summary};
use super::{Console, Turn, help};
use crate::interrupt;
use crate::output::{self, Failure};
use crate::words::say;

/// What somebody wants while a program thinks, and for which it must stop.
enum Wish {
    Resign(Side),
    TakeBack(Side),
    Pause,
    Quit,
    /// Nothing more: the game is over.
    End,
}

impl Console {
    /// A program's turn: what it sees is shown while it thinks, and who sits at the keyboard can say something.
    pub(super) fn think(&mut self, seats: &[Seat; 2]) -> Result<Turn, Failure> {
        let seat = &seats[self.table.side_to_move().index()];
        let person = Side::BOTH.into_iter().find(|side| seats[side.index()].is_human());
        // Stopped when the move is not wanted any more; its child, when it is wanted at once.
        let halt = Control::timeless();
        let control = Arc::new(engine::start_clock_under(&halt));
        let mut thinking = Thinking::new(&seat.name, self.keyboard.is_person);
        let (answer, wish) = interrupt::stopping(&control, || {
            seat.think(self.table.task(), &control);
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
                        if report.line == 1 && thinking.is_due() {
                            thinking.show(&summary(self.board(), &self.for_people(report)))?;
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
        self.keyboard.stop_listening();
        thinking.end()?;
        match wish {
            None => Ok(self.answered(seat, answer)),
            Some(wish) => self.grant(&wish),
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
                self.helped = true;
                control.stop();
                None
            }
            ("resign", Some(person)) => Some(Wish::Resign(person)),
            ("undo", Some(person)) => Some(Wish::TakeBack(person)),
            ("draw", Some(person)) => {
                self.offer_draw(seats, person)?;
                (self.table.phase() == Phase::Over).then_some(Wish::End)
            }
            ("resign" | "undo" | "draw", None) => {
                output::line(say("two-programs", &[]))?;
                None
            }
            ("board", _) => {
                self.show_board()?;
                None
            }
            ("position", _) => {
                output::line(self.board().position())?;
                None
            }
            ("help" | "?", _) => {
                output::line(help())?;
                None
            }
            _ => {
                output::line(say("not-your-turn", &[]))?;
                None
            }
        })
    }

    /// Does what somebody wants for which the program had to stop. What it has thought is taken off its clock.
    fn grant(&mut self, wish: &Wish) -> Result<Turn, Failure> {
        let _ = self.table.pause(Instant::now());
        match wish {
            Wish::Quit => return Ok(Turn::Quit),
            Wish::Pause if !self.rest()? => return Ok(Turn::Quit),
            Wish::Resign(person) => self.resign(*person)?,
            Wish::TakeBack(person) => drop(self.take_back(*person)?),
            Wish::Pause | Wish::End => {}
        }
        let _ = self.table.resume(Instant::now());
        Ok(Turn::Other)
    }

    /// A program has answered.
    fn answered(&mut self, seat: &Seat, answer: Result<Reply, Fault>) -> Turn {
        let reply = answer.as_ref().ok().cloned();
        let before = self.table.moves().len();
        // It was asked: the table takes the answer, whatever it is.
        let _ = self.table.answer(answer, Instant::now());
        let Some(reply) = reply.filter(|_| self.table.moves().len() > before) else { return Turn::Other };
        if let Some(task) = reply.expects.and_then(|expected| self.table.pondering(&expected)) {
            seat.ponder(task, &Arc::new(engine::start_clock()));
        }
        Turn::Played(match &reply.report {
            Some(report) if report.nodes > 0 => format!("   ({})", effort(report)),
            _ => String::new(),
        })
    }

    /// A report whose moves are written as people write them: programs of other makers tell theirs in their own notation.
    fn for_people(&self, mut report: Report) -> Report {
        if report.pv.iter().any(|ply| ply.text.is_empty()) {
            report.pv = self.board().read_line(&Ply::codes(&report.pv));
        }
        report
    }
}
