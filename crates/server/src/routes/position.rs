//! `POST /api/position` and `/api/weights`: a position, looked at and judged without any memory of who asks.

use std::sync::Arc;

use answers::position::{answer, weights};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use engine::Control;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::Body;
use crate::house::nobody;
use crate::limits;
use crate::memory::Prepared;
use crate::refusal::Refusal;
use crate::wire::{PositionAnswer, PositionRequest, WeightsAnswer, WeightsRequest};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(position)).routes(routes!(judge))
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

/// What a position is worth without a search, group by group of terms, with some of the weights turned
#[utoipa::path(post, path = "/api/weights", request_body = WeightsRequest,
    responses((status = 200, body = WeightsAnswer)))]
async fn judge(Body(request): Body<WeightsRequest>) -> Result<Json<WeightsAnswer>, Refusal> {
    off_the_loop(move || weights(&request).map(Json)).await
}
