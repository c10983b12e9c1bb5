//! `/api/games`: games that are being played.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use engine::{EndgameTables, Go, Options, Side};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::extract::{Asked, Body, Id};
use crate::play::{self, Command};
use crate::refusal::{Code, Refusal};
use crate::think::Question;
use crate::wire::{ErrorBody, GameState, Games, Hint, LiveGame, NewGame, PlayMove, SideRequest};
use crate::{limits, show};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(begin, list))
        .routes(routes!(look))
        .routes(routes!(make_move))
        .routes(routes!(resign))
        .routes(routes!(draw))
        .routes(routes!(take_back))
        .routes(routes!(pause))
        .routes(routes!(resume))
        .routes(routes!(rematch))
        .routes(routes!(hint))
        .routes(routes!(pgn))
}

type Answer = Result<Json<LiveGame>, Refusal>;

async fn tell(app: &App, id: &str, command: Command) -> Answer {
    app.hall.tell(id, command).await.map(|live| Json((*live).clone()))
}

/// Begin a game
#[utoipa::path(post, path = "/api/games", request_body = NewGame,
    responses((status = 201, body = LiveGame), (status = "4XX", body = ErrorBody)))]
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
    responses((status = 200, body = Games), (status = "4XX", body = ErrorBody)))]
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
    responses((status = 200, body = LiveGame), (status = 404, body = ErrorBody)))]
async fn look(State(app): State<Arc<App>>, Id(id): Id) -> Answer {
    tell(&app, &id, Command::Look).await
}

/// Make a move
#[utoipa::path(post, path = "/api/games/{id}/moves", params(("id" = String, Path)), request_body = PlayMove,
    responses((status = 200, body = LiveGame), (status = "4XX", body = ErrorBody)))]
async fn make_move(State(app): State<Arc<App>>, Id(id): Id, Body(played): Body<PlayMove>) -> Answer {
    tell(&app, &id, Command::Move { mv: played.mv, ply: played.ply }).await
}

/// Give up
#[utoipa::path(post, path = "/api/games/{id}/resign", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = LiveGame), (status = "4XX", body = ErrorBody)))]
async fn resign(State(app): State<Arc<App>>, Id(id): Id, Body(who): Body<SideRequest>) -> Answer {
    tell(&app, &id, Command::Resign(who.side.map(Side::from))).await
}

/// Offer a draw, or accept one. A program answers at once
#[utoipa::path(post, path = "/api/games/{id}/draw", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = LiveGame), (status = "4XX", body = ErrorBody)))]
async fn draw(State(app): State<Arc<App>>, Id(id): Id, Body(who): Body<SideRequest>) -> Answer {
    tell(&app, &id, Command::Draw(who.side.map(Side::from))).await
}

/// Take back the last move, and what was answered to it
#[utoipa::path(post, path = "/api/games/{id}/takeback", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = LiveGame), (status = "4XX", body = ErrorBody)))]
async fn take_back(State(app): State<Arc<App>>, Id(id): Id, Body(who): Body<SideRequest>) -> Answer {
    tell(&app, &id, Command::TakeBack(who.side.map(Side::from))).await
}

/// Stop the clocks and the programs
#[utoipa::path(post, path = "/api/games/{id}/pause", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = LiveGame), (status = "4XX", body = ErrorBody)))]
async fn pause(State(app): State<Arc<App>>, Id(id): Id, Body(_who): Body<SideRequest>) -> Answer {
    tell(&app, &id, Command::Pause).await
}

/// Let the clocks and the programs go on
#[utoipa::path(post, path = "/api/games/{id}/resume", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = LiveGame), (status = "4XX", body = ErrorBody)))]
async fn resume(State(app): State<Arc<App>>, Id(id): Id, Body(_who): Body<SideRequest>) -> Answer {
    tell(&app, &id, Command::Resume).await
}

/// Begin the same game again, with sides exchanged
#[utoipa::path(post, path = "/api/games/{id}/rematch", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 201, body = LiveGame), (status = "4XX", body = ErrorBody)))]
async fn rematch(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Body(_who): Body<SideRequest>,
) -> Result<impl IntoResponse, Refusal> {
    let handle = app.hall.find(&id).await?;
    let old = handle.state.borrow().clone();
    let new = NewGame {
        game: old.game.clone(),
        position: Some(old.start.clone()),
        moves: Vec::new(),
        first: old.players.second.clone(),
        second: old.players.first.clone(),
        clock: old.clock.as_ref().map(|clock| crate::wire::ClockSetting { base_s: clock.base_s, inc_s: clock.inc_s }),
        client: crate::house::client_name(&handle.client).map(|client| client.to_string()),
    };
    let live = app.hall.begin(new).await?;
    Ok((StatusCode::CREATED, Json((*live).clone())))
}

/// What would the program play here?
#[utoipa::path(post, path = "/api/games/{id}/hint", params(("id" = String, Path)), request_body = SideRequest,
    responses((status = 200, body = Hint), (status = "4XX", body = ErrorBody)))]
async fn hint(State(app): State<Arc<App>>, Id(id): Id, Body(_who): Body<SideRequest>) -> Result<Json<Hint>, Refusal> {
    let handle = app.hall.find(&id).await?;
    let live = handle.state.borrow().clone();
    if live.state == GameState::Over {
        return Err(Refusal::new(Code::GameOver, "the game is over"));
    }
    let moves: Vec<String> = live.moves.iter().map(|mv| mv.code.clone()).collect();
    let options =
        Options { endgames: EndgameTables::own(), table_megabytes: limits::MOVE_HASH_MIB, ..Options::default() };
    let go = Go { nodes: Some(limits::HINT_NODES), time: Some(limits::HINT_TIME), ..Go::default() };
    let question =
        Question { game: live.game.clone(), start: live.start.clone(), moves: moves.clone(), options, go, reply: true };
    let found = question.ask(&app.house.pool, &handle.client)?.wait().await?;
    let nothing = || Refusal::new(Code::Fault, "no move was found");
    let line = found.lines.first().ok_or_else(nothing)?;
    let board = show::set_up(&live.game, Some(&live.start), &moves)?;
    let shown = show::best_line(&*board, line).ok_or_else(nothing)?;
    Ok(Json(Hint {
        mv: shown.pv.first().cloned().ok_or_else(nothing)?,
        code: shown.codes.first().cloned().ok_or_else(nothing)?,
        cells: shown.cells,
        score: shown.score,
        depth: line.depth,
        pv: shown.pv,
    }))
}

/// The game as PGN, or in the same form for other games
#[utoipa::path(get, path = "/api/games/{id}/game.pgn", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 404, body = ErrorBody)))]
async fn pgn(State(app): State<Arc<App>>, Id(id): Id) -> Result<impl IntoResponse, Refusal> {
    let live = app.hall.tell(&id, Command::Look).await?;
    let text = play::pgn(&live)?;
    let kind = (CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8".to_string());
    let name = (CONTENT_DISPOSITION, format!("attachment; filename=\"kiebitz-{}.pgn\"", live.id));
    Ok(([kind, name], text))
}
