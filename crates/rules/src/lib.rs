//! Games given as text.
//!
//! Rules in the Game Description Language are read, checked, grounded and compiled: `reader`, `program`, `check`, `join` and
//! `ground`, `clauses`, `turn`, `effects`, `net`, each stage a file of its own.

mod check;
mod clauses;
mod code;
mod effects;
mod error;
mod graph;
mod ground;
mod join;
mod late;
mod net;
mod program;
mod reader;
mod ruleset;
mod state;
mod terms;
mod turn;

pub use error::{Place, Reason, RulesError};
pub use join::Limits;
pub use ruleset::{Ruleset, compile};
pub use state::{State, Walker};
