//! The contracts of Kiebitz: what a game is, what an evaluator is, and how both are tested.
//!
//! This crate knows no particular game and no search. Everything else stands on it:
//!
//! * [`Rules`]: the rules as a state space. A position is a value that can be cloned, played on and compared.
//! * [`Abilities`]: what some games can tell a search and others cannot. [`Game`] is both, and all that a search asks for.
//! * [`Show`]: the game as people see it: board, names, scores.
//! * [`Evaluator`]: the static evaluation of one position from the side to move; [`Tunable`]: one made from a table of
//!   weights; [`Linear`]: one whose weights can be fitted.
//! * [`Inputs`]: what a neural network sees of a position.
//! * [`Score`], [`Outcome`], [`Side`], [`Key`]: the numbers, as types with only the sensible operators.
//! * [`conformance`]: the tests that every game must pass, and [`perft`](mod@perft), the count of leaves that checks its move generator.

mod abilities;
mod clicks;
pub mod conformance;
mod curve;
mod customs;
mod diagram;
mod error;
mod evaluator;
mod game;
mod inputs;
mod key;
mod linear;
mod look;
mod nearest;
mod outcome;
mod parameter;
pub mod perft;
mod rng;
mod rules;
mod score;
mod settlement;
mod show;
mod side;
mod spec;
mod weights;

pub use abilities::Abilities;
pub use clicks::Clicks;
pub use curve::Curve;
pub use customs::{Customs, RecordFormat};
pub use diagram::{Cell, Diagram, Shade};
pub use error::{MoveError, PositionError, SpecError};
pub use evaluator::{Evaluator, Known, Step};
pub use game::Game;
pub use inputs::{Inputs, Pattern};
pub use key::{Key, mix};
pub use linear::{Linear, Sum, Target};
pub use look::{BoardStyle, Captures, Color, Look, PieceSet};
pub use nearest::nearest;
pub use outcome::Outcome;
pub use parameter::{Given, Parameter, ParameterValue, Values};
pub use perft::{divide, perft};
pub use rng::Rng;
pub use rules::{Rules, Stage};
pub use score::Score;
pub use settlement::Settlement;
pub use show::Show;
pub use side::{BySide, Side};
pub use spec::Spec;
pub use weights::{MAX_WEIGHT, Tunable, WeightSet, WeightTable, WeightTerm, WeightsError, read_factor};
