//! Sets of squares as 64-bit numbers: bit 0 is a1, bit 63 is h8.
//!
//! Reference: <https://www.chessprogramming.org/Bitboards>.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of squares.
///
/// ```
/// use chess::{Bitboard, Square};
/// let corners = Square::at(0, 0).set() | Square::at(7, 7).set();
/// assert_eq!(corners.count(), 2);
/// assert_eq!(corners.map(|square| square.to_string()).collect::<Vec<_>>(), ["a1", "h8"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// The files a and h.
    pub(crate) const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    pub(crate) const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);

    /// The squares of a rank, 0 to 7.
    #[inline]
    pub const fn rank(rank: usize) -> Bitboard {
        Bitboard(0xff << (8 * rank))
    }

    /// The squares of a file, 0 to 7.
    #[inline]
    pub const fn file(file: usize) -> Bitboard {
        Bitboard(Bitboard::FILE_A.0 << file)
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Is there no square in the set?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is there any square in the set?
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Are there at least two squares in the set?
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Is this square in the set?
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The square with the lowest number. a1 of an empty set, which callers exclude.
    #[inline]
    pub const fn first(self) -> Square {
        Square::new(self.0.trailing_zeros() as usize)
    }

    /// Every square moved by `offset` squares; what leaves the board at the first or last rank is lost, what leaves at the
    /// side reappears on the other, so callers mask files first.
    #[inline]
    pub const fn shift(self, offset: i8) -> Bitboard {
        if offset >= 0 { Bitboard(self.0 << offset) } else { Bitboard(self.0 >> -offset) }
    }
}

/// Hands out the squares from a1 to h8.
impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = self.first();
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (Bitboard::count(*self), Some(Bitboard::count(*self)))
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt),*) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = *self $op other;
            }
        }
    )*};
}

operator!(BitAnd bitand BitAndAssign bitand_assign &, BitOr bitor BitOrAssign bitor_assign |,
          BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Eight lines of `x` and `.`, the eighth rank on top.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let line: String = (0..8).map(|file| if self.has(Square::at(file, rank)) { 'x' } else { '.' }).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
