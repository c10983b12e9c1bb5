//! 64-bit position keys.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// The hash of a position. Equal positions have equal keys; different ones almost surely different keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Key(pub u64);

impl BitXor for Key {
    type Output = Key;
    #[inline]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A well-mixed 64-bit number for every input (the finalizer of SplitMix64, Steele et al. 2014).
///
/// Games draw their Zobrist numbers from it at compile time, one distinct input per feature of the position.
#[inline]
pub const fn mix(input: u64) -> u64 {
    let mut z = input.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
