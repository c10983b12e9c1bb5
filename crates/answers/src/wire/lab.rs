//! The lab: explanations and recorded trees. What the lab finds out goes over the wire as the lab itself writes it, in the same
//! words as `--json` on the command line (docs/trees.md, docs/explain.md).

use lab::explain::Explanation;
use lab::tree::{LeafCounts, Node, Summary};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Judged, PieceView, View};

/// A move to be explained.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExplainRequest {
    /// The game with its parameters.
    pub game: String,
    /// Where it begins; the start position if absent.
    pub position: Option<String>,
    /// Moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The move that is asked about; the best one if absent.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The language of the sentences, `en` or `de`.
    pub language: Option<String>,
    /// Nodes of the main search.
    pub nodes: Option<u64>,
    /// The random text that the page keeps.
    pub client: Option<String>,
}

/// What is to be said about a move: facts, and sentences that name the facts they were made of. As `kiebitz explain --json`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Explained {
    /// The position, the best move, and the facts.
    #[serde(flatten)]
    pub explanation: Explanation,
    /// `en` or `de`.
    pub language: String,
    /// The facts in words.
    pub sentences: Vec<lab::explain::Sentence>,
    /// What is known of the position: the explanation speaks from it.
    pub judged: Judged,
    /// The same of the position after the move that was asked about; absent if that is the best one or ends the game.
    #[schema(required)]
    pub judged_after: Option<Judged>,
    /// Was the time up before everything was looked at?
    pub stopped: bool,
}

/// A search to be recorded: of a position, or of a tree of numbers.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TreeRequest {
    /// The game with its parameters; absent for a tree of numbers.
    pub game: Option<String>,
    /// Where it begins; the start position if absent.
    pub position: Option<String>,
    /// Moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// A tree of numbers instead of a game: `((3 12 8) (2 4 6) (14 5 2))`.
    pub numbers: Option<String>,
    /// Which techniques are on, such as `minimax+alpha-beta`; all if absent.
    pub techniques: Option<String>,
    /// The depth in plies.
    pub depth: Option<i32>,
    /// How many plies quiescence may follow; until quiet if absent.
    pub quiescence: Option<u32>,
    /// How many nodes are kept at most.
    pub limit: Option<usize>,
    /// Keep all iterations, and not the last alone.
    #[serde(default)]
    pub iterations: bool,
    /// The random text that the page keeps.
    pub client: Option<String>,
}

/// A tree that was recorded. It is kept for a while.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeAnswer {
    /// Its id.
    pub id: String,
    /// The tree in numbers.
    pub summary: Summary,
    /// The last search of the root, whose value counts.
    pub root: u32,
    /// All kept searches of the root.
    pub roots: Vec<u32>,
    /// Was the time up before the depth was reached?
    pub stopped: bool,
    /// How long it was searched, in milliseconds.
    pub took_ms: u64,
    /// How many leaves a tree of numbers costs by minimax and alpha-beta.
    #[schema(required)]
    pub leaves: Option<LeafCounts>,
    /// The position at the root; absent for a tree of numbers.
    #[schema(required)]
    pub view: Option<View>,
}

/// Nodes of a tree.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeNodes {
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// What stands on the boards of nodes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeBoards {
    /// A list for each node.
    pub boards: Vec<Vec<TreePiece>>,
}

/// A piece on the board of a node.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreePiece {
    /// Where it stands.
    pub cell: usize,
    /// What it is.
    pub piece: PieceView,
}

/// A node, the way to it, and its board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeAnswer {
    /// The node.
    pub node: Node,
    /// The nodes above, from the root down.
    pub above: Vec<Node>,
    /// Its position; absent for a tree of numbers.
    #[schema(required)]
    pub view: Option<View>,
}
