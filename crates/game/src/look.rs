//! What a game looks like, as keys: whoever draws it (terminal, page, SVG) decides about shapes and shades.

/// The board and the pieces of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// The board.
    pub board: BoardStyle,
    /// The pieces.
    pub pieces: PieceSet,
}

/// What kind of board it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardStyle {
    /// Squares with pieces on them: checkered if the diagram has two shades, else parted by lines.
    #[default]
    Squares,
    /// Squares with discs that are turned over.
    Discs,
    /// Columns into which stones fall: a click anywhere in a column means the column.
    Columns,
    /// Crossings of lines.
    Points,
}

/// What the pieces are, for whoever has drawings of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PieceSet {
    /// Each piece is shown by its letter.
    #[default]
    Letters,
    /// The six men of chess.
    Chessmen,
    /// Men and kings of draughts.
    Counters,
    /// Discs with two faces.
    Discs,
    /// Stones that are dropped.
    Chips,
    /// Noughts and crosses.
    Marks,
    /// Stones of Go.
    Stones,
}

/// The color of a side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// White, or light.
    White,
    /// Black, or dark.
    Black,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
}

impl Color {
    /// Its name as a code.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
            Color::Red => "red",
            Color::Yellow => "yellow",
        }
    }
}

/// What becomes of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Captures {
    /// They stay.
    #[default]
    Never,
    /// They are taken off the board.
    Taken,
    /// They change sides.
    Turned,
}
