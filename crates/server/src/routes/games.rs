//! `/api/games`: games that are being played.

use std::sync::Arc;

use answers::hint;
use answers::play::{self, Command, Written};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use engine::{RecordFormat, Side};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::{Asked, Body, Id};
use crate::play::people;
use crate::refusal::{Code, Refusal};
use crate::think::ask;
use crate::wire::{Games, Hint, LiveGame, NewGame, PersonRating, PlayMove, SideRequest};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(begin, list))
        .routes(routes!(game, forget))
        .routes(routes!(make_move))
        .routes(routes!(resign))
        .routes(routes!(draw))
        .routes(routes!(take_back))
        .routes(routes!(pause))
        .routes(routes!(resume))
        .routes(routes!(rematch))
        .routes(routes!(hint))
        .routes(routes!(ratings))
        .routes(routes!(pgn))
        .routes(routes!(pdn))
        .routes(routes!(sgf))
}

type Answer = Result<Json<LiveGame>, Refusal>;

async fn tell(app: &App, id: &str, command: Command) -> Answer {
    let game = app.hall.find(id).await?;
    game.tell(command).await.map(|live| Json((*live).clone()))
}

/// Begin a game
#[utoipa::path(post, path = "/api/games", request_body = NewGame,
    responses((status = 201, body = LiveGame)))]
async fn begin(State(app): State<Arc<App>>, Body(new): Body<NewGame>) -> Result<impl IntoResponse, Refusal> {
    let live = app.hall.begin(new).await?;
    Ok((StatusCode::CREATED, Json((*live).clone())))
}

/// Which games to list.
#[derive(Deserialize, IntoParams)]
struct Page {
    /// How many to pass over
    #[serde(default)]
    offset: u64,
    /// How many to list, at most 100
    limit: Option<u64>,
    /// `open` or `over`; both if absent
    state: Option<String>,
}

/// Games, those that changed last first
#[utoipa::path(get, path = "/api/games", params(Page),
    responses((status = 200, body = Games)))]
async fn list(State(app): State<Arc<App>>, Asked(page): Asked<Page>) -> Result<Json<Games>, Refusal> {
    let over = match page.state.as_deref() {
        None => None,
        Some("open") => Some(false),
        Some("over") => Some(true),
        Some(other) => {
            return Err(Refusal::new(Code::BadRequest, format!("state '{other}': expected open or over")));
        }
    };
    let (offset, limit) = (page.offset.min(1 << 40), page.limit.unwrap_or(20).clamp(1, 100));
    let (games, total) = app.house.store.list(over, offset, limit).await?;
    let next = Some(offset + games.len() as u64).filter(|&next| next < total && !games.is_empty());
    Ok(Json(Games { games, total, next }))
}

/// A game as it is now
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = LiveGame)))]
async fn game(State(app): State<Arc<App>>, Id(id): Id) -> Answer {
    tell(&app, &id, Command::Look).await
}

/// Forget a game. What is over stays in the history of played games
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 204, description = "it is gone")))]
async fn forget(State(app): State<Arc<App>>, Id(id): Id) -> Result<StatusCode, Refusal> {
    app.hall.forget(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make a move
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = String, Path)), request_body = PlayMove,
    responses((status = 200, body = LiveGame)))]
async fn make_move(State(app): State<Arc<App>>, Id(id): Id, Body(played): Body<PlayMove>) -> Answer {
    tell(&app, &id, Command::Move { mv: played.mv, ply: played.ply }).await
}

/// Give up
#[utoipa::path(post, path = "/api/games/{id}/resign", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = LiveGame)))]
async fn resign(State(app): State<Arc<App>>, Id(id): Id, Body(who): Body<SideRequest>) -> Answer {
    tell(&app, &id, Command::Resign(who.side.map(Side::from))).await
}

/// Offer a draw, or accept one. A program answers at once
#[utoipa::path(post, path = "/api/games/{id}/draw", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = LiveGame)))]
async fn draw(State(app): State<Arc<App>>, Id(id): Id, Body(who): Body<SideRequest>) -> Answer {
    tell(&app, &id, Command::Draw(who.side.map(Side::from))).await
}

/// Take back the last move, and what was answered to it
#[utoipa::path(post, path = "/api/games/{id}/takeback", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = LiveGame)))]
async fn take_back(State(app): State<Arc<App>>, Id(id): Id, Body(who): Body<SideRequest>) -> Answer {
    tell(&app, &id, Command::TakeBack(who.side.map(Side::from))).await
}

/// Stop the clocks and the programs
#[utoipa::path(post, path = "/api/games/{id}/pause", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = LiveGame)))]
async fn pause(State(app): State<Arc<App>>, Id(id): Id, Body(_who): Body<SideRequest>) -> Answer {
    tell(&app, &id, Command::Pause).await
}

/// Let the clocks and the programs go on
#[utoipa::path(post, path = "/api/games/{id}/resume", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = LiveGame)))]
async fn resume(State(app): State<Arc<App>>, Id(id): Id, Body(_who): Body<SideRequest>) -> Answer {
    tell(&app, &id, Command::Resume).await
}

/// Begin the same game again, with sides exchanged
#[utoipa::path(post, path = "/api/games/{id}/rematch", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 201, body = LiveGame)))]
async fn rematch(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Body(_who): Body<SideRequest>,
) -> Result<impl IntoResponse, Refusal> {
    let handle = app.hall.find(&id).await?;
    let old = handle.state.borrow().clone();
    let client = crate::house::client_name(&handle.client).map(|client| client.to_string());
    let new = play::rematch(&old, client);
    let live = app.hall.begin(new).await?;
    Ok((StatusCode::CREATED, Json((*live).clone())))
}

/// What would the program play here?
#[utoipa::path(post, path = "/api/games/{id}/hint", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = Hint)))]
async fn hint(State(app): State<Arc<App>>, Id(id): Id, Body(_who): Body<SideRequest>) -> Result<Json<Hint>, Refusal> {
    let handle = app.hall.find(&id).await?;
    let live = handle.state.borrow().clone();
    let question = hint::question(&live)?;
    if live.rating.as_ref().is_some_and(|rating| rating.counts) {
        handle.tell(Command::Hint).await?;
    }
    let found = ask(&app.house.pool, &handle.client, question, true)?.wait().await?;
    off_the_loop(move || hint::answer(&live, &found.lines).map(Json)).await
}

/// The ratings of people, with the games that have made them
#[utoipa::path(get, path = "/api/ratings", responses((status = 200, body = Vec<PersonRating>)))]
async fn ratings(State(app): State<Arc<App>>) -> Result<Json<Vec<PersonRating>>, Refusal> {
    Ok(Json(app.house.store.history(people).await?.unwrap_or_default()))
}

/// The game as PGN, whatever game it is
#[utoipa::path(get, path = "/api/games/{id}/game.pgn", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn")))]
async fn pgn(State(app): State<Arc<App>>, Id(id): Id) -> Result<impl IntoResponse, Refusal> {
    written(&app, &id, RecordFormat::Pgn).await
}

/// A game of draughts as PDN
#[utoipa::path(get, path = "/api/games/{id}/game.pdn", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-draughts-pdn")))]
async fn pdn(State(app): State<Arc<App>>, Id(id): Id) -> Result<impl IntoResponse, Refusal> {
    written(&app, &id, RecordFormat::Pdn).await
}

/// A game of Go as SGF
#[utoipa::path(get, path = "/api/games/{id}/game.sgf", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-go-sgf")))]
async fn sgf(State(app): State<Arc<App>>, Id(id): Id) -> Result<impl IntoResponse, Refusal> {
    written(&app, &id, RecordFormat::Sgf).await
}

/// The game as a file. Every game can be PGN, and besides what its players use.
async fn written(app: &App, id: &str, format: RecordFormat) -> Result<impl IntoResponse + use<>, Refusal> {
    let live = app.hall.find(id).await?.tell(Command::Look).await?;
    let Written { text, kind, name } = play::write(&live, format)?;
    let name = format!("attachment; filename=\"{name}\"");
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], text))
}
