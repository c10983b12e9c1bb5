//! Pictures: a board as SVG or PNG, a game as an animated GIF.

use std::sync::Arc;

use answers::pictures::{self, Manner};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use engine::Control;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::{Asked, Body, Id};
use crate::house::nobody;
use crate::limits;
use crate::memory::Prepared;
use crate::play::Command;
use crate::refusal::Refusal;
use crate::wire::PictureRequest;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(draw_svg))
        .routes(routes!(draw_png))
        .routes(routes!(game_svg))
        .routes(routes!(game_png))
        .routes(routes!(game_gif))
}

/// A position as SVG
#[utoipa::path(post, path = "/api/picture.svg", request_body = PictureRequest,
    responses((status = 200, body = String, content_type = "image/svg+xml")))]
async fn draw_svg(Body(request): Body<PictureRequest>) -> Result<impl IntoResponse, Refusal> {
    off_the_loop(move || Ok(([(CONTENT_TYPE, "image/svg+xml")], pictures::requested(&request)?.svg()))).await
}

/// A position as PNG
#[utoipa::path(post, path = "/api/picture.png", request_body = PictureRequest,
    responses((status = 200, body = Vec<u8>, content_type = "image/png")))]
async fn draw_png(
    State(app): State<Arc<App>>,
    Body(request): Body<PictureRequest>,
) -> Result<impl IntoResponse, Refusal> {
    paint(&app, "image/png", move |_| pictures::requested(&request)?.png()).await
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
    off_the_loop(move || Ok(([(CONTENT_TYPE, "image/svg+xml")], pictures::played(&live, manner)?.svg()))).await
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
    paint(&app, "image/png", move |_| pictures::played(&live, manner)?.png()).await
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
    paint(&app, "image/gif", move |control| pictures::gif(&live, manner, control)).await
}

/// Draws pixels, which takes long: in its own lane.
async fn paint(
    app: &App,
    kind: &'static str,
    draw: impl FnOnce(&Control) -> Result<Vec<u8>, Refusal> + Send + 'static,
) -> Result<Prepared, Refusal> {
    let memory = Arc::clone(&app.house.memory);
    let work = move |control: &Control| Prepared::new(&memory, kind, draw(control)?);
    app.house.pool.long(&nobody(), limits::PICTURE_MEMORY, work).await
}
