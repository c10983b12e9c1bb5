//! The addresses under `/api`. To add some: a file here with handlers, each described by `#[utoipa::path]`, and a line in
//! [`api`]. What is in the router is in the OpenAPI document by construction.

mod experiments;
mod explain;
mod games;
mod judgement;
mod knowledge;
mod pictures;
mod position;
mod registry;
mod rules;
mod socket;
mod trees;

use std::sync::Arc;

use axum::Json;
use axum::extract::DefaultBodyLimit;
use axum::response::IntoResponse;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::{Content, Ref, ResponseBuilder};
use utoipa_axum::router::OpenApiRouter;

pub use self::socket::Sockets;
use crate::app::App;
use crate::limits;
use crate::refusal::{Code, Refusal};
use crate::wire::{Ask, ErrorBody, Say};

/// The head of the OpenAPI document.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kiebitz",
        description = "Board games played, analysed and explained. Every refusal is an `ErrorBody`.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later")
    ),
    components(schemas(Ask, Say, ErrorBody))
)]
struct Document;

/// Every address may refuse: what was asked cannot be had, or the server has no time, no room, or has failed.
fn with_refusals(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let refusal = |description: &str| {
        let body = Content::new(Some(Ref::from_schema_name("ErrorBody")));
        ResponseBuilder::new().description(description).content("application/json", body).build()
    };
    for path in document.paths.paths.values_mut() {
        for operation in [&mut path.get, &mut path.post].into_iter().flatten() {
            let responses = &mut operation.responses.responses;
            responses.insert("4XX".to_string(), refusal("What was asked cannot be had").into());
            responses.insert(
                "5XX".to_string(),
                refusal("No time (503), not stored (503), no room (507), or a fault (500)").into(),
            );
        }
    }
    document
}

/// All addresses under `/api`, and the document that describes them.
pub fn api() -> (axum::Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let router = OpenApiRouter::<Arc<App>>::with_openapi(Document::openapi())
        .merge(registry::routes())
        .merge(position::routes())
        .merge(judgement::routes())
        .merge(games::routes())
        .merge(knowledge::routes())
        .merge(pictures::routes())
        .merge(explain::routes())
        .merge(experiments::routes())
        .merge(trees::routes())
        .merge(rules::routes())
        .merge(socket::routes())
        .layer(DefaultBodyLimit::max(limits::BODY));
    let (router, document) = router.split_for_parts();
    let document = with_refusals(document);
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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    /// Every shape that goes over the wire is said in full: a program that reads the document knows what it will get.
    #[test]
    fn nothing_is_left_to_guess() {
        fn look(place: &str, part: &Value) {
            if let Some(Value::Object(properties)) = part.get("properties") {
                for (name, shape) in properties {
                    let said = ["$ref", "type", "oneOf", "allOf", "anyOf"].iter().any(|word| shape.get(word).is_some());
                    let inner = ["properties", "additionalProperties"].iter().any(|word| shape.get(word).is_some());
                    assert!(said && (shape["type"] != "object" || inner), "{place}: what is {name}? {shape}");
                }
            }
            match part {
                Value::Object(parts) => parts.iter().for_each(|(name, part)| look(&format!("{place}.{name}"), part)),
                Value::Array(parts) => parts.iter().for_each(|part| look(place, part)),
                _ => {}
            }
        }
        let document = serde_json::to_value(super::api().1).expect("JSON");
        assert!(document["components"]["schemas"]["View"].is_object());
        look("components", &document["components"]);
    }

    /// Programs that are made of the document name their functions after the operations.
    #[test]
    fn operations_have_names_of_their_own() {
        let document = serde_json::to_value(super::api().1).expect("JSON");
        let paths = document["paths"].as_object().expect("paths").values().filter_map(Value::as_object);
        let mut names: Vec<&Value> =
            paths.flat_map(|path| path.values()).map(|operation| &operation["operationId"]).collect();
        let count = names.len();
        names.sort_by_key(|name| name.to_string());
        names.dedup();
        assert!(count > 20 && names.len() == count, "{count} operations, {} names", names.len());
    }

    /// The page's types are made of this file, `npm run wire` in `web`.
    #[test]
    fn the_file_with_the_document_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
        let document = super::api().1.to_pretty_json().expect("JSON") + "\n";
        if std::env::var_os("KIEBITZ_GOLDEN").is_some() {
            std::fs::write(path, &document).expect("web/openapi.json is written");
        }
        let kept = std::fs::read_to_string(path).expect("web/openapi.json is there");
        let advice = "make wire writes web/openapi.json and the types of the page";
        assert!(kept == document, "the document of the API has changed: {advice}");
    }
}
