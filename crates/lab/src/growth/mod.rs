//! How a search grows with its depth: nodes and time for minimax, for alpha-beta with good and bad orders of moves, and with each
//! further technique, beside what theory says.
//!
//! Every search that must find minimax's value is compared with it, and a difference is an error, not a row. The games are
//! those of the registry and uniform trees, `synthetic(branching=6,seed=1)`, on which theory holds to the leaf.

mod ordered;
mod shown;

use engine::{Chosen, Control, Error, Playable, Technique, Visitor};
use game::{Evaluator, Game, Rules, Score, Spec};
use search::synthetic::{Leaves, Uniform};
use search::{Counters, Depth, Limits, Search, Table, Task, Techniques};
use serde::Serialize;

pub use ordered::{Found, Order, WholeTree};

use crate::positions::Position;

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game with its parameters, or `synthetic(branching=B,seed=S)`.
    pub game: String,
    /// Where it is searched; a synthetic tree has only its root.
    pub positions: Vec<Position>,
    /// The greatest depth.
    pub depth: i32,
    /// A search that would take more nodes than this in a position is not begun.
    pub budget: u64,
    /// What is added to alpha-beta with ordering, one after the other.
    pub techniques: Vec<Technique>,
    /// The evaluator's name; the game's default if `None`.
    pub evaluator: Option<String>,
    /// Where the random order begins.
    pub seed: u64,
}

/// All searches of one depth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = GrowthPoint))]
pub struct Point {
    /// The depth in plies.
    pub depth: i32,
    /// Nodes visited, the sum over the positions.
    pub nodes: u64,
    /// Positions judged, the sum over the positions.
    pub leaves: u64,
    /// Seconds, the sum over the positions.
    pub seconds: f64,
}

/// One way to search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = GrowthSeries))]
pub struct Series {
    /// What it is called.
    pub name: String,
    /// Its techniques; what orders the moves by their true values has none of the search's.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub techniques: Option<String>,
    /// Must it find minimax's value? Then it was compared.
    pub exact: bool,
    /// By depth, as far as the budget went.
    pub points: Vec<Point>,
    /// The factor by which nodes grow with a ply, by least squares; `None` with fewer than two points.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub factor: Option<f64>,
}

/// A curve of theory.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TheoryCurve))]
pub struct Curve {
    /// Its formula.
    pub name: String,
    /// Leaves by depth, for as many positions as were searched.
    pub points: Vec<(i32, f64)>,
}

/// The result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Growth {
    /// The game.
    pub game: String,
    /// How many positions.
    pub positions: usize,
    /// The branching factor b of the curves: that of the tree, or as minimax's leaves grow.
    pub branching: f64,
    /// From minimax to all techniques.
    pub series: Vec<Series>,
    /// What theory says.
    pub theory: Vec<Curve>,
    /// Is it all that was asked for? A halt keeps the depths that were finished.
    pub complete: bool,
}

/// What changes nothing but the way to the value.
const SOUND: &[Technique] = &[
    Technique::AlphaBeta,
    Technique::Ordering,
    Technique::IterativeDeepening,
    Technique::TranspositionTable,
    Technique::Aspiration,
    Technique::PrincipalVariation,
    Technique::Killers,
    Technique::History,
    Technique::ContinuationHistory,
    Technique::CaptureHistory,
    Technique::Countermoves,
    Technique::MateDistance,
];

/// Must a search with these techniques find minimax's value?
fn is_exact(techniques: Chosen) -> bool {
    Technique::ALL.iter().all(|technique| !techniques.on(*technique) || SOUND.contains(technique))
}

/// How a series searches.
#[expect(clippy::large_enum_variant, reason = "there are a handful of them")]
#[derive(Clone, Copy)]
enum Way {
    Search(Chosen),
    Ordered(Order),
}

/// The ways, from minimax to all that was asked for.
fn ways(request: &Request) -> Vec<(String, Way)> {
    let alpha_beta = Chosen::MINIMAX.with(Technique::AlphaBeta);
    let mut techniques = alpha_beta.with(Technique::Ordering);
    let mut ways = vec![
        ("minimax".to_string(), Way::Search(Chosen::MINIMAX)),
        ("alpha-beta, worst order".to_string(), Way::Ordered(Order::Worst)),
        ("alpha-beta, random order".to_string(), Way::Ordered(Order::Random(request.seed))),
        ("alpha-beta, as generated".to_string(), Way::Search(alpha_beta)),
        ("alpha-beta, heuristic order".to_string(), Way::Search(techniques)),
        ("alpha-beta, perfect order".to_string(), Way::Ordered(Order::Perfect)),
    ];
    for &technique in &request.techniques {
        if !techniques.on(technique) {
            techniques = techniques.with(technique);
            ways.push((format!("+ {}", technique.name()), Way::Search(techniques)));
        }
    }
    ways
}

/// Measures. `progress` is called with what is being searched. What a halt interrupts is left out; where nothing was finished, that is an
/// error.
pub fn growth(request: &Request, halt: &Control, progress: &mut dyn FnMut(&str)) -> Result<Growth, Error> {
    engine::Go::depth(request.depth).check()?;
    let spec: Spec = request.game.parse()?;
    if spec.name() == "synthetic" {
        let root = Uniform::start(&spec)?;
        let branching = f64::from(root.branching());
        return Bench { request, halt, progress, roots: vec![root], judge: Leaves::Random }.run(Some(branching));
    }
    engine::visit(&request.game, Visit { request, halt, progress })?
}

struct Visit<'a> {
    request: &'a Request,
    halt: &'a Control,
    progress: &'a mut dyn FnMut(&str),
}

impl Visitor for Visit<'_> {
    type Result = Result<Growth, Error>;

    fn visit<G: Playable>(self, start: G) -> Self::Result {
        let Visit { request, halt, progress } = self;
        let judge = start.evaluator(request.evaluator.as_deref().unwrap_or_default())?;
        let read = |one: &Position| start.parse_position(&one.position);
        let roots = request.positions.iter().map(read).collect::<Result<Vec<G>, _>>()?;
        Bench { request, halt, progress, roots, judge }.run(None)
    }
}

/// The measuring itself, with the game's type known.
struct Bench<'a, G: Game, E: Evaluator<G>> {
    request: &'a Request,
    halt: &'a Control,
    progress: &'a mut dyn FnMut(&str),
    roots: Vec<G>,
    judge: E,
}

/// The size of the table in MiB.
const TABLE: usize = 16;

impl<G: Game, E: Evaluator<G>> Bench<'_, G, E> {
    fn run(mut self, branching: Option<f64>) -> Result<Growth, Error> {
        let mut values: Vec<Vec<Score>> = Vec::new();
        let mut series = Vec::new();
        for (name, way) in ways(self.request) {
            let found = self.series(name, way, &mut values)?;
            if !found.points.is_empty() || !self.halt.stopped() {
                series.push(found);
            }
            if self.halt.stopped() {
                break;
            }
        }
        if series.is_empty() {
            return Err(Error::Request("stopped before anything was measured".to_string()));
        }
        let complete = !self.halt.stopped();
        let positions = self.roots.len();
        let game = self.roots.first().map_or(self.request.game.clone(), Rules::spec);
        let leaves = |point: &Point| (f64::from(point.depth), point.leaves as f64);
        let fitted = fit(series[0].points.iter().map(leaves));
        let branching = branching.or(fitted).unwrap_or(1.0);
        let theory = theory(branching, positions, self.request.depth);
        Ok(Growth { game, positions, branching, series, theory, complete })
    }

    /// One way to search, depth by depth, until the next would be beyond the budget.
    fn series(&mut self, name: String, way: Way, values: &mut Vec<Vec<Score>>) -> Result<Series, Error> {
        let exact = match way {
            Way::Search(techniques) => is_exact(techniques),
            Way::Ordered(_) => true,
        };
        let mut points: Vec<Point> = Vec::new();
        let mut largest: Vec<u64> = Vec::new();
        for depth in 1..=self.request.depth {
            // As much larger again as the last was than the one before; the first two are small.
            if let [.., before, last] = largest[..]
                && last as f64 * (last as f64 / before.max(1) as f64) > self.request.budget as f64
            {
                break;
            }
            (self.progress)(&format!("{name}, depth {depth}"));
            let Some((point, found, most)) = self.depth(way, depth, exact) else { break };
            if exact {
                match values.get(depth as usize - 1) {
                    Some(known) => self.compare(&name, depth, known, &found)?,
                    None => values.push(found),
                }
            }
            points.push(point);
            largest.push(most);
        }
        let factor = fit(points.iter().map(|point| (f64::from(point.depth), point.nodes as f64)));
        let techniques = match way {
            Way::Search(techniques) => Some(techniques.to_string()),
            Way::Ordered(_) => None,
        };
        Ok(Series { name, techniques, exact, points, factor })
    }

    /// All positions at one depth: the sums, the values, and the nodes of the largest. `None` if the tree is too large to keep, or a halt
    /// came.
    fn depth(&mut self, way: Way, depth: i32, exact: bool) -> Option<(Point, Vec<Score>, u64)> {
        let mut sum = Point { depth, nodes: 0, leaves: 0, seconds: 0.0 };
        let (mut values, mut most) = (Vec::new(), 0);
        for root in &self.roots {
            let found = match way {
                Way::Search(techniques) => {
                    // A value from a deeper search is a better one, and so another than minimax's.
                    let techniques = if exact { techniques.at_equal_depth_only() } else { techniques };
                    Some(self.search(root, techniques, depth))
                }
                Way::Ordered(order) => self.ordered(root, order, depth),
            };
            let (found, seconds) = found.filter(|_| !self.halt.stopped())?;
            sum.nodes += found.nodes;
            sum.leaves += found.leaves;
            sum.seconds += seconds;
            most = most.max(found.nodes);
            values.push(found.value);
        }
        Some((sum, values, most))
    }

    fn search(&self, root: &G, techniques: Chosen, depth: i32) -> (Found, f64) {
        let mut search = Search::new(self.judge.clone(), techniques, Counters::default());
        let table = Table::with_megabytes(TABLE);
        let limits = Limits { depth: Some(Depth::new(depth)), ..Limits::default() };
        let report = search.run(&Task::new(root), &limits, &table, &engine::start_clock_under(self.halt), &mut |_| {});
        let found = Found { value: report.score, nodes: report.nodes, leaves: search.observer.leaves };
        (found, report.time.as_secs_f64())
    }

    fn ordered(&self, root: &G, order: Order, depth: i32) -> Option<(Found, f64)> {
        // The whole tree has a few more nodes than minimax is allowed, as its budget is a guess.
        let limit = usize::try_from(self.request.budget).unwrap_or(usize::MAX).saturating_mul(2);
        let tree = WholeTree::new(root, &self.judge, depth, limit, self.halt)?;
        let clock = engine::start_clock();
        let found = tree.alpha_beta(root, &self.judge, depth, order, self.halt)?;
        Some((found, clock.elapsed().as_secs_f64()))
    }

    fn compare(&self, name: &str, depth: i32, known: &[Score], found: &[Score]) -> Result<(), Error> {
        for ((root, known), found) in self.roots.iter().zip(known).zip(found) {
            if known != found {
                return Err(Error::Request(format!(
                    "{name} finds {} at depth {depth} where minimax finds {}: {}",
                    found.value(),
                    known.value(),
                    root.position_text()
                )));
            }
        }
        Ok(())
    }
}

/// The factor by which y grows when x grows by one, by least squares of ln y.
fn fit(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let points: Vec<(f64, f64)> = points.filter(|(_, y)| *y > 0.0).map(|(x, y)| (x, y.ln())).collect();
    if points.len() < 2 {
        return None;
    }
    let count = points.len() as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| points.iter().map(part).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let slope = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>()
        / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>();
    Some(slope.exp())
}

/// The curves: all leaves, those of alpha-beta with random order and with perfect order, and the least possible.
fn theory(branching: f64, positions: usize, depth: i32) -> Vec<Curve> {
    let curve = |name: &str, leaves: &dyn Fn(i32) -> f64| Curve {
        name: name.to_string(),
        points: (1..=depth).map(|depth| (depth, positions as f64 * leaves(depth))).collect(),
    };
    let power = |exponent: f64| branching.powf(exponent);
    vec![
        curve("b^d", &|d| power(f64::from(d))),
        curve("b^(3d/4)", &|d| power(0.75 * f64::from(d))),
        curve("b^(d/2)", &|d| power(0.5 * f64::from(d))),
        curve("b^⌈d/2⌉ + b^⌊d/2⌋ − 1", &|d| power(f64::from((d + 1) / 2)) + power(f64::from(d / 2)) - 1.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(game: &str, depth: i32) -> Request {
        let positions =
            if game.starts_with("synthetic") { Vec::new() } else { crate::positions::embedded(game).unwrap() };
        Request {
            game: game.to_string(),
            positions: positions.into_iter().take(2).collect(),
            depth,
            budget: 100_000,
            techniques: Technique::ALL.to_vec(),
            evaluator: None,
            seed: 1,
        }
    }

    fn leaves(growth: &Growth, name: &str) -> Vec<u64> {
        let series = growth.series.iter().find(|series| series.name == name).unwrap();
        series.points.iter().map(|point| point.leaves).collect()
    }

    /// On a uniform tree theory holds to the leaf, and random order lies between best and worst.
    #[test]
    fn uniform_trees() {
        let growth = growth(&request("synthetic(branching=4,seed=3)", 7), &Control::timeless(), &mut |_| {}).unwrap();
        let all: Vec<u64> = (1..=7).map(|depth| 4_u64.pow(depth)).collect();
        let least: Vec<u64> =
            (1..=7).map(|depth: u32| 4_u64.pow(depth.div_ceil(2)) + 4_u64.pow(depth / 2) - 1).collect();
        assert_eq!(leaves(&growth, "minimax"), all);
        assert_eq!(leaves(&growth, "alpha-beta, perfect order"), least);
        let (random, worst) = (leaves(&growth, "alpha-beta, random order"), leaves(&growth, "alpha-beta, worst order"));
        assert!((0..7).all(|index| least[index] <= random[index] && worst[index] <= all[index]));
        assert!(random[6] < worst[6], "{} {}", random[6], worst[6]);
        assert_eq!(growth.branching, 4.0);
        assert_eq!(growth.theory[3].points[6], (7, least[6] as f64));
    }

    /// On real games every search that must find minimax's value does (else there would be an error), twice alike.
    #[test]
    fn real_games() {
        for (game, depth) in [("chess", 3), ("draughts", 5), ("othello", 4), ("connect-four", 5)] {
            let run = || growth(&request(game, depth), &Control::timeless(), &mut |_| {}).unwrap();
            let (one, other) = (run(), run());
            let nodes = |growth: &Growth| {
                let points = growth.series.iter().flat_map(|series| series.points.iter().map(|point| point.nodes));
                points.collect::<Vec<_>>()
            };
            assert_eq!(nodes(&one), nodes(&other), "{game}");
            assert!(one.series.iter().filter(|series| series.exact).count() > 6, "{game}");
            assert!(leaves(&one, "alpha-beta, perfect order").last() < leaves(&one, "minimax").last(), "{game}");
        }
    }

    /// A halt keeps the depths that were finished; before the first of them it is an error.
    #[test]
    fn what_is_finished_is_kept() {
        let request = request("connect-four", 5);
        let halt = Control::timeless();
        let whole = growth(&request, &halt, &mut |_| {}).unwrap();
        assert!(whole.complete);
        let halt = Control::timeless();
        let mut stop = |what: &str| {
            if what == "alpha-beta, as generated, depth 3" {
                halt.stop();
            }
        };
        let found = growth(&request, &halt, &mut stop).unwrap();
        assert!(!found.complete);
        assert_eq!(found.series.len(), 4);
        let nodes = |series: &Series| series.points.iter().map(|point| point.nodes).collect::<Vec<_>>();
        for (found, whole) in found.series.iter().zip(&whole.series).take(3) {
            assert_eq!((&found.name, nodes(found)), (&whole.name, nodes(whole)));
        }
        assert_eq!(nodes(&found.series[3]), nodes(&whole.series[3])[..2]);
        assert!(growth(&request, &halt, &mut |_| {}).is_err(), "stopped before it began");
    }

    /// A wrong value is an error and not a row.
    #[test]
    fn a_difference_is_told() {
        let request = request("tic-tac-toe", 2);
        let bench = Bench {
            request: &request,
            halt: &Control::timeless(),
            progress: &mut |_| {},
            roots: vec![Uniform::new(2, 1)],
            judge: Leaves::Random,
        };
        assert!(bench.compare("x", 1, &[Score::new(1)], &[Score::new(1)]).is_ok());
        let error = bench.compare("x", 1, &[Score::new(1)], &[Score::new(2)]).unwrap_err().to_string();
        assert!(error.contains("x finds 2 at depth 1 where minimax finds 1"), "{error}");
    }
}
