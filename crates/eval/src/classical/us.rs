//! The side that is being evaluated as a type, so that each term is written once and compiled for both sides without a
//! test of the color.

use chess::{BLACK, Bitboard, Color, Square, WHITE};

/// White or Black as a type.
pub(super) trait Us {
    type Them: Us<Them = Self>;
    const US: Color;

    /// The square as seen from this side: its own first rank is rank 0.
    #[inline(always)]
    fn seen(square: Square) -> Square {
        Square::new(square.index() ^ (56 * Self::US.index()))
    }

    /// A rank as this side counts, 0 to 7.
    #[inline(always)]
    fn rank(rank: usize) -> Bitboard {
        Bitboard::rank(rank ^ (7 * Self::US.index()))
    }

    /// All squares one rank further on.
    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        if Self::US == WHITE { Bitboard(set.0 << 8) } else { Bitboard(set.0 >> 8) }
    }

    /// All squares one rank back.
    #[inline(always)]
    fn back(set: Bitboard) -> Bitboard {
        Self::Them::forward(set)
    }

    /// These squares and all before them.
    #[inline(always)]
    fn fill(set: Bitboard) -> Bitboard {
        let mut set = set.0;
        // Each step doubles what is filled.
        for step in [8, 16, 32] {
            set |= if Self::US == WHITE { set << step } else { set >> step };
        }
        Bitboard(set)
    }

    /// The square of a set, not empty, that lies nearest to this side.
    #[inline(always)]
    fn nearest(set: Bitboard) -> Square {
        if Self::US == WHITE { set.first() } else { Square::new(63 ^ set.0.leading_zeros() as usize) }
    }

    /// Where pawns of this side capture.
    #[inline(always)]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        let ahead = Self::forward(pawns);
        beside(ahead)
    }
}

/// The squares to the left and to the right.
#[inline(always)]
pub(super) fn beside(set: Bitboard) -> Bitboard {
    let (a, h) = (Bitboard::file(0), Bitboard::file(7));
    Bitboard((set & !a).0 >> 1 | (set & !h).0 << 1)
}

/// How many king's moves two squares are apart.
#[inline(always)]
pub(super) fn distance(one: Square, other: Square) -> i32 {
    i32::from(DISTANCE[one.index()][other.index()])
}

static DISTANCE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut index = 0;
    while index < 64 * 64 {
        let (one, other): (usize, usize) = (index / 64, index % 64);
        let (files, ranks) = ((one % 8).abs_diff(other % 8), (one / 8).abs_diff(other / 8));
        table[one][other] = if files > ranks { files } else { ranks } as u8;
        index += 1;
    }
    table
};

#[derive(Clone, Copy)]
pub(super) struct White;
#[derive(Clone, Copy)]
pub(super) struct Black;

impl Us for White {
    type Them = Black;
    const US: Color = WHITE;
}

impl Us for Black {
    type Them = White;
    const US: Color = BLACK;
}
