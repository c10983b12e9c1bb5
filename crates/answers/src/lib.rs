//! What a page asks and is told: the shapes of the wire, and how each answer is made of engine, table of play, lab and pictures.
//!
//! No network, no threads, no files and no clock of its own: the server answers with it over HTTP and WebSocket, and the static site
//! inside a browser's worker. It knows no rules of any game. Every bound is in [`limits`].

pub mod analysis;
pub mod experiments;
pub mod explain;
pub mod hint;
pub mod import;
pub mod judgement;
pub mod judgements;
pub mod knowledge;
pub mod limits;
pub mod pictures;
pub mod play;
pub mod players;
pub mod position;
pub mod progress;
pub mod refusal;
pub mod registry;
pub mod report;
pub mod search;
pub mod show;
pub mod trees;
pub mod wire;

pub use refusal::{Code, Refusal};
