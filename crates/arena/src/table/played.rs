//! What a table of play leaves behind: the moves with the thinking behind them, and how the game ended.

use std::time::Duration;

use engine::Side;
use serde::{Deserialize, Serialize};

use super::Table;
use crate::{Fault, Thought};

/// A move as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The move as people write it.
    pub text: String,
    /// The move as programs write it.
    pub code: String,
    /// Who moved.
    pub side: Side,
    /// From here on for moves that were thought about; `None` for those of the opening.
    pub thinking: Option<Thinking>,
}

/// What is known of the thinking behind a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Thinking {
    /// How long it took.
    pub took: Duration,
    /// What was left on the clock afterwards.
    pub left: Option<Duration>,
    /// What the player says, for the side that moved.
    pub thought: Thought,
    /// The share of the points that the player expects by its own account, 0 to 1.
    pub expects: Option<f64>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules of the game: what they say.
    Rules(String),
    /// The loser has given up.
    Resigned,
    /// Both have agreed on a draw.
    Agreed,
    /// A player's fault, for which it lost; time that has run out among them.
    Fault(Fault),
    /// The referee ended it, as was asked for.
    Adjudicated(String),
}

impl Ending {
    /// The value of the PGN tag `Termination`.
    pub fn termination(&self) -> &'static str {
        match self {
            Ending::Rules(_) | Ending::Resigned | Ending::Agreed => "normal",
            Ending::Adjudicated(_) => "adjudication",
            Ending::Fault(Fault::OutOfTime(_)) => "time forfeit",
            Ending::Fault(Fault::Illegal(_)) => "rules infraction",
            Ending::Fault(_) => "abandoned",
        }
    }
}

/// Who won a game, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Nobody, for a draw.
    pub winner: Option<Side>,
    /// How it ended.
    pub ending: Ending,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The start position, in the game's notation; `None` for the usual one.
    pub start: Option<String>,
    /// Who moved first in it.
    pub first_to_move: Side,
    /// The moves, those of the opening included.
    pub moves: Vec<Played>,
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// How it ended.
    pub ending: Ending,
}

impl Game {
    /// Twice the points of a side: 2, 1 or 0.
    pub fn half_points(&self, side: Side) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }
}

impl Table {
    /// How the game ended, in words; `None` while it is not over.
    pub fn verdict(&self) -> Option<String> {
        let Outcome { winner, ending } = self.outcome()?;
        let lost = |why: &str| match winner {
            Some(winner) => {
                let [winner, loser] = [*winner, !*winner].map(|side| self.board.side_name(side));
                format!("{winner} wins: {loser} {why}")
            }
            None => format!("draw: {why}"),
        };
        Some(match ending {
            Ending::Rules(text) | Ending::Adjudicated(text) => text.clone(),
            Ending::Resigned => lost("resigns"),
            Ending::Agreed => "draw: agreed".to_string(),
            Ending::Fault(Fault::OutOfTime(_)) => lost("has used up the time"),
            Ending::Fault(fault) => lost(&format!("loses by a fault ({}): {fault}", fault.kind())),
        })
    }

    /// The game as it is, to be recorded; `None` while it is not over.
    pub fn game(&self) -> Option<Game> {
        let Outcome { winner, ending } = self.outcome()?.clone();
        let usual = engine::open(&self.board.game()).is_ok_and(|board| board.position() == self.start);
        Some(Game {
            start: (!usual).then(|| self.start.clone()),
            first_to_move: self.first_to_move,
            moves: self.now.moves.clone(),
            winner,
            ending,
        })
    }
}
