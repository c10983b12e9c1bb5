//! `/api/trees`: searches that are recorded, and opened node by node.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::IntoResponse;
use engine::{Chosen, Control};
use lab::tree::{self, RecordedTree, TypedTree};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, off_the_loop};
use crate::door::{Asked, Body, Id};
use crate::house::{lane, nobody};
use crate::memory::Prepared;
use crate::refusal::{Code, Refusal};
use crate::think::errand;
use crate::trees::{Recorded, new_tree};
use crate::wire::{NodeAnswer, TreeAnswer, TreeNodes, TreeRequest, View};
use crate::{limits, show};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(record))
        .routes(routes!(tree))
        .routes(routes!(nodes))
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
    let limit = request.limit.unwrap_or(limits::TREE_NODES);
    if !(1..=limits::TREE_NODES).contains(&limit) {
        let message = format!("limit {limit}: expected 1 to {}", limits::TREE_NODES);
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let what = off_the_loop(move || What::of(request, limit)).await?;
    let recorded = errand(&app.house.pool, &client, limits::TREE_TIME, move |control| {
        let before = control.elapsed();
        let (tree, leaves) = match what {
            What::Numbers { tree, techniques } => {
                (tree::typed(&tree, techniques, limit, control), Some(tree.leaf_counts()))
            }
            What::Position(request) => (tree::record(&request, control)?, None),
        };
        if tree.is_empty() {
            return Err(Refusal::new(Code::Busy, "the time was up before anything was searched"));
        }
        Ok(new_tree(tree, leaves, control.stopped(), control.elapsed() - before))
    })
    .await?;
    let kept = app.trees.keep(&client, recorded)?;
    Ok((StatusCode::CREATED, off_the_loop(move || answer(&kept)).await?))
}

/// What is to be recorded, read and checked.
enum What {
    Numbers { tree: TypedTree, techniques: Chosen },
    Position(tree::Request),
}

impl What {
    fn of(request: TreeRequest, limit: usize) -> Result<What, Refusal> {
        let read = |usual: &str| -> Result<Chosen, Refusal> {
            let text = request.techniques.as_deref().unwrap_or(usual);
            Ok(text.parse().map_err(engine::Error::from)?)
        };
        let game = match (&request.numbers, &request.game) {
            (Some(_), Some(_)) | (None, None) => {
                return Err(Refusal::new(Code::BadRequest, "expected either a game or numbers"));
            }
            (Some(numbers), None) => {
                // Nobody can judge the inner nodes of such a tree.
                let techniques = read("minimax+alpha-beta")?;
                return Ok(What::Numbers { tree: TypedTree::parse(numbers)?, techniques });
            }
            (None, Some(game)) => game,
        };
        let board = show::set_up(game, request.position.as_deref(), &request.moves)?;
        if board.end().is_some() {
            return Err(Refusal::new(Code::GameOver, "the game is over, there is nothing to search"));
        }
        let usual = tree::Request::new(game);
        Ok(What::Position(tree::Request {
            position: board.position(),
            techniques: read("all")?,
            depth: request.depth.unwrap_or(usual.depth),
            quiescence_limit: request.quiescence,
            limit,
            all_iterations: request.iterations,
            ..usual
        }))
    }
}

fn answer(recorded: &Recorded) -> Result<Json<TreeAnswer>, Refusal> {
    let summary = recorded.tree.summary();
    let view = match recorded.leaves {
        Some(_) => None,
        None => Some(show::view(&*show::set_up(&summary.game, Some(&summary.position), &[])?)),
    };
    Ok(Json(TreeAnswer {
        id: recorded.id.clone(),
        summary,
        root: recorded.tree.root(),
        roots: recorded.tree.roots(),
        stopped: recorded.stopped,
        took_ms: recorded.took.as_millis() as u64,
        leaves: recorded.leaves,
        view,
    }))
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
    with_tree(&app, &id, answer).await
}

/// Nodes in a row.
#[derive(Deserialize, IntoParams)]
struct Row {
    /// The number of the first
    #[serde(default)]
    first: u32,
    /// How many
    count: Option<usize>,
}

/// Nodes in the order in which they were entered
#[utoipa::path(get, path = "/api/trees/{id}/nodes", params(("id" = String, Path), Row),
    responses((status = 200, body = TreeNodes)))]
async fn nodes(State(app): State<Arc<App>>, Id(id): Id, Asked(row): Asked<Row>) -> Result<Json<TreeNodes>, Refusal> {
    let count = row.count.unwrap_or(limits::TREE_ROWS).min(limits::TREE_ROWS);
    with_tree(&app, &id, move |kept| Ok(Json(TreeNodes { nodes: kept.tree.range(row.first, count) }))).await
}

/// Nodes below a node.
#[derive(Deserialize, IntoParams)]
struct Below {
    /// The number of the node above
    node: u32,
    /// How many to pass over
    #[serde(default)]
    skip: usize,
    /// How many
    count: Option<usize>,
}

/// The nodes right below a node, in the order of the search
#[utoipa::path(get, path = "/api/trees/{id}/children", params(("id" = String, Path), Below),
    responses((status = 200, body = TreeNodes)))]
async fn children(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Asked(below): Asked<Below>,
) -> Result<Json<TreeNodes>, Refusal> {
    let count = below.count.unwrap_or(limits::TREE_ROWS).min(limits::TREE_ROWS);
    with_tree(&app, &id, move |kept| Ok(Json(TreeNodes { nodes: kept.tree.children(below.node, below.skip, count) })))
        .await
}

/// One node.
#[derive(Deserialize, IntoParams)]
struct One {
    /// Its number
    node: u32,
}

/// A node, the way to it, and its board
#[utoipa::path(get, path = "/api/trees/{id}/node", params(("id" = String, Path), One),
    responses((status = 200, body = NodeAnswer)))]
async fn node(State(app): State<Arc<App>>, Id(id): Id, Asked(one): Asked<One>) -> Result<Json<NodeAnswer>, Refusal> {
    with_tree(&app, &id, move |kept| {
        let tree = &*kept.tree;
        let missing = || Refusal::new(Code::BadRequest, format!("node {}: there are {}", one.node, tree.len()));
        let node = tree.node(one.node).ok_or_else(missing)?;
        let above = tree.path(one.node).into_iter().filter(|&id| id != one.node).filter_map(|id| tree.node(id));
        let above = above.collect();
        let view = if kept.leaves.is_some() { None } else { board(&kept.game, tree, &node)? };
        Ok(Json(NodeAnswer { node, above, view }))
    })
    .await
}

/// The board at a node, with the move that led there marked.
fn board(game: &str, tree: &dyn RecordedTree, node: &tree::Node) -> Result<Option<View>, Refusal> {
    if let (Some(parent), Some(mv)) = (node.parent, &node.mv)
        && let Some((position, _)) = tree.position(parent)
        && let Ok(board) = show::set_up(game, Some(&position), std::slice::from_ref(mv))
    {
        return Ok(Some(show::view(&*board)));
    }
    let Some((position, _)) = tree.position(node.id) else { return Ok(None) };
    Ok(Some(show::view(&*show::set_up(game, Some(&position), &[])?)))
}

/// A move at the root.
#[derive(Deserialize, IntoParams)]
struct RootMove {
    /// The move, in any notation
    r#move: String,
}

/// Why a move at the root was not played: the way to what refutes it. As `kiebitz lab tree --why --json`
#[utoipa::path(get, path = "/api/trees/{id}/why", params(("id" = String, Path), RootMove),
    responses((status = 200, body = tree::Refutation)))]
async fn why(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Asked(asked): Asked<RootMove>,
) -> Result<Json<tree::Refutation>, Refusal> {
    with_tree(&app, &id, move |kept| Ok(Json(tree::why_not(&*kept.tree, &asked.r#move)?))).await
}

/// The search step by step, as far as a person would follow it. As `kiebitz lab tree --steps --json`
#[utoipa::path(get, path = "/api/trees/{id}/steps", params(("id" = String, Path)),
    responses((status = 200, body = Vec<tree::Step>)))]
async fn steps(State(app): State<Arc<App>>, Id(id): Id) -> Result<Prepared, Refusal> {
    with_whole_tree(&app, &id, "application/json", |kept| json(&tree::steps(&*kept.tree, limits::TREE_STEPS))).await
}

/// The other tree.
#[derive(Deserialize, IntoParams)]
struct Other {
    /// Its id
    with: String,
}

/// Where two trees differ, the nearest to the root first. As `kiebitz lab tree --against --json`
#[utoipa::path(get, path = "/api/trees/{id}/compare", params(("id" = String, Path), Other),
    responses((status = 200, body = tree::Comparison)))]
async fn compare(State(app): State<Arc<App>>, Id(id): Id, Asked(other): Asked<Other>) -> Result<Prepared, Refusal> {
    let second = app.trees.find(&other.with)?;
    with_whole_tree(&app, &id, "application/json", move |first| {
        json(&tree::compare(&*first.tree, &*second.tree, limits::TREE_DIFFERENCES))
    })
    .await
}

/// How a tree is written.
#[derive(Deserialize, IntoParams)]
struct Written {
    /// `svg`, `dot`, `json` or `txt`
    form: String,
}

/// The whole tree as a file: a picture, for Graphviz, as JSON, or as text that can be read aloud
#[utoipa::path(get, path = "/api/trees/{id}/export", params(("id" = String, Path), Written),
    responses((status = 200, body = String)))]
async fn export(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Asked(asked): Asked<Written>,
) -> Result<impl IntoResponse, Refusal> {
    let form = asked.form;
    let (kind, most) = match form.as_str() {
        "svg" => ("image/svg+xml", limits::TREE_PICTURE),
        "dot" => ("text/vnd.graphviz; charset=utf-8", limits::TREE_PICTURE),
        "json" => ("application/json", limits::TREE_FILE),
        "txt" => ("text/plain; charset=utf-8", limits::TREE_FILE),
        _ => return Err(Refusal::new(Code::BadRequest, format!("form '{form}': expected svg, dot, json or txt"))),
    };
    let name = format!("attachment; filename=\"kiebitz-tree.{form}\"");
    let written = with_whole_tree(&app, &id, kind, move |kept| {
        let tree = &*kept.tree;
        if tree.len() as usize > most {
            let message = format!(
                "{} nodes are too many for this form: record at most {most}, or use `kiebitz lab tree --out`",
                tree.len()
            );
            return Err(Refusal::new(Code::TooLarge, message));
        }
        Ok(match form.as_str() {
            "svg" => tree::svg(tree).into_bytes(),
            "dot" => tree::dot(tree).into_bytes(),
            "txt" => tree::text(tree, most).into_bytes(),
            _ => {
                let mut bytes = Vec::new();
                let failed = |error: std::io::Error| Refusal::new(Code::Fault, error.to_string());
                tree::write_json(tree, &mut bytes).map_err(failed)?;
                bytes
            }
        })
    })
    .await?;
    Ok(([(CONTENT_DISPOSITION, name)], written))
}
