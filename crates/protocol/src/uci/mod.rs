//! The Universal Chess Interface.
//!
//! A client sends [`Command`]s, the engine answers with [`Message`]s. Readers are as patient as the protocol asks them to be:
//! unknown words are skipped, blanks and carriage returns do not matter, and a number that is not one costs only itself.
//!
//! Reference: S. Meyer-Kahlen and R. Huber, "Description of the universal chess interface", April 2006.

mod command;
mod go;
mod info;
mod message;
mod option;

pub use command::{Command, Position};
pub use go::Go;
pub use info::{Bound, Info, Score, Value};
pub use message::Message;
pub use option::{Declaration, Kind, Setting};
