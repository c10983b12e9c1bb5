//! `POST /api/position`: a position, looked at without any memory of who asks.

use std::sync::Arc;

use axum::Json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::extract::Body;
use crate::refusal::Refusal;
use crate::show;
use crate::wire::{ErrorBody, PositionAnswer, PositionRequest};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(position))
}

/// A position after some moves, with its legal moves
#[utoipa::path(post, path = "/api/position", request_body = PositionRequest,
    responses((status = 200, body = PositionAnswer), (status = "4XX", body = ErrorBody)))]
async fn position(Body(request): Body<PositionRequest>) -> Result<Json<PositionAnswer>, Refusal> {
    off_the_loop(move || {
        let PositionRequest { game, position, moves, each } = &request;
        let mut board = show::set_up(game, position.as_deref(), &[])?;
        let start = board.position();
        let line = show::line(game, position.as_deref(), moves)?;
        let mut views = Vec::new();
        for step in &line {
            if *each {
                views.push(show::view(&*board));
            }
            board.play(&step.code)?;
        }
        let view = show::view(&*board);
        if *each {
            views.push(view.clone());
        }
        Ok(Json(PositionAnswer { view, views, start, line }))
    })
    .await
}
