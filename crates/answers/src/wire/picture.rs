//! Pictures of boards.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Arrow;

/// A board to be drawn.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PictureRequest {
    /// The game with its parameters.
    pub game: String,
    /// The position in the game's notation; the start position if absent.
    pub position: Option<String>,
    /// Moves from there; the last is marked.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Seen from the other side.
    #[serde(default)]
    pub flipped: bool,
    /// Arrows; the color is `G`, `R`, `B` or `Y`.
    #[serde(default)]
    pub arrows: Vec<Arrow>,
    /// The width in pixels.
    pub size: Option<u32>,
}
