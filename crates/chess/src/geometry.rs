//! The geometry of the empty board: steps of king, knight and pawn, rays, and the squares between two squares.
//!
//! All tables are computed at compile time, so there is nothing to initialize.

use crate::{Bitboard, Color, Square};

/// The squares reached by single steps.
const fn steps<const N: usize>(steps: [(i32, i32); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard(0); 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            let (file, rank) = (square as i32 % 8 + steps[step].0, square as i32 / 8 + steps[step].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square].0 |= 1 << (rank * 8 + file);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

/// The rays of an empty board in four directions.
const fn rays(directions: [(i32, i32); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard(0); 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            table[square].0 |= ray(square, directions[direction]);
            direction += 1;
        }
        square += 1;
    }
    table
}

/// One ray of an empty board.
const fn ray(square: usize, direction: (i32, i32)) -> u64 {
    let mut set = 0;
    let (mut file, mut rank) = (square as i32 % 8 + direction.0, square as i32 / 8 + direction.1);
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        set |= 1 << (rank * 8 + file);
        file += direction.0;
        rank += direction.1;
    }
    set
}

const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// For each pair of squares on a common line the squares strictly between them, or (`whole`) the whole line from edge to
/// edge; empty for other pairs.
const fn pairs(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard(0); 64]; 64];
    let mut one = 0;
    while one < 64 {
        let mut direction = 0;
        while direction < 8 {
            let there = if direction < 4 { ORTHOGONAL[direction] } else { DIAGONAL[direction - 4] };
            let back = (-there.0, -there.1);
            let forward = ray(one, there);
            let mut rest = forward;
            while rest != 0 {
                let other = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                table[one][other] =
                    Bitboard(if whole { forward | ray(one, back) | 1 << one } else { forward & ray(other, back) });
            }
            direction += 1;
        }
        one += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = steps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] = steps([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[Bitboard; 64]; 2] = [steps([(-1, 1), (1, 1)]), steps([(-1, -1), (1, -1)])];
static ROOK_RAYS: [Bitboard; 64] = rays(ORTHOGONAL);
static BISHOP_RAYS: [Bitboard; 64] = rays(DIAGONAL);
/// The diagonals in the direction a1-h8 and in the direction h1-a8, without the square itself.
static RISING: [Bitboard; 64] = rays([(1, 1), (-1, -1), (1, 1), (-1, -1)]);
static FALLING: [Bitboard; 64] = rays([(-1, 1), (1, -1), (-1, 1), (1, -1)]);
static BETWEEN: [[Bitboard; 64]; 64] = pairs(false);
static LINE: [[Bitboard; 64]; 64] = pairs(true);

/// For castling, by the files of king and rook: the files that the king walks over or arrives on, and those that must be empty
/// but for king and rook.
static CASTLING: [[(u8, u8); 8]; 8] = {
    let mut table = [[(0, 0); 8]; 8];
    let mut king = 0;
    while king < 8 {
        let mut rook = 0;
        while rook < 8 {
            let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
            let walk = between_files(king, king_to) | 1 << king_to;
            table[king][rook] = (walk, walk | between_files(rook, rook_to) | 1 << rook_to);
            rook += 1;
        }
        king += 1;
    }
    table
};

const fn between_files(one: usize, other: usize) -> u8 {
    BETWEEN[one][other].0 as u8
}

/// The squares that a king which castles with this rook walks over or arrives on.
#[inline]
pub(crate) fn castling_walk(king: Square, rook: Square) -> Bitboard {
    Bitboard(u64::from(CASTLING[king.file()][rook.file()].0) << (king.index() & 56))
}

/// The squares that must be empty, but for this king and this rook, for them to castle.
#[inline]
pub(crate) fn castling_path(king: Square, rook: Square) -> Bitboard {
    Bitboard(u64::from(CASTLING[king.file()][rook.file()].1) << (king.index() & 56))
}

/// Where a knight on `square` can go.
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Where a king on `square` can go.
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Where a pawn of `color` on `square` captures.
#[inline]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Where a rook on `square` could go on an empty board.
#[inline]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// Where a bishop on `square` could go on an empty board.
#[inline]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// The diagonal through `square` in the direction from a1 to h8, without `square`.
#[inline]
pub(crate) fn rising_diagonal(square: Square) -> Bitboard {
    RISING[square.index()]
}

/// The diagonal through `square` in the direction from h1 to a8, without `square`.
#[inline]
pub(crate) fn falling_diagonal(square: Square) -> Bitboard {
    FALLING[square.index()]
}

/// The squares strictly between two squares of a common rank, file or diagonal; empty for others.
#[inline]
pub fn between(one: Square, other: Square) -> Bitboard {
    BETWEEN[one.index()][other.index()]
}

/// The whole rank, file or diagonal through two squares; empty if they have none in common.
#[inline]
pub fn line_through(one: Square, other: Square) -> Bitboard {
    LINE[one.index()][other.index()]
}
