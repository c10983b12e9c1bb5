//! Games of self-play, networks and weights that are learned from them.

use std::io::Write;
use std::path::{Path, PathBuf};

use cluster::Harvest;
use engine::{Cell, Control, Playable, Visitor, WholeFile};
use game::{Score, Side};
use learn::data::{self, Played, Reader};
use learn::{train as training, tune as tuning};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Deserialize;
use serde_json::json;

use crate::failure::{read, refusal, refused, write};
use crate::work::{Product, Work};
use crate::workers::{self, Teller, Workers};

/// Games that are to be played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Generate {
    game: String,
    out: PathBuf,
    games: u32,
    #[serde(default)]
    first: u32,
    nodes: u64,
    seed: u64,
    random_plies: u16,
    harvest: u64,
    evaluator: Option<String>,
    threads: usize,
    workers: Option<Workers>,
}

/// Plays games of the program against itself into a file.
#[pyfunction]
pub fn generate(request: &str) -> PyResult<Work> {
    let asked: Generate = read(request)?;
    let Generate { game, out, games, first, nodes, seed, random_plies, harvest, evaluator, threads, workers } = asked;
    let end =
        first.checked_add(games).ok_or_else(|| refusal(format!("{games} games from number {first}: too many")))?;
    if nodes == 0 || !(1..=engine::MAX_THREADS).contains(&threads) {
        let most = engine::MAX_THREADS;
        return Err(refusal(format!("nodes {nodes}, threads {threads}: expected at least 1, and 1 to {most}")));
    }
    let settings = data::Settings { evaluator, nodes, seed, random_plies, harvest, ..data::Settings::default() };
    let name = engine::open(&game).map_err(refused)?.game();
    let staff = workers.as_ref().map(Workers::staff).transpose()?;
    Work::begin(&name.clone(), move |control, tell| {
        let teller = Teller::new(tell);
        let mut progress = |now: data::Progress| {
            teller.tell(&json!({ "done": now.games, "total": games, "what": "games" }));
        };
        let (data::Generated { before, now }, accounts) = match &staff {
            Some(staff) => {
                let file = data::Assembly::open(&name, &settings, first, &out).map_err(refusal)?;
                progress(file.generated().now);
                let mut harvest = Harvest::new(&name, &settings, file, end, staff.count(), &mut progress);
                let accounts = staff.drive(&mut harvest, control, &teller);
                let file = harvest.end().map_err(refusal)?;
                (file.generated(), workers::rows(&accounts?, &[]))
            }
            None => {
                let made = data::generate(&name, &settings, first..end, threads, &out, control, &mut progress);
                (made.map_err(refusal)?, Vec::new())
            }
        };
        let made =
            json!({ "games": now.games, "positions": now.positions, "before": before.games, "workers": accounts });
        Ok(Product::Json(made.to_string()))
    })
}

/// The searched positions of a file of games as columns: one entry a position, numbers in the byte order of the machine.
#[derive(Default)]
struct Columns {
    games: Vec<u8>,
    plies: Vec<u8>,
    sides: Vec<u8>,
    scores: Vec<u8>,
    results: Vec<u8>,
    quiet: Vec<u8>,
    boards: Vec<u8>,
    texts: Vec<String>,
    cells: usize,
}

struct Collect<'a> {
    reader: Reader,
    quiet_only: bool,
    with_texts: bool,
    most: usize,
    control: &'a Control,
}

impl Columns {
    fn add<G: Playable>(&mut self, position: &G, game: &Played, ply: usize, score: Score, with_texts: bool) {
        let side = position.side_to_move();
        let share = match game.result.value().signum() {
            1 => 1.0_f32,
            -1 => 0.0,
            _ => 0.5,
        };
        let result = if side == Side::First { share } else { 1.0 - share };
        self.games.extend(game.number.to_ne_bytes());
        self.plies.extend((ply as u16).to_ne_bytes());
        self.sides.push(side.index() as u8);
        self.scores.extend((score.value() as i16).to_ne_bytes());
        self.results.extend(result.to_ne_bytes());
        self.quiet.push(u8::from(game.plies[ply].quiet_score().is_some()));
        let cells = position.diagram().cells;
        self.cells = cells.len();
        // A letter outside ASCII stands in no diagram of ours; a byte a cell is what a network's first layer wants.
        let byte = |cell: &Cell| cell.piece.map_or(b'.', |(_, letter, _)| u8::try_from(letter).unwrap_or(b'?'));
        self.boards.extend(cells.iter().map(byte));
        if with_texts {
            self.texts.push(position.position_text());
        }
    }
}

impl Visitor for Collect<'_> {
    type Result = Result<Columns, String>;

    fn visit<G: Playable>(self, start: G) -> Result<Columns, String> {
        let Collect { reader, quiet_only, with_texts, most, control } = self;
        let mut columns = Columns::default();
        for game in reader {
            let game = game.map_err(|error| error.to_string())?;
            game.replay_plies(&start, |position, ply| {
                let seen = game.plies[ply].seen.filter(|_| !quiet_only || game.plies[ply].quiet_score().is_some());
                if let Some(seen) = seen.filter(|_| columns.sides.len() < most) {
                    columns.add(position, &game, ply, seen.score, with_texts);
                }
            })?;
            if control.stopped() || columns.sides.len() >= most {
                break;
            }
        }
        Ok(columns)
    }
}

/// What a file of games says of itself, as JSON.
#[pyfunction]
pub fn games_header(path: PathBuf) -> PyResult<String> {
    let header = Reader::open(&path).map_err(refusal)?.header;
    Ok(write(&json!({
        "game": header.game,
        "evaluator": header.evaluator,
        "nodes": header.nodes,
        "seed": header.seed,
        "random_plies": header.random_plies,
        "first": header.from,
    })))
}

/// The searched positions of a file of games: columns as bytes by name and type, the number of cells of a board, and positions as text.
#[pyfunction]
#[pyo3(signature = (path, quiet_only, with_texts, most))]
#[expect(clippy::type_complexity, reason = "what Python unpacks")]
pub fn games_columns<'py>(
    py: Python<'py>,
    path: PathBuf,
    quiet_only: bool,
    with_texts: bool,
    most: usize,
) -> PyResult<(Vec<(&'static str, &'static str, Bound<'py, PyBytes>)>, usize, Vec<String>)> {
    let found = py.detach(|| {
        let reader = Reader::open(&path).map_err(|error| error.to_string())?;
        let game = reader.header.game.clone();
        let control = Control::timeless();
        let collect = Collect { reader, quiet_only, with_texts, most, control: &control };
        engine::visit(&game, collect).map_err(|error| error.to_string())?
    });
    let Columns { games, plies, sides, scores, results, quiet, boards, texts, cells } = found.map_err(refusal)?;
    let columns = [
        ("game", "u4", games),
        ("ply", "u2", plies),
        ("side", "u1", sides),
        ("score", "i2", scores),
        ("result", "f4", results),
        ("quiet", "?", quiet),
        ("board", "u1", boards),
    ];
    let columns = columns.map(|(name, kind, bytes)| (name, kind, PyBytes::new(py, &bytes)));
    Ok((columns.into(), cells, texts))
}

pub fn write_whole(path: &Path, content: &[u8]) -> PyResult<()> {
    let mut file = WholeFile::create(path, true).map_err(refusal)?;
    file.write_all(content)?;
    file.finish().map_err(refusal)
}

/// A network that is to be trained.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Train {
    game: String,
    data: Vec<PathBuf>,
    out: PathBuf,
    width: usize,
    epochs: usize,
    rate: f64,
    #[serde(rename = "lambda")]
    results: [f64; 2],
    batch: Option<usize>,
    validation: f64,
    seed: u64,
    threads: usize,
    begin: Option<PathBuf>,
}

/// Trains a network on games, and writes it to a file.
#[pyfunction]
pub fn train(request: &str) -> PyResult<Work> {
    let asked: Train = read(request)?;
    let game = engine::open(&asked.game).map_err(refused)?.game();
    Work::begin(&game.clone(), move |control, tell| {
        let Train { data, out, width, epochs, rate, results, batch, validation, seed, threads, begin, .. } = asked;
        let settings = training::Settings {
            data,
            width,
            epochs,
            batch,
            rate,
            lambda: results,
            validation,
            seed,
            threads,
            begin,
            ..training::Settings::default()
        };
        let as_row = |report: &training::Report| {
            json!({
                "step": report.step, "steps": report.steps, "train": report.train,
                "validation": report.validation, "results": report.results, "rate": report.rate,
            })
        };
        let mut report = |_: &training::Given, report: &training::Report| {
            let row = json!({ "done": report.step, "total": report.steps, "what": "steps", "row": as_row(report) });
            tell(row.to_string());
        };
        let trained = training::train(&game, &settings, control, &mut report).map_err(refusal)?;
        write_whole(&out, &trained.weights.to_bytes())?;
        let rows: Vec<_> = trained.reports.iter().map(as_row).collect();
        Ok(Product::Json(write(&json!({
            "out": out,
            "finished": trained.finished,
            "games": trained.given.games,
            "positions": trained.given.positions,
            "own": trained.given.own,
            "search": trained.given.search,
            "rows": rows,
        }))))
    })
}

/// Weights that are to be fitted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tune {
    game: String,
    evaluator: String,
    data: Vec<PathBuf>,
    out: Option<PathBuf>,
    epochs: usize,
    #[serde(rename = "lambda")]
    results: f64,
    seed: u64,
    threads: usize,
}

/// Fits the weights of an evaluator to games.
#[pyfunction]
pub fn tune(request: &str) -> PyResult<Work> {
    let Tune { game, evaluator, data, out, epochs, results, seed, threads } = read(request)?;
    let settings = tuning::Settings { epochs, lambda: results, seed, threads, ..tuning::Settings::default() };
    Work::begin(&game.clone(), move |control, _| {
        let tuned = tuning::texel(&game, &evaluator, &data, &settings, control, &mut |_, _| {}).map_err(refusal)?;
        if let Some(out) = &out {
            write_whole(out, tuned.table.text().as_bytes())?;
        }
        let losses = |one: &tuning::Losses| json!({ "train": one.train, "validation": one.validation });
        let weights = tuned.weights.iter();
        let weights: Vec<_> =
            weights.map(|one| json!({ "name": one.name, "before": one.before, "after": one.after })).collect();
        Ok(Product::Json(write(&json!({
            "evaluator": tuned.evaluator,
            "before": losses(&tuned.before),
            "after": losses(&tuned.after),
            "epochs": tuned.epochs,
            "positions": tuned.given.positions,
            "weights": weights,
            "text": tuned.table.text(),
        }))))
    })
}
