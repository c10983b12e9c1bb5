//! Two trees of the same position, searched with different techniques: what is different, node by node.

use std::collections::{HashMap, VecDeque};

use serde::Serialize;

use super::view::{Node, RecordedTree, Summary};

/// The same place in two trees: at least one of them has it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = NodePair))]
pub struct Pair {
    /// The node of the first tree.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub first: Option<Node>,
    /// The node of the second tree.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub second: Option<Node>,
}

/// What is different about a place in two trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Differs {
    /// Only the first tree has it.
    OnlyFirst,
    /// Only the second tree has it.
    OnlySecond,
    /// The values, or what is known of them.
    Value,
    /// Why the nodes were left.
    Reason,
}

impl Differs {
    /// Its name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Differs::OnlyFirst => "only-first",
            Differs::OnlySecond => "only-second",
            Differs::Value => "value",
            Differs::Reason => "reason",
        }
    }
}

/// A place where two trees differ.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Difference {
    /// The moves that lead there.
    pub path: Vec<String>,
    /// What is different.
    pub what: Differs,
    /// Both nodes.
    #[serde(flatten)]
    pub pair: Pair,
}

/// Two trees beside each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Comparison {
    /// The first tree in numbers.
    pub first: Summary,
    /// The second tree in numbers.
    pub second: Summary,
    /// Where they differ, the nearest to the root first. Below a node that only one of them has, nothing more is listed.
    pub differences: Vec<Difference>,
    /// Was every place of both trees looked at?
    pub complete: bool,
}

/// How many places are compared at most: more than anybody reads about, and few enough to wait for.
const PLACES: usize = 100_000;

impl Pair {
    fn difference(&self) -> Option<Differs> {
        let value = |node: &Node| (node.value, node.bound);
        match (&self.first, &self.second) {
            (Some(_), None) => Some(Differs::OnlyFirst),
            (None, Some(_)) => Some(Differs::OnlySecond),
            (Some(first), Some(second)) if value(first) != value(second) => Some(Differs::Value),
            (Some(first), Some(second)) if first.why != second.why => Some(Differs::Reason),
            _ => None,
        }
    }
}

/// The nodes below two nodes that belong to each other, paired: the same move, visited for the same purpose, for the same time.
pub fn pairs(first: (&dyn RecordedTree, u32), second: (&dyn RecordedTree, u32)) -> Vec<Pair> {
    let named = |(tree, id): (&dyn RecordedTree, u32)| {
        let mut seen = HashMap::new();
        let name = |node: Node| {
            // Principal or other is an expectation that a technique may change; the move is the same.
            let name = (node.mv.clone(), if tree.is_move(node.id) { "move" } else { node.kind.name() });
            let times = seen.entry(name.clone()).or_insert(0);
            *times += 1;
            ((name, *times), node)
        };
        tree.children(id, 0, usize::MAX).into_iter().map(name).collect::<Vec<_>>()
    };
    let mut others: Vec<_> = named(second).into_iter().map(|(name, node)| (name, Some(node))).collect();
    let place: HashMap<_, _> = others.iter().enumerate().map(|(index, (name, _))| (name.clone(), index)).collect();
    let mut found: Vec<Pair> = Vec::new();
    for (name, node) in named(first) {
        let second = place.get(&name).and_then(|&index| others[index].1.take());
        found.push(Pair { first: Some(node), second });
    }
    found.extend(others.into_iter().filter_map(|(_, node)| node).map(|node| Pair { first: None, second: Some(node) }));
    found
}

/// Compares two trees from their roots down and tells at most `limit` differences.
pub fn compare(first: &dyn RecordedTree, second: &dyn RecordedTree, limit: usize) -> Comparison {
    let mut differences = Vec::new();
    let root = Pair { first: first.node(first.root()), second: second.node(second.root()) };
    let mut queue = VecDeque::from([(Vec::new(), root)]);
    let mut places = 0;
    let mut complete = true;
    while let Some((path, pair)) = queue.pop_front() {
        places += 1;
        if differences.len() >= limit || places > PLACES {
            complete = false;
            break;
        }
        if let (Some(one), Some(other)) = (&pair.first, &pair.second) {
            for below in pairs((first, one.id), (second, other.id)) {
                let node = below.first.as_ref().or(below.second.as_ref());
                let step =
                    node.map_or(String::new(), |node| node.mv.clone().unwrap_or_else(|| node.kind.name().to_string()));
                queue.push_back((path.iter().cloned().chain([step]).collect(), below));
            }
        }
        if let Some(what) = pair.difference() {
            differences.push(Difference { path, what, pair });
        }
    }
    Comparison { first: first.summary(), second: second.summary(), differences, complete }
}
