//! How weights get better: games of self-play as data, and weights fitted to them.
//!
//! * [`data`]: playing fast games from varied openings, keeping them in a compact file, and looking into one.
//! * [`evolve`]: weights made better by games between them: genes, simultaneous perturbation, chance.
//! * [`train`]: training a network on such games.
//! * [`tune`]: fitting the weights of an evaluator to such games by gradient descent.
//! * [`tuners`]: all of these beside each other, at an equal number of games.
//!
//! The crate is generic in the game wherever it can be: [`engine::visit`] turns the name of a game into its type.

pub mod data;
mod error;
pub mod evolve;
pub mod train;
pub mod tune;
pub mod tuners;

pub use error::Error;
