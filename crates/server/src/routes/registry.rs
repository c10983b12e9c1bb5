//! `GET /api/registry`: what there is.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::wire::Registry;

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_registry))
}

/// Games, players, limits
#[utoipa::path(get, path = "/api/registry", responses((status = 200, body = Registry)))]
async fn get_registry(State(app): State<Arc<App>>) -> Json<Registry> {
    Json(app.registry.clone())
}
