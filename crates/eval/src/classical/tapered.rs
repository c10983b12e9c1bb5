//! Three values in one number: what something is worth in the opening, in the middle game and in the endgame.
//!
//! The three lie side by side in 64 bits, so that one addition adds all of them; a lane that is negative borrows from
//! its neighbor, which reading undoes. Reference: <https://www.chessprogramming.org/Tapered_Eval>.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Bits to a lane: values up to a million centipawns, far more than any sum of sensible weights. Sums of others wrap around, which is wrong
/// but no more than that: weights may come from a file.
const LANE: u32 = 21;

/// A value for the opening, the middle game and the endgame, in centipawns.
///
/// ```
/// use eval::Tapered;
/// let sum = Tapered::new(10, -20, 30) + Tapered::new(-15, -5, 1) * 2;
/// assert_eq!(sum.parts(), [-20, -30, 32]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered(i64);

impl Tapered {
    /// Worth nothing at any time.
    pub const ZERO: Tapered = Tapered(0);

    /// The value at each of the three times.
    #[inline]
    pub const fn new(opening: i32, middle: i32, endgame: i32) -> Tapered {
        Tapered(opening as i64 + ((middle as i64) << LANE) + ((endgame as i64) << (2 * LANE)))
    }

    /// Opening, middle game, endgame.
    #[inline]
    pub const fn parts(self) -> [i32; 3] {
        /// The lowest lane with its sign.
        const fn low(bits: i64) -> i64 {
            bits << (64 - LANE) >> (64 - LANE)
        }
        let opening = low(self.0);
        let rest = self.0.wrapping_sub(opening) >> LANE;
        let middle = low(rest);
        [opening as i32, middle as i32, ((rest - middle) >> LANE) as i32]
    }

    /// The value at a phase of the game.
    #[inline]
    pub const fn at(self, phase: Phase) -> i32 {
        let [opening, middle, endgame] = self.parts();
        let shares = phase.shares();
        // Towards zero, so that both sides are rounded alike.
        (opening * shares[0] + middle * shares[1] + endgame * shares[2]) / Phase::SHARES
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline]
    fn neg(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, count: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(count as i64))
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl std::fmt::Debug for Tapered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [opening, middle, endgame] = self.parts();
        write!(f, "({opening}, {middle}, {endgame})")
    }
}

/// How far the game has come, told by the pieces that are left: 24 with all of them, 0 with kings and pawns alone. A
/// minor piece counts 1, a rook 2, a queen 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase(i32);

impl Phase {
    /// All pieces are on the board.
    pub const OPENING: Phase = Phase(24);
    /// The middle game proper: as if the queens, or two rooks and four minor pieces, had gone.
    pub const MIDDLE: Phase = Phase(16);
    /// Kings and pawns.
    pub const ENDGAME: Phase = Phase(0);
    /// What the three shares add up to.
    pub const SHARES: i32 = 16;

    /// A phase by the number of minor pieces, rooks and queens of both sides. Promoted pieces do not lead back before
    /// the opening.
    #[inline]
    pub fn of(minors: usize, rooks: usize, queens: usize) -> Phase {
        Phase(((minors + 2 * rooks + 4 * queens) as i32).min(Phase::OPENING.0))
    }

    /// How much of each of the three values counts, in sixteenths: between opening and middle game the endgame has no
    /// say, and between middle game and endgame the opening has none.
    #[inline]
    pub const fn shares(self) -> [i32; 3] {
        if self.0 >= Phase::MIDDLE.0 {
            let opening = 2 * (self.0 - Phase::MIDDLE.0);
            [opening, Phase::SHARES - opening, 0]
        } else {
            [0, self.0, Phase::SHARES - self.0]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_meet() {
        for phase in (0..=24).map(Phase) {
            assert_eq!(phase.shares().iter().sum::<i32>(), Phase::SHARES, "{phase:?}");
        }
        let value = Tapered::new(100, 200, -300);
        assert_eq!([Phase::OPENING, Phase::MIDDLE, Phase::ENDGAME].map(|phase| value.at(phase)), [100, 200, -300]);
        assert_eq!(value.at(Phase(8)), -50);
        assert_eq!((-value).at(Phase(23)), -value.at(Phase(23)));
    }
}
