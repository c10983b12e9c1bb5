//! Games of self-play: how they are played ([`generate`]), kept ([`Games`]) and looked at ([`Summary`]).
//!
//! A file holds whole games and not positions: two bytes for the move of each ply, two for the score the search gave it.
//! That is less than any form of a position takes, it is the same for every game, and it tells which positions belong
//! together. The positions come back by playing the games again.

mod file;
mod generate;
mod opening;
mod played;
mod selfplay;
mod summary;

pub use file::{Games, Header};
pub use generate::{Generated, Progress, generate};
pub use played::{Ending, Played, Ply};
pub use selfplay::Settings;
pub use summary::{Sample, Summary};
