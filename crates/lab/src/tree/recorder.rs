//! The observer that keeps the tree, compactly: nodes in the order in which they were entered, links of 32 bits.
//!
//! Because a node is entered after its parent and before its parent is left, the descendants of a node stand right behind it:
//! a subtree is a range. When there are more nodes than may be kept, the deepest levels go first, so that what is kept is
//! always the whole upper part of the tree; each node knows how many visits below it were not kept.

use game::{Game, Score};
use search::{Depth, Observer, Part, Purpose, Reason, Technique, Visit};

/// No node, or no entry.
pub(super) const NONE: u32 = u32::MAX;

/// One visit of a node. Scores are those of the search, for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub parent: u32,
    /// This node and all kept nodes below it.
    pub size: u32,
    /// Visits below that were not kept, counted at the lowest kept node above them.
    pub hidden: u32,
    /// The last of its moves that were not searched, in [`Kept::skipped`].
    pub skipped: u32,
    pub reason: Option<Reason>,
    pub mv: Option<M>,
    alpha: i16,
    beta: i16,
    value: i16,
    pub level: u16,
    pub ply: u16,
    depth: i8,
    pub part: Part,
    pub purpose: Purpose,
}

impl<M> Node<M> {
    fn new(visit: Visit<M>, parent: u32, level: usize) -> Node<M> {
        // Every score fits 16 bits, and so does every distance from the root.
        let score = |score: Score| score.value() as i16;
        Node {
            parent,
            size: 1,
            hidden: 0,
            skipped: NONE,
            reason: None,
            mv: visit.mv,
            alpha: score(visit.alpha),
            beta: score(visit.beta),
            value: 0,
            level: level as u16,
            ply: visit.ply as u16,
            depth: visit.depth.plies().clamp(i8::MIN.into(), i8::MAX.into()) as i8,
            part: visit.part,
            purpose: visit.purpose,
        }
    }

    pub fn alpha(&self) -> Score {
        Score::new(self.alpha.into())
    }

    pub fn beta(&self) -> Score {
        Score::new(self.beta.into())
    }

    /// Its value; `None` if the search was stopped inside.
    pub fn value(&self) -> Option<Score> {
        self.reason.map(|_| Score::new(self.value.into()))
    }

    pub fn depth(&self) -> i32 {
        self.depth.into()
    }
}

/// A move that was not searched, and the one before it at the same node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skipped<M> {
    pub mv: M,
    pub technique: Technique,
    pub before: u32,
}

/// What was kept of a search.
#[derive(Clone, Debug)]
pub(super) struct Kept<M> {
    pub nodes: Vec<Node<M>>,
    pub skipped: Vec<Skipped<M>>,
    /// Visits that were not kept.
    pub left_out: u64,
}

/// Keeps the tree of the last iteration, or those of all, at most so many nodes, in whole levels.
#[derive(Clone, Debug)]
pub struct Recorder<G: Game> {
    limit: usize,
    all_iterations: bool,
    kept: Kept<G::Move>,
    /// The kept nodes on the way to the current one.
    path: Vec<u32>,
    /// How many nodes further down the current one is.
    beyond: usize,
    /// Levels from this one on are not kept.
    levels: usize,
}

impl<G: Game> Recorder<G> {
    /// A recorder that keeps at most `limit` nodes, but always the root; of the last iteration, or of all.
    pub fn new(limit: usize, all_iterations: bool) -> Recorder<G> {
        let kept = Kept { nodes: Vec::new(), skipped: Vec::new(), left_out: 0 };
        let limit = limit.min(NONE as usize - 1);
        Recorder { limit, all_iterations, kept, path: Vec::new(), beyond: 0, levels: usize::MAX }
    }

    /// The tree, with the sizes of its parts counted.
    pub(super) fn finish(self) -> Kept<G::Move> {
        let mut kept = self.kept;
        for index in (0..kept.nodes.len()).rev() {
            let Node { parent, size, .. } = kept.nodes[index];
            if parent != NONE {
                kept.nodes[parent as usize].size += size;
            }
        }
        kept
    }

    /// Drops the deepest levels until a quarter of the room is free again, so that this is seldom needed.
    #[cold]
    fn make_room(&mut self) {
        let deepest = self.kept.nodes.iter().map(|node| usize::from(node.level)).max().unwrap_or(0);
        let mut count = vec![0; deepest + 1];
        self.kept.nodes.iter().for_each(|node| count[usize::from(node.level)] += 1);
        let mut room = 0;
        let fits = |count: &&usize| {
            room += **count;
            room <= self.limit / 4 * 3
        };
        // The root is always kept.
        self.levels = count.iter().take_while(fits).count().max(1);

        // A dropped node is counted at its parent, which may be dropped in turn.
        for index in (0..self.kept.nodes.len()).rev() {
            let Node { parent, hidden, level, .. } = self.kept.nodes[index];
            if usize::from(level) >= self.levels {
                self.kept.nodes[parent as usize].hidden += hidden + 1;
                self.kept.left_out += 1;
            }
        }
        let mut moved = vec![NONE; self.kept.nodes.len()];
        let old_skipped = std::mem::take(&mut self.kept.skipped);
        let mut next = 0;
        for index in 0..self.kept.nodes.len() {
            let mut node = self.kept.nodes[index];
            if usize::from(node.level) >= self.levels {
                continue;
            }
            moved[index] = next as u32;
            if node.parent != NONE {
                node.parent = moved[node.parent as usize];
            }
            let mut list = Vec::new();
            let mut entry = std::mem::replace(&mut node.skipped, NONE);
            while entry != NONE {
                list.push(old_skipped[entry as usize]);
                entry = old_skipped[entry as usize].before;
            }
            for skipped in list.into_iter().rev() {
                self.kept.skipped.push(Skipped { before: node.skipped, ..skipped });
                node.skipped = self.kept.skipped.len() as u32 - 1;
            }
            self.kept.nodes[next] = node;
            next += 1;
        }
        self.kept.nodes.truncate(next);
        self.beyond += self.path.len().saturating_sub(self.levels);
        self.path.truncate(self.levels);
        self.path.iter_mut().for_each(|index| *index = moved[*index as usize]);
    }
}

impl<G: Game> Observer<G> for Recorder<G> {
    fn iteration(&mut self, _: Depth) {
        if !self.all_iterations {
            *self = Recorder::new(self.limit, false);
        }
    }

    fn enter(&mut self, _: &G, visit: Visit<G::Move>) {
        if self.kept.nodes.len() >= self.limit && self.path.len() < self.levels && self.levels > 1 {
            self.make_room();
        }
        let parent = self.path.last().copied().unwrap_or(NONE);
        if self.path.len() < self.levels && self.beyond == 0 {
            self.kept.nodes.push(Node::new(visit, parent, self.path.len()));
            self.path.push(self.kept.nodes.len() as u32 - 1);
        } else {
            self.beyond += 1;
            self.kept.nodes[parent as usize].hidden += 1;
            self.kept.left_out += 1;
        }
    }

    fn pruned(&mut self, mv: G::Move, technique: Technique) {
        if self.beyond == 0
            && let Some(&index) = self.path.last()
        {
            let node = &mut self.kept.nodes[index as usize];
            let before = std::mem::replace(&mut node.skipped, self.kept.skipped.len() as u32);
            self.kept.skipped.push(Skipped { mv, technique, before });
        }
    }

    fn leave(&mut self, value: Score, reason: Reason) {
        if self.beyond > 0 {
            self.beyond -= 1;
        } else if let Some(index) = self.path.pop() {
            let node = &mut self.kept.nodes[index as usize];
            node.value = value.value() as i16;
            node.reason = Some(reason);
        }
    }

    // One tree, one thread: those of other threads are not kept.
    fn fork(&self) -> Recorder<G> {
        Recorder::new(0, self.all_iterations)
    }

    fn join(&mut self, other: Recorder<G>) {
        self.kept.left_out += other.kept.left_out + other.kept.nodes.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A million nodes must fit the memory of any machine.
    #[test]
    fn a_node_is_small() {
        assert!(size_of::<Node<chess::Move>>() <= 44, "{}", size_of::<Node<chess::Move>>());
    }
}
