//! Games from text, and games as text.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{RecordFormat, Score};

/// A text with games or a position in it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ImportRequest {
    /// PGN with any number of games, PDN, a FEN, or moves.
    pub text: String,
    /// The game that a text without tags belongs to; chess if absent.
    pub game: Option<String>,
}

/// What was in it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Imported {
    /// The games that could be read, wholly or in part.
    pub games: Vec<ImportedGame>,
    /// What could not be read.
    pub errors: Vec<ImportError>,
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ImportedGame {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The game of the registry.
    pub game: String,
    /// Its tags in their order.
    pub tags: Vec<Tag>,
    /// Where it began, in the game's notation.
    pub start: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// A comment before the first move.
    #[schema(required)]
    pub comment: Option<String>,
    /// The moves as a tree; [`Node::parent`] is an index into this list, and the main line has the first child everywhere.
    pub nodes: Vec<Node>,
}

/// A tag.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A move in a tree of variations.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportedNode)]
pub struct Node {
    /// The index of the move before it; none for a first move.
    #[schema(required)]
    pub parent: Option<usize>,
    /// As people write it.
    pub text: String,
    /// As programs write it.
    pub code: String,
    /// Numeric annotation glyphs.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub nags: Vec<u8>,
    /// What is said about it, without commands such as `%clk`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub comment: Option<String>,
    /// Arrows and marked cells (`%cal`, `%csl`).
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub arrows: Vec<Arrow>,
    /// The value as the text has it (`%eval`): `0.35`, `#-4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub eval: Option<String>,
    /// The clock as the text has it (`%clk`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clock: Option<String>,
}

/// An arrow, or a marked cell if both ends are the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Arrow {
    /// `G`, `R`, `B` or `Y`.
    pub color: String,
    /// The cell it begins on.
    pub from: usize,
    /// The cell it points to.
    pub to: usize,
}

/// What could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ImportError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong, in English.
    pub message: String,
}

/// A game to be written down.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordRequest {
    /// The game as an import gives it; the moves are played by their codes.
    pub game: ImportedGame,
    /// What its positions were found to be worth.
    #[serde(default)]
    pub judged: Vec<JudgedNode>,
}

/// What the position after a move was found to be worth.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct JudgedNode {
    /// The index of the move.
    pub node: usize,
    /// The value.
    pub score: Score,
    /// The depth of the search that found it.
    pub depth: u32,
}

/// A game as text.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WrittenGame {
    /// The text.
    pub text: String,
    /// Its format: the one that the game's players use.
    pub format: RecordFormat,
    /// The same as a media type.
    pub media_type: String,
}
