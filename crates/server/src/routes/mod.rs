//! The addresses under `/api`. To add some: a file here with handlers, each described by `#[utoipa::path]`, and a line in
//! [`api`]. What is in the router is in the OpenAPI document by construction.

mod experiments;
mod explain;
mod games;
mod knowledge;
mod pictures;
mod position;
mod registry;
mod socket;
mod trees;

use std::sync::Arc;

use axum::Json;
use axum::extract::DefaultBodyLimit;
use axum::response::IntoResponse;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

pub use self::socket::Sockets;
use crate::app::App;
use crate::limits;
use crate::refusal::{Code, Refusal};
use crate::wire::{Ask, Say};

/// The head of the OpenAPI document.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kiebitz",
        description = "Board games played, analysed and explained. Every refusal is an `ErrorBody`.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later")
    ),
    components(schemas(Ask, Say))
)]
struct Document;

/// All addresses under `/api`, and the document that describes them.
pub fn api() -> (axum::Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let router = OpenApiRouter::<Arc<App>>::with_openapi(Document::openapi())
        .merge(registry::routes())
        .merge(position::routes())
        .merge(games::routes())
        .merge(knowledge::routes())
        .merge(pictures::routes())
        .merge(explain::routes())
        .merge(experiments::routes())
        .merge(trees::routes())
        .merge(socket::routes())
        .layer(DefaultBodyLimit::max(limits::BODY));
    let (router, document) = router.split_for_parts();
    let shown = document.clone();
    let router = router
        .route("/api/openapi.json", get(move || async move { Json(shown).into_response() }))
        .method_not_allowed_fallback(|| async {
            Refusal::new(Code::BadMethod, "the address does not take this method")
        })
        .route("/api", get(no_such_address))
        .route("/api/{*rest}", axum::routing::any(no_such_address));
    (router, document)
}

async fn no_such_address() -> Refusal {
    Refusal::new(Code::UnknownId, "there is no such address; /api/openapi.json lists them")
}
