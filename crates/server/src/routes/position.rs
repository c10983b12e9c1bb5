//! `POST /api/position`: a position, looked at without any memory of who asks.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use engine::Control;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::Body;
use crate::house::nobody;
use crate::memory::Prepared;
use crate::refusal::{Code, Refusal};
use crate::wire::{PositionAnswer, PositionRequest};
use crate::{limits, show};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(position))
}

/// A position after some moves, with its legal moves
#[utoipa::path(post, path = "/api/position", request_body = PositionRequest,
    responses((status = 200, body = PositionAnswer)))]
async fn position(State(app): State<Arc<App>>, Body(request): Body<PositionRequest>) -> Result<Response, Refusal> {
    let count = request.moves.len() as u64;
    let short = if request.each { limits::SHORT_VIEWS } else { limits::SHORT_LINE };
    if request.moves.len() <= short {
        return off_the_loop(move || answer(&request, &Control::timeless()).map(|answer| Json(answer).into_response()))
            .await;
    }
    // A view of each position of a long line is megabytes.
    let needs = if request.each { (count + 1) * limits::VIEW_MEMORY } else { 0 };
    let memory = Arc::clone(&app.house.memory);
    let work = move |control: &Control| Prepared::json(&memory, &answer(&request, control)?);
    app.house.pool.long(&nobody(), needs, work).await.map(IntoResponse::into_response)
}

fn answer(request: &PositionRequest, control: &Control) -> Result<PositionAnswer, Refusal> {
    let PositionRequest { game, position, moves, each } = request;
    let mut board = show::set_up(game, position.as_deref(), &[])?;
    let start = board.position();
    let line = show::line(game, position.as_deref(), moves)?;
    let mut views = Vec::new();
    for step in &line {
        if control.stopped() {
            return Err(Refusal::new(Code::Busy, "the line was not shown in time; ask for fewer moves"));
        }
        if *each {
            views.push(show::view(&*board));
        }
        board.play(&step.code)?;
    }
    let view = show::view(&*board);
    if *each {
        views.push(view.clone());
    }
    Ok(PositionAnswer { view, views, start, line })
}
