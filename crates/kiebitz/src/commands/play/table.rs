//! One game between two seats at a terminal.

mod program_turn;

use std::time::{Duration, Instant};

use arena::{Clock, Fault, TimeControl};
use engine::{Engine, Go, Options, PlayerSpec, Ply, Score, Side};
use history::{GameResult, Participant, PlayedGame};

use super::keyboard::{Event, Keyboard, Typed};
use super::seat::Seat;
use super::setup;
use super::thinking::{Thinking, summary};
use crate::output::{self, Failure};
use crate::{board, interrupt};

/// The table at which games are played.
pub struct Table {
    game: String,
    position: String,
    control: Option<TimeControl>,
    /// May programs think in the opponent's time?
    ponder: bool,
    /// The board that everybody sees.
    board: Box<dyn Engine>,
    /// Who gives hints: nobody sees what another has found out.
    adviser: Box<dyn Engine>,
    pub keyboard: Keyboard,
    clocks: [Option<Clock>; 2],
    /// What each program last thought of its own position.
    opinions: [Option<Score>; 2],
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Nobody, for a draw.
    pub winner: Option<Side>,
    /// Why, in words.
    pub reason: String,
}

/// What a turn comes to.
enum Turn {
    /// The move, and what to say about it.
    Played(String, String),
    /// Moves were taken back, or there was a pause: another turn, maybe another player's.
    Again,
    Over(Ending),
    Quit,
}

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(1);
/// A program does not hear of a draw before so many plies.
const EARLIEST_DRAW: usize = 20;

const HELP: &str = "\
  a move     in the game's notation; 'moves' lists the legal ones
  moves      the legal moves
  hint       what Kiebitz would play, and what it expects then
  undo       take back your last move, and the reply to it
  draw       offer a draw
  pause      stop the clocks until you press Enter
  now        while a program thinks: it moves at once
  board      show the board again
  position   the position as text
  resign     give up
  quit       leave
All but moves and hint can also be typed while a program thinks.";

impl Table {
    pub fn new(
        game: &str,
        position: &str,
        control: Option<TimeControl>,
        ponder: bool,
        keyboard: Keyboard,
    ) -> Result<Table, Failure> {
        let mut board = engine::open(game)?;
        board.set_position(position)?;
        Ok(Table {
            game: game.to_string(),
            position: position.to_string(),
            control,
            ponder,
            board,
            adviser: engine::open(game)?,
            keyboard,
            clocks: [None, None],
            opinions: [None, None],
        })
    }

    pub fn board(&self) -> &dyn Engine {
        &*self.board
    }

    /// Asks who plays a side, and under which name; `None` if the questions were broken off.
    pub fn ask_player(&mut self, side: Side) -> Result<Option<(PlayerSpec, String)>, Failure> {
        setup::ask_player(&mut self.keyboard, &*self.board, side)
    }

    /// Seats somebody.
    pub fn seat(&self, who: PlayerSpec, name: String) -> Result<Seat, Failure> {
        let timed = self.control_of(&who).is_some();
        Seat::new(name, who, &self.game, timed, &self.keyboard.events)
    }

    fn control_of(&self, who: &PlayerSpec) -> Option<TimeControl> {
        arena::clock_of(who).ok().flatten().or(self.control)
    }

    /// The game on the board as the history keeps it; without an ending it was broken off.
    pub fn played_game(&self, seats: &[Seat; 2], ending: Option<&Ending>) -> PlayedGame {
        let player = |seat: &Seat| Participant {
            name: seat.name.clone(),
            options: if seat.is_human() { String::new() } else { seat.who.to_string() },
            rating: None,
        };
        PlayedGame {
            game: self.board.game(),
            start: (self.position != "start").then(|| self.position.clone()),
            course: self.board.course(),
            result: ending.map_or(GameResult::Open, |ending| ending.winner.into()),
            players: [player(&seats[0]), player(&seats[1])],
            clock: self.control.map(|control| control.to_string()),
            termination: ending.map(|ending| ending.reason.clone()),
            source: "play".to_string(),
            ..PlayedGame::default()
        }
    }

    /// Plays one game. `None` if it was broken off.
    pub fn play(&mut self, seats: &[Seat; 2], seed: u64) -> Result<Option<Ending>, Failure> {
        self.board.set_position(&self.position)?;
        self.clocks = [0, 1].map(|index: usize| self.control_of(&seats[index].who).map(Clock::new));
        self.opinions = [None, None];
        self.introduce(seats)?;
        self.show_board()?;
        self.get_ready(seats, seed)?;
        let mut over = None;
        let ending = loop {
            if let Some(ending) = over {
                break ending;
            }
            if let Some(verdict) = self.board.verdict() {
                let winner = self.board.end().and_then(|end| end.outcome.winner());
                break Ending { winner, reason: verdict };
            }
            let seat = &seats[self.board.side_to_move().index()];
            match if seat.is_human() { self.ask(seats)? } else { self.think(seats)? } {
                Turn::Quit => return Ok(None),
                Turn::Over(ending) => over = Some(ending),
                Turn::Again => {}
                Turn::Played(mv, remark) => {
                    let number = self.board.played().len();
                    output::line(format!("\n{number}. {} plays {mv}{remark}", seat.name))?;
                    self.show_board()?;
                }
            }
        };
        output::line(format!("The game is over. {}.", ending.reason))?;
        Ok(Some(ending))
    }

    fn introduce(&self, seats: &[Seat; 2]) -> Result<(), Failure> {
        output::line(&self.game)?;
        for side in Side::BOTH {
            let seat = &seats[side.index()];
            let name = if seat.name == self.board.side_name(side) { "human" } else { &seat.name };
            let strength = match setup::level(&seat.who).filter(|_| setup::has_ratings(self.board())) {
                Some(level) => format!(", {}", level.strength()),
                None => String::new(),
            };
            output::line(format!("{}: {name}{strength}", board::side(self.board(), side)))?;
        }
        if let Some(control) = self.control {
            output::line(format!("Clock: {}.", control.words()))?;
        }
        if self.keyboard.is_person || seats.iter().any(Seat::is_human) {
            output::line("'help' lists what you can type.")?;
        }
        Ok(())
    }

    /// Tells programs of the new game. There is none if one of them is not able to play.
    fn get_ready(&mut self, seats: &[Seat; 2], seed: u64) -> Result<(), Failure> {
        let start = self.board.position();
        for side in Side::BOTH {
            let seat = &seats[side.index()];
            if seat.is_human() {
                continue;
            }
            seat.new_game(&start, seed.wrapping_add(side.index() as u64));
            let ready = loop {
                if let Some(Event::Ready(ready)) = self.keyboard.next(None) {
                    break ready;
                }
            };
            ready.map_err(|fault| Failure::BadInput(format!("player '{}': {fault}", seat.who)))?;
        }
        Ok(())
    }

    fn show_board(&self) -> Result<(), Failure> {
        output::print(&board::paint(self.board()))
    }

    /// A side loses, and why.
    fn loss(&self, side: Side, why: &str) -> Ending {
        let [name, other] = [side, !side].map(|side| self.board.side_name(side));
        Ending { winner: Some(!side), reason: format!("{other} wins: {name} {why}") }
    }

    fn fault(&self, side: Side, fault: &Fault) -> Ending {
        match fault {
            Fault::OutOfTime(_) => self.loss(side, "has used up the time"),
            fault => self
                .loss(side, &format!("loses by a fault ({}): {}", fault.kind(), output::visible(&fault.to_string()))),
        }
    }

    fn out_of_time(&self, side: Side) -> Turn {
        Turn::Over(self.loss(side, "has used up the time"))
    }

    /// A person's turn.
    fn ask(&mut self, seats: &[Seat; 2]) -> Result<Turn, Failure> {
        let side = self.board.side_to_move();
        let moves = Ply::texts(&self.board.moves());
        let must_pass = moves == ["pass"];
        if must_pass {
            output::line(format!("{} has no other move than to pass: press Enter.", self.board.side_name(side)))?;
        }
        let mut begin = Instant::now();
        loop {
            let clock = self.clocks[side.index()];
            let left = clock.map(|clock| clock.left().saturating_sub(begin.elapsed()));
            let time = left.map_or(String::new(), |left| format!(" ({})", clock_text(left)));
            let prompt = format!("{}{time} to move> ", board::side(self.board(), side));
            let line = match self.keyboard.line(&prompt, left.map(|left| Instant::now() + left))? {
                Typed::Line(line) => line,
                Typed::End => return Ok(Turn::Quit),
                Typed::TooLate => return Ok(self.out_of_time(side)),
            };
            if clock.is_some_and(|clock| begin.elapsed() > clock.left()) {
                return Ok(self.out_of_time(side));
            }
            match line.to_lowercase().as_str() {
                "" if !must_pass => {}
                "help" | "?" => output::line(HELP)?,
                "moves" => output::line(output::wrap(&moves))?,
                "hint" => self.hint()?,
                "board" => self.show_board()?,
                "position" => output::line(self.board.position())?,
                "now" => output::line("It is your own turn.")?,
                "resign" => {
                    if self.keyboard.confirm("Really resign?")? {
                        return Ok(Turn::Over(self.loss(side, "resigns")));
                    }
                }
                "draw" => {
                    if let Some(ending) = self.offer_draw(seats, side)? {
                        return Ok(Turn::Over(ending));
                    }
                }
                "pause" => {
                    self.pass_time(side, begin.elapsed());
                    if !self.rest()? {
                        return Ok(Turn::Quit);
                    }
                    begin = Instant::now();
                }
                "quit" | "exit" => return Ok(Turn::Quit),
                "undo" => {
                    if self.undo(seats, side) {
                        self.pass_time(side, begin.elapsed());
                        output::line("")?;
                        self.show_board()?;
                        return Ok(Turn::Again);
                    }
                    output::line("There is no move of yours to take back.")?;
                }
                _ => match self.board.play(if line.is_empty() { "pass" } else { &line }) {
                    Ok(ply) => {
                        if let Some(clock) = &mut self.clocks[side.index()] {
                            clock.spend(begin.elapsed(), Duration::MAX / 2);
                        }
                        return Ok(Turn::Played(ply.text, String::new()));
                    }
                    Err(error) => {
                        output::line(format!("{error}. 'moves' lists the legal moves, 'help' the commands."))?
                    }
                },
            }
        }
    }

    /// Time has passed without a move.
    fn pass_time(&mut self, side: Side, time: Duration) {
        if let Some(clock) = &mut self.clocks[side.index()] {
            clock.run(time.min(clock.left()), Duration::ZERO);
        }
    }

    /// A pause; false if it does not end any more.
    fn rest(&mut self) -> Result<bool, Failure> {
        Ok(self.keyboard.ask("The game rests. Press Enter to go on.")?.is_some())
    }

    /// Offers a draw to the other side: a person is asked, a program goes by what it thinks of its position.
    fn offer_draw(&mut self, seats: &[Seat; 2], side: Side) -> Result<Option<Ending>, Failure> {
        let other = !side;
        let name = &seats[other.index()].name;
        let accepts = if seats[other.index()].is_human() {
            let question = format!("{}, do you accept a draw?", self.board.side_name(other));
            self.keyboard.confirm(&question)?
        } else {
            let content = self.opinions[other.index()].is_some_and(|score| score.value() <= 0);
            let accepts = content && self.board.played().len() >= EARLIEST_DRAW;
            output::line(format!("{name} {} the draw.", if accepts { "accepts" } else { "declines" }))?;
            accepts
        };
        Ok(accepts.then(|| Ending { winner: None, reason: "draw: agreed".to_string() }))
    }

    /// Takes back to the last turn of a person: their own move and what was played since.
    fn undo(&mut self, seats: &[Seat; 2], side: Side) -> bool {
        let other_is_human = seats[(!side).index()].is_human();
        let mut taken = Vec::new();
        while let Some(last) = self.board.played().pop() {
            self.board.undo();
            taken.push(last);
            if other_is_human || self.board.side_to_move() == side {
                return true;
            }
        }
        // The program opened the game and nobody else has moved: all stays as it was.
        for ply in taken.iter().rev() {
            let _ = self.board.play(&ply.code);
        }
        false
    }

    fn hint(&mut self) -> Result<(), Failure> {
        self.adviser.set_position(&self.position)?;
        for ply in self.board.played() {
            self.adviser.play(&ply.code)?;
        }
        let mut thinking = Thinking::new("Kiebitz", false);
        let mut failed = Ok(());
        let adviser = &mut self.adviser;
        let answer = interrupt::stoppable(|control| {
            adviser.go(&Options::default(), &Go::time(HINT_TIME), control, &mut |report| {
                if report.line == 1 && thinking.is_due() && failed.is_ok() {
                    failed = thinking.show(&summary(report));
                }
            })
        })?;
        failed?;
        thinking.end()?;
        match answer.lines.first() {
            Some(line) if !line.pv.is_empty() => output::line(format!("Hint: {} ({})", line.pv[0].text, summary(line))),
            _ => output::line("No hint."),
        }
    }
}

/// `4:05`.
fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 20.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{}:{:02}", seconds.round() as u64 / 60, seconds.round() as u64 % 60)
    }
}
