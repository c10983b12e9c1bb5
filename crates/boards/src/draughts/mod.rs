//! Draughts, or checkers: ten rule sets on boards from 4×4 to 14×14.
//!
//! `draughts` is the English game on 8×8; `draughts(rules=international)`, `draughts(order=3)` and
//! `draughts(rules=english,order=5)` are others. A board of order n has 2n rows and gives each side n − 1 rows of n men.
//!
//! | file | what it knows |
//! |---|---|
//! | `word` | a set of squares in 64 or 128 bits |
//! | `geometry` | where squares lie in the word, and the steps between them |
//! | `rules` | the rule sets as a table |
//! | `position` | the pieces, the counters, how a move changes them |
//! | `captures`, `steps` | the legal moves |
//! | `names`, `fen`, `routes`, `notation`, `refusal` | squares, positions and moves as text, and why a move is refused |
//! | `game` | all this as a [`Game`](::game::Game) |
//! | `show` | the board and the names as people see them |
//! | [`evaluate`] | the judgement of a position |
//!
//! ```
//! use boards::draughts::Draughts;
//! use game::Rules;
//!
//! let start = Draughts::<u64>::start(&"draughts(rules=international)".parse().unwrap()).unwrap();
//! let position = start.parse_position("W:W48:B24,K31,34,K42,43").unwrap();
//! let error = position.parse_move("48x26").unwrap_err();
//! assert!(error.reason.starts_with("48x26 takes two pieces; a capture of three is obligatory"), "{error}");
//! ```

mod captures;
pub mod evaluate;
mod fen;
mod game;
mod geometry;
mod inputs;
mod names;
mod notation;
mod position;
mod refusal;
mod routes;
mod rules;
mod show;
mod steps;
mod word;

pub use self::geometry::Variant;
pub use self::position::{Draughts, Move};
pub use self::rules::{Ending, Precedence, Rules, rule_sets};
pub use self::word::Word;

use ::game::{Spec, SpecError};

/// Does the game that `spec` names need `Draughts<u128>`? Otherwise `Draughts<u64>` serves, and is faster.
pub fn needs_wide(spec: &Spec) -> Result<bool, SpecError> {
    position::read_spec(spec).map(|(_, order)| order > u64::MAX_ORDER)
}
