//! The judgement of a position without a search, and what it is made of.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position to be judged by the hand-made evaluation of its game, with some of its weights turned.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WeightsRequest {
    /// The game with its parameters.
    pub game: String,
    /// The position in the game's notation; the start position if absent.
    pub position: Option<String>,
    /// Groups of terms, or terms, whose weights are multiplied.
    #[serde(default)]
    pub scales: Vec<WeightScale>,
}

/// What the weights of a group are multiplied by.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WeightScale {
    /// The group, or a term.
    pub group: String,
    /// In hundredths: 100 changes nothing.
    pub percent: i32,
}

/// A judgement, from the first player's view.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WeightsAnswer {
    /// The evaluator that judges.
    pub evaluator: String,
    /// What the position is worth, as the game's players write it.
    pub total: String,
    /// The same with the weights that are built in.
    pub usual: String,
    /// What the groups of terms contribute; none if the evaluation of the game is not made of terms.
    pub groups: Vec<JudgedGroup>,
}

/// What a group of terms contributes.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct JudgedGroup {
    /// Its name.
    pub name: String,
    /// With the weights as they are turned, in score steps.
    pub value: f64,
    /// The same as the game's players write it.
    pub text: String,
    /// With the weights that are built in.
    pub usual: f64,
}
