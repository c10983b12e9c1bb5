//! Which game, and which positions of it: the same for all experiments.

use std::path::PathBuf;

use clap::Args;
use lab::positions::{self, Position};

use crate::commands::args;
use crate::output::Failure;

/// A game and positions of it.
#[derive(Args)]
pub struct Places {
    /// The game, such as othello or 'draughts(rules=international)'; `kiebitz games` lists them
    #[arg(default_value = "chess")]
    pub game: String,

    /// Positions, one a line, in chess EPD or FEN [default: our own set]
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    positions: Option<PathBuf>,

    /// One position in the game's own notation
    #[arg(long, value_name = "P", allow_hyphen_values = true, value_parser = args::position)]
    position: Option<String>,

    /// Only the first so many positions
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = args::whole(1, usize::MAX))]
    first: Option<usize>,
}

/// A file of positions may have so many bytes.
const MOST_BYTES: u64 = 256 << 20;

impl Places {
    /// Are the positions our own set, and not somebody's choice?
    pub fn are_our_own(&self) -> bool {
        self.positions.is_none() && self.position.is_none()
    }

    /// The positions.
    pub fn read(&self) -> Result<Vec<Position>, Failure> {
        self.read_at_most(usize::MAX)
    }

    /// The positions; where the set is our own, at most so many unless --first says otherwise.
    pub fn read_at_most(&self, most: usize) -> Result<Vec<Position>, Failure> {
        let (mut found, most) = match (&self.positions, &self.position) {
            (Some(path), _) => {
                let place = path.display().to_string();
                let bad = |error: &dyn std::fmt::Display| Failure::BadInput(format!("{place}: {error}"));
                let bytes = engine::read_at_most(path, MOST_BYTES).map_err(|error| bad(&error))?;
                let text = String::from_utf8(bytes).map_err(|error| bad(&error))?;
                (positions::read(&self.game, &text, &place)?, usize::MAX)
            }
            (None, Some(text)) => {
                let mut engine = engine::open(&self.game)?;
                engine.set_position(text)?;
                if let Some(verdict) = engine.verdict() {
                    return Err(Failure::BadInput(format!("position '{text}': the game is over: {verdict}")));
                }
                (vec![Position::new(&engine.position(), "1")], usize::MAX)
            }
            (None, None) => (positions::embedded(&self.game)?, most),
        };
        found.truncate(self.first.unwrap_or(most));
        Ok(found)
    }
}
