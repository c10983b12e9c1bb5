//! Chess at engine speed: bitboards, strictly legal moves, exchange evaluation, Chess960.
//!
//! [`Position`] is the game: it implements [`game::Game`], and everything a search asks for is there; what a network sees of it is
//! its [`game::Inputs`]. The crate knows no search and no evaluation.
//!
//! Squares, sets and pieces: [`Square`], [`Bitboard`], [`Kind`], [`Piece`]. Text: [`Setup`] (FEN), and the moves of
//! [`Position`] in SAN and UCI notation.

mod abilities;
mod bitboard;
mod board;
mod checks;
pub mod chess960;
mod chess_move;
mod exchange;
mod explain;
mod fen;
mod generate;
mod geometry;
mod inputs;
mod legal;
mod magics;
mod mover;
pub mod perft;
mod piece;
mod play;
mod position;
mod rules;
mod san;
mod setup;
mod show;
mod sliders;
mod square;
mod uci;
mod zobrist;

pub use bitboard::Bitboard;
pub use board::Board;
pub use chess_move::Move;
pub use fen::CastlingStyle;
pub use geometry::{between, bishop_rays, king_attacks, knight_attacks, line_through, pawn_attacks, rook_rays};
pub use piece::{Kind, Piece};
pub use position::Position;
pub use setup::{Flaw, Setup};
pub use show::CURVE;
pub use sliders::{bishop_attacks, rook_attacks};
pub use square::Square;

/// A player: [`WHITE`] or [`BLACK`].
pub type Color = game::Side;
/// The player who opens the game.
pub const WHITE: Color = Color::First;
/// The other one.
pub const BLACK: Color = Color::Second;

/// White or Black.
pub(crate) const fn color_name(color: Color) -> &'static str {
    ["White", "Black"][color.index()]
}
