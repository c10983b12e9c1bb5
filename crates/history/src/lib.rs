//! The history of played games: one SQLite file for all games of the registry.
//!
//! The store knows no rules. A game comes to it as moves in the game's protocol notation with the key of the position before
//! each; so it can count, for any game, how often a move was played in a position and what came of it. [`import`] brings
//! games of chess from PGN files.
//!
//! # The tables
//!
//! | table | holds |
//! |---|---|
//! | `variants` | the games of the registry that occur, by their names with parameters |
//! | `games` | players with ratings and options, clock, start (if it is not the usual one), moves, result, date, source |
//! | `moves` | for each position (its 64-bit key) and move: wins of the first player, draws, wins of the second, the sum and number of the movers' ratings, and the last four games as eight hexadecimal digits each, the newest first |
//! | `pending` | the keys of games that `moves` does not count yet |
//! | `searched` | what searches of a player who learns by rote have found, by position |
//! | `ratings` | what a game has done to the rating of the person in it, if it counts ([`rating`]) |
//!
//! A game is in the store as soon as its row in `games` is committed, one transaction a game. The counts follow in batches: a
//! transaction adds many games to `moves` and takes them from `pending`. If the program dies in between, the next one to open
//! the store catches up. The file is in WAL mode, so a program that dies leaves nothing half-written.
//!
//! A search that learns from it asks through [`engine::Past`]: the engine knows the question, [`HistoryFile`] has the answer,
//! and the code that starts the search connects the two ([`past`]).
//!
//! Reference: <https://www.sqlite.org/wal.html>.

mod count;
mod explorer;
pub mod export;
mod file;
pub mod import;
mod insert;
mod open;
pub mod rating;
mod searched;

use std::path::{Path, PathBuf};

use game::Key;
pub use knowledge::Error;
use rusqlite::Connection;

pub use self::explorer::{Explored, StoredGame};
pub use self::file::{HistoryFile, default_file, past};
pub use ::record::GameResult;

/// An open store.
pub struct History {
    path: PathBuf,
    connection: Connection,
}

/// One of the players of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Participant {
    /// The name.
    pub name: String,
    /// How a program was set: its text on the command line. Empty for people.
    pub options: String,
    /// The rating.
    pub rating: Option<u32>,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayedGame {
    /// The game of the registry with its parameters: `chess`, `draughts(rules=russian)`.
    pub game: String,
    /// The position it began from in the game's notation; `None` for the start position.
    pub start: Option<String>,
    /// The key of the position before each move, and the move in protocol notation.
    pub course: Vec<(Key, String)>,
    /// How it ended.
    pub result: GameResult,
    /// The players, who opened the game first.
    pub players: [Participant; 2],
    /// The clock, as it was asked for: `5+3`.
    pub clock: Option<String>,
    /// Why it ended: checkmate, resignation, time.
    pub termination: Option<String>,
    /// The tournament or match.
    pub event: Option<String>,
    /// Where.
    pub site: Option<String>,
    /// When, as `2026.11.15`; today, if nothing is said.
    pub date: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// Where the record comes from: `play`, `arena`, the name of a file.
    pub source: String,
    /// Does it count for the rating of the person who played in it?
    pub counts: bool,
}

impl History {
    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// An error of the store with the file's name.
    fn failed(&self) -> impl Fn(rusqlite::Error) -> Error + '_ {
        store_error(&self.path)
    }
}

impl std::fmt::Debug for History {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "History({})", self.path.display())
    }
}

/// An error of SQLite is an error of the file that it happened in.
fn store_error(path: &Path) -> impl Fn(rusqlite::Error) -> Error + '_ {
    move |error| Error::Io(path.to_path_buf(), std::io::Error::other(error))
}
