//! The observer that keeps the tree.

use game::{Game, Score};

use crate::{Depth, Observer, Reason, Technique, Visit};

/// A node of a recorded tree.
#[derive(Clone, Debug)]
pub struct Recorded<M> {
    /// The node as it was entered: move, window, depth, part, purpose.
    pub visit: Visit<M>,
    /// Its value and the reason it was left; `None` if the search was stopped inside.
    pub result: Option<(Score, Reason)>,
    /// The node above; the root has none.
    pub parent: Option<u32>,
    /// The nodes below, in the order in which they were searched.
    pub children: Vec<u32>,
    /// The moves that were not searched, and why.
    pub pruned: Vec<(M, Technique)>,
}

/// Keeps the tree of the last iteration, up to a number of nodes; what goes beyond is counted only.
#[derive(Clone, Debug)]
pub struct Recorder<G: Game> {
    budget: usize,
    nodes: Vec<Recorded<G::Move>>,
    /// The path to the current node: its index, or `None` below a node that was not kept.
    path: Vec<Option<u32>>,
    left_out: u64,
}

impl<G: Game> Recorder<G> {
    /// A recorder that keeps at most `budget` nodes.
    pub fn new(budget: usize) -> Recorder<G> {
        Recorder { budget, nodes: Vec::new(), path: Vec::new(), left_out: 0 }
    }

    /// The nodes; the first is the root. Each root search of the last iteration (aspiration may need several) is a root of
    /// its own.
    pub fn nodes(&self) -> &[Recorded<G::Move>] {
        &self.nodes
    }

    /// How many nodes did not fit the budget.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }
}

impl<G: Game> Observer<G> for Recorder<G> {
    fn iteration(&mut self, _: Depth) {
        self.nodes.clear();
        self.path.clear();
        self.left_out = 0;
    }

    fn enter(&mut self, _: &G, visit: Visit<G::Move>) {
        let parent = self.path.last().copied();
        // A node whose parent was not kept cannot be kept either.
        let index = if self.nodes.len() < self.budget && parent != Some(None) {
            let index = self.nodes.len() as u32;
            let parent = parent.flatten();
            self.nodes.push(Recorded { visit, result: None, parent, children: Vec::new(), pruned: Vec::new() });
            if let Some(parent) = parent {
                self.nodes[parent as usize].children.push(index);
            }
            Some(index)
        } else {
            self.left_out += 1;
            None
        };
        self.path.push(index);
    }

    fn pruned(&mut self, mv: G::Move, technique: Technique) {
        if let Some(Some(index)) = self.path.last() {
            self.nodes[*index as usize].pruned.push((mv, technique));
        }
    }

    fn leave(&mut self, value: Score, reason: Reason) {
        if let Some(Some(index)) = self.path.pop() {
            self.nodes[index as usize].result = Some((value, reason));
        }
    }

    // One tree, one thread: the others' trees are not kept.
    fn fork(&self) -> Recorder<G> {
        Recorder::new(0)
    }

    fn join(&mut self, other: Recorder<G>) {
        self.left_out += other.left_out;
    }
}
