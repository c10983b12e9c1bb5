//! Games as text: PGN, PDN, SGF and Othello transcripts, read and written.
//!
//! A [`Record`] is a game as a text has it: tags, moves with variations and remarks ([`Moves`]), and a result. Its moves stay
//! text; whether they are legal is for the rules to say ([`replay`]). So this crate needs to know the contract of a game, and
//! not a single game.
//!
//! # Sides and results
//!
//! Programs speak of the first and the second player ([`game::Side`], [`GameResult`]); records speak of White and Black. One
//! type turns one into the other, [`Colors`]: White is the side that the game calls White. That is the first player in
//! chess and international draughts, and the second in Othello, Go and English draughts, where Black begins. Where no side
//! has that name (X and O) White is the first player. `1-0` is always White's win.
//!
//! # Bounds
//!
//! Whatever is read, [`Limits`] bound the memory that a game takes, and the time is linear in the length of the text.
//!
//! References: the PGN standard of 1994 with its supplement of 2001; PDN 3.0; SGF FF\[4\].

mod colors;
mod date;
mod file;
mod limits;
mod moves;
pub mod pdn;
pub mod pgn;
mod record;
mod remark;
mod replay;
pub mod sgf;
pub mod transcript;
mod variant;

pub use colors::{Colors, GameResult};
pub use date::{date, today};
pub use file::File;
pub use limits::Limits;
pub use moves::{Moves, Numbering};
pub use record::{Broken, Fault, Record, Tags};
pub use remark::{Note, Remark, eval_text, time_text};
pub use replay::{Refused, replay};
pub use variant::game_name;
