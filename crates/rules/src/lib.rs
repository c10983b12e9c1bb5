//! Games given as text.
//!
//! Rules in the Game Description Language are read, checked, grounded and compiled: `reader`, `program`, `check`, `join` and
//! `ground`, `clauses`, `turn`, `effects`, `net`, each stage a file of its own.

mod board;
mod check;
mod clauses;
mod code;
mod effects;
mod error;
mod graph;
mod ground;
mod join;
mod judge;
mod late;
mod loaded;
mod net;
mod notation;
mod plies;
mod position;
mod program;
mod reader;
mod ruleset;
mod show;
mod state;
mod survey;
mod terms;
mod turn;

pub use error::{Place, Reason, RulesError};
pub use board::{Board, Piece};
pub use join::Limits;
pub use judge::{RuledEval, Weights};
pub use loaded::{Loaded, Loading, by_name, load, loaded};
pub use position::{Ruled, RuledMove};
pub use survey::Survey;
pub use ruleset::{Ruleset, compile};
pub use state::{State, Walker};
