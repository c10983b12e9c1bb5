//! Watching a search without disturbing it.

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
    /// A first look at reduced depth.
    Reduced,
    /// Again, because the first look was surprising.
    Again,
    /// To see whether the opponent can use a free move.
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
    /// A move was too good for the opponent to allow: its rank in the order, from 1.
    Cut(u32),
    /// The game is over.
    GameOver,
    /// The position occurred before.
    Repetition,
    /// The evaluator knows the value for certain.
    Known,
    /// The depth is used up: the judgement of the position.
    Leaf,
    /// In quiescence, doing nothing is good enough.
    StandPat,
    /// A technique cut the whole node.
    Technique(Technique),
}

/// Sees every node, window, value, cut and its reason. [`Blind`] sees nothing and costs nothing.
///
/// Every [`Observer::enter`] is followed by its [`Observer::leave`], nested as the tree is, except that a stopped search
/// leaves nothing more.
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

    /// The table was asked about the node.
    #[inline(always)]
    fn table(&mut self, hit: bool) {
        let _ = hit;
    }

    /// A move is not searched because of a technique.
    #[inline(always)]
    fn pruned(&mut self, mv: G::Move, technique: Technique) {
        let _ = (mv, technique);
    }

    /// The node entered last is left.
    #[inline(always)]
    fn leave(&mut self, value: Score, reason: Reason) {
        let _ = (value, reason);
    }

    /// The observer of one more thread of the same search.
    fn fork(&self) -> Self;

    /// Takes over what the observer of another thread has seen.
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
