//! A position as it was written down, not yet checked.
//!
//! Two steps: text becomes a [`Setup`], a setup becomes a [`Position`]. The second names everything that is wrong, not only
//! the first thing.

use std::fmt;

use crate::mover::{Black, White};
use crate::position::{Keys, Origin};
use crate::{BLACK, Bitboard, Board, Color, Kind, Position, Square, WHITE, color_name, sliders};

/// A board with turn, rights and clocks that may or may not make sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Color,
    /// The squares of the rooks that may castle.
    pub castling_rooks: Bitboard,
    /// The square behind a pawn that has just made a double step, whether it can be taken or not.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u8,
    /// The number of the move, counted from 1.
    pub fullmove_number: u16,
}

/// Why a setup is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// A side has no king.
    NoKing(Color),
    /// A side has several kings.
    SeveralKings(Color),
    /// A side has more than sixteen pieces.
    TooManyPieces(Color, usize),
    /// A side has more than eight pawns.
    TooManyPawns(Color, usize),
    /// A pawn stands on the first or last rank.
    PawnOnEdge(Square),
    /// The side that has just moved is in check.
    OpponentInCheck(Color),
    /// More than two pieces give check at once.
    TooManyCheckers(usize),
    /// A right to castle without the king on its first rank.
    CastlingWithoutKing(Color),
    /// A right to castle with a rook that is not there.
    CastlingWithoutRook(Color, Square),
    /// Two rights to castle on the same side of the king.
    SeveralCastlingRooks(Color),
    /// No double step can have passed over the square given for en passant.
    ImpossibleEnPassant(Square),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Flaw::NoKing(color) => write!(f, "{} has no king", color_name(color)),
            Flaw::SeveralKings(color) => write!(f, "{} has more than one king", color_name(color)),
            Flaw::TooManyPieces(color, count) => write!(f, "{} has {count} pieces, more than 16", color_name(color)),
            Flaw::TooManyPawns(color, count) => write!(f, "{} has {count} pawns, more than 8", color_name(color)),
            Flaw::PawnOnEdge(square) => write!(f, "a pawn cannot stand on {square}"),
            Flaw::OpponentInCheck(color) => write!(f, "{} is in check but it is not its turn", color_name(color)),
            Flaw::TooManyCheckers(count) => write!(f, "{count} pieces give check, more than two cannot"),
            Flaw::CastlingWithoutKing(color) => {
                write!(f, "{} cannot castle: its king is not on its first rank", color_name(color))
            }
            Flaw::CastlingWithoutRook(color, square) => {
                write!(f, "{} cannot castle: it has no rook on {square}", color_name(color))
            }
            Flaw::SeveralCastlingRooks(color) => {
                write!(f, "{} cannot castle with two rooks on the same side of its king", color_name(color))
            }
            Flaw::ImpossibleEnPassant(square) => {
                write!(f, "no pawn can have passed over the en passant square {square} just now")
            }
        }
    }
}

impl Default for Setup {
    /// The empty board, White to move.
    fn default() -> Setup {
        Setup {
            board: Board::EMPTY,
            turn: WHITE,
            castling_rooks: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

impl Setup {
    /// Everything that is wrong with it.
    pub fn flaws(&self) -> Vec<Flaw> {
        sliders::choose();
        let mut flaws = Vec::new();
        let board = &self.board;
        for color in [WHITE, BLACK] {
            match board.pieces(color, Kind::King).count() {
                0 => flaws.push(Flaw::NoKing(color)),
                1 => {}
                _ => flaws.push(Flaw::SeveralKings(color)),
            }
            let (pieces, pawns) = (board.color(color).count(), board.pieces(color, Kind::Pawn).count());
            if pieces > 16 {
                flaws.push(Flaw::TooManyPieces(color, pieces));
            }
            if pawns > 8 {
                flaws.push(Flaw::TooManyPawns(color, pawns));
            }
            self.castling_flaws(color, &mut flaws);
        }
        let edges = Bitboard::rank(0) | Bitboard::rank(7);
        flaws.extend((board.kind(Kind::Pawn) & edges).map(Flaw::PawnOnEdge));
        let them = !self.turn;
        if board.pieces(them, Kind::King).count() == 1
            && board.is_attacked(board.king(them), self.turn, board.occupied())
        {
            flaws.push(Flaw::OpponentInCheck(them));
        }
        if board.pieces(self.turn, Kind::King).count() == 1 {
            let checkers = (board.attackers(board.king(self.turn), board.occupied()) & board.color(them)).count();
            if checkers > 2 {
                flaws.push(Flaw::TooManyCheckers(checkers));
            }
        }
        if let Some(square) = self.en_passant {
            let (pawn, origin) = (square.offset(-self.forward()), square.offset(self.forward()));
            let passed = square.rank_for(self.turn) == 5
                && board.pieces(them, Kind::Pawn).has(pawn)
                && !board.occupied().has(square)
                && !board.occupied().has(origin);
            if !passed {
                flaws.push(Flaw::ImpossibleEnPassant(square));
            }
        }
        flaws
    }

    /// A step forward of the side to move.
    fn forward(&self) -> i8 {
        if self.turn == WHITE { 8 } else { -8 }
    }

    fn castling_flaws(&self, color: Color, flaws: &mut Vec<Flaw>) {
        let first_rank = Bitboard::rank(7 * color.index());
        let rooks = self.castling_rooks & first_rank;
        if rooks.is_empty() {
            return;
        }
        if (self.board.pieces(color, Kind::King) & first_rank).is_empty() {
            flaws.push(Flaw::CastlingWithoutKing(color));
            return;
        }
        for rook in rooks & !self.board.pieces(color, Kind::Rook) {
            flaws.push(Flaw::CastlingWithoutRook(color, rook));
        }
        let left = Bitboard(self.board.king(color).set().0 - 1);
        if (rooks & left).several() || (rooks & !left).several() {
            flaws.push(Flaw::SeveralCastlingRooks(color));
        }
    }

    /// The position, or everything that is wrong.
    pub fn position(&self) -> Result<Position, Vec<Flaw>> {
        self.position_of(Origin::STANDARD)
    }

    /// The position of a game that began like this. Castling rights from unusual squares make it Chess960.
    pub(crate) fn position_of(&self, mut origin: Origin) -> Result<Position, Vec<Flaw>> {
        let flaws = self.flaws();
        if !flaws.is_empty() {
            return Err(flaws);
        }
        for color in [WHITE, BLACK] {
            let rooks = self.castling_rooks & Bitboard::rank(7 * color.index());
            let usual = Bitboard::FILE_A | Bitboard::FILE_H;
            origin.chess960 |= rooks.any() && ((rooks & !usual).any() || self.board.king(color).file() != 4);
        }
        let mut position = Position {
            board: self.board.clone(),
            keys: Keys::default(),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: [self.castling_rooks.0 as u8, (self.castling_rooks.0 >> 56) as u8],
            en_passant: None,
            side: self.turn,
            halfmove_clock: self.halfmove_clock,
            reversible: self.halfmove_clock,
            fullmove_number: self.fullmove_number.max(1),
            origin,
        };
        if let Some(square) = self.en_passant {
            match self.turn {
                WHITE => position.offer_en_passant::<White>(square.offset(-8)),
                BLACK => position.offer_en_passant::<Black>(square.offset(8)),
            }
        }
        position.keys = position.compute_keys();
        position.refresh_checks();
        Ok(position)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        Setup {
            board: position.board.clone(),
            turn: position.side,
            castling_rooks: position.castling_rooks(),
            en_passant: position.en_passant,
            halfmove_clock: position.halfmove_clock,
            fullmove_number: position.fullmove_number,
        }
    }
}
