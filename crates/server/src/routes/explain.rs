//! `POST /api/explain`: why this move, and why not that one.

use std::sync::Arc;

use answers::explain::Asked;
use axum::Json;
use axum::extract::State;
use engine::Control;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::Body;
use crate::house::lane;
use crate::limits;
use crate::refusal::Refusal;
use crate::think::errand;
use crate::wire::{ExplainRequest, Explained};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(explain_move))
}

/// Why a move is good or bad: facts that searches have shown, and sentences made of them
#[utoipa::path(post, path = "/api/explain", request_body = ExplainRequest,
    responses((status = 200, body = Explained)))]
async fn explain_move(
    State(app): State<Arc<App>>,
    Body(request): Body<ExplainRequest>,
) -> Result<Json<Explained>, Refusal> {
    let client = lane(request.client.as_deref())?;
    let asked = off_the_loop(move || Asked::of(request)).await?;
    let judge = Arc::clone(&app);
    let work = move |control: &Control| asked.explain(&judge.judgements, control);
    Ok(Json(errand(&app.house.pool, &client, limits::EXPLAIN_TIME, work).await?))
}
