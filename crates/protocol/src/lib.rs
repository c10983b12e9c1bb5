//! The grammar of the protocols by which game programs talk to each other: [`uci`] for chess, [`hub`] for draughts, [`gtp`]
//! for Go, [`ggp`] for games given as rules.
//!
//! Each protocol has one type for what an engine is told and one for what it answers; both are read from a line and written as
//! one, so that our engine and our tournament manager speak with the same code. Moves and positions stay text: what they mean is
//! for the game to say. Nothing here starts a process, a thread or a clock, and no input makes a reader panic.
//!
//! ```
//! use protocol::uci::{Command, Message};
//! let Command::Go(go) = Command::parse("go wtime 60000 btime 58000 depth 12") else { panic!() };
//! assert_eq!(go.depth, Some(12));
//! let answer = Message::BestMove { mv: "e2e4".to_string(), ponder: Some("e7e5".to_string()) };
//! assert_eq!(answer.to_string(), "bestmove e2e4 ponder e7e5");
//! assert_eq!(Message::parse("bestmove e2e4 ponder e7e5\r\n"), Some(answer));
//! ```

pub mod ggp;
pub mod gtp;
pub mod hub;
pub mod uci;
mod words;
