//! Games given as text.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Rules to be looked at.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    /// The rules, in the language of boards or in the Game Description Language.
    pub text: String,
    /// Is the game to be kept, so that it can be played?
    #[serde(default)]
    pub keep: bool,
}

/// What the rules are: a game, or what is wrong with them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RulesAnswer {
    /// What is wrong; absent if nothing is.
    #[schema(required)]
    pub problem: Option<RulesProblem>,
    /// The game; absent if something is wrong.
    #[schema(required)]
    pub game: Option<RuledGame>,
}

/// What is wrong with rules, and where.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RulesProblem {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What is wrong, in English.
    pub message: String,
}

/// A game given as text.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RuledGame {
    /// Its name as a game of this server; absent if it is not kept.
    #[schema(required)]
    pub name: Option<String>,
    /// What people call it.
    pub title: String,
    /// What it is, in a sentence.
    pub about: String,
    /// What the sides are called, first player first.
    #[schema(min_items = 2, max_items = 2)]
    pub players: [String; 2],
    /// Do the players always alternate?
    pub alternating: bool,
    /// The facts that a position can have.
    pub facts: usize,
    /// The moves that each side can ever have.
    #[schema(min_items = 2, max_items = 2)]
    pub moves: [usize; 2],
    /// The first position as lines of letters; none if no board was found.
    pub picture: Vec<String>,
    /// Random games that were played, and how many of them ended.
    pub games: usize,
    /// See `games`.
    pub ended: usize,
    /// Their plies, on average.
    pub plies: f64,
    /// What looks wrong and does no harm, in English.
    pub warnings: Vec<String>,
}

/// A game given as text that the program carries.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RulesExample {
    /// Its name.
    pub name: String,
    /// What it is, in English.
    pub about: String,
    /// What it is, in German.
    pub about_de: String,
    /// The rules.
    pub text: String,
}
