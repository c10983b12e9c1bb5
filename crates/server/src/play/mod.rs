//! Games that are being played: each is a task of its own, and a hall where they are found.

mod attendant;
mod clock;
mod hall;
mod opponent;
mod pgn;
mod saved;
mod shown;
#[cfg(test)]
mod tests;

pub use attendant::{Command, Handle};
pub use hall::Hall;
pub use pgn::record;
pub use saved::Saved;
