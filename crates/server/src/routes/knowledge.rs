//! `/api/import`, `/api/explorer`, `/api/endgame`: what is known without searching.

use std::sync::Arc;

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use engine::{BookSource, Control, EndgameTables, Engine, Identity, Side};
use game::Rules;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::{Asked, LongBody};
use crate::house::nobody;
use crate::memory::Prepared;
use crate::refusal::{Code, Refusal};
use crate::wire::{
    BookMove, EndgameAnswer, EndgameMove, ExplorerAnswer, HistoryMove, ImportRequest, Imported, TableValue,
};
use crate::{import, limits, show};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    let large = OpenApiRouter::new().routes(routes!(read)).layer(DefaultBodyLimit::max(limits::IMPORT));
    OpenApiRouter::new().routes(routes!(explore)).routes(routes!(probe)).merge(large)
}

/// Games from text
#[utoipa::path(post, path = "/api/import", request_body = ImportRequest,
    responses((status = 200, body = Imported)))]
async fn read(State(app): State<Arc<App>>, body: LongBody) -> Result<Prepared, Refusal> {
    let memory = Arc::clone(&app.house.memory);
    let (each, fixed) = limits::TEXT_MEMORY;
    let length = body.len();
    let work = move |control: &Control| {
        let request: ImportRequest = body.parse()?;
        let imported = import::read(&request, control)?;
        Prepared::json(&memory, &imported)
    };
    app.house.pool.long(&nobody(), fixed + each * length, work).await
}

/// Which position to look up.
#[derive(Deserialize, IntoParams)]
struct Place {
    /// The game with its parameters
    #[serde(default = "chess")]
    game: String,
    /// The position in the game's notation; the start position if absent
    position: Option<String>,
}

fn chess() -> String {
    "chess".to_string()
}

/// What the book and the history of played games know of a position
#[utoipa::path(get, path = "/api/explorer", params(Place),
    responses((status = 200, body = ExplorerAnswer)))]
async fn explore(State(app): State<Arc<App>>, Asked(place): Asked<Place>) -> Result<Json<ExplorerAnswer>, Refusal> {
    let (mut board, game, key) = off_the_loop(move || {
        let board = show::set_up(&place.game, place.position.as_deref(), &[])?;
        let (game, key) = (board.game(), board.key());
        Ok((board, game, key))
    })
    .await?;
    let played = app.house.store.history(move |history| history.moves(&game, key)).await?.unwrap_or_default();
    off_the_loop(move || {
        let legal = board.choices();
        let text = |code: &str| legal.iter().find(|mv| mv.code == code).map(|mv| mv.text.clone());
        let history = played.into_iter().filter_map(|explored| {
            Some(HistoryMove {
                mv: text(&explored.mv)?,
                games: explored.games(),
                first: explored.results[0],
                draws: explored.results[1],
                second: explored.results[2],
                rating: explored.rating,
                code: explored.mv,
            })
        });
        let history = history.collect();
        Ok(Json(ExplorerAnswer { book: book(&mut *board)?, history, opening: board.opening().map(show::opening) }))
    })
    .await
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
struct Ending {
    /// The position as FEN
    position: String,
}

/// What the endgame tables know of a position of chess and of its moves
#[utoipa::path(get, path = "/api/endgame", params(Ending),
    responses((status = 200, body = EndgameAnswer)))]
async fn probe(Asked(ending): Asked<Ending>) -> Result<Json<EndgameAnswer>, Refusal> {
    off_the_loop(move || {
        let wrong = |error: game::PositionError| Refusal::new(Code::BadPosition, error.to_string());
        let position = chess::Position::from_fen(&ending.position).map_err(wrong)?;
        let side = position.side_to_move();
        let tables = EndgameTables::own_tables();
        let Some(value) = tables.probe(&position) else {
            return Ok(Json(EndgameAnswer { value: None, moves: Vec::new() }));
        };
        let moves = tables.moves(&position).unwrap_or_default().into_iter().map(|(mv, value)| EndgameMove {
            mv: position.move_text(mv),
            code: position.protocol_text(mv),
            value: shown(value, side),
        });
        Ok(Json(EndgameAnswer { value: Some(shown(value, side)), moves: moves.collect() }))
    })
    .await
}

fn shown(value: knowledge::endgame::Value, side: Side) -> TableValue {
    let winner = match value.sign() {
        1 => Some(side),
        0 => None,
        _ => Some(!side),
    };
    TableValue { winner: winner.map(Into::into), dtm: value.plies().map(u32::from) }
}
