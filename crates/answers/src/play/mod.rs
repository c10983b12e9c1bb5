//! Games that are being played: as they are stored, shown, told what to do, and written down.

mod clock;
mod command;
mod pgn;
mod saved;
mod shown;

pub use command::Command;
pub use pgn::{Written, write};
pub use saved::{Saved, rematch};
pub use shown::{live, said, seed, thinking};
