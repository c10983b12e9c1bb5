//! One game between two seats at a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use engine::{Engine, Go, Options, Player, Report, Side};

use super::clock::{Clocks, TimeControl};
use super::setup::{confirm, read_line};
use crate::output::{self, Failure};
use crate::{board, interrupt};

/// A player with a name.
#[derive(Clone, Debug)]
pub struct Seat {
    pub name: String,
    pub player: Player,
}

/// The table at which games are played.
pub struct Table {
    engine: Box<dyn Engine>,
    position: String,
    control: Option<TimeControl>,
    /// Where the random numbers of the next game begin.
    pub seed: u64,
}

/// What a turn comes to.
enum Turn {
    Played(String),
    /// Moves were taken back: another turn, maybe another player's.
    Again,
    Resigned,
    Quit,
}

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(1);

const HELP: &str = "\
  a move     in the game's notation; 'moves' lists the legal ones
  moves      the legal moves
  hint       what Kiebitz would play, and why it thinks so
  undo       take back your last move, and the reply to it
  board      show the board again
  position   the position as text
  resign     give up
  quit       leave";

impl Table {
    pub fn new(game: &str, position: &str, control: Option<TimeControl>) -> Result<Table, Failure> {
        let mut engine = engine::open(game)?;
        engine.set_position(position)?;
        Ok(Table { engine, position: position.to_string(), control, seed: 1 })
    }

    /// Plays one game. The winner, or `Some(None)` for a draw, or `None` if it was broken off.
    pub fn play(&mut self, seats: &[Seat; 2]) -> Result<Option<Option<Side>>, Failure> {
        self.engine.set_position(&self.position)?;
        self.engine.forget();
        let mut clocks = self.control.map(Clocks::new);
        for side in [Side::First, Side::Second] {
            output::line(format!("{}: {}", self.engine.side_name(side), seats[side.index()].name))?;
        }
        self.show_board()?;
        loop {
            if let Some(verdict) = self.engine.verdict() {
                output::line(format!("The game is over: {verdict}."))?;
                return Ok(Some(self.engine.end().and_then(|end| end.outcome.winner())));
            }
            let side = self.engine.side_to_move();
            let seat = &seats[side.index()];
            let start = Instant::now();
            let turn = match &seat.player {
                Player::Human => self.ask(seats, clocks.as_ref())?,
                Player::Program { options, .. } => self.think(options, seat, clocks.as_ref())?,
            };
            match turn {
                Turn::Quit => return Ok(None),
                Turn::Again => continue,
                Turn::Resigned => {
                    let winner = self.engine.side_name(!side);
                    output::line(format!("{} resigns: {winner} wins.", self.engine.side_name(side)))?;
                    return Ok(Some(Some(!side)));
                }
                Turn::Played(mv) => {
                    if let Some(clocks) = &mut clocks
                        && !clocks.spend(side, start.elapsed())
                    {
                        let winner = self.engine.side_name(!side);
                        output::line(format!("{} has used up the time: {winner} wins.", self.engine.side_name(side)))?;
                        return Ok(Some(Some(!side)));
                    }
                    let number = self.engine.played().len();
                    output::line(format!("\n{number}. {} plays {mv}", seat.name))?;
                    self.show_board()?;
                }
            }
        }
    }

    fn show_board(&self) -> Result<(), Failure> {
        output::print(&board::paint(&self.engine.diagram(), &self.engine.last_move_cells()))
    }

    /// A person's turn.
    fn ask(&mut self, seats: &[Seat; 2], clocks: Option<&Clocks>) -> Result<Turn, Failure> {
        let side = self.engine.side_to_move();
        let time = clocks.map_or(String::new(), |clocks| format!(" ({})", clocks.text(side)));
        let prompt = format!("{}{time} to move> ", self.engine.side_name(side));
        loop {
            let Some(line) = read_line(&prompt)? else { return Ok(Turn::Quit) };
            match line.as_str() {
                "" => {}
                "help" | "?" => output::line(HELP)?,
                "moves" => output::line(self.engine.moves().join(" "))?,
                "hint" => self.hint()?,
                "board" => self.show_board()?,
                "position" => output::line(self.engine.position())?,
                "resign" => {
                    if confirm("Really resign? [y/n] ")? {
                        return Ok(Turn::Resigned);
                    }
                }
                "quit" | "exit" => return Ok(Turn::Quit),
                "undo" => {
                    if self.undo(seats) {
                        self.show_board()?;
                        return Ok(Turn::Again);
                    }
                    output::line("There is no move of yours to take back.")?;
                }
                mv => match self.engine.play(mv) {
                    Ok(mv) => return Ok(Turn::Played(mv)),
                    Err(error) => {
                        output::line(format!("{error}. 'moves' lists the legal moves, 'help' the commands."))?
                    }
                },
            }
        }
    }

    /// Takes back to the last turn of the person who asks: their own move and what was played since.
    fn undo(&mut self, seats: &[Seat; 2]) -> bool {
        let side = self.engine.side_to_move();
        let other_is_human = seats[(!side).index()].player.is_human();
        if !self.engine.undo() {
            return false;
        }
        if other_is_human || self.engine.side_to_move() == side {
            return true;
        }
        while self.engine.undo() {
            if self.engine.side_to_move() == side {
                return true;
            }
        }
        // The program opened the game and nobody else has moved: nothing to take back. Its move comes again.
        true
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let engine = &mut self.engine;
        let options = Options::default();
        let answer = interrupt::stoppable(|control| engine.go(&options, &Go::time(HINT_TIME), control, &mut |_| {}))?;
        if let Some(line) = answer.lines.first() {
            output::line(format!("{}, depth {}: {}", line.score_text, line.depth, line.pv.join(" ")))?;
        }
        Ok(())
    }

    /// The program's turn: what it sees is shown while it thinks, if somebody watches.
    fn think(&mut self, options: &Options, seat: &Seat, clocks: Option<&Clocks>) -> Result<Turn, Failure> {
        let side = self.engine.side_to_move();
        let mut go = seat.player.go();
        if let Some(clocks) = clocks {
            if !matches!(&seat.player, Player::Program { go, .. } if go.is_limited()) {
                go.time = None;
            }
            go.clock = Some(clocks.of(side));
        }
        let options = Options { seed: options.seed.wrapping_add(self.seed), ..options.clone() };
        let watched = std::io::stdout().is_terminal();
        let mut shown = Ok(());
        let engine = &mut self.engine;
        let answer = interrupt::stoppable(|control| {
            engine.go(&options, &go, control, &mut |report| {
                if watched && report.line == 1 && shown.is_ok() {
                    shown = output::print(&format!("\r\x1b[K{}", thought(&seat.name, report)));
                }
            })
        })?;
        shown?;
        if watched {
            output::print("\r\x1b[K")?;
        }
        let best = answer.best.ok_or_else(|| Failure::Other("the program found no move".to_string()))?;
        let mv = self.engine.play(&best)?;
        match answer.lines.first() {
            Some(line) if line.depth > 0 => Ok(Turn::Played(format!(
                "{mv}   ({}, depth {}, {} nodes)",
                line.score_text,
                line.depth,
                output::thousands(line.nodes)
            ))),
            _ => Ok(Turn::Played(mv)),
        }
    }
}

/// What the search sees, on one line.
fn thought(name: &str, report: &Report) -> String {
    let line = format!(
        "{name} thinks: depth {}, {}, {} nodes: {}",
        report.depth,
        report.score_text,
        output::thousands(report.nodes),
        report.pv.join(" ")
    );
    let width = 78;
    if line.chars().count() > width { line.chars().take(width - 3).chain("...".chars()).collect() } else { line }
}
