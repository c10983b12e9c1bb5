//! The exact value of the last few empty squares, in discs, by alpha-beta without table, lists or positions.
//!
//! The generic search stops here: at the very end of the tree most nodes lie, and a bare function over two words visits
//! them many times faster than anything that knows about moves and keys. All functions are fail-soft: within the window
//! the value is exact, outside it is a bound.

use super::bits::{NEIGHBORS, flips, last_flips, moves, squares};
use super::stability::stable;

/// Up to this number of empty squares the value is found here. Between seven and nine no
/// difference was seen on FFO 40 to 42.
pub(super) const MOST_EMPTY: u32 = 8;
/// Up to this number moves are taken as they come, odd regions first; above, those that leave few replies come first.
const UNSORTED: u32 = 5;
/// The corners of the large board; on a smaller one the order of moves does without.
const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Below every score.
const NONE: i32 = -100;

/// The corner regions: the side that moves last in each has an advantage.
const QUADRANT: u64 = 0x0f0f_0f0f;
const QUADRANTS: [u64; 4] = [QUADRANT, QUADRANT << 4, QUADRANT << 32, QUADRANT << 36];

/// The region of a square.
#[inline]
fn quadrant(square: usize) -> u64 {
    QUADRANTS[(square >> 5) << 1 | square >> 2 & 1]
}

/// All squares of the regions with an odd number of empty squares.
#[inline]
fn odd_regions(empty: u64) -> u64 {
    QUADRANTS.into_iter().filter(|region| (empty & region).count_ones() % 2 == 1).fold(0, |odd, region| odd | region)
}

/// The difference of discs when the game is over; empty squares go to the winner.
#[inline]
pub(super) fn final_margin(own: u64, theirs: u64, cells: i32) -> i32 {
    let (own, theirs) = (own.count_ones() as i32, theirs.count_ones() as i32);
    match own.cmp(&theirs) {
        std::cmp::Ordering::Greater => cells - 2 * theirs,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => 2 * own - cells,
    }
}

/// What stays the same throughout one call.
#[derive(Clone, Copy)]
pub(super) struct Endgame {
    /// All squares of the board.
    pub board: u64,
}

impl Endgame {
    #[inline]
    fn cells(self) -> i32 {
        self.board.count_ones() as i32
    }

    /// The value for the side that owns `own`, within or beyond `alpha` and `beta`.
    pub(super) fn solve(self, own: u64, theirs: u64, alpha: i32, beta: i32) -> i32 {
        let empty = self.board & !(own | theirs);
        match empty.count_ones() {
            0 => final_margin(own, theirs, self.cells()),
            1 => self.one(own, empty.trailing_zeros() as usize),
            2 => self.two(own, theirs, alpha, beta, empty, false),
            count if count <= UNSORTED => {
                self.few(own, theirs, alpha, beta, Rest { empty, odd: odd_regions(empty), count }, false)
            }
            count => self.more(own, theirs, alpha, beta, Rest { empty, odd: odd_regions(empty), count }),
        }
    }

    /// One empty square: count what turns over, for the side that can take it.
    #[inline]
    fn one(self, own: u64, square: usize) -> i32 {
        let cells = self.cells();
        let discs = own.count_ones() as i32;
        let turned = last_flips(own, square);
        if turned > 0 {
            return 2 * (discs + turned + 1) - cells;
        }
        let turned = last_flips(self.board & !own & !(1 << square), square);
        let margin = 2 * discs - cells;
        if turned > 0 {
            margin - 2 * turned
        } else if margin + 1 > 0 {
            // Nobody can; the square goes to the winner.
            margin + 2
        } else {
            margin
        }
    }

    /// Two empty squares.
    #[inline]
    fn two(self, own: u64, theirs: u64, alpha: i32, beta: i32, empty: u64, passed: bool) -> i32 {
        let first = empty.trailing_zeros() as usize;
        let second = 63 - empty.leading_zeros() as usize;
        let mut best = NONE;
        if NEIGHBORS[first] & theirs != 0 {
            let turned = flips(own, theirs, first);
            if turned != 0 {
                best = -self.one(theirs ^ turned, second);
                if best >= beta {
                    return best;
                }
            }
        }
        if NEIGHBORS[second] & theirs != 0 {
            let turned = flips(own, theirs, second);
            if turned != 0 {
                best = best.max(-self.one(theirs ^ turned, first));
            }
        }
        if best != NONE {
            best
        } else if passed {
            final_margin(own, theirs, self.cells())
        } else {
            -self.two(theirs, own, -beta, -alpha, empty, true)
        }
    }

    /// Three or more empty squares, odd regions first.
    fn few(self, own: u64, theirs: u64, mut alpha: i32, beta: i32, rest: Rest, passed: bool) -> i32 {
        let mut best = NONE;
        for set in [rest.empty & rest.odd, rest.empty & !rest.odd] {
            for square in squares(set) {
                if NEIGHBORS[square] & theirs == 0 {
                    continue;
                }
                let turned = flips(own, theirs, square);
                if turned == 0 {
                    continue;
                }
                let (next_own, next_theirs) = (theirs ^ turned, own | turned | 1 << square);
                let value = if rest.count == 3 {
                    -self.two(next_own, next_theirs, -beta, -alpha, rest.empty ^ 1 << square, false)
                } else {
                    -self.few(next_own, next_theirs, -beta, -alpha, rest.without(square), false)
                };
                if value > best {
                    best = value;
                    if best >= beta {
                        return best;
                    }
                    alpha = alpha.max(best);
                }
            }
        }
        if best != NONE {
            best
        } else if passed {
            final_margin(own, theirs, self.cells())
        } else {
            -self.few(theirs, own, -beta, -alpha, rest, true)
        }
    }

    /// Enough empty squares for sorting to pay: moves that leave few replies first, corners and odd regions before
    /// others.
    fn more(self, own: u64, theirs: u64, mut alpha: i32, beta: i32, rest: Rest) -> i32 {
        let possible = moves(own, theirs, rest.empty);
        if possible == 0 {
            if moves(theirs, own, rest.empty) == 0 {
                return final_margin(own, theirs, self.cells());
            }
            return -self.more(theirs, own, -beta, -alpha, rest);
        }
        // Counting stable discs costs something, so first see whether all of theirs would do.
        let limit = |safe: u64| self.cells() - 2 * safe.count_ones() as i32;
        if limit(theirs) <= alpha {
            let limit = limit(stable(theirs, rest.empty, self.board));
            if limit <= alpha {
                return limit;
            }
        }
        let mut list = [Candidate::default(); MOST_EMPTY as usize];
        let mut length = 0;
        for square in squares(possible) {
            let turned = flips(own, theirs, square);
            let (next_own, next_theirs) = (theirs ^ turned, own | turned | 1 << square);
            let replies = moves(next_own, next_theirs, rest.empty ^ 1 << square);
            let replies = replies.count_ones() + (replies & CORNERS).count_ones();
            let order = 4 * replies as i32
                - i32::from(rest.odd >> square & 1 == 1) * 2
                - i32::from(CORNERS >> square & 1 == 1) * 8;
            let mut at = length;
            while at > 0 && list[at - 1].order > order {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = Candidate { order, square: square as u32, turned };
            length += 1;
        }
        let mut best = NONE;
        for candidate in &list[..length] {
            let Candidate { square, turned, .. } = *candidate;
            let (next_own, next_theirs) = (theirs ^ turned, own | turned | 1 << square);
            let next = rest.without(square as usize);
            let value = if next.count > UNSORTED {
                -self.more(next_own, next_theirs, -beta, -alpha, next)
            } else {
                -self.few(next_own, next_theirs, -beta, -alpha, next, false)
            };
            if value > best {
                best = value;
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        best
    }
}

/// The empty squares that are left.
#[derive(Clone, Copy)]
struct Rest {
    empty: u64,
    /// The regions with an odd number of them.
    odd: u64,
    count: u32,
}

impl Rest {
    #[inline]
    fn without(self, square: usize) -> Rest {
        Rest { empty: self.empty ^ 1 << square, odd: self.odd ^ quadrant(square), count: self.count - 1 }
    }
}

/// A move to try; lower order first.
#[derive(Clone, Copy, Default)]
struct Candidate {
    order: i32,
    square: u32,
    turned: u64,
}
