//! `/api/lab`: experiments that are small enough to wait for. The large ones are commands (`kiebitz lab`).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use engine::{Chosen, Control, Engine, Go, Technique};
use lab::ablate::{Kind, candidates};
use lab::measure::{Setting, measure};
use lab::positions::Position;
use lab::{growth, horizon};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::Body;
use crate::house::lane;
use crate::refusal::{Code, Refusal};
use crate::think::errand;
use crate::wire::{AblationAnswer, AblationKind, AblationRequest, AblationRow, ExhibitRequest, Gallery, GrowthRequest};
use crate::{limits, show};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(gallery, exhibit)).routes(routes!(ablate)).routes(routes!(grow))
}

/// Positions in which a search of fixed depth errs, as exercises
#[utoipa::path(get, path = "/api/lab/horizon", responses((status = 200, body = Gallery)))]
async fn gallery() -> Json<Gallery> {
    Json(Gallery { exhibits: horizon::gallery() })
}

/// What everybody plays in one of these positions: who errs, who is repaired, every rung of the ladder
#[utoipa::path(post, path = "/api/lab/horizon", request_body = ExhibitRequest,
    responses((status = 200, body = horizon::Shown)))]
async fn exhibit(
    State(app): State<Arc<App>>,
    Body(request): Body<ExhibitRequest>,
) -> Result<Json<horizon::Shown>, Refusal> {
    let client = lane(request.client.as_deref())?;
    let exhibit = horizon::find(&request.id)?;
    let shown = errand(&app.house.pool, &client, limits::LAB_TIME, move |control| {
        horizon::show(exhibit, control).map_err(|error| unfinished(error, control))
    });
    Ok(Json(shown.await?))
}

/// One position searched with each technique taken away, or added
#[utoipa::path(post, path = "/api/lab/ablate", request_body = AblationRequest,
    responses((status = 200, body = AblationAnswer)))]
async fn ablate(
    State(app): State<Arc<App>>,
    Body(request): Body<AblationRequest>,
) -> Result<Json<AblationAnswer>, Refusal> {
    let client = lane(request.client.as_deref())?;
    let base: Chosen = request.techniques.as_deref().unwrap_or("all").parse().map_err(engine::Error::from)?;
    let nodes = request.nodes.unwrap_or(limits::LAB_NODES);
    if !(1..=limits::LAB_NODES).contains(&nodes) {
        return Err(Refusal::new(Code::BadRequest, format!("nodes {nodes}: expected 1 to {}", limits::LAB_NODES)));
    }
    let go = Go { depth: request.depth, nodes: Some(nodes), ..Go::default() };
    go.check()?;
    let board = off_the_loop(move || running(&request.game, request.position.as_deref())).await?;
    let kind = match request.kind {
        AblationKind::LeaveOneOut => Kind::LeaveOneOut,
        AblationKind::AddOneIn => Kind::AddOneIn,
    };
    let found =
        errand(&app.house.pool, &client, limits::LAB_TIME, move |control| compare(board, base, kind, &go, control));
    Ok(Json(found.await?))
}

fn compare(
    mut board: Box<dyn Engine>,
    base: Chosen,
    kind: Kind,
    go: &Go,
    control: &Control,
) -> Result<AblationAnswer, Refusal> {
    let changed = candidates(base, kind).into_iter().map(Some);
    let mut answer = AblationAnswer { rows: Vec::new(), complete: true };
    for technique in std::iter::once(None).chain(changed) {
        let techniques = match (technique, kind) {
            (None, _) => base,
            (Some(technique), Kind::LeaveOneOut) => base.without(technique),
            (Some(technique), Kind::AddOneIn) => base.with(technique),
        };
        match measure(&mut *board, &Setting::new(techniques, go.clone()), control) {
            Ok(found) => answer.rows.push(AblationRow {
                technique: technique.map(|technique: Technique| technique.name().to_string()),
                techniques: techniques.to_string(),
                mv: found.best.unwrap_or_default(),
                score: found.score_text,
                depth: found.depth,
                nodes: found.nodes,
                ms: (found.time.as_secs_f64() * 10_000.0).round() / 10.0,
            }),
            // What was measured until then is worth telling.
            Err(_) if control.stopped() && !answer.rows.is_empty() => {
                answer.complete = false;
                break;
            }
            Err(error) => return Err(unfinished(error, control)),
        }
    }
    Ok(answer)
}

/// Nodes and time against depth, from minimax to alpha-beta in every order and with further techniques, beside theory
#[utoipa::path(post, path = "/api/lab/growth", request_body = GrowthRequest,
    responses((status = 200, body = growth::Growth)))]
async fn grow(
    State(app): State<Arc<App>>,
    Body(request): Body<GrowthRequest>,
) -> Result<Json<growth::Growth>, Refusal> {
    let client = lane(request.client.as_deref())?;
    let GrowthRequest { game, position, depth, .. } = request;
    let depth = depth.unwrap_or(5);
    if !(1..=limits::GROWTH_DEPTH).contains(&depth) {
        let message = format!("depth {depth}: expected 1 to {}", limits::GROWTH_DEPTH);
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let request = off_the_loop(move || {
        let place = match game.split('(').next() {
            Some("synthetic") => String::new(),
            _ => running(&game, position.as_deref())?.position(),
        };
        Ok(growth::Request {
            game,
            positions: vec![Position::new(&place, "1")],
            depth,
            budget: limits::GROWTH_NODES,
            techniques: vec![
                Technique::IterativeDeepening,
                Technique::TranspositionTable,
                Technique::PrincipalVariation,
                Technique::Killers,
                Technique::History,
            ],
            evaluator: None,
            seed: 1,
        })
    })
    .await?;
    let growth = errand(&app.house.pool, &client, limits::LAB_TIME, move |control| {
        growth::growth(&request, control, &mut |_| {}).map_err(|error| unfinished(error, control))
    });
    Ok(Json(growth.await?))
}

/// A board on which there is something to search.
fn running(game: &str, position: Option<&str>) -> Result<Box<dyn Engine>, Refusal> {
    let board = show::set_up(game, position, &[])?;
    match board.end() {
        Some(_) => Err(Refusal::new(Code::GameOver, "the game is over, there is nothing to search")),
        None => Ok(board),
    }
}

/// Half an experiment proves nothing: what was stopped is refused.
fn unfinished(error: engine::Error, control: &Control) -> Refusal {
    if control.stopped() {
        let seconds = limits::LAB_TIME.as_secs();
        return Refusal::new(Code::TooLarge, format!("not complete after {seconds} s; a smaller depth would be"));
    }
    error.into()
}
