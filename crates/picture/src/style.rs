//! What a picture should look like.

use crate::Error;

/// The look of a game: which board and which pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Chessmen on squares.
    Chess,
    /// Men and kings on squares.
    Draughts,
    /// Discs on a green board.
    Othello,
    /// Stones in a frame.
    ConnectFour,
    /// Noughts and crosses.
    TicTacToe,
    /// Stones on the crossings of lines.
    Go,
}

impl Look {
    /// The look of a game as the registry names it, with its parameters or without: `draughts(rules=russian)`.
    pub fn of(game: &str) -> Option<Look> {
        match game.split('(').next().unwrap_or_default().trim() {
            "chess" | "chess960" => Some(Look::Chess),
            "draughts" => Some(Look::Draughts),
            "othello" => Some(Look::Othello),
            "connect-four" => Some(Look::ConnectFour),
            "tic-tac-toe" => Some(Look::TicTacToe),
            "go" => Some(Look::Go),
            _ => None,
        }
    }

    /// Can the board be seen from the other side? Where stones fall, it cannot.
    pub(crate) fn can_be_turned(self) -> bool {
        !matches!(self, Look::ConnectFour | Look::TicTacToe)
    }
}

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
