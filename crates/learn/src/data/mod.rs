//! Games of self-play: how they are played ([`generate`]), kept ([`Games`]), looked at ([`Summary`]) and judged by ([`Surprise`]).
//!
//! A file holds whole games and not positions: two bytes for the move of each ply, two for the score the search gave it, and one
//! for what sort of position it was. That is less than any form of a position takes, it is the same for every game, and it tells
//! which positions belong together. The positions come back by playing the games again; the learner chooses which to use.

mod assembly;
mod file;
mod generate;
mod harvest;
mod judge;
mod merge;
mod opening;
mod played;
mod selfplay;
mod summary;

pub use assembly::Assembly;
pub use file::{Games, Header, Reader};
pub use generate::{Generated, Progress, generate, part};
pub use judge::Surprise;
pub(crate) use judge::{MOST_UNITS, surprise};
pub use merge::merge;
pub use played::{Ending, Harvested, Played, Ply, Seen};
pub use selfplay::{HARD_FACTOR, SHUFFLED, Settings};
pub use summary::{Sample, Summary};
