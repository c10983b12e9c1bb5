//! The board as bits: column by column from the left, each from the bottom up, with one guard bit on top.
//!
//! ```text
//!  6 13 20 27 34 41 48    guard bits, always empty
//!  5 12 19 26 33 40 47    top row
//!  ...
//!  0  7 14 21 28 35 42    bottom row
//! ```
//!
//! The guard bits stop lines from running over the edge and make the sum of two boards a unique key.

use std::fmt::Debug;

use game::{Parameter, Spec, SpecError};

/// The size of a board.
pub trait Geometry: Copy + Eq + Debug + Send + Sync + 'static {
    /// The size that a game text asks for, or why it is not possible.
    fn from_spec(spec: &Spec) -> Result<Self, SpecError>;

    /// The number of columns.
    fn width(self) -> usize;

    /// The number of rows.
    fn height(self) -> usize;

    /// The bottom row.
    fn bottom(self) -> u64;

    /// All cells, without the guard bits.
    fn board(self) -> u64;

    /// From a cell to its right neighbor.
    #[inline]
    fn stride(self) -> usize {
        self.height() + 1
    }

    /// The number of cells.
    #[inline]
    fn cells(self) -> usize {
        self.width() * self.height()
    }
}

/// The greatest number of columns or rows: lines of four still fit the shifts of a 64-bit word.
pub(super) const MAX_SIDE: usize = 12;
const MIN_SIDE: usize = 4;

/// The bottom row of a board.
const fn bottom_row(width: usize, height: usize) -> u64 {
    let (mut row, mut column) = (0, 0);
    while column < width {
        row |= 1 << (column * (height + 1));
        column += 1;
    }
    row
}

/// What can be chosen.
pub(super) fn parameters() -> Vec<Parameter> {
    let side = |name, default| Parameter::whole(name, MIN_SIDE as u32..=MAX_SIDE as u32, Some(default));
    vec![side("width", "7").noted("width * (height + 1) is at most 64"), side("height", "6")]
}

/// The width and height in a game text.
fn read_size(spec: &Spec) -> Result<(usize, usize), SpecError> {
    let given = spec.read(parameters())?;
    let (width, height) = (given.whole("width").unwrap_or(7), given.whole("height").unwrap_or(6));
    if width * (height + 1) > 64 {
        return Err(spec.error(format!("width * (height + 1) may be at most 64, {width} * {} is more", height + 1)));
    }
    Ok((width, height))
}

/// Seven columns and six rows, as everybody plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standard;

impl Geometry for Standard {
    fn from_spec(spec: &Spec) -> Result<Standard, SpecError> {
        match read_size(spec)? {
            (7, 6) => Ok(Standard),
            (width, height) => Err(spec.error(format!("this board is 7 by 6, not {width} by {height}"))),
        }
    }

    #[inline]
    fn width(self) -> usize {
        7
    }

    #[inline]
    fn height(self) -> usize {
        6
    }

    #[inline]
    fn bottom(self) -> u64 {
        const { bottom_row(7, 6) }
    }

    #[inline]
    fn board(self) -> u64 {
        const { bottom_row(7, 6) * 0b11_1111 }
    }
}

/// Any size from 4 to 12 each way with width × (height + 1) at most 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnySize {
    width: u8,
    height: u8,
    bottom: u64,
}

impl Geometry for AnySize {
    fn from_spec(spec: &Spec) -> Result<AnySize, SpecError> {
        let (width, height) = read_size(spec)?;
        Ok(AnySize { width: width as u8, height: height as u8, bottom: bottom_row(width, height) })
    }

    #[inline]
    fn width(self) -> usize {
        usize::from(self.width)
    }

    #[inline]
    fn height(self) -> usize {
        usize::from(self.height)
    }

    #[inline]
    fn bottom(self) -> u64 {
        self.bottom
    }

    #[inline]
    fn board(self) -> u64 {
        // A row times a column of ones is every cell: no two products share a bit.
        self.bottom * ((1 << self.height) - 1)
    }
}
