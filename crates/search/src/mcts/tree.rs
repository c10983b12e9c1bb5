//! The tree of Monte-Carlo tree search: nodes in one array, the choice of a child, the way back up.
//!
//! All values are the *first player's*, whoever is to move: nothing changes sign on the way.

use std::ops::Range;

use game::{Game, Outcome, Side};

use super::Settings;
use super::playout::Playout;

/// A node's place in the array.
pub(super) type NodeId = u32;

/// What is certain about a node's value: not below `low`, not above `high`. −1 is a loss of the first player, 0 a
/// draw, 1 a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    low: i8,
    high: i8,
}

impl Bounds {
    const OPEN: Bounds = Bounds { low: -1, high: 1 };

    pub fn exactly(value: i8) -> Bounds {
        Bounds { low: value, high: value }
    }

    pub fn of_outcome(outcome: Outcome) -> Bounds {
        Bounds::exactly(match outcome.winner() {
            Some(side) => side.view(1),
            None => 0,
        })
    }

    /// The value, if nothing is left open.
    pub fn exact(self) -> Option<i8> {
        self.is_exact().then_some(self.low)
    }

    #[inline]
    pub fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// From the view of `side`.
    #[inline]
    fn seen_by(self, side: Side) -> Bounds {
        match side {
            Side::First => self,
            Side::Second => Bounds { low: -self.high, high: -self.low },
        }
    }

    /// A result moved into the bounds: a position with a certain draw cannot be worth less than one.
    #[inline]
    fn clamp(self, value: f64) -> f64 {
        value.clamp(f64::from(self.low + 1) / 2.0, f64::from(self.high + 1) / 2.0)
    }
}

struct Node<M> {
    /// The move that leads here; nothing at the root.
    mv: Option<M>,
    first_child: NodeId,
    child_count: u16,
    action: u16,
    /// Who is to move here; known once the node is expanded.
    side: Side,
    bounds: Bounds,
    visits: u32,
    amaf_visits: u32,
    /// Sums of results.
    value: f64,
    amaf_value: f64,
}

/// All nodes; the children of a node lie side by side.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
}

impl<M: Copy> Tree<M> {
    pub const ROOT: NodeId = 0;

    pub fn new() -> Tree<M> {
        let mut tree = Tree { nodes: Vec::new() };
        tree.add(None, 0);
        tree
    }

    fn add(&mut self, mv: Option<M>, action: u16) {
        self.nodes.push(Node {
            mv,
            first_child: 0,
            child_count: 0,
            action,
            side: Side::First,
            bounds: Bounds::OPEN,
            visits: 0,
            amaf_visits: 0,
            value: 0.0,
            amaf_value: 0.0,
        });
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id as usize]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn visits(&self, id: NodeId) -> u32 {
        self.node(id).visits
    }

    pub fn bounds(&self, id: NodeId) -> Bounds {
        self.node(id).bounds
    }

    pub fn set_bounds(&mut self, id: NodeId, bounds: Bounds) {
        self.nodes[id as usize].bounds = bounds;
    }

    pub fn is_expanded(&self, id: NodeId) -> bool {
        self.node(id).child_count > 0
    }

    pub fn children(&self, id: NodeId) -> Range<NodeId> {
        let node = self.node(id);
        node.first_child..node.first_child + NodeId::from(node.child_count)
    }

    /// The move that leads to a node below the root.
    pub fn move_to(&self, id: NodeId) -> M {
        self.node(id).mv.expect("every node but the root has a move")
    }

    /// The mean result for `side`; exact if it is certain, ½ if nothing is known.
    pub fn mean(&self, id: NodeId, side: Side) -> f64 {
        let node = self.node(id);
        let mean = match node.bounds.exact() {
            Some(value) => f64::from(value + 1) / 2.0,
            None if node.visits == 0 => 0.5,
            None => node.value / f64::from(node.visits),
        };
        for_side(mean, side)
    }

    /// Adds the moves of a node, in the order in which they should first be tried.
    pub fn expand(&mut self, id: NodeId, side: Side, moves: impl Iterator<Item = (M, u16)>) {
        let first_child = self.nodes.len() as NodeId;
        for (mv, action) in moves {
            self.add(Some(mv), action);
        }
        let node_count = self.nodes.len() as NodeId;
        let node = &mut self.nodes[id as usize];
        (node.first_child, node.child_count, node.side) = (first_child, (node_count - first_child) as u16, side);
    }

    /// The child to follow: the greatest sum of value and uncertainty among those that can still change the node's
    /// value.
    pub fn select(&self, id: NodeId, settings: &Settings) -> NodeId {
        let node = self.node(id);
        let side = node.side;
        let low = node.bounds.seen_by(side).low;
        let log_visits = f64::from(node.visits.max(1)).ln();
        let untried = self.mean(id, side) + settings.first_play_urgency;
        let mut best = (f64::NEG_INFINITY, node.first_child);
        for child in self.children(id) {
            let Node { bounds, visits, amaf_visits, value, amaf_value, .. } = *self.node(child);
            // A child that is settled, or that cannot be better than what is certain already, teaches nothing.
            if bounds.is_exact() || bounds.seen_by(side).high <= low {
                continue;
            }
            let own = if visits > 0 { for_side(value / f64::from(visits), side) } else { untried };
            let mut estimate = own;
            if settings.amaf_equivalence > 0.0 && amaf_visits > 0 {
                let weight = (settings.amaf_equivalence / (3.0 * f64::from(visits) + settings.amaf_equivalence)).sqrt();
                let amaf = for_side(amaf_value / f64::from(amaf_visits), side);
                estimate = (1.0 - weight) * own + weight * amaf;
            }
            let uncertainty = (log_visits / f64::from(visits.max(1))).sqrt();
            let score = estimate + settings.exploration * uncertainty;
            if score > best.0 {
                best = (score, child);
            }
        }
        best.1
    }

    /// Counts a result on the whole path, from the leaf to the root, and passes on what has become certain.
    pub fn back_up(&mut self, path: &[NodeId], mut value: f64) {
        // Only a leaf that has just been settled can change anything above.
        let mut changed = path.last().is_some_and(|&leaf| self.bounds(leaf).is_exact());
        for &id in path.iter().rev() {
            if changed && self.is_expanded(id) {
                let bounds = self.bounds_by_children(id);
                changed = bounds != self.bounds(id);
                self.set_bounds(id, bounds);
            }
            let node = &mut self.nodes[id as usize];
            value = node.bounds.clamp(value);
            node.visits += 1;
            node.value += value;
        }
    }

    fn bounds_by_children(&self, id: NodeId) -> Bounds {
        let side = self.node(id).side;
        let start = Bounds { low: -1, high: -1 };
        self.children(id)
            .map(|child| self.node(child).bounds.seen_by(side))
            .fold(start, |best, child| Bounds { low: best.low.max(child.low), high: best.high.max(child.high) })
            .seen_by(side)
    }

    /// Counts a result for every move beside the path that was played later in the same playout by the same side.
    pub fn back_up_amaf<G: Game>(&mut self, path: &[NodeId], value: f64, playout: &Playout<G>) {
        for (ply, &id) in path.iter().enumerate() {
            let side = self.node(id).side;
            for child in self.children(id) {
                let node = &mut self.nodes[child as usize];
                if playout.played_from(side, usize::from(node.action), ply as u32) {
                    node.amaf_visits += 1;
                    node.amaf_value += value;
                }
            }
        }
    }

    /// The children as moves to play, the best first: certain wins, then by visits, certain losses last. A certain draw
    /// comes before everything that cannot be better, or does worse on average.
    pub fn ranked(&self, id: NodeId) -> Vec<NodeId> {
        let side = self.node(id).side;
        let mut ranked: Vec<NodeId> = self.children(id).collect();
        let certain = |child: NodeId| self.bounds(child).exact().map_or(0, |value| side.view(value));
        // The sort is stable: of equals the one that looked more promising from the start stays in front.
        ranked.sort_by_key(|&child| std::cmp::Reverse((certain(child), self.visits(child))));
        let draw = ranked.iter().position(|&child| self.bounds(child).exact() == Some(0));
        if let (Some(draw), Some(&first)) = (draw, ranked.first()) {
            let may_win = self.bounds(first).seen_by(side).high > 0 && self.mean(first, side) >= 0.5;
            if certain(first) == 0 && !may_win {
                ranked[..=draw].rotate_right(1);
            }
        }
        ranked
    }

    /// The best moves of both sides from a node down.
    pub fn line(&self, mut id: NodeId) -> Vec<M> {
        let mut line = Vec::new();
        while let Some(&best) = self.ranked(id).first().filter(|&&best| self.visits(best) > 0) {
            line.push(self.move_to(best));
            id = best;
        }
        line
    }
}

/// A result of the first player as `side` sees it.
#[inline]
fn for_side(value: f64, side: Side) -> f64 {
    match side {
        Side::First => value,
        Side::Second => 1.0 - value,
    }
}
