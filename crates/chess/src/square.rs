//! The 64 squares, counted a1 = 0, b1 = 1, ... h8 = 63.

use std::fmt;
use std::str::FromStr;

use crate::{Bitboard, Color};

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this number; only the low six bits count.
    #[inline]
    pub const fn new(index: usize) -> Square {
        Square(index as u8 & 63)
    }

    /// The square on a file (0 is a) and a rank (0 is the first).
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Square {
        Square((rank << 3 | file) as u8 & 63)
    }

    /// Its number from 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the constructors guarantee, so that tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// Its file, 0 (a) to 7 (h).
    #[inline]
    pub const fn file(self) -> usize {
        self.index() & 7
    }

    /// Its rank, 0 (the first) to 7.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() >> 3
    }

    /// Its rank as `color` counts them.
    #[inline]
    pub const fn rank_for(self, color: Color) -> usize {
        self.rank() ^ (7 * color.index())
    }

    /// The same square seen from the other side of the board: a1 and a8 change places.
    #[inline]
    pub const fn flip(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The set of this square alone.
    #[inline]
    pub const fn set(self) -> Bitboard {
        Bitboard(1 << self.index())
    }

    /// The square `offset` further on; the caller knows that it is on the board.
    #[inline]
    pub const fn offset(self, offset: i8) -> Square {
        Square(self.0.wrapping_add_signed(offset) & 63)
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square::new)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `e4`. The error is the text itself.
impl FromStr for Square {
    type Err = String;

    fn from_str(text: &str) -> Result<Square, String> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Square::at(usize::from(file - b'a'), usize::from(rank - b'1')))
            }
            _ => Err(text.to_string()),
        }
    }
}
