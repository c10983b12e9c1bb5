//! Searches that are recorded, and opened node by node.

use std::str::FromStr;
use std::time::Duration;

use engine::{Chosen, Control};
use lab::tree::{self, LeafCounts, RecordedTree, TypedTree};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::refusal::{Code, Refusal};
use crate::wire::{NodeAnswer, TreeAnswer, TreeBoards, TreeNodes, TreePiece, TreeRequest, View};
use crate::{limits, show};

/// A tree that was recorded.
pub struct Recorded {
    /// Its id.
    pub id: String,
    /// The game with its parameters.
    pub game: String,
    /// The tree.
    pub tree: Box<dyn RecordedTree>,
    /// The leaves of a tree of numbers; a tree of a game has none.
    pub leaves: Option<LeafCounts>,
    /// Was the time up before the depth was reached?
    pub stopped: bool,
    /// How long it was searched.
    pub took: Duration,
}

/// What is told about a tree that is not kept.
pub fn gone() -> Refusal {
    Refusal::new(Code::UnknownId, "this tree is not kept any more; record it again")
}

/// What is to be recorded, read and checked.
pub enum What {
    /// A tree of numbers.
    Numbers {
        /// The tree.
        tree: TypedTree,
        /// How it is searched.
        techniques: Chosen,
        /// How many nodes are kept.
        limit: usize,
    },
    /// A position of a game.
    Position(tree::Request),
}

impl What {
    /// Reads a request.
    pub fn of(request: TreeRequest) -> Result<What, Refusal> {
        let limit = request.limit.unwrap_or(limits::TREE_NODES);
        if !(1..=limits::TREE_NODES).contains(&limit) {
            let message = format!("limit {limit}: expected 1 to {}", limits::TREE_NODES);
            return Err(Refusal::new(Code::BadRequest, message));
        }
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
                return Ok(What::Numbers { tree: TypedTree::parse(numbers)?, techniques, limit });
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

    /// Searches, and keeps the tree under this id.
    pub fn record(self, id: String, control: &Control) -> Result<Recorded, Refusal> {
        let before = control.elapsed();
        let (tree, leaves) = match self {
            What::Numbers { tree, techniques, limit } => {
                (tree::typed(&tree, techniques, limit, control), Some(tree.leaf_counts()))
            }
            What::Position(request) => (tree::record(&request, control)?, None),
        };
        if tree.is_empty() {
            return Err(Refusal::new(Code::Busy, "the time was up before anything was searched"));
        }
        let (game, took) = (tree.summary().game, control.elapsed() - before);
        Ok(Recorded { id, game, tree, leaves, stopped: control.stopped(), took })
    }
}

/// Nodes in a row.
#[derive(Deserialize, IntoParams)]
pub struct Row {
    /// The number of the first
    #[serde(default)]
    pub first: u32,
    /// How many
    pub count: Option<usize>,
}

/// Nodes below a node.
#[derive(Deserialize, IntoParams)]
pub struct Below {
    /// The number of the node above
    pub node: u32,
    /// How many to pass over
    #[serde(default)]
    pub skip: usize,
    /// How many
    pub count: Option<usize>,
}

/// One node.
#[derive(Deserialize, IntoParams)]
pub struct One {
    /// Its number
    pub node: u32,
}

/// A move at the root.
#[derive(Deserialize, IntoParams)]
pub struct RootMove {
    /// The move, in any notation
    pub r#move: String,
}

/// The other tree.
#[derive(Deserialize, IntoParams)]
pub struct Other {
    /// Its id
    pub with: String,
}

/// How a tree is written.
#[derive(Deserialize, IntoParams)]
pub struct Written {
    /// `svg`, `dot`, `json` or `txt`
    pub form: String,
}

impl Recorded {
    /// The tree in numbers.
    pub fn answer(&self) -> Result<TreeAnswer, Refusal> {
        let summary = self.tree.summary();
        let view = match self.leaves {
            Some(_) => None,
            None => Some(show::view(&*show::set_up(&summary.game, Some(&summary.position), &[])?)),
        };
        Ok(TreeAnswer {
            id: self.id.clone(),
            summary,
            root: self.tree.root(),
            roots: self.tree.roots(),
            stopped: self.stopped,
            took_ms: self.took.as_millis() as u64,
            leaves: self.leaves,
            view,
        })
    }

    /// Nodes in the order in which they were entered.
    pub fn row(&self, row: &Row) -> TreeNodes {
        let count = row.count.unwrap_or(limits::TREE_ROWS).min(limits::TREE_ROWS);
        TreeNodes { nodes: self.tree.range(row.first, count) }
    }

    /// What stands on the boards of nodes in a row; nothing in a tree of numbers.
    pub fn boards(&self, row: &Row) -> Result<TreeBoards, Refusal> {
        if self.leaves.is_some() {
            return Ok(TreeBoards { boards: Vec::new() });
        }
        let count = row.count.unwrap_or(limits::TREE_ROWS).min(limits::TREE_ROWS);
        let board = show::set_up(&self.game, None, &[])?;
        let pieces = |diagram: engine::Diagram| {
            let cells = diagram.cells.into_iter().enumerate();
            cells
                .filter_map(|(cell, shown)| Some(TreePiece { cell, piece: show::piece(&*board, shown.piece?) }))
                .collect()
        };
        Ok(TreeBoards { boards: self.tree.boards(row.first, count).into_iter().map(pieces).collect() })
    }

    /// The nodes right below a node, in the order of the search.
    pub fn below(&self, below: &Below) -> TreeNodes {
        let count = below.count.unwrap_or(limits::TREE_ROWS).min(limits::TREE_ROWS);
        TreeNodes { nodes: self.tree.children(below.node, below.skip, count) }
    }

    /// A node, the way to it, and its board.
    pub fn node(&self, node: u32) -> Result<NodeAnswer, Refusal> {
        let tree = &*self.tree;
        let missing = || Refusal::new(Code::BadRequest, format!("node {}: there are {}", node, tree.len()));
        let found = tree.node(node).ok_or_else(missing)?;
        let above = tree.path(node).into_iter().filter(|&id| id != node).filter_map(|id| tree.node(id));
        let above = above.collect();
        let view = if self.leaves.is_some() { None } else { board(&self.game, tree, &found)? };
        Ok(NodeAnswer { node: found, above, view })
    }

    /// Why a move at the root was not played.
    pub fn why(&self, mv: &str) -> Result<tree::Refutation, Refusal> {
        Ok(tree::why_not(&*self.tree, mv)?)
    }

    /// The search step by step, as far as a person would follow it.
    pub fn steps(&self) -> Vec<tree::Step> {
        tree::steps(&*self.tree, limits::TREE_STEPS)
    }

    /// Where this tree and another one differ.
    pub fn compare(&self, other: &Recorded) -> tree::Comparison {
        tree::compare(&*self.tree, &*other.tree, limits::TREE_DIFFERENCES)
    }

    /// The whole tree as a file.
    pub fn export(&self, form: Form) -> Result<Vec<u8>, Refusal> {
        let (tree, most) = (&*self.tree, form.most());
        if tree.len() as usize > most {
            let message = format!(
                "{} nodes are too many for this form: record at most {most}, or use `kiebitz lab tree --out`",
                tree.len()
            );
            return Err(Refusal::new(Code::TooLarge, message));
        }
        Ok(match form {
            Form::Svg => tree::svg(tree).into_bytes(),
            Form::Dot => tree::dot(tree).into_bytes(),
            Form::Txt => tree::text(tree, most).into_bytes(),
            Form::Json => {
                let mut bytes = Vec::new();
                let failed = |error: std::io::Error| Refusal::new(Code::Fault, error.to_string());
                tree::write_json(tree, &mut bytes).map_err(failed)?;
                bytes
            }
        })
    }
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

/// The form of a file with a whole tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A picture.
    Svg,
    /// For Graphviz.
    Dot,
    /// For programs.
    Json,
    /// Text that can be read aloud.
    Txt,
}

impl FromStr for Form {
    type Err = Refusal;

    fn from_str(form: &str) -> Result<Form, Refusal> {
        Ok(match form {
            "svg" => Form::Svg,
            "dot" => Form::Dot,
            "json" => Form::Json,
            "txt" => Form::Txt,
            _ => return Err(Refusal::new(Code::BadRequest, format!("form '{form}': expected svg, dot, json or txt"))),
        })
    }
}

impl Form {
    /// The type of the file.
    pub fn kind(self) -> &'static str {
        match self {
            Form::Svg => "image/svg+xml",
            Form::Dot => "text/vnd.graphviz; charset=utf-8",
            Form::Json => "application/json",
            Form::Txt => "text/plain; charset=utf-8",
        }
    }

    /// Its name.
    pub fn file(self) -> &'static str {
        match self {
            Form::Svg => "kiebitz-tree.svg",
            Form::Dot => "kiebitz-tree.dot",
            Form::Json => "kiebitz-tree.json",
            Form::Txt => "kiebitz-tree.txt",
        }
    }

    /// So many nodes are written in it.
    fn most(self) -> usize {
        match self {
            Form::Svg | Form::Dot => limits::TREE_PICTURE,
            Form::Json | Form::Txt => limits::TREE_FILE,
        }
    }
}
