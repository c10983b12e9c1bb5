//! What is known without searching: books, played games, endgame tables.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{OpeningView, Side};

/// What was played in a position, and what a book would play.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExplorerAnswer {
    /// The moves of the embedded book, the heaviest first.
    pub book: Vec<BookMove>,
    /// The moves of the history of played games, the most frequent first.
    pub history: Vec<HistoryMove>,
    /// What the opening is called.
    #[schema(required)]
    pub opening: Option<OpeningView>,
}

/// A move of a book.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct BookMove {
    /// As people write it.
    #[serde(rename = "move")]
    pub mv: String,
    /// As programs write it.
    pub code: String,
    /// Its weight among the moves of the position.
    pub weight: u16,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct HistoryMove {
    /// As people write it.
    #[serde(rename = "move")]
    pub mv: String,
    /// As programs write it.
    pub code: String,
    /// How often.
    pub games: u64,
    /// Games that the first player won.
    pub first: u64,
    /// Draws.
    pub draws: u64,
    /// Games that the second player won.
    pub second: u64,
    /// The mean rating of those who played it.
    #[schema(required)]
    pub rating: Option<u32>,
}

/// What became of games that were brought into the history.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Kept {
    /// Games that are there now and were not before.
    pub added: u64,
    /// Games that were there already.
    pub known: u64,
    /// Games that could not be read, have no moves, or are of other variants.
    pub left_out: u64,
}

/// What the endgame tables say of a position.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndgameAnswer {
    /// The value of the position; absent if no table knows it.
    #[schema(required)]
    pub value: Option<TableValue>,
    /// The legal moves with their values, the best first; none if no table knows the position.
    pub moves: Vec<EndgameMove>,
}

/// A value from a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableValue {
    /// Who wins; nobody if it is drawn.
    #[schema(required)]
    pub winner: Option<Side>,
    /// Plies to mate, in a position that is not drawn.
    #[schema(required)]
    pub dtm: Option<u32>,
}

/// A legal move with its value.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndgameMove {
    /// As people write it.
    #[serde(rename = "move")]
    pub mv: String,
    /// As programs write it.
    pub code: String,
    /// What comes of it.
    pub value: TableValue,
}
