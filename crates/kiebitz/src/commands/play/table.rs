//! One game between two seats at a terminal.

use std::time::{Duration, Instant};

use engine::{Engine, GameResult, Go, Options, Participant, PlayedGame, Player, Side};

use super::clock::{Clocks, TimeControl};
use super::setup::{confirm, read_line};
use super::thinking::{Thinking, effort, summary};
use crate::output::{self, Failure};
use crate::{board, interrupt};

/// A player with a name.
#[derive(Clone, Debug)]
pub struct Seat {
    pub name: String,
    pub player: Player,
}

impl Seat {
    /// Can this player play this game?
    pub fn check(player: &Player, engine: &dyn Engine) -> Result<(), engine::Error> {
        match player {
            Player::Human => Ok(()),
            Player::Program { text, options, go } => {
                engine.check(options, go).map_err(|error| engine::Error::Request(format!("player '{text}': {error}")))
            }
        }
    }
}

/// The table at which games are played.
pub struct Table {
    game: String,
    position: String,
    control: Option<TimeControl>,
    /// The board that everybody sees.
    board: Box<dyn Engine>,
    /// What each player and, the last, the adviser thinks with: nobody sees what another has found out.
    minds: [Box<dyn Engine>; 3],
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
    /// Moves were taken back: another turn, maybe another player's.
    Again,
    Resigned,
    Quit,
}

/// Who gives hints.
const ADVISER: usize = 2;
/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(1);

const HELP: &str = "\
  a move     in the game's notation; 'moves' lists the legal ones
  moves      the legal moves
  hint       what Kiebitz would play, and what it expects then
  undo       take back your last move, and the reply to it
  board      show the board again
  position   the position as text
  resign     give up
  quit       leave";

impl Table {
    pub fn new(game: &str, position: &str, control: Option<TimeControl>) -> Result<Table, Failure> {
        let mut board = engine::open(game)?;
        board.set_position(position)?;
        let mind = || engine::open(game);
        let minds = [mind()?, mind()?, mind()?];
        Ok(Table { game: game.to_string(), position: position.to_string(), control, board, minds })
    }

    pub fn board(&self) -> &dyn Engine {
        &*self.board
    }

    /// The game on the board as the history keeps it; without an ending it was broken off.
    pub fn played_game(&self, seats: &[Seat; 2], ending: Option<&Ending>) -> PlayedGame {
        let player = |seat: &Seat| Participant {
            name: seat.name.clone(),
            options: if seat.player.is_human() { String::new() } else { seat.player.to_string() },
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
        self.minds.iter_mut().for_each(|mind| mind.forget());
        let mut clocks = self.control.map(Clocks::new);
        output::line(&self.game)?;
        for side in Side::BOTH {
            let name = &seats[side.index()].name;
            let name = if name == self.board.side_name(side) { "human" } else { name };
            output::line(format!("{}: {name}", board::side(self.board(), side)))?;
        }
        if seats.iter().any(|seat| seat.player.is_human()) {
            output::line("'help' lists what you can type.")?;
        }
        self.show_board()?;
        loop {
            if let Some(verdict) = self.board.verdict() {
                output::line(format!("The game is over. {verdict}."))?;
                let winner = self.board.end().and_then(|end| end.outcome.winner());
                return Ok(Some(Ending { winner, reason: verdict }));
            }
            let side = self.board.side_to_move();
            let [name, other] = [side, !side].map(|side| self.board.side_name(side));
            let seat = &seats[side.index()];
            let start = Instant::now();
            let turn = match &seat.player {
                Player::Human => self.ask(seats, clocks.as_ref())?,
                Player::Program { options, .. } => {
                    let options = Options { seed: options.seed.wrapping_add(seed), ..(**options).clone() };
                    self.think(&options, seat, clocks.as_ref())?
                }
            };
            match turn {
                Turn::Quit => return Ok(None),
                Turn::Resigned => {
                    let reason = format!("{other} wins: {name} resigns");
                    output::line(format!("The game is over. {reason}."))?;
                    return Ok(Some(Ending { winner: Some(!side), reason }));
                }
                _ => {}
            }
            if let Some(clocks) = &mut clocks
                && !clocks.spend(side, start.elapsed(), matches!(turn, Turn::Played(..)))
            {
                let reason = format!("{other} wins: {name} has used up the time");
                output::line(format!("The game is over. {reason}."))?;
                return Ok(Some(Ending { winner: Some(!side), reason }));
            }
            if let Turn::Played(mv, remark) = turn {
                let number = self.board.played().len();
                output::line(format!("\n{number}. {} plays {mv}{remark}", seat.name))?;
                self.show_board()?;
            }
        }
    }

    fn show_board(&self) -> Result<(), Failure> {
        output::print(&board::paint(self.board()))
    }

    /// A person's turn.
    fn ask(&mut self, seats: &[Seat; 2], clocks: Option<&Clocks>) -> Result<Turn, Failure> {
        let side = self.board.side_to_move();
        let moves = self.board.moves();
        let must_pass = moves == ["pass"];
        if must_pass {
            output::line(format!("{} has no other move than to pass: press Enter.", self.board.side_name(side)))?;
        }
        let time = clocks.map_or(String::new(), |clocks| format!(" ({})", clocks.text(side)));
        let prompt = format!("{}{time} to move> ", board::side(self.board(), side));
        loop {
            let Some(line) = read_line(&prompt)? else { return Ok(Turn::Quit) };
            match line.to_lowercase().as_str() {
                "" if !must_pass => {}
                "help" | "?" => output::line(HELP)?,
                "moves" => output::line(output::wrap(&moves))?,
                "hint" => self.hint()?,
                "board" => self.show_board()?,
                "position" => output::line(self.board.position())?,
                "resign" => {
                    if confirm("Really resign?")? {
                        return Ok(Turn::Resigned);
                    }
                }
                "quit" | "exit" => return Ok(Turn::Quit),
                "undo" => {
                    if self.undo(seats) {
                        output::line("")?;
                        self.show_board()?;
                        return Ok(Turn::Again);
                    }
                    output::line("There is no move of yours to take back.")?;
                }
                _ => match self.board.play(if line.is_empty() { "pass" } else { &line }) {
                    Ok(mv) => return Ok(Turn::Played(mv, String::new())),
                    Err(error) => {
                        output::line(format!("{error}. 'moves' lists the legal moves, 'help' the commands."))?
                    }
                },
            }
        }
    }

    /// Takes back to the last turn of the person who asks: their own move and what was played since.
    fn undo(&mut self, seats: &[Seat; 2]) -> bool {
        let side = self.board.side_to_move();
        let other_is_human = seats[(!side).index()].player.is_human();
        let mut taken = Vec::new();
        while let Some(last) = self.board.played().pop() {
            self.board.undo();
            taken.push(last);
            if other_is_human || self.board.side_to_move() == side {
                return true;
            }
        }
        // The program opened the game and nobody else has moved: all stays as it was.
        for mv in taken.iter().rev() {
            let _ = self.board.play(mv);
        }
        false
    }

    /// Brings a mind to the position on the board, by the same way.
    fn inform(&mut self, mind: usize) -> Result<(), Failure> {
        let mind = &mut self.minds[mind];
        mind.set_position(&self.position)?;
        for mv in self.board.played() {
            mind.play(&mv)?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Failure> {
        self.inform(ADVISER)?;
        let mut thinking = Thinking::new("Kiebitz");
        let mind = &mut self.minds[ADVISER];
        let answer = interrupt::stoppable(|control| {
            mind.go(&Options::default(), &Go::time(HINT_TIME), control, &mut |report| thinking.show(report, control))
        })?;
        thinking.end()?;
        match answer.lines.first() {
            Some(line) if !line.pv.is_empty() => output::line(format!("Hint: {} ({})", line.pv[0], summary(line))),
            _ => output::line("No hint."),
        }
    }

    /// The program's turn: what it sees is shown while it thinks, if somebody watches.
    fn think(&mut self, options: &Options, seat: &Seat, clocks: Option<&Clocks>) -> Result<Turn, Failure> {
        let side = self.board.side_to_move();
        let mut go = seat.player.go();
        if let Some(clocks) = clocks {
            if !matches!(&seat.player, Player::Program { go, .. } if go.is_limited()) {
                go.time = None;
            }
            go.clock = Some(clocks.of(side));
        }
        self.inform(side.index())?;
        let mut thinking = Thinking::new(&seat.name);
        let mind = &mut self.minds[side.index()];
        let answer = interrupt::stoppable(|control| {
            mind.go(options, &go, control, &mut |report| thinking.show(report, control))
        })?;
        thinking.end()?;
        let best = answer.best.ok_or_else(|| Failure::Other("the program found no move".to_string()))?;
        let mv = self.board.play(&best)?;
        let remark = match answer.lines.first() {
            Some(line) if line.nodes > 0 => format!("   ({})", effort(line)),
            _ => String::new(),
        };
        Ok(Turn::Played(mv, remark))
    }
}
