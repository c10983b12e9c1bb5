//! Othello on boards of 4, 6 and 8 squares a side.
//!
//! A disc is placed so that it encloses a straight run of opposing discs, which turn over. A side that cannot move passes,
//! and a pass is a move here; the game is over when neither side can move. The empty squares then count for the winner, as
//! is the custom of tournaments and solvers.
//!
//! * `bits`: moves and flips by shifting and adding 64-bit words.
//! * `stability`: discs that can never be turned again.
//! * `endgame`: the exact value of the last few empty squares.
//! * `position`: the rules, and what the game can tell a search to the end.
//! * `notation`: reading and writing positions.
//! * `evaluate`: judgements of a position, with their weights in `values`.
//!
//! Much of what is known about doing this fast was first shown in the programs of G. Andersson (Zebra), R. Delorme
//! (Edax) and T. Okuhara; M. Buro described how to evaluate positions. The code is our own.

mod bits;
mod endgame;
mod evaluate;
mod inputs;
mod notation;
mod position;
mod show;
mod stability;
mod values;

pub use evaluate::OthelloEval;
pub use position::{Othello, Placement};
