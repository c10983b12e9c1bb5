//! `/api/lab`: experiments that are small enough to wait for. The large ones are commands (`kiebitz lab`).

use std::sync::Arc;

use answers::experiments::{self, Ablation};
use axum::Json;
use axum::extract::State;
use lab::learning::{Learning, learning};
use lab::{growth, horizon};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::Body;
use crate::house::lane;
use crate::limits;
use crate::refusal::Refusal;
use crate::think::errand;
use crate::wire::{AblationAnswer, AblationRequest, ExhibitRequest, Gallery, GrowthRequest};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    let router = OpenApiRouter::new().routes(routes!(gallery, exhibit)).routes(routes!(ablated)).routes(routes!(grow));
    router.routes(routes!(learned))
}

/// How the networks that the program carries were learned, and how strong each is
#[utoipa::path(get, path = "/api/lab/learning", responses((status = 200, body = Vec<Learning>)))]
async fn learned() -> Json<&'static [Learning]> {
    Json(learning())
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
    let shown =
        errand(&app.house.pool, &client, limits::LAB_TIME, move |control| experiments::exhibit(exhibit, control));
    Ok(Json(shown.await?))
}

/// Positions searched with each technique taken away, or added
#[utoipa::path(post, path = "/api/lab/ablate", request_body = AblationRequest,
    responses((status = 200, body = AblationAnswer)))]
async fn ablated(
    State(app): State<Arc<App>>,
    Body(request): Body<AblationRequest>,
) -> Result<Json<AblationAnswer>, Refusal> {
    let client = lane(request.client.as_deref())?;
    let asked = off_the_loop(move || Ablation::of(&request)).await?;
    let found = errand(&app.house.pool, &client, limits::LAB_TIME, move |control| asked.run(control));
    Ok(Json(found.await?))
}

/// Nodes and time against depth, from minimax to alpha-beta in every order and with further techniques, beside theory
#[utoipa::path(post, path = "/api/lab/growth", request_body = GrowthRequest,
    responses((status = 200, body = growth::Growth)))]
async fn grow(
    State(app): State<Arc<App>>,
    Body(request): Body<GrowthRequest>,
) -> Result<Json<growth::Growth>, Refusal> {
    let client = lane(request.client.as_deref())?;
    let asked = off_the_loop(move || experiments::growth(request)).await?;
    let growth = errand(&app.house.pool, &client, limits::LAB_TIME, move |control| experiments::grow(&asked, control));
    Ok(Json(growth.await?))
}
