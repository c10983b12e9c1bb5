//! Watching a search without affecting it.

use game::{Game, Score};

use crate::{Depth, Technique};

/// Which part of the tree a node belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The root.
    Root,
    /// A node on what is expected to be the principal variation.
    Principal,
    /// A node that is expected to be cut or to fail low.
    Other,
    /// The quiescence search below a leaf.
    Quiescence,
}

/// Why a node is visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Purpose {
    /// To find its value.
    Search,
    /// A first search at reduced depth.
    Reduced,
    /// A re-search, because the first one failed high.
    Again,
    /// To see what the opponent can do with a free move.
    NullMove,
    /// To see whether a capture holds against a raised window.
    ProbCut,
    /// To see whether one move is much better than all others.
    Singular,
}

/// A node as it is entered.
#[derive(Clone, Copy, Debug)]
pub struct Visit<M> {
    /// The distance from the root.
    pub ply: usize,
    /// How much deeper the search will go.
    pub depth: Depth,
    /// The lower end of the window.
    pub alpha: Score,
    /// The upper end of the window.
    pub beta: Score,
    /// The part of the tree.
    pub part: Part,
    /// The move that led here; `None` at the root and after a null move.
    pub mv: Option<M>,
    /// Why.
    pub purpose: Purpose,
}

/// Why a node was left with the value it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Reason {
    /// All moves were searched, or pruned one by one.
    Searched,
    /// A move failed high, better than the opponent will allow: its rank in the order, from 1.
    Cut(u32),
    /// The game is over.
    GameOver,
    /// The position occurred before.
    Repetition,
    /// The evaluator knows the value for certain.
    Known,
    /// No depth is left: the static evaluation of the position.
    Leaf,
    /// In quiescence, the static evaluation already fails high.
    StandPat,
    /// A technique cut the whole node.
    Technique(Technique),
}

/// Sees every node, window, value, cut and its reason. [`Blind`] sees nothing and costs nothing.
///
/// Every [`Observer::enter`] is followed by its [`Observer::leave`], nested like the tree, except that a stopped search
/// no longer calls `leave`.
pub trait Observer<G: Game>: Send {
    /// A new iteration begins.
    #[inline(always)]
    fn iteration(&mut self, depth: Depth) {
        let _ = depth;
    }

    /// A node is entered.
    #[inline(always)]
    fn enter(&mut self, position: &G, visit: Visit<G::Move>) {
        let _ = (position, visit);
    }

    /// The table was probed for the node.
    #[inline(always)]
    fn table(&mut self, hit: bool) {
        let _ = hit;
    }

    /// A move is pruned by a technique.
    #[inline(always)]
    fn pruned(&mut self, mv: G::Move, technique: Technique) {
        let _ = (mv, technique);
    }

    /// The node entered last is left.
    #[inline(always)]
    fn leave(&mut self, value: Score, reason: Reason) {
        let _ = (value, reason);
    }

    /// An observer for another thread of the same search.
    fn fork(&self) -> Self;

    /// Adds what the observer of another thread has seen.
    fn join(&mut self, other: Self);
}

/// Sees nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<G: Game> Observer<G> for Blind {
    fn fork(&self) -> Blind {
        Blind
    }

    fn join(&mut self, _: Blind) {}
}
