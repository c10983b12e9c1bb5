//! How many positions of a test suite does the engine solve? EPD files with best moves (`bm`), moves to avoid (`am`), or
//! mates (`ce +M3`, to be found at that distance as after UCI's `go mate`), so many seconds or nodes for each position, one thread:
//! `cargo run --release --example suite -- 1s wac.epd` or `-- 500000n wac.epd`

use std::process::ExitCode;
use std::time::Duration;

use engine::{Engine, Go, Options};

/// What a position asks for.
enum Goal {
    Best(Vec<String>),
    Avoid(Vec<String>),
    /// In so many moves.
    Mate(usize),
}

struct Task {
    position: String,
    goal: Goal,
    name: String,
}

/// Reads a line: four fields of a position, then operations that end with semicolons.
fn task(line: &str, number: usize) -> Result<Task, String> {
    let fields: Vec<&str> = line.splitn(5, ' ').collect();
    let [board, side, castling, en_passant, operations] = fields[..] else {
        return Err(format!("line {number}: expected four fields and operations: {line}"));
    };
    let operation = |name: &str| {
        operations.split(';').map(str::trim).find_map(|text| text.strip_prefix(name)?.strip_prefix(' ')).map(str::trim)
    };
    let moves = |text: &str| text.split_whitespace().map(ToString::to_string).collect();
    let mate = operation("ce").and_then(|text| text.strip_prefix("+M")?.parse().ok());
    let goal = match (mate, operation("bm"), operation("am")) {
        (Some(moves), ..) => Goal::Mate(moves),
        (None, Some(text), _) => Goal::Best(moves(text)),
        (None, None, Some(text)) => Goal::Avoid(moves(text)),
        _ => return Err(format!("line {number}: no bm, am or ce +M: {line}")),
    };
    let name = operation("id").map_or(format!("line {number}"), |text| text.trim_matches('"').to_string());
    Ok(Task { position: format!("{board} {side} {castling} {en_passant} 0 1"), goal, name })
}

/// The moves as the engine writes them.
fn written(engine: &mut dyn Engine, moves: &[String]) -> Result<Vec<String>, String> {
    let mut known = Vec::new();
    for mv in moves {
        known.push(engine.play(mv).map_err(|error| error.to_string())?.text);
        engine.undo();
    }
    Ok(known)
}

fn solves(engine: &mut dyn Engine, task: &Task, limit: &Go) -> Result<bool, String> {
    engine.set_position(&task.position).map_err(|error| error.to_string())?;
    engine.forget();
    let mut go = limit.clone();
    if let Goal::Mate(moves) = task.goal {
        go.win_in = Some(2 * moves - 1);
    }
    let answer =
        engine.go(&Options::default(), &go, &engine::start_clock(), &mut |_| {}).map_err(|error| error.to_string())?;
    let best = answer.best.clone().ok_or("no move")?.text;
    Ok(match &task.goal {
        Goal::Best(moves) => written(engine, moves)?.contains(&best),
        Goal::Avoid(moves) => !written(engine, moves)?.contains(&best),
        Goal::Mate(moves) => {
            let score = answer.lines.first().ok_or("no line")?.score;
            score.is_win() && score.plies_to_end() == Some(2 * moves - 1)
        }
    })
}

fn run(limit: &str, files: &[String]) -> Result<(), String> {
    let wrong = || format!("'{limit}': expected seconds such as 1s or nodes such as 500000n");
    let go = match (limit.strip_suffix('s'), limit.strip_suffix('n')) {
        (Some(text), _) => {
            let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            Go::time(seconds.ok_or_else(wrong)?)
        }
        (_, Some(text)) => Go::nodes(text.parse().map_err(|_| wrong())?),
        _ => return Err(wrong()),
    };
    let mut engine = engine::open("chess").map_err(|error| error.to_string())?;
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let (mut solved, mut missed) = (0, Vec::new());
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let task = task(line.trim(), number).map_err(|error| format!("{file}: {error}"))?;
            let place = |error| format!("{file}: line {number}: {error}");
            if solves(engine.as_mut(), &task, &go).map_err(place)? {
                solved += 1;
            } else {
                missed.push(task.name);
            }
        }
        println!("{file}: {solved} of {} at {limit}; missed: {}", solved + missed.len(), missed.join(", "));
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [limit, files @ ..] = &arguments[..] else {
        eprintln!("usage: suite LIMIT FILE...");
        return ExitCode::from(2);
    };
    match run(limit, files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
