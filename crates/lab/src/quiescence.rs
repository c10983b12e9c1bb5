//! The classic experiment: is a deeper search better, or one that plays captures to their end?
//!
//! Two depths, each without quiescence, with that of a seminar paper (F. Redmann and F. Wortmann, *Quiescence Search*, DHBW Mannheim 2021)
//! of one and two plies, with our own limited to one and two plies, and without a limit; the same positions, several runs. The paper ran the
//! first three at depths 4 and 5: [`PAPER`]. How good the moves are is judged by a search of many nodes: how often both play the same,
//! and how much its value falls where they do not.

use std::collections::HashMap;

use arena::grid::Grid;
use engine::{Chosen, Control, Engine, Error, Go, Identity, Options, Playable, Resources, Technique, Visitor};
use serde::Serialize;

use crate::measure::{Setting, measure};
use crate::plot::{self, Axis, Dot};
use crate::positions::Position;

/// What the seminar paper measured: its scenario, the depth, the plies of its quiescence, and the mean of five runs in seconds.
pub const PAPER: [(char, i32, u32, f64); 6] = [
    ('A', 4, 0, 871.05),
    ('B', 4, 1, 868.81),
    ('C', 4, 2, 872.07),
    ('D', 5, 0, 4423.37),
    ('E', 5, 1, 4464.97),
    ('F', 5, 2, 4645.28),
];

/// What must be said beside the paper's times.
pub const REMARK: &str = "Paper: F. Redmann and F. Wortmann, Quiescence Search, DHBW Mannheim 2021, means of five runs of its own tests in \
    its own program, written in Python, on its own machine. Positions, evaluation and ordering differ: ratios can be compared, seconds cannot.";

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game with its parameters.
    pub game: String,
    /// Where it is searched.
    pub positions: Vec<Position>,
    /// The depths.
    pub depths: Vec<i32>,
    /// The search to which quiescence is added.
    pub techniques: Chosen,
    /// The evaluator's name; the game's default if `None`.
    pub evaluator: Option<String>,
    /// Are they our own set, and nobody's choice? Then the paper's times may stand beside ours.
    pub own_positions: bool,
    /// How often everything is searched.
    pub runs: usize,
    /// The nodes of the search that judges the moves.
    pub reference_nodes: u64,
}

/// How far quiescence goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Not at all.
    None,
    /// A number of plies of all moves after one that changed the material, as in the seminar paper.
    FullWidth(u32),
    /// A number of plies.
    Plies(u32),
    /// Until the position is quiet.
    Unlimited,
}

impl Reach {
    /// Those that are compared.
    pub const ALL: [Reach; 6] =
        [Reach::None, Reach::FullWidth(1), Reach::FullWidth(2), Reach::Plies(1), Reach::Plies(2), Reach::Unlimited];

    fn text(self) -> String {
        match self {
            Reach::None => "none".to_string(),
            Reach::FullWidth(plies) => format!("paper, {plies} pl{}", if plies == 1 { "y" } else { "ies" }),
            Reach::Plies(plies) => format!("{plies} pl{}", if plies == 1 { "y" } else { "ies" }),
            Reach::Unlimited => "until quiet".to_string(),
        }
    }

    fn setting(self, request: &Request, depth: i32) -> Setting {
        let (techniques, quiescence_limit) = match self {
            Reach::None => (request.techniques.without(Technique::Quiescence), None),
            Reach::FullWidth(plies) => (request.techniques.with_full_width(plies), None),
            Reach::Plies(plies) => (request.techniques.with(Technique::Quiescence), Some(plies)),
            Reach::Unlimited => (request.techniques.with(Technique::Quiescence), None),
        };
        Setting { techniques, evaluator: request.evaluator.clone(), quiescence_limit, go: Go::depth(depth) }
    }
}

/// One of the scenarios.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scenario {
    /// The depth of the search proper.
    pub depth: i32,
    /// How far quiescence goes beyond it.
    pub quiescence: Reach,
    /// Nodes of one run over all positions: the same in each run.
    pub nodes: u64,
    /// Seconds of one run over all positions, the mean of the runs.
    pub seconds: f64,
    /// The standard deviation of the runs.
    pub deviation: f64,
    /// In how many positions it plays the move of the reference.
    pub agrees: usize,
    /// What its moves lose against the reference's on the average, in units of the game (pawns, discs).
    pub loss: f64,
    /// What the seminar paper measured in the same scenario: its letter, and the mean in seconds.
    pub paper: Option<(char, f64)>,
}

/// The result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The game.
    pub game: String,
    /// How many positions.
    pub positions: usize,
    /// How many runs.
    pub runs: usize,
    /// The search to which quiescence was added.
    pub techniques: String,
    /// The nodes of the search that judged the moves.
    pub reference_nodes: u64,
    /// Depth by depth.
    pub scenarios: Vec<Scenario>,
}

/// How many searches [`compare`] makes, those of the reference left out.
pub fn searches(request: &Request) -> usize {
    request.positions.len() * request.depths.len() * Reach::ALL.len() * request.runs
}

/// Runs all scenarios. `progress` is called with the number of searches done, and what is being searched.
pub fn compare(request: &Request, halt: &Control, progress: &mut dyn FnMut(usize, &str)) -> Result<Comparison, Error> {
    let mut engine = engine::open(&request.game)?;
    let mut judge = Judge::new(request)?;
    let mut scenarios = Vec::new();
    let mut done = 0;
    for &depth in &request.depths {
        for reach in Reach::ALL {
            let setting = reach.setting(request, depth);
            let mut times = vec![0.0; request.runs];
            let (mut nodes, mut agrees, mut loss) = (0, 0, 0.0);
            for (index, position) in request.positions.iter().enumerate() {
                progress(done, &format!("depth {depth}, quiescence {}", reach.text()));
                engine.set_position(&position.position)?;
                let mut first = None;
                for time in &mut times {
                    let found = measure(&mut *engine, &setting, halt)?;
                    *time += found.time.as_secs_f64();
                    let first = first.get_or_insert_with(|| found.clone());
                    if (first.nodes, &first.best) != (found.nodes, &found.best) {
                        let text = format!(
                            "{}: one run took {} nodes, another {}",
                            position.position, first.nodes, found.nodes
                        );
                        return Err(Error::Request(text));
                    }
                    done += 1;
                }
                let found = first.ok_or_else(|| Error::Request("runs 0: expected at least 1".to_string()))?;
                nodes += found.nodes;
                let mv = found.best.unwrap_or_default();
                let (agreed, lost) = judge.judge(&mut *engine, index, &mv, halt)?;
                agrees += usize::from(agreed);
                loss += lost;
            }
            let (seconds, deviation) = spread(&times);
            let paper = paper(request, judge.is_chess, depth, reach);
            let loss = loss / request.positions.len().max(1) as f64;
            scenarios.push(Scenario { depth, quiescence: reach, nodes, seconds, deviation, agrees, loss, paper });
        }
    }
    Ok(Comparison {
        game: engine.game(),
        positions: request.positions.len(),
        runs: request.runs,
        techniques: request.techniques.without(Technique::Quiescence).to_string(),
        reference_nodes: request.reference_nodes,
        scenarios,
    })
}

/// The paper's time, where the same is asked for as the paper did: alpha-beta with ordered moves in chess, and no positions of one's own.
fn paper(request: &Request, is_chess: bool, depth: i32, reach: Reach) -> Option<(char, f64)> {
    let plies = match reach {
        Reach::None => 0,
        Reach::FullWidth(plies) => plies,
        Reach::Plies(_) | Reach::Unlimited => return None,
    };
    let plain = Chosen::MINIMAX.with(Technique::AlphaBeta).with(Technique::Ordering);
    let techniques = request.techniques.without(Technique::Quiescence);
    let same =
        is_chess && request.own_positions && (techniques == plain || techniques == plain.ordered_by_evaluation());
    let found = PAPER.iter().find(|(_, at, with, _)| same && *at == depth && *with == plies);
    found.map(|&(letter, _, _, seconds)| (letter, seconds))
}

/// The mean and the standard deviation.
fn spread(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, variance.sqrt())
}

/// Judges moves by a search of many nodes, and remembers what it found.
struct Judge {
    nodes: u64,
    evaluator: Option<String>,
    /// How many score steps make one unit.
    unit: f64,
    is_chess: bool,
    best: HashMap<usize, (String, i32)>,
    known: HashMap<(usize, String), i32>,
}

/// A loss of more units than this, of a game for instance, counts as this.
const WORST: f64 = 10.0;

impl Judge {
    fn new(request: &Request) -> Result<Judge, Error> {
        struct Unit;
        impl Visitor for Unit {
            type Result = (i32, String);

            fn visit<G: Playable>(self, start: G) -> (i32, String) {
                (G::UNIT, start.spec())
            }
        }
        let (unit, game) = engine::visit(&request.game, Unit)?;
        Ok(Judge {
            nodes: request.reference_nodes,
            evaluator: request.evaluator.clone(),
            unit: f64::from(unit),
            is_chess: game.starts_with("chess"),
            best: HashMap::new(),
            known: HashMap::new(),
        })
    }

    fn search(&self, engine: &mut dyn Engine, only: Vec<String>, halt: &Control) -> Result<(String, i32), Error> {
        let evaluator = self.evaluator.clone();
        let player = Identity { method: engine::Method::Search, evaluator, ..Identity::default() };
        let options = Options { player, resources: Resources::table(64), ..Options::default() };
        engine.forget();
        let go = Go { only, ..Go::nodes(self.nodes) };
        let answer = engine.go(&options, &go, &engine::start_clock_under(halt), &mut |_| {})?;
        if halt.stopped() {
            return Err(Error::Request("stopped before the experiment was complete".to_string()));
        }
        let value = answer.lines.first().map_or(0, |line| line.score.value());
        Ok((answer.best.unwrap_or_default().text, value))
    }

    /// Is this the reference's move, and if not, what does it lose?
    fn judge(&mut self, engine: &mut dyn Engine, index: usize, mv: &str, halt: &Control) -> Result<(bool, f64), Error> {
        if !self.best.contains_key(&index) {
            let found = self.search(engine, Vec::new(), halt)?;
            self.best.insert(index, found);
        }
        let (best, value) = self.best[&index].clone();
        if best == mv {
            return Ok((true, 0.0));
        }
        let place = (index, mv.to_string());
        let own = match self.known.get(&place) {
            Some(&own) => own,
            None => self.search(engine, vec![mv.to_string()], halt)?.1,
        };
        self.known.insert(place, own);
        Ok((false, (f64::from(value - own) / self.unit).clamp(0.0, WORST)))
    }
}

impl Comparison {
    /// The table.
    pub fn grid(&self) -> Grid {
        let with_paper = self.scenarios.iter().any(|one| one.paper.is_some());
        let mut header = vec!["depth", "quiescence", "nodes", "time s", "±", "same move", "loss"];
        if with_paper {
            header.push("paper s");
        }
        let row = |one: &Scenario| {
            let mut row = vec![
                one.depth.to_string(),
                one.quiescence.text(),
                one.nodes.to_string(),
                format!("{:.3}", one.seconds),
                format!("{:.3}", one.deviation),
                format!("{} of {}", one.agrees, self.positions),
                format!("{:.2}", one.loss),
            ];
            if with_paper {
                row.push(one.paper.map_or(String::new(), |(letter, seconds)| format!("{letter} {seconds:.2}")));
            }
            row
        };
        Grid {
            header: header.into_iter().map(String::from).collect(),
            rows: self.scenarios.iter().map(row).collect(),
            texts: 2,
        }
    }

    /// What must be said beside the table; empty if nothing must.
    pub fn remark(&self) -> &'static str {
        if self.scenarios.iter().any(|one| one.paper.is_some()) { REMARK } else { "" }
    }

    /// The picture of time, with the deviation of the runs.
    pub fn svg(&self) -> String {
        let dot = |one: &Scenario| Dot { name: name(one), value: one.seconds, error: one.deviation };
        let title = format!("Quiescence: time, {}, {} positions", self.game, self.positions);
        let axis = format!("seconds for all positions, mean and standard deviation of {} runs", self.runs);
        plot::dots(&title, &axis, Axis::Logarithmic, &self.scenarios.iter().map(dot).collect::<Vec<_>>())
    }

    /// The picture of how good the moves are.
    pub fn loss_svg(&self) -> String {
        let dot = |one: &Scenario| Dot { name: name(one), value: one.loss, error: 0.0 };
        let title = format!("Quiescence: quality of the moves, {}, {} positions", self.game, self.positions);
        let axis = format!("mean loss against {} nodes, in units of the game", self.reference_nodes);
        plot::dots(&title, &axis, Axis::Linear, &self.scenarios.iter().map(dot).collect::<Vec<_>>())
    }
}

fn name(one: &Scenario) -> String {
    format!("depth {}, {}", one.depth, one.quiescence.text())
}
