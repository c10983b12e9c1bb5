//! Which piece stands where: eight sets of squares and, for the question "what is on e4?", the squares themselves.

use crate::geometry::{king_attacks, knight_attacks, pawn_attacks};
use crate::piece::Content;
use crate::sliders::{bishop_attacks, rook_attacks};
use crate::{Bitboard, Color, Kind, Piece, Square};

/// The pieces on the board, without turn and rights.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    /// Six sets by kind, then White's and Black's pieces. Eight in all, so that three bits of an index need no check.
    sets: [Bitboard; 8],
    squares: [Content; 64],
}

impl Default for Board {
    fn default() -> Board {
        Board::EMPTY
    }
}

impl Board {
    /// No piece.
    pub const EMPTY: Board = Board { sets: [Bitboard::EMPTY; 8], squares: [Content::EMPTY; 64] };

    /// The squares of both sides' pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.sets[kind as usize & 7]
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.sets[6 + color.index()]
    }

    /// The squares of one side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// Both sides' bishops and queens.
    #[inline]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }

    /// Both sides' rooks and queens.
    #[inline]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sets[6] | self.sets[7]
    }

    /// The square of a side's king; a side without one is a `Setup` that is refused.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, Kind::King).first()
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()].piece()
    }

    /// The piece on a square that is known to be occupied.
    #[inline]
    pub(crate) fn piece_at(&self, square: Square) -> Piece {
        self.squares[square.index()].expect()
    }

    /// Every piece with its square, from a1 to h8.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().map(|square| (square, self.piece_at(square)))
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        let set = square.set();
        self.sets[piece.raw() & 7] |= set;
        self.sets[6 + piece.color().index()] |= set;
        self.squares[square.index()] = Content::of(piece);
    }

    /// Takes a piece, known to stand there, from its square.
    #[inline]
    pub(crate) fn take(&mut self, square: Square, piece: Piece) {
        debug_assert_eq!(self.piece_on(square), Some(piece));
        let set = square.set();
        self.sets[piece.raw() & 7] ^= set;
        self.sets[6 + piece.color().index()] ^= set;
        self.squares[square.index()] = Content::EMPTY;
    }

    /// Moves a piece, known to stand there, to an empty square.
    #[inline]
    pub(crate) fn shift(&mut self, from: Square, to: Square, piece: Piece) {
        debug_assert_eq!(self.piece_on(from), Some(piece));
        let sets = from.set() | to.set();
        self.sets[piece.raw() & 7] ^= sets;
        self.sets[6 + piece.color().index()] ^= sets;
        self.squares[from.index()] = Content::EMPTY;
        self.squares[to.index()] = Content::of(piece);
    }

    /// The pieces of both sides that attack a square when these squares are occupied.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        knight_attacks(square) & self.kind(Kind::Knight)
            | king_attacks(square) & self.kind(Kind::King)
            | pawn_attacks(crate::WHITE, square) & self.pieces(crate::BLACK, Kind::Pawn)
            | pawn_attacks(crate::BLACK, square) & self.pieces(crate::WHITE, Kind::Pawn)
            | bishop_attacks(square, occupied) & self.diagonal_sliders()
            | rook_attacks(square, occupied) & self.orthogonal_sliders()
    }

    /// Is a square attacked by a side when these squares are occupied?
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let attackers = self.color(by);
        let leapers = knight_attacks(square) & self.kind(Kind::Knight)
            | king_attacks(square) & self.kind(Kind::King)
            | pawn_attacks(!by, square) & self.kind(Kind::Pawn);
        (leapers & attackers).any() || self.is_attacked_by_slider(square, by, occupied)
    }

    /// Is a square attacked by a side's bishop, rook or queen when these squares are occupied?
    #[inline]
    pub(crate) fn is_attacked_by_slider(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let attackers = self.color(by);
        let sliders = bishop_attacks(square, occupied) & self.diagonal_sliders()
            | rook_attacks(square, occupied) & self.orthogonal_sliders();
        (sliders & attackers).any()
    }
}

/// The board part of FEN.
impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::fen::board_text(self))
    }
}
