//! Pictures: a board as SVG or PNG, a game as an animated GIF.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use engine::{Control, Engine};
use picture::{Frame, Style, Timing};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::{Asked, Body, Id};
use crate::house::nobody;
use crate::memory::Prepared;
use crate::play::Command;
use crate::refusal::{Code, Refusal};
use crate::wire::{Arrow, LiveGame, PictureRequest};
use crate::{limits, show};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(draw_svg))
        .routes(routes!(draw_png))
        .routes(routes!(game_svg))
        .routes(routes!(game_png))
        .routes(routes!(game_gif))
}

type Drawn = Result<([(axum::http::HeaderName, &'static str); 1], Vec<u8>), Refusal>;

/// How a game is to be drawn.
#[derive(Clone, Copy, Deserialize, IntoParams)]
struct Manner {
    /// The width in pixels
    size: Option<u32>,
    /// Seen from the other side
    #[serde(default)]
    flipped: bool,
}

/// A position as SVG
#[utoipa::path(post, path = "/api/picture.svg", request_body = PictureRequest,
    responses((status = 200, body = String, content_type = "image/svg+xml")))]
async fn draw_svg(Body(request): Body<PictureRequest>) -> Result<impl IntoResponse, Refusal> {
    off_the_loop(move || requested(&request).and_then(|(board, style)| svg(&*board, &style))).await
}

/// A position as PNG
#[utoipa::path(post, path = "/api/picture.png", request_body = PictureRequest,
    responses((status = 200, body = Vec<u8>, content_type = "image/png")))]
async fn draw_png(
    State(app): State<Arc<App>>,
    Body(request): Body<PictureRequest>,
) -> Result<impl IntoResponse, Refusal> {
    paint(&app, move |_| requested(&request).and_then(|(board, style)| png(&*board, &style))).await
}

/// A game's position as SVG
#[utoipa::path(get, path = "/api/games/{id}/board.svg", params(("id" = String, Path), Manner),
    responses((status = 200, body = String, content_type = "image/svg+xml")))]
async fn game_svg(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Asked(manner): Asked<Manner>,
) -> Result<impl IntoResponse, Refusal> {
    let live = app.hall.find(&id).await?.tell(Command::Look).await?;
    off_the_loop(move || played(&live, manner).and_then(|(board, style)| svg(&*board, &style))).await
}

/// A game's position as PNG
#[utoipa::path(get, path = "/api/games/{id}/board.png", params(("id" = String, Path), Manner),
    responses((status = 200, body = Vec<u8>, content_type = "image/png")))]
async fn game_png(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Asked(manner): Asked<Manner>,
) -> Result<impl IntoResponse, Refusal> {
    let live = app.hall.find(&id).await?.tell(Command::Look).await?;
    paint(&app, move |_| played(&live, manner).and_then(|(board, style)| png(&*board, &style))).await
}

/// A whole game as an animated GIF
#[utoipa::path(get, path = "/api/games/{id}/game.gif", params(("id" = String, Path), Manner),
    responses((status = 200, body = Vec<u8>, content_type = "image/gif")))]
async fn game_gif(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Asked(manner): Asked<Manner>,
) -> Result<impl IntoResponse, Refusal> {
    let live = app.hall.find(&id).await?.tell(Command::Look).await?;
    paint(&app, move |control| gif(&live, manner, control)).await
}

/// Draws pixels, which takes long: in its own lane.
async fn paint(
    app: &App,
    draw: impl FnOnce(&Control) -> Result<(&'static str, Vec<u8>), Refusal> + Send + 'static,
) -> Result<Prepared, Refusal> {
    let memory = Arc::clone(&app.house.memory);
    let work = move |control: &Control| {
        let (kind, bytes) = draw(control)?;
        Prepared::new(&memory, kind, bytes)
    };
    app.house.pool.long(&nobody(), limits::PICTURE_MEMORY, work).await
}

/// The board that is asked for, and how to draw it.
fn requested(request: &PictureRequest) -> Result<(Box<dyn Engine>, Style), Refusal> {
    let board = show::set_up(&request.game, request.position.as_deref(), &request.moves)?;
    let manner = Manner { size: request.size, flipped: request.flipped };
    let mut style = style(&*board, manner, limits::PICTURE)?;
    let cells = board.diagram().cells.len();
    style.arrows = request.arrows.iter().map(|one| arrow(one, cells)).collect::<Result<_, _>>()?;
    Ok((board, style))
}

fn played(live: &LiveGame, manner: Manner) -> Result<(Box<dyn Engine>, Style), Refusal> {
    let moves: Vec<String> = live.moves.iter().map(|mv| mv.code.clone()).collect();
    let board = show::set_up(&live.game, Some(&live.start), &moves)?;
    let style = style(&*board, manner, limits::PICTURE)?;
    Ok((board, style))
}

/// How a board is drawn: with its last move and a check marked.
fn style(board: &dyn Engine, manner: Manner, largest: u32) -> Result<Style, Refusal> {
    let size = manner.size.unwrap_or(largest.min(480));
    if !(picture::SMALLEST..=largest).contains(&size) {
        let message = format!("size {size}: expected {} to {largest}", picture::SMALLEST);
        return Err(Refusal::new(Code::BadRequest, message));
    }
    Ok(Style {
        size,
        flipped: manner.flipped,
        marked: board.last_move_cells(),
        check: board.checked_cells().first().copied(),
        title: format!("{}: {}", board.game(), board.position()),
        ..Style::new(board.look())
    })
}

/// An arrow. Its color is one of four: text from outside does not come into a picture.
fn arrow(arrow: &Arrow, cells: usize) -> Result<picture::Arrow, Refusal> {
    let color = match arrow.color.as_str() {
        "G" => "#1f8a4c",
        "R" => "#b3261e",
        "B" => "#1f5fa8",
        "Y" => "#b8860b",
        other => {
            let message =
                format!("an arrow of color '{}': expected G, R, B or Y", other.chars().take(20).collect::<String>());
            return Err(Refusal::new(Code::BadRequest, message));
        }
    };
    if arrow.from >= cells || arrow.to >= cells {
        return Err(Refusal::new(Code::BadRequest, format!("an arrow to or from a cell beyond {}", cells - 1)));
    }
    Ok(picture::Arrow { from: arrow.from, to: arrow.to, color: color.to_string() })
}

fn svg(board: &dyn Engine, style: &Style) -> Drawn {
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture::svg(&board.diagram(), style).into_bytes()))
}

fn png(board: &dyn Engine, style: &Style) -> Result<(&'static str, Vec<u8>), Refusal> {
    let bytes = picture::png(&board.diagram(), style).map_err(failed)?;
    Ok(("image/png", bytes))
}

/// What is written until somebody says stop.
struct Stoppable<'a> {
    bytes: Vec<u8>,
    control: &'a Control,
}

impl std::io::Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.control.stopped() {
            return Err(std::io::Error::other("stopped"));
        }
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn gif(live: &LiveGame, manner: Manner, control: &Control) -> Result<(&'static str, Vec<u8>), Refusal> {
    if live.moves.len() > limits::ANIMATED_PLIES {
        let message = format!("{} moves: at most {} are animated", live.moves.len(), limits::ANIMATED_PLIES);
        return Err(Refusal::new(Code::TooLarge, message));
    }
    let mut board = show::set_up(&live.game, Some(&live.start), &[])?;
    let mut frames = Vec::with_capacity(live.moves.len() + 1);
    let frame = |board: &dyn Engine| {
        style(board, manner, limits::ANIMATION).map(|style| Frame { diagram: board.diagram(), style })
    };
    frames.push(frame(&*board)?);
    for mv in &live.moves {
        board.play(&mv.code)?;
        frames.push(frame(&*board)?);
    }
    let mut out = Stoppable { bytes: Vec::new(), control };
    picture::gif(&mut out, &frames, Timing::default(), &mut |_| {}).map_err(|error| {
        if control.stopped() {
            let seconds = limits::LONG_TIME.as_secs();
            return Refusal::new(Code::Busy, format!("not drawn within {seconds} s; a smaller size would be"));
        }
        failed(error)
    })?;
    Ok(("image/gif", out.bytes))
}

fn failed(error: picture::Error) -> Refusal {
    Refusal::new(Code::Fault, error.to_string())
}
