//! Searches, exact values and counts of moves.

use cluster::{Inquiry, Judged, root};
use engine::{Answered, Control, Engine, Line, Ply, Question, Technique};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::failure::{read, refusal, refused, write};
use crate::position::Position;
use crate::work::{Product, Work};
use crate::workers::{self, Teller, Workers};

/// Searches a position as the question says, which is JSON; its game and position are those of `position`.
#[pyfunction]
pub fn search(py: Python<'_>, position: &Position, question: &str) -> PyResult<Work> {
    let question: Question = read(question)?;
    let mut board = position.fork(py)?;
    let (options, go) = question.options(&*board).map_err(refused)?;
    board.check(&options, &go).map_err(refused)?;
    Work::begin(&board.game(), move |control, tell| {
        let mut report = |found: &engine::Report| {
            let mut line = json!(Line::from(found));
            line["line"] = json!(found.line);
            tell(line.to_string());
        };
        let answer = board.go(&options, &go, control, &mut report).map_err(refused)?;
        Ok(Product::Json(write(&Answered::from(&answer))))
    })
}

/// Lets workers search many positions, each as its question says; tells of each answer, in their order, and of what happens to workers.
#[pyfunction]
pub fn inquire(questions: &str, workers: &str) -> PyResult<Work> {
    let questions: Vec<Question> = read(questions)?;
    let staff = read::<Workers>(workers)?.staff()?;
    Work::begin("questions", move |control, tell| {
        let teller = Teller::new(tell);
        let mut hear = |number: usize, judged: Judged| {
            let mut told = json!(judged);
            told["number"] = json!(number);
            teller.tell(&told);
        };
        let mut inquiry = Inquiry::new(questions, staff.count(), &mut hear);
        let accounts = staff.drive(&mut inquiry, control, &teller)?;
        Ok(Product::Json(write(&workers::rows(&accounts, &[]))))
    })
}

/// Lets workers share the moves of a position; tells of each move that was searched, and of what happens to workers.
#[pyfunction]
pub fn search_apart(question: &str, workers: &str) -> PyResult<Work> {
    let question: Question = read(question)?;
    let staff = read::<Workers>(workers)?.staff()?;
    let questions = root::split(&question, staff.count()).map_err(refused)?;
    Work::begin("questions", move |control, tell| {
        let teller = Teller::new(tell);
        let total = questions.len();
        let mut answers = Vec::with_capacity(total);
        let mut hear = |_: usize, judged: Judged| {
            answers.push(judged);
            teller.tell(&json!({ "done": answers.len(), "total": total, "what": "moves" }));
        };
        let mut inquiry = Inquiry::new(questions, staff.count(), &mut hear);
        staff.drive(&mut inquiry, control, &teller)?;
        drop(inquiry);
        let found = root::gather(&question, answers).map_err(refusal)?;
        Ok(Product::Json(write(&found)))
    })
}

/// The exact value of a position, as JSON; `null` if it was stopped before it was found. The table has `hash` MiB.
#[pyfunction]
#[pyo3(signature = (position, hash = None))]
pub fn solve(py: Python<'_>, position: &Position, hash: Option<usize>) -> PyResult<Work> {
    let mut board = position.fork(py)?;
    let mut options = engine::Options::default();
    options.resources.table_megabytes = hash.unwrap_or(options.resources.table_megabytes);
    options.check().map_err(refused)?;
    Work::begin(&board.game(), move |control, tell| {
        let mut progress = |bounds: &str, nodes: u64| tell(json!({ "bounds": bounds, "nodes": nodes }).to_string());
        let solved = board.solve(&options, control, &mut progress);
        let value = solved.map_err(refused)?.map_or(Value::Null, |solved| {
            json!({
                "score": solved.score.value(),
                "plies_to_end": solved.score.plies_to_end(),
                "exact": solved.exact,
                "text": solved.text,
                "pv": Ply::texts(&solved.pv),
                "nodes": solved.nodes,
                "seconds": solved.time.as_secs_f64(),
                "size": solved.size.map(|size| json!({
                    "positions": size.positions,
                    "positions_up_to_symmetry": size.positions_up_to_symmetry,
                    "courses": size.courses,
                    "courses_by_result": size.courses_by_result,
                    "tree_nodes": size.tree_nodes,
                })),
            })
        });
        Ok(Product::Json(value.to_string()))
    })
}

/// Leaves of the tree of moves, by first move, as JSON.
#[pyfunction]
pub fn perft(py: Python<'_>, position: &Position, depth: usize) -> PyResult<Work> {
    let board = position.fork(py)?;
    let whole = if position.is_guest() { 1 } else { 4 };
    Work::begin(&board.game(), move |control, _| {
        let below = |ply: Ply| {
            let mut after = board.fork();
            let count = after.play(&ply.code).map(|_| leaves(&*after, depth.saturating_sub(1), whole, control));
            count.map(|count| (ply.text, count)).map_err(refused)
        };
        let counts = board.divide(1, 1).into_iter().map(|(ply, _)| ply).map(below).collect::<PyResult<Vec<_>>>()?;
        Ok(Product::Json(write(&counts)))
    })
}

/// Leaves of the tree of moves. A stop is heard between trees of `whole` plies, and makes the count worthless.
fn leaves(board: &dyn Engine, depth: usize, whole: usize, control: &Control) -> u64 {
    if control.stopped() || depth == 0 {
        return 1;
    }
    if depth <= whole {
        return board.divide(depth, 1).into_iter().map(|(_, count)| count).sum();
    }
    let below = |(ply, _): (Ply, u64)| {
        let mut after = board.fork();
        after.play(&ply.code).map_or(0, |_| leaves(&*after, depth - 1, whole, control))
    };
    // Of one ply, since a game that is over by counting still has moves for this count.
    board.divide(1, 1).into_iter().map(below).sum()
}

/// Reads a player as text, and gives it as JSON.
#[pyfunction]
pub fn player(text: &str) -> PyResult<String> {
    let player: engine::PlayerSpec = text.parse().map_err(refused)?;
    player.check().map_err(refused)?;
    Ok(write(&player))
}

/// The text of a player that is given as JSON.
#[pyfunction]
pub fn player_text(told: &str) -> PyResult<String> {
    let player: engine::PlayerSpec = read(told)?;
    player.check().map_err(refused)?;
    Ok(player.to_string())
}

/// The names of all techniques, with what they do.
#[pyfunction]
pub fn techniques() -> Vec<(&'static str, &'static str)> {
    Technique::ALL.iter().map(|technique| (technique.name(), technique.description())).collect()
}
