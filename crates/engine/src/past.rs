//! What was played before: the interface through which a search asks a history of played games. The engine keeps no games; the
//! crate `history` does, and the caller that starts a search connects the two in [`crate::Resources::past`].

use std::fmt;
use std::sync::Arc;

use game::Key;

use crate::Error;

/// A record of played games that can be asked about a position.
pub trait Past: Send + Sync {
    /// The moves that were played in a position of a game (its name with its parameters), the most frequent first. None, if
    /// the position is not known.
    fn moves(&self, game: &str, key: Key) -> Result<Vec<PastMove>, Error>;

    /// The values that searches by an evaluator have found in positions of a game, the newest first, at most so many.
    fn searched(&self, game: &str, evaluator: &str, most: usize) -> Result<Vec<Searched>, Error>;

    /// Keeps such a value. It takes the place of one that was found less deep.
    fn keep(&self, game: &str, evaluator: &str, searched: Searched) -> Result<(), Error>;
}

/// What a search has found in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The position.
    pub key: Key,
    /// How deep it was searched.
    pub depth: i32,
    /// Its value for the first player, in score steps.
    pub value: i32,
}

/// A move that was played before, with its results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastMove {
    /// The move in the game's protocol notation.
    pub mv: String,
    /// Games that the first player won, draws, games that the second player won.
    pub results: [u64; 3],
}

/// The played games that a search may ask. None, by default.
#[derive(Clone, Default)]
pub struct PastGames(Option<Arc<dyn Past>>);

impl PastGames {
    /// These games.
    pub fn new(games: Arc<dyn Past>) -> PastGames {
        PastGames(Some(games))
    }

    /// The record. Without any games it is an error to ask.
    pub(crate) fn ask(&self) -> Result<&dyn Past, Error> {
        let nowhere =
            || Error::Request("evaluators 'history' and 'rote': there is no history of played games here".to_string());
        self.0.as_deref().ok_or_else(nowhere)
    }
}

impl fmt::Debug for PastGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "PastGames(some)" } else { "PastGames(none)" })
    }
}

/// Equal if they are the same record.
impl PartialEq for PastGames {
    fn eq(&self, other: &PastGames) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
}
