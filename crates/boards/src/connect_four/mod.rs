//! Connect Four on any board that fits a 64-bit word.
//!
//! Two players drop stones into columns; four in a row, column or diagonal wins. [`ConnectFour`] is the usual board of
//! seven columns and six rows, its size known to the compiler; [`SizedConnectFour`] is `connect-four(width=8,height=7)`
//! and the like, its size kept in the position. Both are the same code over two [`Geometry`] types.
//!
//! * `geometry`: the board as bits.
//! * `threats`: lines of four, winning cells and moves that do not lose, all by shifting bits.
//! * `position`: the rules, and what the game can tell a search to the end.
//! * `notation`: reading and writing positions.
//! * `evaluate`: a judgement by threats.
//!
//! The bit layout and most of the tricks are known from J. Tromp's Fhourstones and P. Pons, "Solving Connect 4: how to
//! build a perfect AI" (blog.gamesolver.org).

mod evaluate;
mod geometry;
mod inputs;
mod notation;
mod position;
mod show;
mod threats;

pub use evaluate::ConnectFourEval;
pub use geometry::{AnySize, Geometry, Standard};
pub use position::{Board, Column, ConnectFour, SizedConnectFour};
