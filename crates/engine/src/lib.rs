//! The facade: a game, a position, options, go, stop, and a stream of reports. Every surface (terminal, UCI, server,
//! Python) puts its games and searches to this crate; below it surfaces only know what belongs to one game, such as the tables of chess.
//!
//! Inside the search everything is static; here is the edge where a text such as `draughts(rules=international)` becomes a
//! game. Callers that know the type use [`Session`]; for surfaces [`Engine`] has positions as text and moves in every notation.
//!
//! ```
//! use engine::{Go, Options};
//!
//! let mut engine = engine::open("connect-four").unwrap();
//! engine.set_position("4455").unwrap();
//! let answer = engine.go(&Options::default(), &Go::depth(8), &engine::Control::timeless(), &mut |_| {}).unwrap();
//! engine.play(&answer.best.unwrap().code).unwrap();
//! ```

mod answer;
mod chances;
mod elo;
mod endgames;
mod engine;
mod error;
mod game_info;
mod go;
#[cfg(feature = "guests")]
pub mod guest;
mod historic;
mod insight;
mod instant;
mod legal_move;
mod level;
mod named;
mod networks;
mod noise;
mod options;
mod past;
mod peers;
mod player;
mod question;
mod record;
mod registry;
mod remembering;
mod ruled;
mod session;
mod sight;
mod size;
mod source;
mod time;
mod workload;

pub use answer::{Answer, Ply, Report, Solved, SolvedSize};
pub use chances::{Chances, curve};
pub use elo::{Elo, Measured, expected_score};
pub use endgames::{EndgameTables, Informed};
pub use engine::Engine;
pub use error::Error;
pub use game::{
    BoardStyle, Cell, Clicks, Color, Curve, Customs, Diagram, Key, Look, Outcome, Parameter, ParameterValue, PieceSet,
    RecordFormat, Score, Settlement, Shade, Side, Values, WeightSet, WeightTable, WeightTerm,
};
pub use game_info::GameInfo;
pub use go::{Clock, Go};
pub use historic::Historic;
pub use insight::{Insight, Origin, PieceWorth, Valued};
pub use instant::Instant;
pub use knowledge::book::{self, Choice, Source as BookSource};
pub use knowledge::openings::Opening;
pub use knowledge::{Error as KnowledgeError, Exclusive, Probing, WholeFile, data_folder, read_at_most};
pub use legal_move::LegalMove;
pub use level::Level;
pub use named::Named;
pub use networks::OrNetwork;
pub use options::{Identity, MAX_DEPTH, MAX_LINES, MAX_TABLE, MAX_THREADS, Method, Options, Reporting, Resources};
pub use past::{Past, PastGames, PastMove, Searched};
pub use peers::{Help, Peers, Place};
pub use player::{PlayerKind, PlayerSpec};
pub use question::{Answered, Bounds, ClockState, Line, Question};
pub use record::{End, Record};
pub use registry::{HANDMADE, InputsVisitor, Playable, Visitor, games, info, open, same_kind, visit, visit_inputs};
pub use ruled::{contest, keep_rules, load_rules, names as ruled_games, ruled, shelf, shelve, shelved};
pub use rules::{
    Limits as RulesLimits, Loaded, Loading, OWN as OWN_RULES, Own as OwnRules, Ruled, RulesError,
    examine as examine_rules,
};
pub use search::{
    Bound, Chosen, Control, Depth, Entry, Exchange, LONGEST_PROOF, Parameters, Parcel, Technique, thread,
};
pub use session::Session;
pub use sight::Sight;
pub use source::with_scales;
pub use workload::{WORKLOAD, search_workload, signature};

/// The examples of the documents are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/develop.md")]
struct Documents;

/// A control whose clock starts now.
pub fn start_clock() -> Control {
    let start = Instant::now();
    Control::new(move || start.elapsed())
}

/// A child of `control` whose clock starts now: for a part of the work, which ends with the whole.
pub fn start_clock_under(control: &Control) -> Control {
    let start = Instant::now();
    control.child(move || start.elapsed())
}
