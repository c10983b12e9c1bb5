//! Games given as text.
//!
//! Rules in the Game Description Language are read, checked, grounded and compiled: `reader`, `program`, `check`, `join` and
//! `ground`, `clauses`, `turn`, `effects`, `net`, each stage a file of its own. The small language of boards of our own (`language`) means
//! its translation to GDL (`translate`). [`Ruled`] is the one `Game` for all of them.

mod board;
mod check;
mod clauses;
mod code;
mod effects;
mod error;
mod frames;
mod graph;
mod ground;
mod join;
mod judge;
mod language;
mod late;
mod limits;
mod lines;
mod loaded;
mod net;
mod notation;
mod order;
mod own;
mod plies;
mod position;
mod program;
mod prover;
mod reader;
mod relation;
mod ruleset;
mod runner;
mod show;
mod state;
mod survey;
mod tables;
mod terms;
mod translate;
mod turn;

pub use board::{Board, Piece};
pub use error::{Place, Reason, RulesError};
pub use judge::{RuledEval, Weights};
pub use limits::Limits;
pub use loaded::{Loaded, Loading, by_name, examine, load, loaded};
pub use own::{OWN, Own};
pub use position::{Ruled, RuledMove};
pub use ruleset::{Ruleset, compile};
pub use state::{State, Walker};
pub use survey::Survey;

/// The text as GDL: itself, or its translation from the language of boards.
pub fn to_gdl(text: &str) -> Result<std::borrow::Cow<'_, str>, RulesError> {
    if !language::is_sketch(text) {
        return Ok(text.into());
    }
    Ok(translate::translate(&language::read(text)?).into())
}
