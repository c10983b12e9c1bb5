//! The random numbers of the position keys, drawn from [`game::mix`] at compile time.
//!
//! Reference: A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use game::{Key, mix};

use crate::{Color, Piece, Square};

/// Inputs to the mixer are counted up from here, so that chess has numbers of its own.
const SEED: u64 = 0xc4e5_5000;

/// Sixteen rows, so that the four bits of a piece need no bounds check; four rows are never used.
static PIECES: [[Key; 64]; 16] = {
    let mut table = [[Key(0); 64]; 16];
    let mut index = 0;
    while index < 16 * 64 {
        table[index / 64][index % 64] = Key(mix(SEED + index as u64));
        index += 1;
    }
    table
};

const fn numbers<const N: usize>(first: u64) -> [Key; N] {
    let mut table = [Key(0); N];
    let mut index = 0;
    while index < N {
        table[index] = Key(mix(SEED + first + index as u64));
        index += 1;
    }
    table
}

static CASTLING: [Key; 16] = numbers(1024);
static EN_PASSANT: [Key; 8] = numbers(1040);

/// Black is to move.
pub(crate) const BLACK_TO_MOVE: Key = Key(mix(SEED + 1048));

/// A piece stands on a square.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> Key {
    PIECES[piece.raw()][square.index()]
}

/// A side may still castle with the rook that stands on this file of its first rank.
#[inline]
pub(crate) fn castling(color: Color, file: usize) -> Key {
    CASTLING[color.index() << 3 | file & 7]
}

/// A pawn on this file can be captured en passant.
#[inline]
pub(crate) fn en_passant(square: Square) -> Key {
    EN_PASSANT[square.file()]
}
