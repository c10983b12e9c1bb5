//! `/api/trees`: searches that are recorded, and opened node by node.

use std::sync::Arc;

use answers::trees::{Below, Form, One, Other, Recorded, RootMove, Row, What, Written};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::IntoResponse;
use engine::Control;
use lab::tree;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::{Asked, Body, Id};
use crate::house::{lane, new_id, nobody};
use crate::limits;
use crate::memory::Prepared;
use crate::refusal::{Code, Refusal};
use crate::think::errand;
use crate::wire::{NodeAnswer, TreeAnswer, TreeBoards, TreeNodes, TreeRequest};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(record))
        .routes(routes!(tree))
        .routes(routes!(nodes))
        .routes(routes!(boards))
        .routes(routes!(children))
        .routes(routes!(node))
        .routes(routes!(why))
        .routes(routes!(steps))
        .routes(routes!(compare))
        .routes(routes!(export))
}

/// Search a position or a tree of numbers, and keep the tree of the search for a while
#[utoipa::path(post, path = "/api/trees", request_body = TreeRequest,
    responses((status = 201, body = TreeAnswer)))]
async fn record(State(app): State<Arc<App>>, Body(request): Body<TreeRequest>) -> Result<impl IntoResponse, Refusal> {
    let client = lane(request.client.as_deref())?;
    let what = off_the_loop(move || What::of(request)).await?;
    let recorded = errand(&app.house.pool, &client, limits::TREE_TIME, move |control| what.record(new_id(), control));
    let recorded = recorded.await?;
    let kept = app.trees.keep(&client, recorded)?;
    Ok((StatusCode::CREATED, off_the_loop(move || kept.answer().map(Json)).await?))
}

/// Looks at a tree away from the threads that listen.
async fn with_tree<T: Send + 'static>(
    app: &App,
    id: &str,
    look: impl FnOnce(&Recorded) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let recorded = app.trees.find(id)?;
    off_the_loop(move || look(&recorded)).await
}

/// Looks at the whole of a tree, which takes long, and holds the answer until it is sent.
async fn with_whole_tree(
    app: &App,
    id: &str,
    kind: &'static str,
    look: impl FnOnce(&Recorded) -> Result<Vec<u8>, Refusal> + Send + 'static,
) -> Result<Prepared, Refusal> {
    let (recorded, memory) = (app.trees.find(id)?, Arc::clone(&app.house.memory));
    let work = move |_: &Control| Prepared::new(&memory, kind, look(&recorded)?);
    app.house.pool.long(&nobody(), limits::PICTURE_MEMORY, work).await
}

fn json(value: &impl serde::Serialize) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(value).map_err(|error| Refusal::new(Code::Fault, error.to_string()))
}

/// A tree in numbers
#[utoipa::path(get, path = "/api/trees/{id}", params(("id" = String, Path)),
    responses((status = 200, body = TreeAnswer)))]
async fn tree(State(app): State<Arc<App>>, Id(id): Id) -> Result<Json<TreeAnswer>, Refusal> {
    with_tree(&app, &id, |kept| kept.answer().map(Json)).await
}

/// Nodes in the order in which they were entered
#[utoipa::path(get, path = "/api/trees/{id}/nodes", params(("id" = String, Path), Row),
    responses((status = 200, body = TreeNodes)))]
async fn nodes(State(app): State<Arc<App>>, Id(id): Id, Asked(row): Asked<Row>) -> Result<Json<TreeNodes>, Refusal> {
    with_tree(&app, &id, move |kept| Ok(Json(kept.row(&row)))).await
}

/// What stands on the boards of nodes in a row; nothing in a tree of numbers
#[utoipa::path(get, path = "/api/trees/{id}/boards", params(("id" = String, Path), Row),
    responses((status = 200, body = TreeBoards)))]
async fn boards(State(app): State<Arc<App>>, Id(id): Id, Asked(row): Asked<Row>) -> Result<Json<TreeBoards>, Refusal> {
    with_tree(&app, &id, move |kept| Ok(Json(kept.boards(&row)?))).await
}

/// The nodes right below a node, in the order of the search
#[utoipa::path(get, path = "/api/trees/{id}/children", params(("id" = String, Path), Below),
    responses((status = 200, body = TreeNodes)))]
async fn children(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Asked(below): Asked<Below>,
) -> Result<Json<TreeNodes>, Refusal> {
    with_tree(&app, &id, move |kept| Ok(Json(kept.below(&below)))).await
}

/// A node, the way to it, and its board
#[utoipa::path(get, path = "/api/trees/{id}/node", params(("id" = String, Path), One),
    responses((status = 200, body = NodeAnswer)))]
async fn node(State(app): State<Arc<App>>, Id(id): Id, Asked(one): Asked<One>) -> Result<Json<NodeAnswer>, Refusal> {
    with_tree(&app, &id, move |kept| kept.node(one.node).map(Json)).await
}

/// Why a move at the root was not played: the way to what refutes it. As `kiebitz lab tree --why --json`
#[utoipa::path(get, path = "/api/trees/{id}/why", params(("id" = String, Path), RootMove),
    responses((status = 200, body = tree::Refutation)))]
async fn why(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Asked(asked): Asked<RootMove>,
) -> Result<Json<tree::Refutation>, Refusal> {
    with_tree(&app, &id, move |kept| kept.why(&asked.r#move).map(Json)).await
}

/// The search step by step, as far as a person would follow it. As `kiebitz lab tree --steps --json`
#[utoipa::path(get, path = "/api/trees/{id}/steps", params(("id" = String, Path)),
    responses((status = 200, body = Vec<tree::Step>)))]
async fn steps(State(app): State<Arc<App>>, Id(id): Id) -> Result<Prepared, Refusal> {
    with_whole_tree(&app, &id, "application/json", |kept| json(&kept.steps())).await
}

/// Where two trees differ, the nearest to the root first. As `kiebitz lab tree --against --json`
#[utoipa::path(get, path = "/api/trees/{id}/compare", params(("id" = String, Path), Other),
    responses((status = 200, body = tree::Comparison)))]
async fn compare(State(app): State<Arc<App>>, Id(id): Id, Asked(other): Asked<Other>) -> Result<Prepared, Refusal> {
    let second = app.trees.find(&other.with)?;
    with_whole_tree(&app, &id, "application/json", move |first| json(&first.compare(&second))).await
}

/// The whole tree as a file: a picture, for Graphviz, as JSON, or as text that can be read aloud
#[utoipa::path(get, path = "/api/trees/{id}/export", params(("id" = String, Path), Written),
    responses((status = 200, body = String)))]
async fn export(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Asked(asked): Asked<Written>,
) -> Result<impl IntoResponse, Refusal> {
    let form: Form = asked.form.parse()?;
    let name = format!("attachment; filename=\"{}\"", form.file());
    let written = with_whole_tree(&app, &id, form.kind(), move |kept| kept.export(form)).await?;
    Ok(([(CONTENT_DISPOSITION, name)], written))
}
