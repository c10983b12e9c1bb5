//! A recorded tree with its game: where a node is found, and which position it is.

use std::collections::HashSet;
use std::ops::Range;

use game::Game;
use search::Part;

use super::kinds::NodeKind;
use super::recorder::{Kept, NONE, Node, Skipped};
use super::view::About;

/// A tree and the game it was searched in.
pub(super) struct Tree<G: Game> {
    pub root: G,
    pub kept: Kept<G::Move>,
    /// The nodes of the principal variation, from the root down.
    pub principal: Vec<u32>,
    pub line: Vec<G::Move>,
    pub about: About,
    /// Of each node: does its value hold to the end of the game? Nothing below it was judged, skipped or left out.
    pub certain: Vec<bool>,
}

impl<G: Game> Tree<G> {
    pub fn new(root: G, kept: Kept<G::Move>, line: Vec<G::Move>, about: About) -> Tree<G> {
        let mut tree = Tree { root, kept, principal: Vec::new(), line, about, certain: Vec::new() };
        tree.principal = tree.principal_nodes();
        tree.certain = tree.certain_nodes();
        tree
    }

    pub fn at(&self, id: u32) -> &Node<G::Move> {
        &self.kept.nodes[id as usize]
    }

    /// Each search of the root: aspiration may need several; the last one counts.
    pub fn roots(&self) -> impl DoubleEndedIterator<Item = u32> + '_ {
        // The roots follow each other as brothers do.
        self.brothers(0, self.kept.nodes.len() as u32).collect::<Vec<_>>().into_iter()
    }

    /// The nodes right below, in the order in which they were searched.
    pub fn below(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        self.brothers(id + 1, id + self.at(id).size)
    }

    fn brothers(&self, first: u32, end: u32) -> impl Iterator<Item = u32> + '_ {
        let start = (first < end).then_some(first);
        std::iter::successors(start, move |&id| Some(id + self.at(id).size).filter(|&next| next < end))
    }

    /// The moves that were not searched at a node, in the order of the search.
    pub fn skipped(&self, id: u32) -> Vec<&Skipped<G::Move>> {
        let first = Some(self.at(id).skipped).filter(|&entry| entry != NONE);
        let entry = |entry: &u32| Some(self.kept.skipped[*entry as usize].before).filter(|&entry| entry != NONE);
        let mut list: Vec<_> =
            std::iter::successors(first, entry).map(|entry| &self.kept.skipped[entry as usize]).collect();
        list.reverse();
        list
    }

    /// What a visit was for, as far as that is more than its part of the tree.
    pub fn kind(&self, id: u32) -> NodeKind {
        use search::Purpose;
        let node = self.at(id);
        let inside = node.parent != NONE && self.at(node.parent).ply == node.ply;
        match (node.purpose, node.part) {
            (_, Part::Root) => NodeKind::Root,
            (Purpose::NullMove, _) if inside => NodeKind::Verification,
            (Purpose::NullMove, _) => NodeKind::NullMove,
            (Purpose::ProbCut, _) => NodeKind::ProbCut,
            (Purpose::Singular, _) => NodeKind::Singular,
            (_, Part::Quiescence) if inside => NodeKind::Razoring,
            (_, Part::Quiescence) => NodeKind::Quiescence,
            (_, Part::Principal) => NodeKind::Principal,
            (_, Part::Other) => NodeKind::Other,
        }
    }

    /// Is the visit a look at a move of its parent, and not a question that a technique asks about the parent itself?
    pub fn is_move(&self, id: u32) -> bool {
        let kind = self.kind(id);
        !kind.is_same_position() && !matches!(kind, NodeKind::NullMove | NodeKind::ProbCut)
    }

    /// The position of a node, from that of its parent.
    pub fn step(&self, id: u32, parent: &G) -> G {
        let node = self.at(id);
        let mut position = parent.clone();
        match node.mv {
            _ if self.kind(id).is_same_position() => {}
            Some(mv) => position.play(mv),
            None => position.pass(),
        }
        position
    }

    /// The nodes from the root down to this one.
    pub fn way(&self, id: u32) -> Vec<u32> {
        let mut path: Vec<u32> =
            std::iter::successors(Some(id), |&id| Some(self.at(id).parent).filter(|&id| id != NONE)).collect();
        path.reverse();
        path
    }

    /// The position of a node, from the root.
    pub fn position(&self, id: u32) -> G {
        self.way(id).into_iter().fold(self.root.clone(), |position, id| self.step(id, &position))
    }

    /// The numbers from `first` on, at most `count`, as far as there are nodes.
    pub fn span(&self, first: u32, count: usize) -> Range<u32> {
        let all = self.kept.nodes.len() as u32;
        first..all.min(first.saturating_add(u32::try_from(count).unwrap_or(u32::MAX)))
    }

    /// Calls `each` with the nodes of these numbers, each with its position and the one of its parent.
    pub fn walk_through(&self, ids: Range<u32>, each: &mut dyn FnMut(u32, &G, &G)) {
        if ids.is_empty() {
            return;
        }
        // The way from the root to the node before, with the positions on it.
        let mut path: Vec<(u32, G)> = Vec::new();
        for id in self.way(ids.start) {
            let position = self.step(id, path.last().map_or(&self.root, |(_, position)| position));
            path.push((id, position));
        }
        path.pop();
        for id in ids {
            let parent = self.at(id).parent;
            while path.last().is_some_and(|(last, _)| *last != parent) {
                path.pop();
            }
            let above = path.last().map_or(&self.root, |(_, position)| position);
            let position = self.step(id, above);
            each(id, &position, above);
            path.push((id, position));
        }
    }

    /// How many legal moves of a node's position were neither searched nor skipped: a cut came first.
    pub fn untried(&self, id: u32, position: &G) -> Vec<G::Move> {
        let node = self.at(id);
        if !matches!(node.reason, Some(search::Reason::Cut(_))) || node.hidden > 0 && node.size == 1 {
            return Vec::new();
        }
        let mut seen: HashSet<G::Move> = self.skipped(id).into_iter().map(|skipped| skipped.mv).collect();
        seen.extend(self.below(id).filter(|&id| self.is_move(id)).filter_map(|id| self.at(id).mv));
        let quiet_too = node.part != Part::Quiescence || !position.is_calm();
        let untried = |mv: &G::Move| !seen.contains(mv) && (quiet_too || position.is_noisy(*mv));
        position.moves().into_iter().filter(untried).collect()
    }

    /// Follows the line that the search reported, as far as it was kept. The last visit of a move is the one that counts.
    fn principal_nodes(&self) -> Vec<u32> {
        let Some(mut id) = self.roots().next_back() else { return Vec::new() };
        let mut nodes = vec![id];
        for &mv in &self.line {
            let visits = self.below(id).filter(|&id| self.is_move(id) && self.at(id).mv == Some(mv));
            match visits.last() {
                Some(next) => nodes.push(next),
                None => break,
            }
            id = *nodes.last().expect("the root at least");
        }
        nodes
    }
}
