//! One game between two seats at a terminal.

mod program_turn;

use std::time::{Duration, Instant};

use arena::{Ending, Fault, Offer, Outcome, Phase, Refused, Rules, Table, Terms, TimeControl};
use engine::{Engine, Go, Options, PlayerSpec, Ply, Side};
use history::rating::{self, Pairing};
use history::{GameResult, Participant, PlayedGame};

use lab::explain::{self, Language, Request};

use super::keyboard::{Event, Keyboard, Typed};
use super::seat::Seat;
use super::setup;
use super::thinking::{Thinking, summary};
use crate::output::{self, Failure};
use crate::words::{self, say};
use crate::{board, interrupt};

/// Where games are played at the terminal.
pub struct Console {
    game: String,
    position: String,
    control: Option<TimeControl>,
    rules: Rules,
    /// The game that is played.
    table: Table,
    /// Has a person been helped in it, by a hint, a move taken back, or a program told to hurry?
    helped: bool,
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
/// How long we wait for a program that no clock limits.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Nodes for the main search of an explanation: a few seconds.
const WHY_NODES: u64 = 200_000;

/// What can be typed beside moves.
const COMMANDS: [&str; 12] =
    ["board", "draw", "help", "hint", "moves", "now", "pause", "position", "quit", "resign", "undo", "why"];

/// What can be typed.
fn help() -> String {
    say("help", &[("indent", &"  ")])
}

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
            helped: false,
            adviser: engine::open(game)?,
            keyboard,
        })
    }

    pub fn board(&self) -> &dyn Engine {
        self.table.board()
    }

    /// Asks who plays, and under which names; `None` if the questions were broken off.
    pub fn ask_players(&mut self) -> Result<Option<[(PlayerSpec, String); 2]>, Failure> {
        setup::ask_players(&mut self.keyboard, self.table.board())
    }

    /// Seats somebody.
    pub fn seat(&self, who: PlayerSpec, name: String) -> Result<Seat, Failure> {
        let timed = arena::clock_of(&who)?.or(self.control).is_some();
        Seat::new(name, who, &self.game, timed, &self.keyboard.events)
    }

    /// The game that was played as the history keeps it.
    pub fn played_game(&self, seats: &[Seat; 2]) -> PlayedGame {
        let pairing = self.pairing(seats);
        let player = |side: Side| {
            let seat = &seats[side.index()];
            Participant {
                name: if pairing.is_some_and(|pair| pair.person == side) {
                    self.person(seats, side)
                } else {
                    seat.name.clone()
                },
                options: if seat.is_human() { String::new() } else { seat.who.to_string() },
                // What the person had before, the history knows itself.
                rating: pairing.filter(|pair| pair.person != side).map(|pair| pair.opponent.rating),
            }
        };
        let ending = self.table.outcome().map(|outcome| &outcome.ending);
        // A program that fails has not been beaten.
        let failed = matches!(ending, Some(Ending::Fault(fault)) if !matches!(fault, Fault::OutOfTime(_)));
        PlayedGame {
            game: self.board().game(),
            start: (self.position != "start").then(|| self.position.clone()),
            course: self.board().course(),
            result: self.table.outcome().map_or(GameResult::Open, |outcome| outcome.winner.into()),
            players: Side::BOTH.map(player),
            clock: self.control.map(|control| control.to_string()),
            termination: self.table.verdict(),
            source: "play".to_string(),
            counts: pairing.is_some() && !self.helped && !failed,
            ..PlayedGame::default()
        }
    }

    /// The person and the program, if the game may count for the person's rating.
    pub fn pairing(&self, seats: &[Seat; 2]) -> Option<Pairing> {
        rating::pairing(&self.board().game(), [&seats[0].who, &seats[1].who], self.position == "start")
    }

    /// The name under which a person's rating is kept: who gave none is `human`, whatever the side.
    pub fn person(&self, seats: &[Seat; 2], side: Side) -> String {
        let name = &seats[side.index()].name;
        if *name == self.board().side_name(side) { "human".to_string() } else { name.clone() }
    }

    /// Was there help, so that the game does not count?
    pub fn was_helped(&self) -> bool {
        self.helped
    }

    /// Plays one game. `None` if it was broken off.
    pub fn play(&mut self, seats: &[Seat; 2], seed: u64) -> Result<Option<Outcome>, Failure> {
        let now = Instant::now();
        let terms = Terms::of([&seats[0].who, &seats[1].who], self.control, &self.rules);
        self.table = Table::new(set_up(&self.game, &self.position)?, terms, now);
        self.helped = false;
        // Nobody's clock runs while the programs get ready. A game that is over already is no matter.
        let _ = self.table.pause(now);
        self.introduce(seats)?;
        self.show_board()?;
        self.get_ready(seats, seed)?;
        let _ = self.table.resume(Instant::now());
        while self.table.phase() != Phase::Over {
            let seat = &seats[self.table.side_to_move().index()];
            match if seat.is_human() { self.ask(seats)? } else { self.think(seats)? } {
                Turn::Quit => {
                    output::line(say("left", &[]))?;
                    return Ok(None);
                }
                Turn::Other => {}
                Turn::Played(remark) => self.tell_move(seats, &seat.name, &remark)?,
            }
        }
        output::line(say("over", &[("verdict", &output::visible(&self.verdict()))]))?;
        Ok(self.table.outcome().cloned())
    }

    /// Tells the move that was played. The board follows for whoever is to look at it next: a person, or the one who only watches.
    fn tell_move(&self, seats: &[Seat; 2], name: &str, remark: &str) -> Result<(), Failure> {
        let moves = self.table.moves();
        let text = moves.last().map_or("", |played| &played.text);
        let number = number(self.board(), moves.len());
        let (text, name) = (words::move_text(self.board(), text), words::word("side", name));
        let told = say("plays", &[("number", &number), ("name", &name), ("move", &text), ("remark", &remark)]);
        output::line(format!("\n{told}"))?;
        let next = &seats[self.table.side_to_move().index()];
        let watched = !seats.iter().any(Seat::is_human);
        if next.is_human() || watched || self.table.phase() == Phase::Over { self.show_board() } else { Ok(()) }
    }

    /// How the game ended, in the language of whoever plays.
    fn verdict(&self) -> String {
        let Some(outcome) = self.table.outcome().filter(|_| words::language() == Language::German) else {
            return self.table.verdict().unwrap_or_default();
        };
        let name = |side: Side| words::word("side", &self.board().side_name(side));
        let loser = outcome.winner.map(|winner| name(!winner)).unwrap_or_default();
        let reason = match &outcome.ending {
            Ending::Resigned => say("reason.resigned", &[("loser", &loser)]),
            Ending::Agreed => say("reason.agreed", &[]),
            Ending::Fault(Fault::OutOfTime(_)) => say("reason.time", &[("loser", &loser)]),
            Ending::Rules(_) => match self.board().end_code() {
                Some(code) => words::word("reason", &code),
                // What only the record of the game knows.
                None => words::word("reason", "repetition"),
            },
            Ending::Fault(fault) => fault.to_string(),
            Ending::Adjudicated(reason) => reason.clone(),
        };
        match outcome.winner {
            Some(winner) => say("wins", &[("side", &name(winner)), ("reason", &reason)]),
            None => say("drawn", &[("reason", &reason)]),
        }
    }

    fn introduce(&self, seats: &[Seat; 2]) -> Result<(), Failure> {
        output::line(&self.game)?;
        for side in Side::BOTH {
            let seat = &seats[side.index()];
            let own = seat.name == self.board().side_name(side);
            let name = if own { say("human", &[]) } else { seat.name.clone() };
            let strength = match setup::level(&seat.who).filter(|_| setup::has_ratings(self.board())) {
                Some(level) => format!(", {}", setup::strength(level)),
                None => String::new(),
            };
            output::line(format!("{}: {name}{strength}", board::side(self.board(), side)))?;
        }
        if let Some(control) = self.control {
            output::line(say("clock", &[("clock", &clock_words(&control))]))?;
        }
        if self.keyboard.is_person || seats.iter().any(Seat::is_human) {
            output::line(say("help-line", &[]))?;
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
            output::line(say("must-pass", &[("side", &words::word("side", &self.board().side_name(side)))]))?;
        }
        let shown: Vec<String> = moves.iter().map(|mv| words::move_text(self.board(), mv)).collect();
        self.keyboard.completions = shown.iter().cloned().chain(COMMANDS.map(String::from)).collect();
        while self.table.phase() == Phase::Running {
            let left = self.table.left(side, Instant::now());
            let time = left.map_or(String::new(), |left| format!(" ({})", clock_text(left)));
            let prompt = format!("{} ", say("prompt", &[("side", &board::side(self.board(), side)), ("time", &time)]));
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
                "help" | "?" => output::line(help())?,
                "moves" => output::line(output::wrap(&shown))?,
                "why" => self.why(side, None)?,
                asked if asked.starts_with("why ") => self.why(side, line.split_whitespace().nth(1))?,
                "hint" => self.hint()?,
                "board" => self.show_board()?,
                "position" => output::line(self.board().position())?,
                "now" => output::line(say("own-turn", &[]))?,
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
                _ => match self.try_move(if line.is_empty() { "pass" } else { &line }) {
                    Ok(()) => return Ok(Turn::Played(String::new())),
                    Err(Refused::Move(error)) => output::line(say("refused", &[("error", &error)]))?,
                    Err(refused) => output::line(format!("{refused}."))?,
                },
            }
        }
        Ok(Turn::Other)
    }

    /// Plays a move as the game writes it, or with the letters of the language.
    fn try_move(&mut self, text: &str) -> Result<(), Refused> {
        let refused = match self.table.play(text, Instant::now()) {
            Ok(()) => return Ok(()),
            Err(refused) => refused,
        };
        let read = words::read_move(self.board(), text);
        if read != text && self.table.play(&read, Instant::now()).is_ok() { Ok(()) } else { Err(refused) }
    }

    /// Why a move that could be played now, or else the last move of this side, is good or bad.
    fn why(&mut self, side: Side, asked: Option<&str>) -> Result<(), Failure> {
        let played = self.table.moves().len();
        // The last move of this side is the last one or the one before.
        let mut before = engine::open(&self.game)?;
        before.set_position(&self.position)?;
        let mut own = None;
        for (ply, mv) in self.table.moves().iter().enumerate() {
            if before.side_to_move() == side {
                own = Some((ply, mv.code.clone()));
            }
            before.play(&mv.code)?;
        }
        let asked = match (asked, own) {
            (Some(mv), _) => words::read_move(self.board(), mv),
            (None, Some((ply, code))) => {
                for _ in ply..played {
                    before.undo();
                }
                code
            }
            (None, None) => return output::line(say("nothing-to-explain", &[])),
        };
        self.helped = true;
        let request = Request { asked: Some(asked), nodes: WHY_NODES, ..Request::new(&self.game, &before.position()) };
        let bar = output::spinner("...");
        let found = interrupt::stoppable(|control| explain::explain(&request, control));
        bar.finish_and_clear();
        match found {
            Ok(found) => {
                let sentences = found.sentences(words::language());
                let words: Vec<String> =
                    sentences.iter().flat_map(|one| one.text.split(' ').map(String::from)).collect();
                output::line(output::wrap(&words))
            }
            Err(error) => output::line(say("refused", &[("error", &error)])),
        }
    }

    /// A pause; false if it does not end any more.
    fn rest(&mut self) -> Result<bool, Failure> {
        let _ = self.table.pause(Instant::now());
        let goes_on = self.keyboard.ask(&say("rests", &[]))?.is_some();
        let _ = self.table.resume(Instant::now());
        Ok(goes_on)
    }

    /// Asks whether a person really gives up.
    fn resign(&mut self, side: Side) -> Result<(), Failure> {
        if self.keyboard.confirm(&say("resign", &[]))? {
            // If the time is up meanwhile, that ends the game.
            let _ = self.table.resign(side, Instant::now());
        }
        Ok(())
    }

    /// Offers a draw to the other side. A person is asked, a program has answered already.
    fn offer_draw(&mut self, seats: &[Seat; 2], side: Side) -> Result<(), Failure> {
        let name = &seats[(!side).index()].name;
        match self.table.offer_draw(side, Instant::now()) {
            Ok(Offer::Agreed) => output::line(say("accepts", &[("name", name)])),
            Ok(Offer::Declined) => output::line(say("declines", &[("name", name)])),
            Ok(Offer::Open) => {
                let question = say("draw", &[("side", &words::word("side", &self.board().side_name(!side)))]);
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
            self.helped = true;
            output::line("")?;
            self.show_board()?;
        } else {
            output::line(say("nothing-back", &[]))?;
        }
        Ok(taken)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        self.helped = true;
        self.adviser.set_position(&self.position)?;
        for played in self.table.moves() {
            self.adviser.play(&played.code)?;
        }
        let mut thinking = Thinking::new("Kiebitz", false);
        let mut failed = Ok(());
        let (adviser, board) = (&mut self.adviser, self.table.board());
        let answer = interrupt::stoppable(|control| {
            adviser.go(&Options::default(), &Go::time(HINT_TIME), control, &mut |report| {
                if report.line == 1 && thinking.is_due() && failed.is_ok() {
                    failed = thinking.show(&summary(board, report));
                }
            })
        })?;
        failed?;
        thinking.end()?;
        match answer.lines.first() {
            Some(line) if !line.pv.is_empty() => {
                let mv = words::move_text(self.board(), &line.pv[0].text);
                let hint = say("hint", &[("move", &mv), ("line", &summary(self.board(), line))]);
                output::line(output::wrap(&hint.split(' ').map(String::from).collect::<Vec<_>>()))
            }
            _ => output::line(say("no-hint", &[])),
        }
    }
}

/// A board at a position.
fn set_up(game: &str, position: &str) -> Result<Box<dyn Engine>, Failure> {
    let mut board = engine::open(game)?;
    board.set_position(position)?;
    Ok(board)
}

/// What a clock means, in the language of whoever plays.
fn clock_words(control: &TimeControl) -> String {
    if words::language() != Language::German {
        return control.words();
    }
    let span = |time: Duration| match time.as_secs_f64() {
        seconds if seconds >= 60.0 && seconds % 60.0 == 0.0 => format!("{} min", seconds / 60.0),
        seconds => format!("{seconds} s").replace('.', ","),
    };
    let start = span(control.start);
    let each = match control.moves {
        None => format!("{start} für die Partie"),
        Some(moves) => format!("{start} für je {moves} Züge"),
    };
    let more = if control.increment.is_zero() {
        String::new()
    } else {
        format!(", {} mehr mit jedem Zug", span(control.increment))
    };
    each + &more
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

/// The number of the move that was just played, as the players of the game count: a position may come with its own count, and with the second
/// player to move.
fn number(board: &dyn Engine, plies: usize) -> String {
    // Whose turn it is now was not the one who moved.
    let second = board.side_to_move() == Side::First;
    let counted =
        board.customs().fen.then(|| board.position().split_whitespace().nth(5)?.parse::<usize>().ok()).flatten();
    let number = match counted {
        Some(next) => next - usize::from(second && next > 0),
        None => (plies + usize::from(second == (plies % 2 == 1))).div_ceil(2),
    };
    format!("{number}{}", if second { "..." } else { "." })
}
