//! Experiments, recorded trees, explanations.

use std::str::FromStr;

use engine::{Chosen, Go, Technique};
use lab::explain::Language;
use lab::{ablate as ablation, analyse, explain as explaining, growth as growing, positions, tree};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::{read, refusal, refused, write};
use crate::records::Record;
use crate::work::{Product, Work};

/// Positions as Python gives them: the game's own set, a file's text, or a list.
#[derive(Deserialize, Default)]
#[serde(untagged)]
enum Set {
    #[default]
    Own,
    Listed(Vec<String>),
    File {
        text: String,
        place: String,
    },
}

impl Set {
    fn positions(&self, game: &str) -> PyResult<Vec<positions::Position>> {
        match self {
            Set::Own => positions::embedded(game).map_err(refused),
            Set::File { text, place } => positions::read(game, text, place).map_err(refused),
            Set::Listed(list) => {
                let numbered = list.iter().zip(1..).map(|(text, number): (_, usize)| (text, number.to_string()));
                Ok(numbered.map(|(text, number)| positions::Position::new(text, &number)).collect())
            }
        }
    }
}

fn chosen(text: &str) -> PyResult<Chosen> {
    text.parse::<Chosen>().map_err(refusal)
}

fn technique(name: &str) -> PyResult<Technique> {
    Technique::from_str(name).map_err(refusal)
}

/// What a technique is worth.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ablate {
    game: String,
    #[serde(default)]
    positions: Set,
    base: String,
    add: bool,
    #[serde(default)]
    techniques: Vec<String>,
    evaluator: Option<String>,
    depth: Option<i32>,
    nodes: Option<u64>,
    cap: Option<u64>,
}

/// Takes techniques away from a list, or adds them, one at a time.
#[pyfunction]
pub fn ablate(request: &str) -> PyResult<Work> {
    let asked: Ablate = read(request)?;
    let base = chosen(&asked.base)?;
    let kind = if asked.add { ablation::Kind::AddOneIn } else { ablation::Kind::LeaveOneOut };
    let techniques = match &asked.techniques[..] {
        [] => ablation::candidates(base, kind),
        named => named.iter().map(|name| technique(name)).collect::<PyResult<_>>()?,
    };
    let go = Go { depth: asked.depth, nodes: asked.nodes, ..Go::default() };
    go.check().map_err(refused)?;
    let game = asked.game.clone();
    Work::begin(&game, move |control, tell| {
        let positions = asked.positions.positions(&asked.game)?;
        let request = ablation::Request {
            game: asked.game,
            positions,
            base,
            kind,
            techniques,
            evaluator: asked.evaluator,
            go,
            cap: asked.cap,
        };
        let total = request.variants().len() * request.positions.len();
        let mut progress =
            |done: usize, row: &str| tell(json!({ "done": done, "total": total, "what": row }).to_string());
        let found = ablation::ablate(&request, control, &mut progress).map_err(refused)?;
        let mut value = json!(found);
        value["svg"] = json!(found.svg());
        Ok(Product::Json(value.to_string()))
    })
}

/// How trees grow.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grow {
    game: String,
    #[serde(default)]
    positions: Set,
    depth: i32,
    budget: u64,
    #[serde(default)]
    techniques: Vec<String>,
    evaluator: Option<String>,
    seed: u64,
}

/// Measures how trees grow with the depth.
#[pyfunction]
pub fn growth(request: &str) -> PyResult<Work> {
    let asked: Grow = read(request)?;
    let techniques = asked.techniques.iter().map(|name| technique(name)).collect::<PyResult<_>>()?;
    let game = asked.game.clone();
    Work::begin(&game, move |control, tell| {
        let is_synthetic = asked.game.starts_with("synthetic");
        let positions = if is_synthetic { Vec::new() } else { asked.positions.positions(&asked.game)? };
        let Grow { game, depth, budget, evaluator, seed, .. } = asked;
        let request = growing::Request { game, positions, depth, budget, techniques, evaluator, seed };
        let mut progress = |what: &str| tell(json!({ "what": what }).to_string());
        let found = growing::growth(&request, control, &mut progress).map_err(refused)?;
        let mut value = json!(found);
        value["svg"] = json!(found.svg());
        Ok(Product::Json(value.to_string()))
    })
}

/// A tree that is to be recorded.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recording {
    game: String,
    position: String,
    techniques: String,
    evaluator: Option<String>,
    depth: i32,
    limit: usize,
    #[serde(default)]
    all_iterations: bool,
}

/// Searches and keeps the tree.
#[pyfunction]
pub fn record_tree(request: &str) -> PyResult<Work> {
    let asked: Recording = read(request)?;
    let techniques = chosen(&asked.techniques)?;
    let Recording { game, position, evaluator, depth, limit, all_iterations, .. } = asked;
    let request =
        tree::Request { position, techniques, evaluator, depth, limit, all_iterations, ..tree::Request::new(&game) };
    Work::begin(&game, move |control, _| tree::record(&request, control).map(Product::Tree).map_err(refused))
}

/// A tree of numbers as textbooks print it, searched; with the counts of its leaves as JSON.
#[pyfunction]
pub fn typed_tree(text: &str, techniques: &str) -> PyResult<(crate::tree::Tree, String)> {
    let typed = tree::TypedTree::parse(text).map_err(refused)?;
    let found = tree::typed(&typed, chosen(techniques)?, 100_000, &engine::Control::timeless());
    Ok((crate::tree::Tree::new(found), write(&typed.leaf_counts())))
}

/// What is to be explained.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Explain {
    game: String,
    position: String,
    #[serde(default)]
    past: Vec<String>,
    asked: Option<String>,
    nodes: u64,
    evaluator: Option<String>,
    language: String,
}

/// Why this move, why not that one.
#[pyfunction]
pub fn explain(request: &str) -> PyResult<Work> {
    let Explain { game, position, past, asked, nodes, evaluator, language } = read(request)?;
    let language: Language = language.parse().map_err(refusal)?;
    let request = explaining::Request { past, asked, nodes, evaluator, ..explaining::Request::new(&game, &position) };
    Work::begin(&game, move |control, _| {
        let found = explaining::explain(&request, control).map_err(refused)?;
        Ok(Product::Json(found.json(language).to_string()))
    })
}

/// Annotates a game of chess; `null` if it was stopped.
#[pyfunction]
pub fn annotate(record: &Record, nodes: u64, language: &str) -> PyResult<Work> {
    let settings =
        analyse::Settings { effort: analyse::Effort::Nodes(nodes), language: language.parse().map_err(refusal)? };
    let record = record.inner().clone();
    Work::begin("chess", move |control, tell| {
        let mut progress =
            |done: usize, total: usize| tell(json!({ "done": done, "total": total, "what": "moves" }).to_string());
        let found = analyse::annotate(&record, &settings, control, &mut progress).map_err(refusal)?;
        Ok(Product::Json(found.map_or(Value::Null, |game| json!(game)).to_string()))
    })
}
