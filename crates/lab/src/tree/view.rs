//! A recorded tree as every surface sees it: nodes as data, moves as text, values from the view of MAX.

use std::collections::BTreeMap;

use game::{Diagram, Score, Show};
use search::{Bound, Chosen, Purpose, Reason, Technique, Techniques};
use serde::Serialize;

use super::kept::Tree;
use super::kinds::{Look, NodeBound, NodeKind, Why};
use super::recorder::NONE;
use super::value::is_exact;

/// How a tree came about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About {
    pub techniques: Chosen,
    pub depth: i32,
    /// Nodes of all iterations.
    pub searched: u64,
    /// Are values words where a game is won, lost or drawn? In a tree of numbers they are numbers.
    pub in_words: bool,
    /// Does somebody judge positions in which the game is not over?
    pub is_judged: bool,
}

/// A move that was not searched, and the technique that said so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SkippedMove))]
pub struct Skipped {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The technique's name.
    pub technique: &'static str,
}

/// One visit of a node. All values are from the view of MAX, the side to move at the root.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TreeNode))]
pub struct Node {
    /// Its number: the order in which nodes were entered.
    pub id: u32,
    /// The node above; the root has none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub parent: Option<u32>,
    /// The move that led here; none at the root and after a null move.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub mv: Option<String>,
    /// Is MAX to move?
    pub max: bool,
    /// The distance from the root.
    pub ply: usize,
    /// How many nodes lie above it; more than `ply` where a technique asks about the position again.
    pub level: usize,
    /// How much deeper the search was to go from here.
    pub depth: i32,
    /// The lower end of the window at entry; none is minus infinity.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub alpha: Option<i32>,
    /// The upper end of the window at entry; none is infinity.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub beta: Option<i32>,
    /// The lower end in the game's unit; empty if the search has no windows.
    pub alpha_text: String,
    /// The upper end in the game's unit; empty if the search has no windows.
    pub beta_text: String,
    /// The value; none if the search was stopped inside.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub value: Option<i32>,
    /// The value as the game's players write it; `won`, `lost`, `draw` where the game is over or the search has seen all of it, `open`
    /// where it has not and nobody judges. A forced win is counted from the node.
    pub value_text: String,
    /// What is known of the value.
    pub bound: NodeBound,
    /// What the visit was for.
    pub kind: NodeKind,
    /// A first look, a first look at reduced depth, or the same move again.
    pub look: Look,
    /// Why it was left.
    #[serde(flatten)]
    pub why: Why,
    /// Moves that a technique skipped.
    pub skipped: Vec<Skipped>,
    /// Moves that a cut made superfluous.
    pub untried: Vec<String>,
    /// How many nodes lie right below.
    pub children: usize,
    /// How many kept nodes lie below at any distance, and how many that were not kept.
    pub below: u32,
    /// Visits below that were not kept.
    pub hidden: u32,
    /// Is it on the principal variation?
    pub on_principal_variation: bool,
}

impl Node {
    /// The window as textbooks write it; empty if the search has none.
    pub fn window(&self) -> String {
        if self.alpha_text.is_empty() { String::new() } else { format!("[{}, {}]", self.alpha_text, self.beta_text) }
    }

    /// The value with its bound: `= 3`, `≥ 3`, `≤ 3`.
    pub fn value_with_bound(&self) -> String {
        let sign = match self.bound {
            NodeBound::AtLeast => "≥ ",
            NodeBound::AtMost => "≤ ",
            NodeBound::Exact => "",
        };
        if self.value.is_none() { "stopped".to_string() } else { format!("{sign}{}", self.value_text) }
    }

    /// The reason it was left, in a few words; empty where all moves were looked at.
    pub fn reason_text(&self) -> String {
        match self.why {
            Why::Searched => String::new(),
            Why::Cut { rank } if self.max => format!("β cut by move {rank}"),
            Why::Cut { rank } => format!("α cut by move {rank}"),
            Why::GameOver => "game over".to_string(),
            Why::Repetition => "repetition".to_string(),
            Why::Known => "known".to_string(),
            Why::Leaf => "leaf".to_string(),
            Why::StandPat => "stand pat".to_string(),
            Why::Technique { technique } => format!("cut by {technique}"),
            Why::Stopped => "stopped".to_string(),
        }
    }
}

/// A tree in numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TreeSummary))]
pub struct Summary {
    /// The game with its parameters.
    pub game: String,
    /// The position at the root.
    pub position: String,
    /// The techniques.
    pub techniques: String,
    /// The depth.
    pub depth: i32,
    /// What the sides are called: MAX, then MIN.
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub sides: [String; 2],
    /// The value at the root.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub value: Option<i32>,
    /// The same as the game's players write it.
    pub value_text: String,
    /// The best line.
    pub line: Vec<String>,
    /// Nodes of all iterations of the search.
    pub searched: u64,
    /// Nodes of the recorded iterations, kept or not.
    pub visited: u64,
    /// Nodes kept.
    pub kept: usize,
    /// Kept nodes whose value is a judgement or the end of the game.
    pub leaves: u64,
    /// Kept nodes by the reason they were left, the most frequent first.
    pub reasons: Vec<(String, u64)>,
    /// Moves that a technique skipped at kept nodes, the most frequent technique first.
    pub skipped: Vec<(String, u64)>,
}

/// A recorded tree of any game.
pub trait RecordedTree: Send + Sync {
    /// The tree in numbers.
    fn summary(&self) -> Summary;

    /// The last search of the root, whose value counts.
    fn root(&self) -> u32;

    /// All kept searches of the root, in their order: with aspiration an iteration may need several.
    fn roots(&self) -> Vec<u32>;

    /// How many nodes there are; their numbers are those below.
    fn len(&self) -> u32;

    /// Is there no node at all? So it is only if the search was stopped at once.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A node.
    fn node(&self, id: u32) -> Option<Node>;

    /// The nodes right below, from the `skip`th on, at most `count`, in the order of the search.
    fn children(&self, id: u32, skip: usize, count: usize) -> Vec<Node>;

    /// The nodes from number `first` on, at most `count`, in the order in which they were entered: what a list shows in which all
    /// nodes are open.
    fn range(&self, first: u32, count: usize) -> Vec<Node>;

    /// The nodes above, from the root down, and the node itself.
    fn path(&self, id: u32) -> Vec<u32>;

    /// The numbers of the nodes right below.
    fn child_ids(&self, id: u32) -> Vec<u32>;

    /// Is the visit a look at a move of its parent, and not a question that a technique asks about the parent itself?
    fn is_move(&self, id: u32) -> bool;

    /// The position of a node as text, and its board.
    fn position(&self, id: u32) -> Option<(String, Diagram)>;

    /// The boards of the nodes from number `first` on, at most `count`.
    fn boards(&self, first: u32, count: usize) -> Vec<Diagram>;

    /// Calls `each` with every kept node, in the order in which they were entered.
    fn walk(&self, each: &mut dyn FnMut(&Node));

    /// A value from the view of MAX as a node of this ply tells it.
    fn value_text(&self, value: i32, ply: usize) -> String;

    /// A move at the root as the game writes it. The error explains a refusal.
    fn read_root_move(&self, text: &str) -> Result<String, engine::Error>;
}

impl<G: Show> Tree<G> {
    /// A node whose position and whose parent's position are known.
    fn view(&self, id: u32, position: &G, parent: &G) -> Node {
        let node = self.at(id);
        let max = node.ply.is_multiple_of(2);
        let turn = |score: Score| if max { score } else { -score };
        let end = |score: Score| (score != Score::INFINITY && score != -Score::INFINITY).then_some(score.value());
        let (low, high) = if max { (node.alpha(), node.beta()) } else { (-node.beta(), -node.alpha()) };
        let ply = usize::from(node.ply);
        let end_text = |score: Score| match self.about.techniques.on(Technique::AlphaBeta) {
            true => self.end_text(score, ply),
            false => String::new(),
        };
        let value = node.value();
        let untried: Vec<String> = self.untried(id, position).into_iter().map(|mv| position.move_text(mv)).collect();
        // The last move left the window: nothing was cut. Of moves that were not kept nobody knows.
        let why = match Why::of(node.reason) {
            Why::Cut { .. } if untried.is_empty() && node.hidden == 0 => Why::Searched,
            why => why,
        };
        let bound = match (node.reason, value) {
            (Some(reason), _) if is_exact(reason) => NodeBound::Exact,
            (_, None) => NodeBound::Exact,
            // All moves were looked at, and what they are worth is known exactly.
            (Some(Reason::Searched | Reason::Cut(_)), _)
                if why == Why::Searched && node.skipped == NONE && node.size > 1 && self.has_exact_moves(id) =>
            {
                NodeBound::Exact
            }
            (_, Some(value)) => match (Bound::of(value, node.alpha(), node.beta()), max) {
                (Bound::Exact, _) => NodeBound::Exact,
                (Bound::Lower, true) | (Bound::Upper, false) => NodeBound::AtLeast,
                _ => NodeBound::AtMost,
            },
        };
        let kind = self.kind(id);
        let mv = node.mv.filter(|_| !kind.is_same_position()).map(|mv| parent.move_text(mv));
        Node {
            id,
            parent: (node.parent != NONE).then_some(node.parent),
            mv,
            max,
            ply,
            level: node.level.into(),
            depth: node.depth(),
            alpha: end(low),
            beta: end(high),
            alpha_text: end_text(low),
            beta_text: end_text(high),
            value: value.map(|value| turn(value).value()),
            value_text: value
                .map_or(String::new(), |value| self.value_words(turn(value), ply, self.certain[id as usize])),
            bound,
            kind,
            look: match node.purpose {
                Purpose::Reduced => Look::Reduced,
                Purpose::Again => Look::Again,
                _ => Look::First,
            },
            why,
            skipped: self
                .skipped(id)
                .into_iter()
                .map(|skipped| Skipped { mv: position.move_text(skipped.mv), technique: skipped.technique.name() })
                .collect(),
            untried,
            children: self.below(id).count(),
            below: node.size - 1,
            hidden: node.hidden,
            on_principal_variation: self.principal.contains(&id),
        }
    }
}

fn sorted(counts: BTreeMap<&'static str, u64>) -> Vec<(String, u64)> {
    let mut rows: Vec<_> = counts.into_iter().map(|(name, count)| (name.to_string(), count)).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.1));
    rows
}

impl<G: Show> RecordedTree for Tree<G> {
    fn summary(&self) -> Summary {
        let root = self.roots().next_back();
        let value = root.and_then(|id| self.at(id).value());
        let certain = root.is_some_and(|id| self.certain[id as usize]);
        let mut position = self.root.clone();
        let line = self.line.iter().map(|&mv| {
            let text = position.move_text(mv);
            position.play(mv);
            text
        });
        let line = line.collect();
        let mut reasons = BTreeMap::new();
        let mut leaves = 0;
        for node in &self.kept.nodes {
            let name = match node.reason {
                None => "stopped",
                Some(Reason::Searched) => "searched",
                Some(Reason::Cut(_)) => "cut",
                Some(Reason::GameOver) => "game over",
                Some(Reason::Repetition) => "repetition",
                Some(Reason::Known) => "known",
                Some(Reason::Leaf) => "leaf",
                Some(Reason::StandPat) => "stand pat",
                Some(Reason::Technique(technique)) => technique.name(),
            };
            *reasons.entry(name).or_insert(0) += 1;
            let is_leaf =
                matches!(node.reason, Some(Reason::GameOver | Reason::Known | Reason::Leaf | Reason::StandPat));
            leaves += u64::from(is_leaf);
        }
        let mut skipped = BTreeMap::new();
        for entry in &self.kept.skipped {
            *skipped.entry(entry.technique.name()).or_insert(0) += 1;
        }
        let max = self.root.side_to_move();
        Summary {
            game: self.root.spec(),
            position: self.root.position_text(),
            techniques: self.about.techniques.to_string(),
            depth: self.about.depth,
            sides: [max, !max].map(|side| self.root.side_name(side).to_string()),
            value: value.map(Score::value),
            value_text: value.map_or(String::new(), |value| self.value_words(value, 0, certain)),
            line,
            searched: self.about.searched,
            visited: self.kept.nodes.len() as u64 + self.kept.left_out,
            kept: self.kept.nodes.len(),
            leaves,
            reasons: sorted(reasons),
            skipped: sorted(skipped),
        }
    }

    fn root(&self) -> u32 {
        self.roots().next_back().unwrap_or(0)
    }

    fn roots(&self) -> Vec<u32> {
        Tree::roots(self).collect()
    }

    fn len(&self) -> u32 {
        self.kept.nodes.len() as u32
    }

    fn node(&self, id: u32) -> Option<Node> {
        let node = self.kept.nodes.get(id as usize)?;
        if node.parent == NONE {
            return Some(self.view(id, &self.root, &self.root));
        }
        let parent = Tree::position(self, node.parent);
        Some(self.view(id, &self.step(id, &parent), &parent))
    }

    fn children(&self, id: u32, skip: usize, count: usize) -> Vec<Node> {
        if id >= self.len() {
            return Vec::new();
        }
        let parent = Tree::position(self, id);
        self.below(id).skip(skip).take(count).map(|id| self.view(id, &self.step(id, &parent), &parent)).collect()
    }

    fn child_ids(&self, id: u32) -> Vec<u32> {
        if id < self.len() { self.below(id).collect() } else { Vec::new() }
    }

    fn is_move(&self, id: u32) -> bool {
        id < self.len() && Tree::is_move(self, id)
    }

    fn position(&self, id: u32) -> Option<(String, Diagram)> {
        let position = (id < self.len()).then(|| Tree::position(self, id))?;
        Some((position.position_text(), position.diagram()))
    }

    fn range(&self, first: u32, count: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        self.walk_through(self.span(first, count), &mut |id, position, above| {
            nodes.push(self.view(id, position, above))
        });
        nodes
    }

    fn boards(&self, first: u32, count: usize) -> Vec<Diagram> {
        let mut boards = Vec::new();
        self.walk_through(self.span(first, count), &mut |_, position, _| boards.push(position.diagram()));
        boards
    }

    fn path(&self, id: u32) -> Vec<u32> {
        if id < self.len() { self.way(id) } else { Vec::new() }
    }

    fn walk(&self, each: &mut dyn FnMut(&Node)) {
        self.walk_through(0..self.len(), &mut |id, position, above| each(&self.view(id, position, above)));
    }

    fn value_text(&self, value: i32, ply: usize) -> String {
        self.end_text(Score::new(value), ply)
    }

    fn read_root_move(&self, text: &str) -> Result<String, engine::Error> {
        Ok(self.root.move_text(self.root.parse_move(text)?))
    }
}
