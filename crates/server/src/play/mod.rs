//! Games that are being played: each is a task of its own, and a hall where they are found.

mod attendant;
mod hall;
mod opponent;
mod rating;
#[cfg(test)]
mod tests;
mod waiting;

pub use answers::play::{Command, Saved};
pub use attendant::Handle;
pub use hall::Hall;
pub use rating::people;
