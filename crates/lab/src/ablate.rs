//! Ablation: the same positions searched with one technique less, or one more, and what that changes.
//!
//! *Leave one out* starts from a list and takes each technique away; *add one in* starts from a small list and adds each. The first
//! tells what a technique is worth among the others, the second what it is worth alone; they differ where techniques help or
//! replace each other. Reference for the word: A. Newell, "A Tutorial on Speech Understanding Systems", 1975.

use arena::grid::Grid;
use arena::stats::Strength;
use engine::{Chosen, Control, Engine, Error, Go, Technique};
use search::Techniques;
use serde::Serialize;

use crate::measure::{Setting, branching, measure};
use crate::plot::{self, Axis, Dot};
use crate::positions::Position;

/// What is changed from row to row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Each technique is taken away from the base.
    LeaveOneOut,
    /// Each technique is added to the base.
    AddOneIn,
}

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game with its parameters.
    pub game: String,
    /// Where it is searched.
    pub positions: Vec<Position>,
    /// The list that is changed.
    pub base: Chosen,
    /// How it is changed.
    pub kind: Kind,
    /// By which techniques.
    pub techniques: Vec<Technique>,
    /// The evaluator's name; the game's default if `None`.
    pub evaluator: Option<String>,
    /// When each search stops.
    pub go: Go,
    /// No search takes more nodes than this, whatever `go` says: without alpha-beta a depth that is nothing otherwise would never end.
    pub cap: Option<u64>,
}

/// The techniques that can be taken from a list, or added to it: all of them unless some are named.
pub fn candidates(base: Chosen, kind: Kind) -> Vec<Technique> {
    let wanted = kind == Kind::LeaveOneOut;
    Technique::ALL.iter().copied().filter(|&technique| base.on(technique) == wanted).collect()
}

impl Request {
    /// The lists that are compared with their names, the base first.
    pub fn variants(&self) -> Vec<(String, Chosen)> {
        let base = (self.base.to_string(), self.base);
        let changed = self.techniques.iter().map(|&technique| match self.kind {
            Kind::LeaveOneOut => (format!("no {}", technique.name()), self.base.without(technique)),
            Kind::AddOneIn => (format!("+ {}", technique.name()), self.base.with(technique)),
        });
        std::iter::once(base).chain(changed).collect()
    }
}

/// What games say about a row.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TechniqueWorth))]
pub struct Worth {
    /// What the technique is worth in Elo: how much stronger the list with it is than the list without.
    pub elo: f64,
    /// With a chance of 95 % the true value is not further away.
    pub error: f64,
    /// How many games.
    pub games: u64,
}

impl Worth {
    /// From the strength of the base against the row. A technique is worth what is lost without it, and what is won with it.
    pub fn new(kind: Kind, base_against_row: &Strength, games: u64) -> Worth {
        let sign = if kind == Kind::LeaveOneOut { 1.0 } else { -1.0 };
        Worth { elo: sign * base_against_row.elo.value, error: base_against_row.elo.error(), games }
    }
}

/// What one search came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AblatedSearch))]
pub struct One {
    /// The best move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value for the side to move, as the game's players write it.
    pub score: String,
    /// The depth that was reached.
    pub depth: i32,
    /// Nodes visited.
    pub nodes: u64,
    /// Was it ended by the cap, before its depth? Then it would have taken more.
    pub capped: bool,
}

/// One list of techniques. All numbers but `depth`, `branching`, `mean_ratio` and `spread` are sums over the positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AblationRow))]
pub struct Row {
    /// What distinguishes it.
    pub name: String,
    /// The technique that was taken away or added; none for the list itself.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub technique: Option<&'static str>,
    /// The whole list.
    pub techniques: String,
    /// Nodes visited.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
    /// The depth that was reached, on the average.
    pub depth: f64,
    /// Positions solved, of those whose solution is known.
    pub solved: usize,
    /// Positions in which the base plays the same move.
    pub agrees: usize,
    /// The effective branching factor, the geometric mean over the positions.
    pub branching: f64,
    /// Nodes in proportion to the base.
    pub node_ratio: f64,
    /// Seconds in proportion to the base.
    pub time_ratio: f64,
    /// Nodes in proportion to the base, the geometric mean over the positions.
    pub mean_ratio: f64,
    /// The spread of these proportions, as a factor: about two of three positions lie between the mean divided by it and the mean times
    /// it.
    pub spread: f64,
    /// Searches that the cap ended: the numbers would be larger without it.
    pub capped: usize,
    /// Position by position.
    pub searches: Vec<One>,
    /// What games say, if some were played; not for the base.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub worth: Option<Worth>,
}

/// The result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ablation {
    /// The game.
    pub game: String,
    /// What was changed from row to row.
    pub kind: Kind,
    /// How many positions.
    pub positions: usize,
    /// Of how many the solution is known.
    pub known: usize,
    /// What ended each search, in words.
    pub limit: String,
    /// The base, then the others.
    pub rows: Vec<Row>,
    /// Is it all that was asked for? A halt keeps the rows that were finished.
    pub complete: bool,
}

/// Searches everything. `progress` is called with the number of searches done, and the row. What a halt interrupts is left out; without
/// the base there is nothing to compare with, and that is an error.
pub fn ablate(request: &Request, halt: &Control, progress: &mut dyn FnMut(usize, &str)) -> Result<Ablation, Error> {
    let mut engine = engine::open(&request.game)?;
    let mut rows: Vec<Row> = Vec::new();
    let mut complete = true;
    for (at, (name, techniques)) in request.variants().into_iter().enumerate() {
        let mut told = |done: usize| progress(at * request.positions.len() + done, &name);
        let technique = at.checked_sub(1).map(|at| request.techniques[at].name());
        match row(&mut *engine, request, techniques, rows.first(), halt, &mut told) {
            Ok(found) => rows.push(Row { name, technique, ..found }),
            Err(_) if halt.stopped() && !rows.is_empty() => {
                complete = false;
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Ablation {
        game: engine.game(),
        kind: request.kind,
        positions: request.positions.len(),
        known: request.positions.iter().filter(|one| one.is_solved_by("").is_some()).count(),
        limit: limit_text(&request.go),
        rows,
        complete,
    })
}

/// All positions searched with one list, beside the base if that was searched before.
fn row(
    engine: &mut dyn Engine,
    request: &Request,
    techniques: Chosen,
    base: Option<&Row>,
    halt: &Control,
    progress: &mut dyn FnMut(usize),
) -> Result<Row, Error> {
    let nodes = [request.go.nodes, request.cap].into_iter().flatten().min();
    let go = Go { nodes, ..request.go.clone() };
    let setting = Setting { evaluator: request.evaluator.clone(), ..Setting::new(techniques, go) };
    let mut searches: Vec<One> = Vec::new();
    let (mut seconds, mut solved, mut growth) = (0.0, 0, 0.0);
    for position in &request.positions {
        progress(searches.len());
        engine.set_position(&position.position)?;
        let found = measure(engine, &setting, halt)?;
        seconds += found.time.as_secs_f64();
        growth += branching(found.nodes, found.depth).ln();
        let right = found.best.as_deref().and_then(|mv| position.is_solved_by(mv));
        solved += usize::from(right == Some(true));
        // A search looks at its nodes now and then, and may end a little before the cap.
        let full = request.cap.is_some_and(|cap| found.nodes >= cap - cap / 50);
        let capped = full && request.go.depth.is_some_and(|depth| found.depth < depth);
        let (mv, score) = (found.best.unwrap_or_default(), found.score_text);
        searches.push(One { mv, score, depth: found.depth, nodes: found.nodes, capped });
    }
    let count = searches.len().max(1) as f64;
    let nodes: u64 = searches.iter().map(|one| one.nodes).sum();
    let (base_nodes, base_seconds) = base.map_or((nodes, seconds), |base| (base.nodes, base.seconds));
    let beside = base.map_or(&searches, |base| &base.searches);
    let ratios = searches.iter().zip(beside).map(|(one, base)| (one.nodes as f64 / base.nodes.max(1) as f64).ln());
    let ratios: Vec<f64> = ratios.collect();
    let mean = ratios.iter().sum::<f64>() / count;
    let variance = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    Ok(Row {
        name: String::new(),
        technique: None,
        techniques: techniques.to_string(),
        nodes,
        seconds,
        depth: searches.iter().map(|one| f64::from(one.depth)).sum::<f64>() / count,
        solved,
        agrees: searches.iter().zip(beside).filter(|(one, base)| one.mv == base.mv).count(),
        branching: (growth / count).exp(),
        node_ratio: nodes as f64 / base_nodes.max(1) as f64,
        time_ratio: seconds / base_seconds.max(1e-9),
        mean_ratio: mean.exp(),
        spread: variance.sqrt().exp(),
        capped: searches.iter().filter(|one| one.capped).count(),
        searches,
        worth: None,
    })
}

/// A limit in words.
pub fn limit_text(go: &Go) -> String {
    let parts = [
        go.depth.map(|depth| format!("depth {depth}")),
        go.nodes.map(|nodes| format!("{nodes} nodes")),
        go.time.map(|time| format!("{} s", time.as_secs_f64())),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" or ")
}

impl Ablation {
    /// The table.
    pub fn grid(&self) -> Grid {
        let with_games = self.rows.iter().any(|row| row.worth.is_some());
        let mut header = vec!["techniques", "nodes", "ratio", "time s", "ratio", "depth", "b*", "same move"];
        if self.known > 0 {
            header.push("solved");
        }
        if with_games {
            header.extend(["Elo", "±", "games"]);
        }
        let row = |row: &Row| {
            // What the cap ended would have taken more.
            let more = if row.capped > 0 { "> " } else { "" };
            let mut cells = vec![
                row.name.clone(),
                format!("{more}{}", row.nodes),
                format!("{more}{:.2}", row.node_ratio),
                format!("{:.2}", row.seconds),
                format!("{:.2}", row.time_ratio),
                format!("{:.1}", row.depth),
                format!("{:.2}", row.branching),
                format!("{} of {}", row.agrees, self.positions),
            ];
            if self.known > 0 {
                cells.push(format!("{} of {}", row.solved, self.known));
            }
            if with_games {
                match row.worth {
                    Some(Worth { elo, error, games }) => {
                        cells.extend([format!("{elo:+.0}"), format!("{error:.0}"), games.to_string()]);
                    }
                    None => cells.extend(["", "", ""].map(String::from)),
                }
            }
            cells
        };
        Grid {
            header: header.into_iter().map(String::from).collect(),
            rows: self.rows.iter().map(row).collect(),
            texts: 1,
        }
    }

    /// The picture of what searches came to: nodes in proportion to the base, or the depth where nodes or time were the limit.
    pub fn svg(&self) -> String {
        let by_depth = !self.limit.contains("depth");
        let dot = |row: &Row| {
            let value = if by_depth { row.depth } else { row.node_ratio };
            Dot { name: row.name.clone(), value, error: 0.0 }
        };
        let dots: Vec<Dot> = self.rows.iter().map(dot).collect();
        let (axis, kind) = match by_depth {
            true => (format!("depth in plies, mean of {} positions", self.positions), Axis::Linear),
            false => (format!("nodes in proportion to the first row, {} positions", self.positions), Axis::Logarithmic),
        };
        plot::dots(&format!("Techniques of {}, {}", self.game, self.limit), &axis, kind, &dots)
    }

    /// The picture of what games came to, if some were played.
    pub fn elo_svg(&self) -> String {
        let dot =
            |row: &Row| row.worth.map(|worth| Dot { name: row.name.clone(), value: worth.elo, error: worth.error });
        let dots: Vec<Dot> = self.rows.iter().filter_map(dot).collect();
        plot::dots(
            &format!("What a technique is worth in games of {}", self.game),
            "Elo, with the interval that holds 95 of 100",
            Axis::Linear,
            &dots,
        )
    }
}
