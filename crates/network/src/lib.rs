//! Neural networks as evaluators: one for every game that names its [`game::Inputs`].
//!
//! A network has one hidden layer. Its first layer is an *accumulator* for either side: a sum of rows of weights, one row for each
//! input that is on. A move turns few inputs on or off, so the sum of the position before is corrected instead of being made
//! anew; that is why such networks are fast without a graphics card. The idea is Yu Nasu's (*Efficiently Updatable Neural-Network-based
//! Evaluation Functions for Computer Shogi*, 2018); the shape used here, two views of the board with the same weights, squared
//! activations and one output for each stage of the game, is common today:
//!
//! ```text
//! inputs as the side to move sees them  → accumulator → clamp 0..1, square ┐
//!                                                                          ├→ weights of the stage → value
//! inputs as the opponent sees them      → accumulator → clamp 0..1, square ┘
//! ```
//!
//! * [`Weights`]: the numbers, made from a file ([`Weights::read`]) or by a trainer, shared and never changed.
//! * [`Network`]: the evaluator, with the accumulators along the line of the search.
//! * [`Patterns`]: the evaluator without hidden units, a sum of weights.
//! * [`Look`]: what it thinks of one position, taken apart ([`Network::look`], [`Patterns::look`]).
//! * `kernels`: the two loops that take the time, compiled for several kinds of processor.

mod file;
mod kernels;
mod line;
mod look;
mod patterns;
mod weights;

pub use file::FileError;
pub use kernels::Processor;
pub use line::{Misfit, Network, seen_inputs};
pub use look::{Look, Without};
pub use patterns::{Patterns, Readings};
pub use weights::{MAX_WIDTH, Numbers, Provenance, QA, QB, QP, Shape, TILE, Weights};
