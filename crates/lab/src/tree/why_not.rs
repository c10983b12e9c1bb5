//! Why was this move not played? The way from the root to what refutes it.
//!
//! The last iteration often takes a refutation from the table, without looking again. Where earlier iterations were kept, the
//! way goes on in the last of them that looked.

use engine::Error;
use serde::Serialize;

use super::kinds::{NodeKind, Why};
use super::view::{Node, RecordedTree};

/// One node on the way.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefutationStep {
    /// The node.
    pub node: Node,
    /// How many other moves were looked at here, all of them no better for the side to move.
    pub others: usize,
    /// The depth of the iteration that the node belongs to.
    pub iteration: i32,
}

/// What the search holds against a move at the root.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refutation {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move that was played instead; the same if the move asked for is the best.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub best: Option<String>,
    /// The value of the root.
    pub best_value: String,
    /// The value of the move: for a move that was refuted only known to be no better than this.
    pub value: String,
    /// The way down: after the move, the reply that cuts it, the best answer to that, and so forth.
    pub path: Vec<RefutationStep>,
}

/// The path from the root to the refutation of a move.
pub fn why_not(tree: &dyn RecordedTree, mv: &str) -> Result<Refutation, Error> {
    let mv = tree.read_root_move(mv)?;
    let root = tree.node(tree.root()).ok_or_else(|| Error::Request("the tree is empty".to_string()))?;
    let visits = tree.children(root.id, 0, usize::MAX);
    let visit = visits.into_iter().rfind(|node| node.mv.as_deref() == Some(&mv) && tree.is_move(node.id));
    let Some(mut node) = visit else {
        let reason = match root.untried.contains(&mv) {
            true => "was not searched in the last iteration: a better move had already left the window",
            false => "is not among the nodes that were kept; raise the limit",
        };
        return Err(Error::Request(format!("move '{mv}' {reason}")));
    };
    let value = node.value_with_bound();
    let mut path: Vec<RefutationStep> = Vec::new();
    let mut iterations = tree.roots();
    iterations.retain(|&id| id < root.id);
    let mut iteration = root.depth;
    loop {
        let (mut next, others) = next(tree, &node);
        let from_table = matches!(node.why, Why::Technique { technique: "transposition-table" });
        path.push(RefutationStep { node, others, iteration });
        if from_table {
            // What the table knew was found before.
            let moves: Vec<_> = path.iter().filter_map(|step| step.node.mv.clone()).collect();
            next = None;
            while let (None, Some(earlier)) = (&next, iterations.pop()) {
                iteration = tree.node(earlier).map_or(iteration, |root| root.depth);
                next = same_way(tree, earlier, &moves).and_then(|same| self::next(tree, &same).0);
            }
        }
        match next {
            Some(below) => node = below,
            None => break,
        }
    }
    let best = tree.summary().line.first().cloned();
    Ok(Refutation { mv, best, best_value: root.value_with_bound(), value, path })
}

/// The node that the same moves lead to from another root.
fn same_way(tree: &dyn RecordedTree, root: u32, moves: &[String]) -> Option<Node> {
    moves.iter().try_fold(tree.node(root)?, |node, mv| {
        let below = tree.children(node.id, 0, usize::MAX);
        below.into_iter().rfind(|below| below.mv.as_ref() == Some(mv) && tree.is_move(below.id))
    })
}

/// The child that decides the value of a node, and how many other moves were looked at.
fn next(tree: &dyn RecordedTree, node: &Node) -> (Option<Node>, usize) {
    let (visits, questions): (Vec<Node>, Vec<Node>) =
        tree.children(node.id, 0, usize::MAX).into_iter().partition(|visit| tree.is_move(visit.id));
    let decides = match node.why {
        // The last one cut.
        Why::Cut { .. } => visits.last().cloned(),
        Why::Searched => {
            let worth = |visit: &&Node| visit.value.map(|value| if node.max { value } else { -value });
            // The last among equals: a move looked at again counts as it was found then.
            let best = visits.iter().filter_map(|visit| Some((worth(&visit)?, visit))).max_by_key(|(worth, _)| *worth);
            best.map(|(_, visit)| visit.clone())
        }
        // What a technique asked before it cut: what a free move brings, or a capture, or captures alone.
        Why::Technique { technique } => {
            let asked = |kind: NodeKind| match technique {
                "null-move" => kind == NodeKind::NullMove,
                "probcut" => kind == NodeKind::ProbCut,
                "razoring" => kind == NodeKind::Razoring,
                _ => false,
            };
            questions.into_iter().rfind(|question| asked(question.kind))
        }
        _ => None,
    };
    let mut moves: Vec<_> = visits.iter().map(|visit| &visit.mv).collect();
    moves.sort();
    moves.dedup();
    let others = moves.len().saturating_sub(usize::from(decides.is_some()));
    (decides, others)
}
