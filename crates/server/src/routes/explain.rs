//! `POST /api/explain`: why this move, and why not that one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use lab::explain::{self, Language};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::Body;
use crate::house::lane;
use crate::refusal::{Code, Refusal};
use crate::think::errand;
use crate::wire::{ExplainRequest, Explained};
use crate::{limits, show};

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
    let word = request.language.clone().unwrap_or_else(|| "en".to_string());
    let language: Language =
        word.parse().map_err(|error| Refusal::new(Code::BadRequest, format!("language '{word}': {error}")))?;
    let nodes = request.nodes.unwrap_or(limits::USUAL_EXPLAIN_NODES);
    if nodes > limits::EXPLAIN_NODES {
        let message = format!("nodes {nodes}: at most {} are taken", limits::EXPLAIN_NODES);
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let request = off_the_loop(move || {
        let start = show::set_up(&request.game, request.position.as_deref(), &[])?;
        let board = show::set_up(&request.game, request.position.as_deref(), &request.moves)?;
        if board.end().is_some() {
            return Err(Refusal::new(Code::GameOver, "the game is over"));
        }
        let past = engine::Ply::codes(&board.played());
        let asked = request.mv;
        Ok(explain::Request { past, asked, nodes, ..explain::Request::new(&request.game, &start.position()) })
    })
    .await?;
    let found = errand(&app.house.pool, &client, limits::EXPLAIN_TIME, move |control| {
        let explanation = explain::explain(&request, control)?;
        let sentences = explanation.sentences(language);
        Ok(Explained { explanation, language: word, sentences, stopped: control.stopped() })
    })
    .await?;
    Ok(Json(found))
}
