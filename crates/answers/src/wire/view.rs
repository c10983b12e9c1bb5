//! A position as the page shows it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One of the players: who moves first from the start position, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White in chess, Black in Othello.
    First,
    /// The other.
    Second,
}

impl From<engine::Side> for Side {
    fn from(side: engine::Side) -> Side {
        match side {
            engine::Side::First => Side::First,
            engine::Side::Second => Side::Second,
        }
    }
}

impl From<Side> for engine::Side {
    fn from(side: Side) -> engine::Side {
        match side {
            Side::First => engine::Side::First,
            Side::Second => engine::Side::Second,
        }
    }
}

/// A position, with all that a page needs to show it and to let somebody move.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct View {
    /// The game with its parameters: `draughts(rules=russian)`.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// The key of the position, 16 hexadecimal digits.
    pub key: String,
    /// Moves since the position it began from.
    pub ply: usize,
    /// Whose turn it is.
    pub turn: Side,
    /// What the sides are called: `white`, `black`, `x`, `o`.
    pub sides: SideNames,
    /// The colors of their pieces: `white`, `black`, `red`, `yellow`.
    pub colors: SideNames,
    /// The board.
    pub board: Board,
    /// The legal moves; none if the game is over.
    pub moves: Vec<MoveView>,
    /// The cells of the last move.
    pub last: Vec<usize>,
    /// The cells in check.
    pub check: Vec<usize>,
    /// What the opening is called.
    #[schema(required)]
    pub opening: Option<OpeningView>,
    /// What each side has, where the game is decided by counting.
    #[schema(required)]
    pub score: Option<Count>,
    /// The end of the game by its rules.
    #[schema(required)]
    pub end: Option<EndView>,
}

/// What the sides are called, as codes.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SideNames {
    /// Who moves first.
    pub first: String,
    /// The other.
    pub second: String,
}

impl From<[String; 2]> for SideNames {
    fn from([first, second]: [String; 2]) -> SideNames {
        SideNames { first, second }
    }
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardStyle {
    /// Squares with pieces on them.
    Squares,
    /// Squares with discs that are turned over.
    Discs,
    /// Columns into which stones fall; a click anywhere in the column means the cell of the move there.
    Columns,
    /// Crossings of lines.
    Points,
}

impl From<engine::BoardStyle> for BoardStyle {
    fn from(style: engine::BoardStyle) -> BoardStyle {
        match style {
            engine::BoardStyle::Squares => BoardStyle::Squares,
            engine::BoardStyle::Discs => BoardStyle::Discs,
            engine::BoardStyle::Columns => BoardStyle::Columns,
            engine::BoardStyle::Points => BoardStyle::Points,
        }
    }
}

/// How the pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PieceSet {
    /// Each by its letter.
    Letters,
    /// The men of chess.
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

impl From<engine::PieceSet> for PieceSet {
    fn from(set: engine::PieceSet) -> PieceSet {
        match set {
            engine::PieceSet::Letters => PieceSet::Letters,
            engine::PieceSet::Chessmen => PieceSet::Chessmen,
            engine::PieceSet::Counters => PieceSet::Counters,
            engine::PieceSet::Discs => PieceSet::Discs,
            engine::PieceSet::Chips => PieceSet::Chips,
            engine::PieceSet::Marks => PieceSet::Marks,
            engine::PieceSet::Stones => PieceSet::Stones,
        }
    }
}

/// The cells of a board, from the top left, row by row.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// How it is drawn.
    pub style: BoardStyle,
    /// How the pieces on it are drawn.
    pub pieces: PieceSet,
    /// What stands below the columns; may be empty texts.
    pub columns: Vec<String>,
    /// What stands left of the rows; may be empty texts.
    pub rows: Vec<String>,
    /// The cells.
    pub cells: Vec<CellView>,
}

/// How a cell is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shade {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A crossing of lines.
    Point,
    /// As all cells are, where all are alike.
    Plain,
}

/// A cell.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CellView {
    /// What players call it: `e4`, `18`. Empty for cells that nobody names.
    pub name: String,
    /// How it is drawn.
    pub shade: Shade,
    /// What stands on it.
    #[schema(required)]
    pub piece: Option<PieceView>,
}

/// A piece.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PieceView {
    /// Whose it is.
    pub side: Side,
    /// Its letter in the game's notation: `K` and `k`, `w`, `B`, `X`.
    pub letter: String,
    /// What it is called, as a code: `king`, `man`, `disc`, `stone`, `cross`, `nought`.
    pub name: String,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MoveView {
    /// As people write it: `Nf3`.
    pub text: String,
    /// As programs write it: `g1f3`. Both are read everywhere.
    pub code: String,
    /// The cells that are clicked, in order; none for a pass.
    pub cells: Vec<usize>,
    /// Other ways to click it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub also: Vec<Vec<usize>>,
    /// What tells it from moves with the same cells: `queen`.
    #[schema(required)]
    pub choice: Option<String>,
}

/// What an opening is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpeningView {
    /// Its code in the Encyclopaedia of Chess Openings.
    pub eco: String,
    /// Its English name.
    pub name: String,
    /// Its German name.
    pub name_de: String,
}

/// What each side has: discs, points with komi.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct Count {
    /// Who moves first.
    pub first: f64,
    /// The other.
    pub second: f64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EndView {
    /// Who won; nobody in a draw.
    #[schema(required)]
    pub winner: Option<Side>,
    /// Why, as a code: by the rules `checkmate`, `stalemate`, `repetition`, `fifty-moves`, `material`, `blocked`, `no-pieces`,
    /// `no-progress`, `line`, `full`, `more-discs`, `passes`; besides them `resignation`, `time`, `agreement`, `fault`.
    pub reason: String,
}

/// A position to be looked at.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PositionRequest {
    /// The game with its parameters.
    pub game: String,
    /// The position in the game's notation; the start position if absent.
    pub position: Option<String>,
    /// Moves from there, in any notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Answer with the position after each move too.
    #[serde(default)]
    pub each: bool,
}

/// A position, and the way to it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PositionAnswer {
    /// The position after the moves.
    pub view: View,
    /// The position before the first move and after each, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub views: Vec<View>,
    /// The position it began from, in full: what `position` may be next time.
    pub start: String,
    /// The moves as the game writes them.
    pub line: Vec<Step>,
}

/// A move of a line, with what is needed to step through it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Step {
    /// As people write it.
    pub text: String,
    /// As programs write it.
    pub code: String,
    /// Who moved.
    pub side: Side,
    /// The cells that it touches.
    pub cells: Vec<usize>,
    /// The position after it, in the game's notation.
    pub position: String,
    /// The key of that position.
    pub key: String,
}
