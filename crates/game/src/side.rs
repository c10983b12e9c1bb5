//! The two players.

use std::ops::{Index, IndexMut, Not};

/// A player, named by who moves first from the start position: White in chess, Black in Othello.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Side {
    /// The player who opens the game.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, the opening one first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `value` as seen by this side when it was given from the first player's view.
    #[inline]
    pub fn view<T: std::ops::Neg<Output = T>>(self, value: T) -> T {
        match self {
            Side::First => value,
            Side::Second => -value,
        }
    }
}

/// The opponent.
impl Not for Side {
    type Output = Side;
    #[inline]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// One value per side, indexed by [`Side`] instead of by a bare number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySide<T>(pub [T; 2]);

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}
