//! Values of positions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The value of a position from the first player's view. Either `cp` or `mate` is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Score {
    /// Hundredths of the game's unit (pawn, disc, point); absent for a decided game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cp: Option<i32>,
    /// The winner's moves until the game is won: positive if the first player wins, negative if the second does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub mate: Option<i32>,
    /// As the game's players write it.
    pub text: String,
    /// The share of the points that the first player may expect, 0 to 1.
    pub chance: f64,
}
