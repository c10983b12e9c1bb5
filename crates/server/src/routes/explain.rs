//! `POST /api/explain`: why this move, and why not that one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use engine::{Control, Engine};
use lab::explain::{self, Language};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::extract::Body;
use crate::house::lane;
use crate::judgements::{Judgements, Place};
use crate::refusal::{Code, Refusal};
use crate::think::errand;
use crate::wire::{ErrorBody, ExplainRequest, Explained};
use crate::{limits, show};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(explain_move))
}

/// Why a move is good or bad: facts that searches have shown, and sentences made of them
#[utoipa::path(post, path = "/api/explain", request_body = ExplainRequest,
    responses((status = 200, body = Explained), (status = "4XX", body = ErrorBody)))]
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
    let (board, request) = off_the_loop(move || {
        let start = show::set_up(&request.game, request.position.as_deref(), &[])?;
        let board = show::set_up(&request.game, request.position.as_deref(), &request.moves)?;
        if board.end().is_some() {
            return Err(Refusal::new(Code::GameOver, "the game is over"));
        }
        let past = engine::Ply::codes(&board.played());
        let start = start.position();
        let asked = request.mv;
        Ok((
            board,
            explain::Request { past, asked, nodes, colors: true, ..explain::Request::new(&request.game, &start) },
        ))
    })
    .await?;
    let judge = Arc::clone(&app);
    let found = errand(&app.house.pool, &client, limits::EXPLAIN_TIME, move |control| {
        explained(&judge.judgements, board, request, language, word, control)
    })
    .await?;
    Ok(Json(found))
}

/// Explains from what is known of the position and of the one after the move, and keeps what was found out about them.
fn explained(
    judgements: &Judgements,
    mut board: Box<dyn Engine>,
    mut request: explain::Request,
    language: Language,
    word: String,
    control: &Control,
) -> Result<Explained, Refusal> {
    let here = Place::new(&board.game(), &request.position, &request.past);
    let asked = request.asked.as_deref().map(|mv| board.play(mv)).transpose()?;
    if asked.is_some() {
        board.undo();
    }
    let after = asked.map(|ply| (here.after(&ply.code), ply));
    request.known = judgements.known(&here);
    request.known_after = after.as_ref().map_or(Vec::new(), |(place, _)| judgements.known(place));
    let explanation = explain::explain(&request, control)?;
    let sentences = explanation.sentences(language);
    judgements.offer(&here, &explanation.judged);
    let judged = show::judged(&*board, &explanation.judged);
    let mut judged_after = None;
    if let Some((place, ply)) = after.filter(|_| !explanation.judged_after.is_empty()) {
        judgements.offer(&place, &explanation.judged_after);
        board.play(&ply.code)?;
        judged_after = Some(show::judged(&*board, &explanation.judged_after));
    }
    Ok(Explained { explanation, language: word, sentences, judged, judged_after, stopped: control.stopped() })
}
