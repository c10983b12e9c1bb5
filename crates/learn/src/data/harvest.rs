//! Positions from inside the tree of a search.
//!
//! A search of a thousand nodes for one move looks at hundreds of positions on the way, and some of them get a small search of their own:
//! those with many nodes below them. Their values are a by-product. Some are exact; most are bounds, because the search asked no more
//! than whether the position is better or worse than something, and those teach in one direction only. J. Veness et al., *Bootstrapping
//! from Game Tree Search*, 2009, learned the weights of a linear evaluation so.

use game::{Game, Key, Score};
use search::{Bound, Observer, Part, Purpose, Reason, Visit};

/// A position below that of a ply, and what the search found there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found<M> {
    key: Key,
    /// The nodes of its own search.
    nodes: u64,
    /// The moves that lead there from the root.
    pub line: Vec<M>,
    /// The value for the side to move there.
    pub score: Score,
    /// Is the value exact?
    pub bound: Bound,
    /// Is the side to move in check, or forced to capture?
    pub tense: bool,
}

/// A node that has been entered and not left yet.
struct Open {
    nodes_before: u64,
    alpha: Score,
    beta: Score,
    /// Is it a position of the game whose value is asked for? What is asked below a null move, or with a move forbidden, is not.
    counts: bool,
    key: Key,
    tense: bool,
    ply: usize,
}

/// Keeps the positions of a search's last iteration that had at least `least` nodes of their own; none if that is 0.
pub(super) struct Harvester<G: Game> {
    least: u64,
    nodes: u64,
    open: Vec<Open>,
    /// The moves from the root to the node entered last; `None` is a null move.
    line: Vec<Option<G::Move>>,
    found: Vec<Found<G::Move>>,
}

impl<G: Game> Harvester<G> {
    pub fn new(least: u64) -> Harvester<G> {
        Harvester { least, nodes: 0, open: Vec::new(), line: Vec::new(), found: Vec::new() }
    }

    /// What was found since the last time. Of a position that was searched more than once the largest search counts.
    pub fn take(&mut self) -> Vec<Found<G::Move>> {
        // A stopped search leaves nodes without telling.
        self.open.clear();
        let mut found = std::mem::take(&mut self.found);
        found.sort_by_key(|one| (one.key, std::cmp::Reverse(one.nodes)));
        found.dedup_by_key(|one| one.key);
        found
    }
}

impl<G: Game> Observer<G> for Harvester<G> {
    #[inline(always)]
    fn iteration(&mut self, _: search::Depth) {
        // The values of the last iteration are the best; all others were looked at again, or deserve no more.
        self.found.clear();
        self.open.clear();
    }

    #[inline(always)]
    fn enter(&mut self, position: &G, visit: Visit<G::Move>) {
        if self.least == 0 {
            return;
        }
        self.nodes += 1;
        let Visit { ply, alpha, beta, part, mv, purpose, .. } = visit;
        self.line.truncate(ply.saturating_sub(1));
        if ply > 0 {
            self.line.push(mv);
        }
        let counts = part != Part::Quiescence
            && part != Part::Root
            && purpose != Purpose::Singular
            && self.line.iter().all(Option::is_some);
        let tense = counts && (!position.is_calm() || position.in_check());
        self.open.push(Open { nodes_before: self.nodes, alpha, beta, counts, key: position.key(), tense, ply });
    }

    #[inline(always)]
    fn leave(&mut self, value: Score, _: Reason) {
        if self.least == 0 {
            return;
        }
        let Some(Open { nodes_before, alpha, beta, counts, key, tense, ply }) = self.open.pop() else { return };
        let nodes = self.nodes - nodes_before + 1;
        if counts && nodes >= self.least && !value.is_decided() {
            let bound = Bound::of(value, alpha, beta);
            let line = self.line[..ply].iter().flatten().copied().collect();
            self.found.push(Found { key, nodes, line, score: value, bound, tense });
        }
    }

    fn fork(&self) -> Harvester<G> {
        Harvester::new(self.least)
    }

    fn join(&mut self, mut other: Harvester<G>) {
        self.found.append(&mut other.found);
    }
}
