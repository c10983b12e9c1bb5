//! PGN, and PDN, which has the same form: tags, then moves with numbers, comments, glyphs and variations, then the result.
//!
//! The moves are text, so games of every kind can be read and written. [`Games`] reads, [`write()`] writes.
//!
//! Reference: the PGN standard of 1994 with its supplement of 2001.

mod read;
mod tokens;
mod write;

pub use read::{Detail, Games};
pub use write::write;
