//! `/api/games`: games that are being played.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use engine::{Bounds, PlayerKind, PlayerSpec, Question, RecordFormat, Side};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::{Asked, Body, Id};
use crate::play::{self, Command};
use crate::refusal::{Code, Refusal};
use crate::think::ask;
use crate::wire::{GameState, Games, Hint, LiveGame, NewGame, PlayMove, SideRequest};
use crate::{limits, show};

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
    responses((status = 200, body = Hint)))]
async fn hint(State(app): State<Arc<App>>, Id(id): Id, Body(_who): Body<SideRequest>) -> Result<Json<Hint>, Refusal> {
    let handle = app.hall.find(&id).await?;
    let live = handle.state.borrow().clone();
    if live.state == GameState::Over {
        return Err(Refusal::new(Code::GameOver, "the game is over"));
    }
    let moves: Vec<String> = live.moves.iter().map(|mv| mv.code.clone()).collect();
    let question = Question {
        start: Some(live.start.clone()),
        moves: moves.clone(),
        player: PlayerSpec { hash: Some(limits::MOVE_HASH_MIB), ..PlayerSpec::new(PlayerKind::Kiebitz) },
        limits: Bounds {
            nodes: Some(limits::HINT_NODES),
            time_ms: Some(limits::HINT_TIME.as_millis() as u64),
            ..Bounds::default()
        },
        ..Question::new(&live.game)
    };
    let found = ask(&app.house.pool, &handle.client, question, true)?.wait().await?;
    off_the_loop(move || {
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
    })
    .await
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
    let usual = engine::open(&live.game)?.customs().record;
    if format != RecordFormat::Pgn && format != usual {
        let message = format!("{} is not written as {}, but as {}", live.game, format.name(), usual.name());
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let record = play::record(&live)?;
    let (text, kind) = match format {
        RecordFormat::Pgn => (record::pgn::write(&record), "application/x-chess-pgn"),
        // The tags and moves of PGN are those of PDN.
        RecordFormat::Pdn => (record::pgn::write(&record), "application/x-draughts-pdn"),
        RecordFormat::Sgf => {
            let text = record::sgf::write(&record).map_err(|reason| Refusal::new(Code::Fault, reason))?;
            (text, "application/x-go-sgf")
        }
    };
    let game: String = live.game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let (game, date) = (game.trim_end_matches('-'), record::date(live.created).replace('.', "-"));
    let short: String = live.id.chars().take(4).collect();
    let name = format!("attachment; filename=\"kiebitz-{game}-{date}-{short}.{}\"", format.name().to_lowercase());
    Ok(([(CONTENT_TYPE, format!("{kind}; charset=utf-8")), (CONTENT_DISPOSITION, name)], text))
}
