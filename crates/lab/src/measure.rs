//! One search as an experiment makes it: nothing remembered from the search before, everything counted, a clock of its own.
//!
//! The same search on the same build visits the same nodes: only the time differs.

use std::time::Duration;

use engine::{Chosen, Control, Engine, Error, Go, Identity, Method, Options, Reporting, Resources, Score};

/// How to search.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// Which techniques are on.
    pub techniques: Chosen,
    /// The evaluator's name; the game's default if `None`.
    pub evaluator: Option<String>,
    /// How many plies quiescence may follow; `None` is until quiet.
    pub quiescence_limit: Option<u32>,
    /// When to stop.
    pub go: Go,
}

impl Setting {
    /// These techniques to this limit, with the game's default evaluator.
    pub fn new(techniques: Chosen, go: Go) -> Setting {
        Setting { techniques, evaluator: None, quiescence_limit: None, go }
    }

    /// To a fixed depth, techniques and evaluator by name.
    pub fn to_depth(techniques: &str, evaluator: Option<&str>, depth: i32) -> Result<Setting, Error> {
        let evaluator = evaluator.map(String::from);
        Ok(Setting { evaluator, ..Setting::new(techniques.parse()?, Go::depth(depth)) })
    }
}

/// What a search came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The best move; `None` if the game is over.
    pub best: Option<String>,
    /// The value for the side to move.
    pub score: Score,
    /// The value as this game's players write it.
    pub score_text: String,
    /// The depth that was reached.
    pub depth: i32,
    /// Nodes visited.
    pub nodes: u64,
    /// Positions judged, or known to be the end of the game.
    pub leaves: u64,
    /// How long it took.
    pub time: Duration,
}

/// The size of the table in MiB: the same for all experiments, as it decides what is remembered.
const TABLE: usize = 16;

/// Searches the position that `engine` is at. `halt` ends it early, which is an error: half an experiment proves nothing.
pub fn measure(engine: &mut dyn Engine, setting: &Setting, halt: &Control) -> Result<Measured, Error> {
    let player = Identity {
        method: Method::Search,
        techniques: setting.techniques,
        evaluator: setting.evaluator.clone(),
        quiescence_limit: setting.quiescence_limit,
        ..Identity::default()
    };
    let report = Reporting { counted: true, ..Reporting::default() };
    let options = Options { player, resources: Resources::table(TABLE), report };
    engine.forget();
    let answer = engine.go(&options, &setting.go, &engine::start_clock_under(halt), &mut |_| {})?;
    if halt.stopped() {
        return Err(Error::Request("stopped before the experiment was complete".to_string()));
    }
    let leaves = answer.counters.iter().find(|(name, _)| name == "leaves").map_or(0, |(_, count)| *count as u64);
    let Some(line) = answer.lines.first() else {
        return Err(Error::Request(format!("position '{}': the game is over", engine.position())));
    };
    Ok(Measured {
        best: answer.best.as_ref().map(|ply| ply.text.clone()),
        score: line.score,
        score_text: line.score_text.clone(),
        depth: line.depth,
        nodes: line.nodes,
        leaves,
        time: line.time,
    })
}

/// The effective branching factor b* of a search that visited so many nodes to a depth: a uniform tree of that depth with b*
/// moves at every node has as many. Reference: Russell and Norvig, *Artificial Intelligence*, on the effect of heuristics.
///
/// ```
/// assert!((lab::measure::branching(1 + 3 + 9 + 27, 3) - 3.0).abs() < 1e-6);
/// ```
pub fn branching(nodes: u64, depth: i32) -> f64 {
    if depth < 1 || nodes < 2 {
        return 1.0;
    }
    let count = |b: f64| (0..=depth).map(|ply| b.powi(ply)).sum::<f64>();
    let (mut low, mut high) = (0.0, nodes as f64);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if count(middle) < nodes as f64 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}
