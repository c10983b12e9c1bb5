//! The recorded search as a tree: opened on demand, drawn, written out, compared, asked why a move was not played.
//!
//! [`record()`] searches and keeps the last iteration; [`typed`] does the same with a tree of numbers as textbooks print them.
//! Both give a [`RecordedTree`], which knows no types of any game: moves and positions are text, values are from the view of
//! MAX, the side to move at the root, as in Russell and Norvig, *Artificial Intelligence*, chapter "Adversarial Search".
//!
//! ```
//! use lab::tree::{self, RecordedTree, Request};
//! let request = Request { techniques: "minimax+alpha-beta".parse().unwrap(), depth: 3, ..Request::new("tic-tac-toe") };
//! let tree = tree::record(&request, &engine::Control::timeless()).unwrap();
//! let root = tree.node(tree.root()).unwrap();
//! assert_eq!(tree.children(root.id, 0, 100).len(), 9);
//! ```

mod compare;
mod dot;
mod json;
mod kept;
mod kinds;
mod recorder;
mod steps;
mod svg;
mod text;
mod typed;
mod value;
mod view;
mod why_not;

use engine::{Chosen, Control, Error, Playable, Visitor};
use search::{Limits, Search, Table, Task};

pub use compare::{Comparison, Difference, Differs, Pair, compare, pairs};
pub use dot::dot;
pub use json::write_json;
pub use kinds::{Look, NodeBound, NodeKind, Why};
pub use recorder::Recorder;
pub use steps::{Event, Step, WindowEnd, steps};
pub use svg::{svg, svg_side_by_side};
pub use text::{text, tree_line};
pub use typed::{Course, LeafCounts, TypedTree, typed};
pub use view::{Node, RecordedTree, Skipped, Summary};
pub use why_not::{Refutation, RefutationStep, why_not};

use kept::Tree;

/// The size of the table, in MiB: a search that can be drawn needs no more.
const TABLE: usize = 16;

/// What is to be searched and kept.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game with its parameters.
    pub game: String,
    /// The position in the game's notation; `start` is the start position.
    pub position: String,
    /// Which techniques are on.
    pub techniques: Chosen,
    /// The evaluator's name; the game's default if `None`.
    pub evaluator: Option<String>,
    /// The depth in plies.
    pub depth: i32,
    /// How many plies quiescence may follow; `None` is until quiet.
    pub quiescence_limit: Option<u32>,
    /// How many nodes are kept at most.
    pub limit: usize,
    /// Keep the trees of all iterations, and not of the last alone: each has a root of its own.
    pub all_iterations: bool,
}

impl Request {
    /// The start position of a game, all techniques, three plies deep, up to a million nodes.
    pub fn new(game: &str) -> Request {
        Request {
            game: game.to_string(),
            position: "start".to_string(),
            techniques: Chosen::ALL,
            evaluator: None,
            depth: 3,
            quiescence_limit: None,
            limit: 1_000_000,
            all_iterations: false,
        }
    }
}

/// Searches as `request` says and keeps the tree. `control` can stop it; what was seen until then is kept.
pub fn record(request: &Request, control: &Control) -> Result<Box<dyn RecordedTree>, Error> {
    engine::Go::depth(request.depth).check()?;
    engine::visit(&request.game, Record { request, control })?
}

struct Record<'a> {
    request: &'a Request,
    control: &'a Control,
}

impl Visitor for Record<'_> {
    type Result = Result<Box<dyn RecordedTree>, Error>;

    fn visit<G: Playable>(self, start: G) -> Self::Result {
        let Request { position, techniques, evaluator, depth, quiescence_limit, limit, all_iterations, .. } =
            self.request;
        let root = if position == "start" { start.clone() } else { start.parse_position(position)? };
        let judge = start.evaluator(evaluator.as_deref().unwrap_or_default())?;
        if root.outcome().is_some() {
            return Err(Error::Request(format!("position '{position}': the game is over, there is nothing to search")));
        }
        let mut search = Search::new(judge, *techniques, Recorder::new(*limit, *all_iterations));
        search.quiescence_limit = *quiescence_limit;
        let report = search.run(
            &Task::new(&root),
            &Limits::depth(*depth),
            &Table::with_megabytes(TABLE),
            self.control,
            &mut |_| {},
        );
        let about = view::About {
            techniques: *techniques,
            depth: *depth,
            searched: report.nodes,
            in_words: true,
            is_judged: start.evaluators() != ["none"],
        };
        Ok(Box::new(Tree::new(root, search.observer.finish(), report.pv, about)))
    }
}
