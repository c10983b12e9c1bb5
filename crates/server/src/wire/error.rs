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
}
