//! Refusals.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What every refused request is answered with.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// What is wrong.
    pub error: Problem,
}

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// A word for programs: `illegal-move`, `unknown-game`, `out-of-turn`.
    pub code: String,
    /// A sentence for people, in English: what was wrong, where, and what would be right.
    pub message: String,
    /// Where in a list of moves it is, if it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub details: Option<Place>,
}

/// A place in a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Place {
    /// The index of the move.
    pub ply: usize,
    /// The move as it was written.
    #[serde(rename = "move")]
    pub mv: String,
}
