//! The side to move as a type, so that the hot code is compiled once for each side, without a test of the color.

use crate::geometry::{falling_diagonal, rising_diagonal};
use crate::{BLACK, Bitboard, Color, Square, WHITE};

/// White or Black as a type.
pub(crate) trait Mover {
    type Them: Mover<Them = Self>;
    const US: Color;
    const THEM: Color;
    /// A pawn's step forward as a difference of square numbers; its captures towards the files a and h.
    const PUSH: i8;
    const WEST: i8;
    const EAST: i8;
    /// As this side counts them.
    const FIRST_RANK: Bitboard;
    const THIRD_RANK: Bitboard;
    const SEVENTH_RANK: Bitboard;
    const LAST_RANK: Bitboard;
    /// The diagonals along which pawns capture towards the files a and h.
    fn west_diagonal(square: Square) -> Bitboard;
    fn east_diagonal(square: Square) -> Bitboard;
}

pub(crate) struct White;
pub(crate) struct Black;

impl Mover for White {
    type Them = Black;
    const US: Color = WHITE;
    const THEM: Color = BLACK;
    const PUSH: i8 = 8;
    const WEST: i8 = 7;
    const EAST: i8 = 9;
    const FIRST_RANK: Bitboard = Bitboard::rank(0);
    const THIRD_RANK: Bitboard = Bitboard::rank(2);
    const SEVENTH_RANK: Bitboard = Bitboard::rank(6);
    const LAST_RANK: Bitboard = Bitboard::rank(7);

    #[inline]
    fn west_diagonal(square: Square) -> Bitboard {
        falling_diagonal(square)
    }

    #[inline]
    fn east_diagonal(square: Square) -> Bitboard {
        rising_diagonal(square)
    }
}

impl Mover for Black {
    type Them = White;
    const US: Color = BLACK;
    const THEM: Color = WHITE;
    const PUSH: i8 = -8;
    const WEST: i8 = -9;
    const EAST: i8 = -7;
    const FIRST_RANK: Bitboard = Bitboard::rank(7);
    const THIRD_RANK: Bitboard = Bitboard::rank(5);
    const SEVENTH_RANK: Bitboard = Bitboard::rank(1);
    const LAST_RANK: Bitboard = Bitboard::rank(0);

    #[inline]
    fn west_diagonal(square: Square) -> Bitboard {
        rising_diagonal(square)
    }

    #[inline]
    fn east_diagonal(square: Square) -> Bitboard {
        falling_diagonal(square)
    }
}

/// Where the pawns of a side capture towards the files a and h.
#[inline]
pub(crate) fn pawn_captures_west<U: Mover>(pawns: Bitboard) -> Bitboard {
    (pawns & !Bitboard::FILE_A).shift(U::WEST)
}

#[inline]
pub(crate) fn pawn_captures_east<U: Mover>(pawns: Bitboard) -> Bitboard {
    (pawns & !Bitboard::FILE_H).shift(U::EAST)
}
