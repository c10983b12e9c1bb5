//! One game between two seats at a terminal.

mod program_turn;

use std::time::{Duration, Instant};

use arena::{Offer, Outcome, Phase, Refused, Rules, Table, Terms, TimeControl};
use engine::{Engine, Go, Options, PlayerSpec, Ply, Side};
use history::{GameResult, Participant, PlayedGame};

use super::keyboard::{Event, Keyboard, Typed};
use super::seat::Seat;
use super::setup;
use super::thinking::{Thinking, summary};
use crate::output::{self, Failure};
use crate::{board, interrupt};

/// Where games are played at the terminal.
pub struct Console {
    game: String,
    position: String,
    control: Option<TimeControl>,
    rules: Rules,
    /// The game that is played.
    table: Table,
    /// Who gives hints: nobody sees what another has found out.
    adviser: Box<dyn Engine>,
    pub keyboard: Keyboard,
}

/// What a turn comes to.
enum Turn {
    /// A move, and what to say about it.
    Played(String),
    /// No move: moves were taken back, there was a pause, or the game is over.
    Other,
    Quit,
}

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(1);
/// So long we wait for a program that no clock limits.
const PATIENCE: Duration = Duration::from_secs(3600);

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

impl Console {
    pub fn new(
        game: &str,
        position: &str,
        control: Option<TimeControl>,
        ponder: bool,
        keyboard: Keyboard,
    ) -> Result<Console, Failure> {
        let rules = Rules { patience: PATIENCE, ponder, ..Rules::default() };
        Ok(Console {
            game: game.to_string(),
            position: position.to_string(),
            control,
            table: Table::new(set_up(game, position)?, Terms::default(), Instant::now()),
            rules,
            adviser: engine::open(game)?,
            keyboard,
        })
    }

    pub fn board(&self) -> &dyn Engine {
        self.table.board()
    }

    /// Asks who plays a side, and under which name; `None` if the questions were broken off.
    pub fn ask_player(&mut self, side: Side) -> Result<Option<(PlayerSpec, String)>, Failure> {
        setup::ask_player(&mut self.keyboard, self.table.board(), side)
    }

    /// Seats somebody.
    pub fn seat(&self, who: PlayerSpec, name: String) -> Result<Seat, Failure> {
        let timed = arena::clock_of(&who)?.or(self.control).is_some();
        Seat::new(name, who, &self.game, timed, &self.keyboard.events)
    }

    /// The game that was played as the history keeps it.
    pub fn played_game(&self, seats: &[Seat; 2]) -> PlayedGame {
        let player = |seat: &Seat| Participant {
            name: seat.name.clone(),
            options: if seat.is_human() { String::new() } else { seat.who.to_string() },
            rating: None,
        };
        PlayedGame {
            game: self.board().game(),
            start: (self.position != "start").then(|| self.position.clone()),
            course: self.board().course(),
            result: self.table.outcome().map_or(GameResult::Open, |outcome| outcome.winner.into()),
            players: [player(&seats[0]), player(&seats[1])],
            clock: self.control.map(|control| control.to_string()),
            termination: self.table.verdict(),
            source: "play".to_string(),
            ..PlayedGame::default()
        }
    }

    /// Plays one game. `None` if it was broken off.
    pub fn play(&mut self, seats: &[Seat; 2], seed: u64) -> Result<Option<Outcome>, Failure> {
        let now = Instant::now();
        let terms = Terms::of([&seats[0].who, &seats[1].who], self.control, &self.rules);
        self.table = Table::new(set_up(&self.game, &self.position)?, terms, now);
        // Nobody's clock runs while the programs get ready. A game that is over already is no matter.
        let _ = self.table.pause(now);
        self.introduce(seats)?;
        self.show_board()?;
        self.get_ready(seats, seed)?;
        let _ = self.table.resume(Instant::now());
        while self.table.phase() != Phase::Over {
            let seat = &seats[self.table.side_to_move().index()];
            match if seat.is_human() { self.ask(seats)? } else { self.think(seats)? } {
                Turn::Quit => return Ok(None),
                Turn::Other => {}
                Turn::Played(remark) => {
                    let moves = self.table.moves();
                    let text = moves.last().map_or("", |played| &played.text);
                    output::line(format!("\n{}. {} plays {text}{remark}", moves.len(), seat.name))?;
                    self.show_board()?;
                }
            }
        }
        let verdict = self.table.verdict().unwrap_or_default();
        output::line(format!("The game is over. {}.", output::visible(&verdict)))?;
        Ok(self.table.outcome().cloned())
    }

    fn introduce(&self, seats: &[Seat; 2]) -> Result<(), Failure> {
        output::line(&self.game)?;
        for side in Side::BOTH {
            let seat = &seats[side.index()];
            let name = if seat.name == self.board().side_name(side) { "human" } else { &seat.name };
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
        let start = self.table.start().to_string();
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

    /// A person's turn.
    fn ask(&mut self, seats: &[Seat; 2]) -> Result<Turn, Failure> {
        let side = self.table.side_to_move();
        let moves = Ply::texts(&self.board().moves());
        let must_pass = moves == ["pass"];
        if must_pass {
            output::line(format!("{} has no other move than to pass: press Enter.", self.board().side_name(side)))?;
        }
        while self.table.phase() == Phase::Running {
            let left = self.table.left(side, Instant::now());
            let time = left.map_or(String::new(), |left| format!(" ({})", clock_text(left)));
            let prompt = format!("{}{time} to move> ", board::side(self.board(), side));
            let line = match self.keyboard.line(&prompt, self.table.flag_falls())? {
                Typed::Line(line) => line,
                Typed::End => return Ok(Turn::Quit),
                Typed::TooLate => String::new(),
            };
            self.table.tick(Instant::now());
            if self.table.phase() == Phase::Over {
                break;
            }
            match line.to_lowercase().as_str() {
                "" if !must_pass => {}
                "help" | "?" => output::line(HELP)?,
                "moves" => output::line(output::wrap(&moves))?,
                "hint" => self.hint()?,
                "board" => self.show_board()?,
                "position" => output::line(self.board().position())?,
                "now" => output::line("It is your own turn.")?,
                "resign" => self.resign(side)?,
                "draw" => self.offer_draw(seats, side)?,
                "pause" => {
                    if !self.rest()? {
                        return Ok(Turn::Quit);
                    }
                }
                "quit" | "exit" => return Ok(Turn::Quit),
                "undo" => {
                    if self.take_back(side)? {
                        return Ok(Turn::Other);
                    }
                }
                _ => match self.table.play(if line.is_empty() { "pass" } else { &line }, Instant::now()) {
                    Ok(()) => return Ok(Turn::Played(String::new())),
                    Err(Refused::Move(error)) => {
                        output::line(format!("{error}. 'moves' lists the legal moves, 'help' the commands."))?
                    }
                    Err(refused) => output::line(format!("{refused}."))?,
                },
            }
        }
        Ok(Turn::Other)
    }

    /// A pause; false if it does not end any more.
    fn rest(&mut self) -> Result<bool, Failure> {
        let _ = self.table.pause(Instant::now());
        let goes_on = self.keyboard.ask("The game rests. Press Enter to go on.")?.is_some();
        let _ = self.table.resume(Instant::now());
        Ok(goes_on)
    }

    /// Asks whether a person really gives up.
    fn resign(&mut self, side: Side) -> Result<(), Failure> {
        if self.keyboard.confirm("Really resign?")? {
            // If the time is up meanwhile, that ends the game.
            let _ = self.table.resign(side, Instant::now());
        }
        Ok(())
    }

    /// Offers a draw to the other side. A person is asked, a program has answered already.
    fn offer_draw(&mut self, seats: &[Seat; 2], side: Side) -> Result<(), Failure> {
        let name = &seats[(!side).index()].name;
        match self.table.offer_draw(side, Instant::now()) {
            Ok(Offer::Agreed) => output::line(format!("{name} accepts the draw.")),
            Ok(Offer::Declined) => output::line(format!("{name} declines the draw.")),
            Ok(Offer::Open) => {
                let question = format!("{}, do you accept a draw?", self.board().side_name(!side));
                let accepted = self.keyboard.confirm(&question)?;
                let now = Instant::now();
                let _ = match accepted {
                    true => self.table.offer_draw(!side, now).map(drop),
                    false => self.table.decline_draw(!side, now),
                };
                Ok(())
            }
            Err(_) => Ok(()),
        }
    }

    /// Takes back to the last turn of a person: their own move and what was played since. False if there is none.
    fn take_back(&mut self, side: Side) -> Result<bool, Failure> {
        let taken = self.table.take_back(side, Instant::now()).is_ok();
        if taken {
            output::line("")?;
            self.show_board()?;
        } else {
            output::line("There is no move of yours to take back.")?;
        }
        Ok(taken)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        self.adviser.set_position(&self.position)?;
        for played in self.table.moves() {
            self.adviser.play(&played.code)?;
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

/// A board at a position.
fn set_up(game: &str, position: &str) -> Result<Box<dyn Engine>, Failure> {
    let mut board = engine::open(game)?;
    board.set_position(position)?;
    Ok(board)
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
