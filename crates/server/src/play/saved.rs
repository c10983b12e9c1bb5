//! A game as it lies in the store.

use engine::{PlayerSpec, Side};
use serde::{Deserialize, Serialize};

use crate::wire::{ClockSetting, EndView, GameState, GameSummary, PlayedMove, Players};

/// All that is needed to go on with a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// Its id.
    pub id: String,
    /// Whose page began it.
    pub client: String,
    /// The game with its parameters.
    pub game: String,
    /// Where it began, in the game's notation.
    pub start: String,
    /// Who plays.
    pub players: Players,
    /// The clock.
    pub clock: Option<ClockSetting>,
    /// Milliseconds left, by side.
    pub left_ms: [u64; 2],
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// So many of them were there when it began.
    pub given: usize,
    /// Where it stands.
    pub state: GameState,
    /// How it ended.
    pub end: Option<EndView>,
    /// When it began, in milliseconds since 1970.
    pub created: u64,
    /// When it changed last.
    pub updated: u64,
    /// Counts its changes.
    pub version: u64,
}

impl Saved {
    /// The game in a list.
    pub fn summary(&self) -> GameSummary {
        GameSummary {
            id: self.id.clone(),
            game: self.game.clone(),
            players: self.players.clone(),
            state: self.state,
            end: self.end.clone(),
            plies: self.moves.len(),
            created: self.created / 1000,
            updated: self.updated / 1000,
        }
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> &PlayerSpec {
        match side {
            Side::First => &self.players.first,
            Side::Second => &self.players.second,
        }
    }

    /// Is it a person who plays this side?
    pub fn is_human(&self, side: Side) -> bool {
        self.player(side).is_human()
    }
}
