//! How strong, and how sure: the mathematics of match results. Knows nothing of games or players, only of counts.

mod elo;
mod matrix;
mod normal;
mod pairs;
pub mod ratings;
pub mod sprt;

pub use elo::{NORMALIZED, elo, score};
pub use normal::{cumulative, quantile};
pub use pairs::{Estimate, Pairs, Strength};
