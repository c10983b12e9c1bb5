//! What people may do at the table of a game.

use arena::Table;
use engine::{Instant, Side};

use crate::refusal::{Code, Refusal};

/// What a game can be told.
#[derive(Clone, Debug)]
pub enum Command {
    /// Nothing: how is it?
    Look,
    /// A person moves.
    Move {
        /// The move, in any notation.
        mv: String,
        /// How many moves the person has seen.
        ply: Option<usize>,
    },
    /// A person gives up.
    Resign(Option<Side>),
    /// A person offers a draw, or accepts one.
    Draw(Option<Side>),
    /// A person takes back.
    TakeBack(Option<Side>),
    /// A person asks for advice.
    Hint,
    /// Clocks and programs stand still.
    Pause,
    /// They go on.
    Resume,
}

impl Command {
    /// Does a person get help by it? Then the game does not count any more.
    pub fn helps(&self) -> bool {
        matches!(self, Command::TakeBack(_) | Command::Hint)
    }

    /// Carries it out.
    pub fn apply(&self, table: &mut Table, now: Instant) -> Result<(), Refusal> {
        match self {
            Command::Look | Command::Hint => {}
            Command::Move { mv, ply } => {
                let played = table.moves().len();
                if let Some(ply) = ply.filter(|&ply| ply != played) {
                    let message = format!("{played} moves are played, not {ply}");
                    return Err(Refusal::new(Code::OutOfTurn, message));
                }
                table.play(mv, now)?;
            }
            Command::Resign(side) => table.resign(person(table, *side), now)?,
            Command::Draw(side) => table.offer_draw(person(table, *side), now).map(drop)?,
            Command::TakeBack(side) => table.take_back(person(table, *side), now)?,
            Command::Pause => table.pause(now)?,
            Command::Resume => table.resume(now)?,
        }
        Ok(())
    }
}

/// The person who is meant: the one who was named, or the only one, or whose turn it is.
fn person(table: &Table, named: Option<Side>) -> Side {
    named.unwrap_or(match Side::BOTH.map(|side| table.is_person(side)) {
        [true, false] => Side::First,
        [false, true] => Side::Second,
        _ => table.side_to_move(),
    })
}
