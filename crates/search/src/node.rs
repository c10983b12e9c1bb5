//! What one node of the tree knows.

use game::{Game, Score};

use crate::history::Action;
use crate::picker::Lists;
use crate::{Depth, Part, Purpose};

/// The kind of a node, known to the compiler.
pub(crate) trait Kind {
    /// Is its value expected to lie within the window?
    const PRINCIPAL: bool;
    /// What the observer calls it.
    const PART: Part;
    /// The kind of its first child.
    type Next: Kind;
}

/// A PV node: the window is open.
pub(crate) struct Principal;
/// A non-PV node: the window is null, and only the side on which the value lies matters.
pub(crate) struct Other;

impl Kind for Principal {
    const PRINCIPAL: bool = true;
    const PART: Part = Part::Principal;
    type Next = Principal;
}

impl Kind for Other {
    const PRINCIPAL: bool = false;
    const PART: Part = Part::Other;
    type Next = Other;
}

/// What a node is asked.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub alpha: Score,
    pub beta: Score,
    pub depth: Depth,
    pub ply: usize,
    /// Is this expected to be a cut node? Then reductions may be bolder.
    pub cut_expected: bool,
    pub purpose: Purpose,
}

impl Node {
    /// The child to be searched with the window (`alpha`, `beta`), seen from this node.
    #[inline]
    pub fn child(&self, alpha: Score, beta: Score, depth: Depth, purpose: Purpose) -> Node {
        Node { alpha: -beta, beta: -alpha, depth, ply: self.ply + 1, cut_expected: false, purpose }
    }

    #[inline]
    pub fn expecting_cut(self, cut_expected: bool) -> Node {
        Node { cut_expected, ..self }
    }
}

/// The search was stopped, so there is no value; carried up by `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// A move that is being tried.
#[derive(Clone, Copy)]
pub(crate) struct Trial<M> {
    pub mv: M,
    pub quiet: bool,
    /// Its place in the order, from 1.
    pub rank: u32,
    /// What the histories say about it; 0 for noisy moves.
    pub history: i32,
}

/// How far a move is searched.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    /// The move's place in the order, from 1.
    pub rank: u32,
    pub depth: Depth,
    /// How many plies less at first.
    pub reduction: i32,
}

/// The best of the moves searched so far, and the lower end of the window that it leaves to the others.
#[derive(Clone, Copy)]
pub(crate) struct Best<M> {
    pub value: Score,
    /// `None` as long as no move has raised alpha.
    pub mv: Option<M>,
    pub alpha: Score,
}

impl<M> Best<M> {
    /// Before any move has been searched.
    #[inline]
    pub fn none(alpha: Score) -> Best<M> {
        Best { value: -Score::INFINITY, mv: None, alpha }
    }
}

/// What is kept for each ply of the line.
pub(crate) struct Frame<G: Game> {
    /// The static evaluation of the position; `None` in check.
    pub judgement: Option<Score>,
    /// The move that is being searched here, and its number in the histories; `None` for a null move.
    pub mv: Option<G::Move>,
    pub action: Option<Action>,
    /// The material that move gained; 0 for a quiet one.
    pub gain: i32,
    pub killers: [Option<G::Move>; 2],
    /// The move excluded by a singular search, which asks what the position is worth without it.
    pub excluded: Option<G::Move>,
    /// The best line found from here.
    pub pv: Vec<G::Move>,
    /// Moves tried here before the one that cut, for the histories.
    pub tried: Vec<G::Move>,
    pub lists: Lists<G::Move>,
}

impl<G: Game> Frame<G> {
    pub fn new() -> Frame<G> {
        Frame {
            judgement: None,
            mv: None,
            action: None,
            gain: 0,
            killers: [None; 2],
            excluded: None,
            pv: Vec::new(),
            tried: Vec::new(),
            lists: Lists::default(),
        }
    }
}
