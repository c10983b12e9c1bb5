//! Moves and flips on 64-bit boards: bit 0 is a1, bit 7 is h1, bit 63 is h8. Knows sets of squares, nothing of turns.
//!
//! Smaller boards lie in the middle of the 64 bits. The squares around them are never empty nor taken, so that no line
//! runs over the edge and nothing here needs to know the size.

/// The files b to g: a run of discs along a row or diagonal cannot be enclosed on the outermost files.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The squares along one axis, both ways, where a disc would enclose some of `theirs`; taken squares among them.
///
/// Parallel prefix: runs of up to six discs are followed in steps of one, one, two and two.
#[inline]
fn axis_moves(own: u64, theirs: u64, step: u32) -> u64 {
    let mut up = theirs & (own << step);
    let mut down = theirs & (own >> step);
    up |= theirs & (up << step);
    down |= theirs & (down >> step);
    let pairs_up = theirs & (theirs << step);
    let pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up << step) | (down >> step)
}

/// The squares among `empty` where `own` may move.
#[inline]
pub(super) fn moves(own: u64, theirs: u64, empty: u64) -> u64 {
    let inner = theirs & INNER_FILES;
    let found =
        axis_moves(own, inner, 1) | axis_moves(own, theirs, 8) | axis_moves(own, inner, 7) | axis_moves(own, inner, 9);
    found & empty
}

/// The squares around each square.
pub(super) static NEIGHBORS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = around(1 << square);
        square += 1;
    }
    table
};

/// The squares that touch a set of squares, and the set itself where its squares touch each other.
#[inline]
pub(super) const fn around(set: u64) -> u64 {
    let sides = ((set & !(FILE_A << 7)) << 1) | ((set & !FILE_A) >> 1);
    let row = set | sides;
    sides | (row << 8) | (row >> 8)
}

/// The squares seen from each square in each of eight directions: first the four of rising, then of falling bit
/// numbers.
static RAYS: [[u64; 8]; 64] = {
    const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (dy, dx) = DIRECTIONS[direction];
            let (mut y, mut x) = (square as i32 / 8 + dy, square as i32 % 8 + dx);
            while y >= 0 && y < 8 && x >= 0 && x < 8 {
                table[square][direction] |= 1 << (y * 8 + x);
                y += dy;
                x += dx;
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

/// The part of [`flips`] along one ray of rising bit numbers.
#[inline]
fn flips_along(own: u64, theirs: u64, ray: u64) -> u64 {
    // Adding one below the ray carries through the run of opposing discs to the first other square.
    let end = (theirs | !ray).wrapping_add(1) & own & ray;
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// The discs of `theirs` that turn over when `own` moves to `square`; none if the move is not legal.
///
/// Exchanging the rows turns three of the falling directions into rising ones, which leaves only the way to the left.
/// On FFO 40 and 41 the whole solver took 2.6 to 2.9 s with this, 2.8 to 3.0 s with all four falling directions done as
/// the one to the left is (six runs each, in turn). Following each direction by shifts as in [`moves`] took 10.6 ns for
/// one move against 6.1 ns in a build for any x86-64, about the same in one for newer processors.
#[inline]
pub(super) fn flips(own: u64, theirs: u64, square: usize) -> u64 {
    let rays = &RAYS[square];
    let rising = rays[..4].iter().fold(0, |turned, &ray| turned | flips_along(own, theirs, ray));
    // In the mirror the square lies on the row counted from the other end.
    let mirrored = (own.swap_bytes(), theirs.swap_bytes());
    let upwards = &RAYS[square ^ 56][1..4];
    let falling = upwards.iter().fold(0, |turned, &ray| turned | flips_along(mirrored.0, mirrored.1, ray));
    // To the left the first other square is the highest; the lowest bit stands in where there is none. It is a square
    // of the ray or cannot be its own end.
    let ray = rays[4];
    let others = (!theirs & ray) | 1;
    let end = (1 << 63 >> others.leading_zeros()) & own & ray;
    rising | falling.swap_bytes() | (end.wrapping_neg() << 1) & ray
}

/// For each place on a line of eight and each set of own discs on it: how many discs turn over if all others are
/// theirs.
static LINE_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut count = 0;
            let mut up = place + 1;
            while up < 8 && own >> up & 1 == 0 {
                up += 1;
            }
            if up < 8 {
                count += up - place - 1;
            }
            let mut down = place as i32 - 1;
            while down >= 0 && own >> down & 1 == 0 {
                down -= 1;
            }
            if down >= 0 {
                count += (place as i32 - down - 1) as usize;
            }
            table[place][own] = count as u8;
            own += 1;
        }
        place += 1;
    }
    table
};

/// Both diagonals through each square, the square itself left out.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = [RAYS[square][3] | RAYS[square][7], RAYS[square][1] | RAYS[square][5]];
        square += 1;
    }
    table
};

/// How many discs turn over when `own` moves to the last empty square.
///
/// All other squares are taken, so the mover's discs alone determine each line; a multiplication gathers a column or diagonal
/// into the top byte (the trick of "kindergarten bitboards").
#[inline]
pub(super) fn last_flips(own: u64, square: usize) -> i32 {
    let (row, column) = (square / 8, square % 8);
    let [rising, falling] = DIAGONALS[square];
    let byte = |word: u64| (word >> 56) as usize;
    let counts = &LINE_FLIPS[column];
    let horizontal = counts[(own >> (row * 8)) as usize & 0xff];
    let diagonal = counts[byte((own & rising).wrapping_mul(FILE_A))];
    let antidiagonal = counts[byte((own & falling).wrapping_mul(FILE_A))];
    let vertical = LINE_FLIPS[row][byte(((own >> column) & FILE_A).wrapping_mul(0x0102_0408_1020_4080))];
    i32::from(horizontal) + i32::from(diagonal) + i32::from(antidiagonal) + i32::from(vertical)
}

/// The board turned over its main diagonal: a1 stays, h1 and a8 change places.
fn transposed(set: u64) -> u64 {
    // Swap bits, then pairs, then quarters across the diagonal (Warren, Hacker's Delight, 7-3).
    let swap = |set: u64, mask: u64, shift: u32| {
        let difference = (set ^ (set >> shift)) & mask;
        set ^ difference ^ (difference << shift)
    };
    let set = swap(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x0000_0000_f0f0_f0f0, 28)
}

/// What the eight turns and reflections of the board make of a set.
pub(super) fn symmetries(set: u64) -> [u64; 8] {
    let across = transposed(set);
    let four = |set: u64| [set, set.swap_bytes(), set.reverse_bits().swap_bytes(), set.reverse_bits()];
    let ([a, b, c, d], [e, f, g, h]) = (four(set), four(across));
    [a, b, c, d, e, f, g, h]
}

/// The numbers of the squares in a set, from a1 on.
#[inline]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    /// Square by square, as a person does it.
    fn slow_flips(own: u64, theirs: u64, square: usize) -> u64 {
        let mut turned = 0;
        for (dy, dx) in [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)] {
            let (mut y, mut x, mut run) = (square as i32 / 8, square as i32 % 8, 0);
            loop {
                (y, x) = (y + dy, x + dx);
                if !(0..8).contains(&y) || !(0..8).contains(&x) {
                    break;
                }
                let bit = 1u64 << (y * 8 + x);
                if theirs & bit != 0 {
                    run |= bit;
                } else {
                    turned |= if own & bit != 0 { run } else { 0 };
                    break;
                }
            }
        }
        turned
    }

    #[test]
    fn fast_flips_are_the_slow_ones() {
        let mut rng = Rng::new(1);
        for _ in 0..3000 {
            let taken = rng.next_u64() | rng.next_u64();
            let own = rng.next_u64() & taken;
            let theirs = taken & !own;
            let mut legal = 0;
            for square in squares(!taken) {
                let expected = slow_flips(own, theirs, square);
                assert_eq!(flips(own, theirs, square), expected, "{own:x} {theirs:x} {square}");
                legal |= u64::from(expected != 0) << square;
                let last = !(1 << square);
                let count = slow_flips(own & last, !own & last, square).count_ones() as i32;
                assert_eq!(last_flips(own & last, square), count);
            }
            assert_eq!(moves(own, theirs, !taken), legal);
        }
    }

    #[test]
    fn symmetries_are_a_group() {
        let set = 0x0123_4567_89ab_cdef;
        let all = symmetries(set);
        for turned in all {
            let mut again = symmetries(turned);
            again.sort_unstable();
            let mut expected = all;
            expected.sort_unstable();
            assert_eq!(again, expected);
        }
        assert_eq!(symmetries(1 << 1)[4], 1 << 8);
    }
}
