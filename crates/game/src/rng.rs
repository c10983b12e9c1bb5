//! A small reproducible random number generator.

use crate::mix;

/// SplitMix64: the same seed gives the same numbers on every machine and in every build.
///
/// Not for secrets. It serves random players, playouts and tests.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that starts at `seed`.
    pub fn new(seed: u64) -> Rng {
        Rng(mix(seed))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `limit`, which must not be 0. The bias is below 2⁻³² for limits of game size.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        debug_assert!(limit > 0);
        ((u128::from(self.next_u64()) * limit as u128) >> 64) as usize
    }

    /// One element of a slice that is not empty.
    #[inline]
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
