//! What is known without searching.

use engine::{BookSource, EndgameTables, Engine, Identity, Side};
use game::Rules;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::refusal::{Code, Refusal};
use crate::show;
use crate::wire::{BookMove, EndgameAnswer, EndgameMove, ExplorerAnswer, HistoryMove, TableValue};

/// Which position to look up.
#[derive(Deserialize, IntoParams)]
pub struct Place {
    /// The game with its parameters
    #[serde(default = "chess")]
    pub game: String,
    /// The position in the game's notation; the start position if absent
    pub position: Option<String>,
}

fn chess() -> String {
    "chess".to_string()
}

/// What the book knows of a position, beside what was played there; a move of which the text is not known yet is given one.
pub fn explore(board: &mut dyn Engine, played: Vec<HistoryMove>) -> Result<ExplorerAnswer, Refusal> {
    let legal = board.choices();
    let text = |code: &str| legal.iter().find(|mv| mv.code == code).map(|mv| mv.text.clone());
    let history = played.into_iter().filter_map(|one| Some(HistoryMove { mv: text(&one.code)?, ..one }));
    let history = history.collect();
    Ok(ExplorerAnswer { book: book(board)?, history, opening: board.opening().map(show::opening) })
}

fn book(board: &mut dyn Engine) -> Result<Vec<BookMove>, Refusal> {
    if !board.has_books() {
        return Ok(Vec::new());
    }
    let player = Identity { book: Some(BookSource::Embedded), ..Identity::default() };
    let moves = board.book_moves(&player)?.into_iter();
    Ok(moves.map(|(ply, weight)| BookMove { code: ply.code, mv: ply.text, weight }).collect())
}

/// A position of chess.
#[derive(Deserialize, IntoParams)]
pub struct Ending {
    /// The position as FEN
    pub position: String,
}

/// What the endgame tables know of a position of chess and of its moves.
pub fn probe(ending: &Ending) -> Result<EndgameAnswer, Refusal> {
    let wrong = |error: game::PositionError| Refusal::new(Code::BadPosition, error.to_string());
    let position = chess::Position::from_fen(&ending.position).map_err(wrong)?;
    let side = position.side_to_move();
    let tables = EndgameTables::own_tables();
    let Some(value) = tables.probe(&position) else {
        return Ok(EndgameAnswer { value: None, moves: Vec::new() });
    };
    let moves = tables.moves(&position).unwrap_or_default().into_iter().map(|(mv, value)| EndgameMove {
        mv: position.move_text(mv),
        code: position.protocol_text(mv),
        value: shown(value, side),
    });
    Ok(EndgameAnswer { value: Some(shown(value, side)), moves: moves.collect() })
}

fn shown(value: ::knowledge::endgame::Value, side: Side) -> TableValue {
    let winner = match value.sign() {
        1 => Some(side),
        0 => None,
        _ => Some(!side),
    };
    TableValue { winner: winner.map(Into::into), dtm: value.plies().map(u32::from) }
}
