//! `POST /api/judgement`: what a position is worth without a search, and what a network thinks of it.

use std::sync::Arc;

use answers::judgement::answer;
use axum::Json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::Body;
use crate::refusal::Refusal;
use crate::wire::{JudgementAnswer, JudgementRequest};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(judgement))
}

/// A position judged without a search: by terms and, where there is a network, piece by piece; and how that changes along a line
#[utoipa::path(post, path = "/api/judgement", request_body = JudgementRequest,
    responses((status = 200, body = JudgementAnswer)))]
async fn judgement(Body(request): Body<JudgementRequest>) -> Result<Json<JudgementAnswer>, Refusal> {
    off_the_loop(move || answer(&request).map(Json)).await
}
