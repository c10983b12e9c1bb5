//! One search for every game.
//!
//! [`Search`] is generic in the game, the evaluator, the [`Techniques`] and the [`Observer`]. The strong engine is the
//! instance with [`AllOn`] and [`Blind`]: the compiler removes every switch and every observation. The classroom is the
//! instance with [`Chosen`] and [`Counters`], or with the lab's recorder of trees. It is the same code.
//!
//! Nothing here prints, reads a clock that it was not given, or knows a particular game.
//!
//! ```
//! use boards::tic_tac_toe::TicTacToe;
//! use search::{Chosen, Control, Counters, Limits, Search, Table, Task};
//!
//! let position = TicTacToe::default();
//! let mut search = Search::new((), "minimax+alpha-beta".parse::<Chosen>().unwrap(), Counters::default());
//! let (table, control) = (Table::with_megabytes(1), Control::timeless());
//! let report = search.run(&Task::new(&position), &Limits::depth(9), &table, &control, &mut |_| {});
//! assert_eq!(report.score, game::Score::DRAW);
//! println!("{} leaves", search.observer.leaves);
//! ```

mod counters;
mod cuts;
mod depth;
mod exchange;
mod full_width;
mod history;
mod interior;
mod limits;
mod line;
pub mod mcts;
mod moves;
mod node;
mod observer;
mod parameters;
mod picker;
mod prove;
mod quiescence;
mod reductions;
pub mod reference;
mod root;
mod solve;
pub mod synthetic;
mod table;
mod techniques;
mod threads;
mod worker;

pub use counters::Counters;
pub use depth::Depth;
pub use exchange::{Exchange, Parcel};
pub use limits::{Control, Limits};
pub use observer::{Blind, Observer, Part, Purpose, Reason, Visit};
pub use parameters::{Parameter, Parameters};
pub use prove::{LONGEST_PROOF, Proof, Prover};
pub use root::{Report, Task};
pub use solve::{Solution, Solver};
pub use table::{Bound, Entry, Table};
pub use techniques::{AllOn, Chosen, Technique, Techniques, UnknownTechnique};
pub use threads::{STACK, thread};
pub use worker::Search;
