//! The Hub protocol for draughts, version 2.
//!
//! It is much like UCI, with arguments by name: `level moves=40 time=60.5`. A board sends [`Command`]s, the engine answers with
//! [`Message`]s. A position is the side to move and one letter a square, and a capture names the pieces it takes; both stay text
//! here.
//!
//! Reference: F. Letouzey, "Hub protocol for draughts, version 2", 2017, which comes with the program Scan.

mod command;
mod line;
mod message;

pub use command::{Command, Level, LevelError, Mode};
pub use message::{Info, Kind, Message, Parameter};
