//! A move in 16 bits: six bits from, six bits to, four bits what kind of move.
//!
//! Castling is written as the king taking its own rook, which is clear in Chess960 too.

use std::fmt;

use crate::{Kind, Square};

/// A move. It makes sense only together with the position it is played in; see `Position::is_legal_move`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    pub(crate) const QUIET: u16 = 0;
    pub(crate) const DOUBLE_PUSH: u16 = 1;
    pub(crate) const CASTLING: u16 = 2;
    pub(crate) const CAPTURE: u16 = 4;
    pub(crate) const EN_PASSANT: u16 = 5;
    /// To this add the kind less one, and [`Move::CAPTURE`] for a promotion that captures.
    pub(crate) const PROMOTION: u16 = 8;

    /// A move with one of the flags above.
    #[inline]
    pub(crate) const fn new(from: Square, to: Square, flag: u16) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | flag << 12)
    }

    /// The flag of a promotion to `kind`.
    #[inline]
    pub(crate) const fn promotion_flag(kind: Kind) -> u16 {
        Move::PROMOTION + kind as u16 - 1
    }

    /// From 16 bits, which may come from outside and need not be a legal move; [`Move::bits`] gives them back.
    #[inline]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// The 16 bits. No legal move is 0.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Where the moving piece stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0 as usize)
    }

    /// Where it goes. For castling: where the rook stands.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6) as usize)
    }

    #[inline]
    pub(crate) const fn flag(self) -> u16 {
        self.0 >> 12
    }

    /// Does it take a piece of the opponent?
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.flag() & Move::CAPTURE != 0
    }

    /// Does it capture en passant?
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.flag() == Move::EN_PASSANT
    }

    /// Is it castling?
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.flag() == Move::CASTLING
    }

    /// Is it a pawn's step of two ranks?
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.flag() == Move::DOUBLE_PUSH
    }

    /// Does it change the balance at once: a capture or a promotion?
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.flag() & (Move::CAPTURE | Move::PROMOTION) != 0
    }

    /// What a pawn becomes, if it is promoted.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        if self.flag() & Move::PROMOTION == 0 {
            return None;
        }
        Some([Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen][(self.flag() & 3) as usize])
    }
}

/// From, to, and what is special: `e2e4`, `e5xd6 e.p.`, `e1h1 castling`. The notations people use need the position.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from(), if self.is_capture() { "x" } else { "" }, self.to())?;
        if let Some(kind) = self.promotion() {
            write!(f, "={}", kind.letter())?;
        } else if self.is_en_passant() {
            f.write_str(" e.p.")?;
        } else if self.is_castling() {
            f.write_str(" castling")?;
        }
        Ok(())
    }
}
