//! `/api/import`, `/api/record`, `/api/explorer`, `/api/endgame`: what is known without searching.

use std::sync::Arc;

use answers::knowledge::{self, Ending, Place};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use engine::Control;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::{Asked, LongBody};
use crate::house::nobody;
use crate::memory::Prepared;
use crate::refusal::{Code, Refusal};
use crate::wire::{
    EndgameAnswer, ExplorerAnswer, HistoryMove, ImportRequest, Imported, Kept, RecordRequest, WrittenGame,
};
use crate::{import, limits, show};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    let large = OpenApiRouter::new().routes(routes!(read)).routes(routes!(write)).routes(routes!(keep));
    let large = large.layer(DefaultBodyLimit::max(limits::IMPORT));
    OpenApiRouter::new().routes(routes!(explore)).routes(routes!(probe)).merge(large)
}

/// Games of chess into the history, which the explorer shows: a file in parts, so that nobody else waits long for the store
#[utoipa::path(post, path = "/api/history", request_body = ImportRequest,
    responses((status = 200, body = Kept)))]
async fn keep(State(app): State<Arc<App>>, body: LongBody) -> Result<Json<Kept>, Refusal> {
    let request: ImportRequest = off_the_loop(move || body.parse()).await?;
    if request.text.len() > limits::HISTORY_TEXT {
        let message = format!("{} bytes: send at most {} at once", request.text.len(), limits::HISTORY_TEXT);
        return Err(Refusal::new(Code::TooLarge, message));
    }
    let found = app.house.store.add_to_history(request.text).await?;
    let left_out = found.broken + found.empty + found.other;
    Ok(Json(Kept { added: found.added, known: found.known, left_out }))
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

/// A game with its variations as text, in the format that its players use
#[utoipa::path(post, path = "/api/record", request_body = RecordRequest,
    responses((status = 200, body = WrittenGame)))]
async fn write(State(app): State<Arc<App>>, body: LongBody) -> Result<Prepared, Refusal> {
    let memory = Arc::clone(&app.house.memory);
    let (each, fixed) = limits::TEXT_MEMORY;
    let length = body.len();
    let work = move |control: &Control| {
        let request: RecordRequest = body.parse()?;
        Prepared::json(&memory, &import::write(&request, control)?)
    };
    app.house.pool.long(&nobody(), fixed + each * length, work).await
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
        let played = played.into_iter().map(|explored| HistoryMove {
            // As people write it.
            mv: String::new(),
            games: explored.games(),
            first: explored.results[0],
            draws: explored.results[1],
            second: explored.results[2],
            rating: explored.rating,
            code: explored.mv,
        });
        knowledge::explore(&mut *board, played.collect()).map(Json)
    })
    .await
}

/// What the endgame tables know of a position of chess and of its moves
#[utoipa::path(get, path = "/api/endgame", params(Ending),
    responses((status = 200, body = EndgameAnswer)))]
async fn probe(Asked(ending): Asked<Ending>) -> Result<Json<EndgameAnswer>, Refusal> {
    off_the_loop(move || knowledge::probe(&ending).map(Json)).await
}
