//! Games that are being played.

use engine::PlayerSpec;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{EndView, Score, Side, View};

/// A clock as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ClockSetting {
    /// Seconds for the game.
    pub base_s: f64,
    /// Seconds that each move adds.
    #[serde(default)]
    pub inc_s: f64,
}

/// A game that is to begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NewGame {
    /// The game with its parameters.
    pub game: String,
    /// Where it begins, in the game's notation; the start position if absent.
    pub position: Option<String>,
    /// Moves that are played already when it begins.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who plays the first side.
    pub first: PlayerSpec,
    /// Who plays the second side.
    pub second: PlayerSpec,
    /// The clock; none if absent.
    pub clock: Option<ClockSetting>,
    /// Which page asks: a random text of 8 to 64 letters, digits and hyphens that the page keeps.
    pub client: Option<String>,
}

/// Both players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Players {
    /// Who moves first.
    pub first: PlayerSpec,
    /// The other.
    pub second: PlayerSpec,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// It is somebody's turn.
    Running,
    /// Clocks and programs stand still.
    Paused,
    /// It is over.
    Over,
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct LiveGame {
    /// Its id.
    pub id: String,
    /// Counts every change: of two states the one with the greater number is the newer.
    pub version: u64,
    /// The game with its parameters.
    pub game: String,
    /// Who plays.
    pub players: Players,
    /// The clock.
    #[schema(required)]
    pub clock: Option<ClockState>,
    /// Where it began, in the game's notation.
    pub start: String,
    /// The moves so far.
    pub moves: Vec<PlayedMove>,
    /// The position.
    pub view: View,
    /// How it is counted, if the last move was a pass and the game is one of counting.
    #[schema(required)]
    pub count: Option<Settlement>,
    /// Where it stands.
    pub state: GameState,
    /// How it ended, by the rules or otherwise.
    #[schema(required)]
    pub end: Option<EndView>,
    /// Who has offered a draw that is not answered yet.
    #[schema(required)]
    pub draw_offer: Option<Side>,
    /// What the program whose turn it is has found so far.
    #[schema(required)]
    pub thinking: Option<Thinking>,
    /// Seconds since 1970 when it began.
    pub created: u64,
    /// What it means for the rating of the person in it; absent where nobody was measured.
    #[schema(required)]
    pub rating: Option<RatingView>,
}

/// How a game is counted that people end when nothing is left to play for: an estimate, on which whoever passes agrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Settlement {
    /// The cells whose pieces are dead and taken off.
    pub dead: Vec<usize>,
    /// What the first side has then.
    pub first: f64,
    /// What the second has.
    pub second: f64,
}

/// What a game means for the rating of the person in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingView {
    /// The person's side.
    pub side: Side,
    /// The rating before it; that of the opponent if it is the first game that counts.
    pub before: f64,
    /// How many games have counted before.
    pub games: u32,
    /// The opponent's rating, as measured.
    pub opponent: u32,
    /// The error of that.
    pub error: u32,
    /// The score to be expected, 0 to 1.
    pub expected: f64,
    /// The most that the game can change the rating by.
    pub k: u32,
    /// Does it count? Not after a hint or a move that was taken back.
    pub counts: bool,
    /// The rating after it, when it is over and counts.
    #[schema(required)]
    pub after: Option<f64>,
}

/// The rating of a person.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PersonRating {
    /// The game it is for.
    pub game: String,
    /// Who: the name given, or `human`.
    pub person: String,
    /// The rating.
    pub rating: f64,
    /// How many games have counted.
    pub games: u32,
    /// The most that the next game can change it by.
    pub k: u32,
    /// The last of these games, the oldest first.
    pub course: Vec<RatingPoint>,
}

/// A game that has counted.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RatingPoint {
    /// When it was played, as `2026.11.15`.
    pub date: String,
    /// Whom it was played against.
    pub opponent: String,
    /// How strong that is, as measured.
    pub opponent_rating: u32,
    /// The rating before the game.
    pub before: f64,
    /// The score that was to be expected, 0 to 1.
    pub expected: f64,
    /// What was scored: 1, 0.5 or 0.
    pub score: f64,
    /// The most that it could change the rating by.
    pub k: u32,
    /// The rating after it.
    pub after: f64,
}

/// A running clock.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClockState {
    /// Seconds for the game.
    pub base_s: f64,
    /// Seconds that each move adds.
    pub inc_s: f64,
    /// Milliseconds that the first side had left when this was sent.
    pub first_ms: u64,
    /// Milliseconds that the second side had left when this was sent.
    pub second_ms: u64,
    /// Whose clock runs.
    #[schema(required)]
    pub running: Option<Side>,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayedMove {
    /// As people write it.
    pub text: String,
    /// As programs write it.
    pub code: String,
    /// Who moved.
    pub side: Side,
    /// What the program that moved thought of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub score: Option<Score>,
    /// How deep it looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub depth: Option<i32>,
    /// What was left on the mover's clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clock_ms: Option<u64>,
    /// How long the move took.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub think_ms: Option<u64>,
}

/// What a program has found so far.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Thinking {
    /// Whose program.
    pub side: Side,
    /// Depth in plies.
    pub depth: i32,
    /// Nodes, or playouts.
    pub nodes: u64,
    /// Nodes in a second.
    pub nps: u64,
    /// The value.
    pub score: Score,
    /// The line, as people write it.
    pub pv: Vec<String>,
}

/// A move to be played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayMove {
    /// The move, in any notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many moves the page has seen: a guard against moves for another position.
    pub ply: Option<usize>,
}

/// Who does it. Where only one person plays it need not be said.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct SideRequest {
    /// The side.
    pub side: Option<Side>,
}

/// Advice.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Hint {
    /// The move, as people write it.
    #[serde(rename = "move")]
    pub mv: String,
    /// As programs write it.
    pub code: String,
    /// The cells that it touches.
    pub cells: Vec<usize>,
    /// What it is worth.
    pub score: Score,
    /// Depth in plies.
    pub depth: i32,
    /// The line, as people write it.
    pub pv: Vec<String>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// The game with its parameters.
    pub game: String,
    /// Who plays.
    pub players: Players,
    /// Where it stands.
    pub state: GameState,
    /// How it ended.
    #[schema(required)]
    pub end: Option<EndView>,
    /// The number of moves.
    pub plies: usize,
    /// Seconds since 1970 when it began.
    pub created: u64,
    /// Seconds since 1970 when it changed last.
    pub updated: u64,
}

/// A page of a list of games, those that changed last first.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Games {
    /// The games.
    pub games: Vec<GameSummary>,
    /// How many there are in all.
    pub total: u64,
    /// The `offset` of the next page, if there is one.
    #[schema(required)]
    pub next: Option<u64>,
}
