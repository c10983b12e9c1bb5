//! From the texts of moves to the moves of a game.

use std::fmt;

use game::{Game, MoveError};

/// A move that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// How many moves were played before it.
    pub ply: usize,
    /// Why it is refused.
    pub error: MoveError,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}: {}", self.ply + 1, self.error)
    }
}

impl std::error::Error for Refused {}

/// Plays moves from a position: `each` is called with the position before each move, and the move. Returns the last position.
///
/// Records leave out passes that must be made, and some have move numbers without a dot: both are understood.
pub fn replay<'a, G: Game>(
    start: &G,
    moves: impl IntoIterator<Item = &'a str>,
    mut each: impl FnMut(&G, G::Move),
) -> Result<G, Refused> {
    let mut position = start.clone();
    let mut ply = 0;
    let mut play = |position: &mut G, mv: G::Move| {
        each(position, mv);
        position.play(mv);
        ply += 1;
        ply
    };
    let mut played = 0;
    for text in moves {
        let mut read = position.parse_move(text);
        if read.is_err()
            && let Some(pass) = forced_pass(&position)
        {
            played = play(&mut position, pass);
            read = position.parse_move(text);
        }
        match read {
            Ok(mv) => played = play(&mut position, mv),
            Err(_) if text.bytes().all(|byte| byte.is_ascii_digit()) => {}
            Err(error) => return Err(Refused { ply: played, error }),
        }
    }
    Ok(position)
}

/// The pass, where nothing else may be played.
fn forced_pass<G: Game>(position: &G) -> Option<G::Move> {
    match position.moves()[..] {
        [only] if position.move_text(only) == "pass" => Some(only),
        _ => None,
    }
}
