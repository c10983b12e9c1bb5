//! The machine word that holds a set of squares: 64 bits up to the 10×10 board, 128 bits for 12×12 and 14×14.
//!
//! Everything else in this folder is written once, over [`Word`].

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};
use std::sync::LazyLock;

use super::geometry::Variant;

/// A set of squares.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No square.
    const EMPTY: Self;
    /// The largest board order whose squares and ghost squares fit.
    const MAX_ORDER: usize;
    /// One more than the highest square index in use.
    const SQUARES: usize;

    /// The set of one square.
    fn bit(index: u8) -> Self;
    /// How many squares are in the set.
    fn count(self) -> u32;
    /// The lowest square of a set that is not empty.
    fn lowest(self) -> u8;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// The set as two words, the lower squares first.
    fn words(self) -> [u64; 2];
    /// Every rule set on every board that fits this word, rule set by rule set.
    fn variants() -> &'static [Variant<Self>];

    /// Is there no square in the set?
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Have the two sets a square in common?
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
}

macro_rules! word {
    ($type:ty, $max_order:literal) => {
        impl Word for $type {
            const EMPTY: Self = 0;
            const MAX_ORDER: usize = $max_order;
            const SQUARES: usize = $max_order * (2 * $max_order + 3) - 2;

            #[inline]
            fn bit(index: u8) -> Self {
                1 << index
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn words(self) -> [u64; 2] {
                let wide = u128::from(self);
                [wide as u64, (wide >> 64) as u64]
            }
            fn variants() -> &'static [Variant<Self>] {
                static VARIANTS: LazyLock<Vec<Variant<$type>>> = LazyLock::new(Variant::all);
                &VARIANTS
            }
        }
    };
}

word!(u64, 5);
word!(u128, 7);

/// The squares of a set, lowest first.
#[inline]
pub fn squares<W: Word>(set: W) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (!rest.is_empty()).then(|| {
            let square = rest.lowest();
            rest = rest.without_lowest();
            square
        })
    })
}
