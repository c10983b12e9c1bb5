//! What a picture should look like.

use game::Look;

use crate::Error;

/// An arrow from one cell to another, by their indices in the diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Where it begins.
    pub from: usize,
    /// Where it points to.
    pub to: usize,
    /// Its color, as CSS writes it: `#15781b`.
    pub color: String,
}

impl Arrow {
    /// A green arrow.
    pub fn new(from: usize, to: usize) -> Arrow {
        Arrow { from, to, color: "#1f8a4c".to_string() }
    }
}

/// A short text on a cell: digits, with a point and a minus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The cell by its index in the diagram.
    pub cell: usize,
    /// The text.
    pub text: String,
    /// How dark its plate is, from 0 to 100.
    pub weight: u8,
}

/// The least width of a picture.
pub const SMALLEST: u32 = 32;
/// The greatest width of a picture.
pub const LARGEST: u32 = 4096;

/// How to draw a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// Which board and pieces.
    pub look: Look,
    /// The width in pixels, from [`SMALLEST`] to [`LARGEST`].
    pub size: u32,
    /// Seen from the other side.
    pub flipped: bool,
    /// With letters and numbers at the edge, and the numbers of squares where squares are numbered.
    pub coordinates: bool,
    /// Cells to be marked: the last move.
    pub marked: Vec<usize>,
    /// The cell of a king in check.
    pub check: Option<usize>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Short texts on cells, over what stands there: numbers.
    pub notes: Vec<Note>,
    /// What it shows, in words, for those who cannot see it.
    pub title: String,
}

impl Style {
    /// 480 pixels with coordinates, nothing marked.
    pub fn new(look: Look) -> Style {
        Style {
            look,
            size: 480,
            flipped: false,
            coordinates: true,
            marked: Vec::new(),
            check: None,
            arrows: Vec::new(),
            notes: Vec::new(),
            title: String::new(),
        }
    }

    /// Is the size one that can be drawn?
    pub fn check_size(&self) -> Result<(), Error> {
        if (SMALLEST..=LARGEST).contains(&self.size) {
            return Ok(());
        }
        Err(Error::new(format!("size {}: expected {SMALLEST} to {LARGEST} pixels", self.size)))
    }
}
