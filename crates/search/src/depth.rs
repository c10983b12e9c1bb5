//! How far a search still goes.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A remaining depth in plies. At 0 and below the search is at a leaf.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Depth(i32);

impl Depth {
    /// A leaf.
    pub const ZERO: Depth = Depth(0);

    /// The greatest depth that a search can be asked for.
    pub const MAX: Depth = Depth(120);

    /// `plies` more plies.
    #[inline]
    pub const fn new(plies: i32) -> Depth {
        Depth(plies)
    }

    /// The number of plies.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.0
    }

    /// Is this a leaf?
    #[inline]
    pub const fn is_leaf(self) -> bool {
        self.0 <= 0
    }
}

impl Add<i32> for Depth {
    type Output = Depth;
    #[inline]
    fn add(self, plies: i32) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Depth;
    #[inline]
    fn sub(self, plies: i32) -> Depth {
        Depth(self.0 - plies)
    }
}

impl AddAssign<i32> for Depth {
    #[inline]
    fn add_assign(&mut self, plies: i32) {
        self.0 += plies;
    }
}

impl SubAssign<i32> for Depth {
    #[inline]
    fn sub_assign(&mut self, plies: i32) {
        self.0 -= plies;
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
