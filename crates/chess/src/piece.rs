//! Pieces and their owners.

use crate::{BLACK, Color, WHITE};

/// What a piece is, without its color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// The pawn.
    Pawn,
    /// The knight.
    Knight,
    /// The bishop.
    Bishop,
    /// The rook.
    Rook,
    /// The queen.
    Queen,
    /// The king.
    King,
}

impl Kind {
    /// All kinds, the least valuable first.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// What a pawn can become, the best first.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// 0 for the pawn to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter: `P`, `N`, `B`, `R`, `Q`, `K`.
    pub const fn letter(self) -> char {
        b"PNBRQK"[self as usize] as char
    }

    /// The kind with this English letter, in either case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// The English word.
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }

    /// The worth in centipawns by which captures are counted; the king is never exchanged and counts 0.
    #[inline]
    pub const fn value(self) -> i32 {
        [100, 300, 300, 500, 900, 0][self as usize]
    }
}

/// A piece with its color: the kind in the low three bits, the color in the fourth.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(u8);

impl Piece {
    /// How many pieces there are.
    pub const COUNT: usize = 12;

    /// A piece of this color and kind.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece((color.index() as u8) << 3 | kind as u8)
    }

    /// Its owner.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & 8 == 0 { WHITE } else { BLACK }
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self.0 & 7 {
            0 => Kind::Pawn,
            1 => Kind::Knight,
            2 => Kind::Bishop,
            3 => Kind::Rook,
            4 => Kind::Queen,
            _ => Kind::King,
        }
    }

    /// A dense number below [`Piece::COUNT`]: White's pawn to king, then Black's.
    #[inline]
    pub const fn index(self) -> usize {
        ((self.0 & 7) + 6 * (self.0 >> 3 & 1)) as usize
    }

    /// The number behind it, for tables of 16 rows.
    #[inline]
    pub(crate) const fn raw(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The letter of FEN: capital for White.
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        match self.color() {
            WHITE => letter,
            _ => letter.to_ascii_lowercase(),
        }
    }

    /// The piece with this letter of FEN.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
        Some(Piece::new(color, Kind::from_letter(letter)?))
    }

    /// The figurine of Unicode.
    pub const fn sign(self) -> char {
        ['♙', '♘', '♗', '♖', '♕', '♔', '♟', '♞', '♝', '♜', '♛', '♚'][self.index()]
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The content of a square in one byte. [`Option<Piece>`] would take two.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Content(u8);

impl Content {
    pub(crate) const EMPTY: Content = Content(7);

    #[inline]
    pub(crate) const fn of(piece: Piece) -> Content {
        Content(piece.0)
    }

    #[inline]
    pub(crate) const fn piece(self) -> Option<Piece> {
        if self.0 == Content::EMPTY.0 { None } else { Some(Piece(self.0)) }
    }

    /// The piece on a square that is known to be occupied.
    #[inline]
    pub(crate) const fn expect(self) -> Piece {
        debug_assert!(self.0 != Content::EMPTY.0);
        Piece(self.0)
    }
}
