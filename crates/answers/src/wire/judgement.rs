//! A position judged without a search, as the lab writes it.

use lab::judgement::{Judgement, Ply};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position to be judged without a search, and the line that it belongs to.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct JudgementRequest {
    /// The game with its parameters.
    pub game: String,
    /// Where it begins; the start position if absent.
    pub position: Option<String>,
    /// The moves of the line.
    #[serde(default)]
    pub moves: Vec<String>,
    /// After how many of them the position is that is judged; after all if absent.
    pub ply: Option<usize>,
    /// The evaluator, one of those that the registry names for the game; its first if absent.
    pub evaluator: Option<String>,
}

/// The judgement, and how it changes along the line. All values are from the first player's view.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JudgementAnswer {
    /// Of the position.
    pub judgement: Judgement,
    /// Of every position of the line, the first one included.
    pub line: Vec<Ply>,
}
