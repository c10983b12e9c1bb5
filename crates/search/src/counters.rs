//! The observer that counts.

use std::collections::BTreeMap;

use game::{Game, Score};

use crate::{Depth, Observer, Part, Purpose, Reason, Technique, Visit};

/// How many ranks of cutting moves are distinguished.
const RANKS: usize = 16;

/// What happened in a search, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes by [`Part`]: root, principal variation, other, quiescence.
    nodes: [u64; 4],
    /// Nodes of each iteration, of this thread alone.
    iterations: Vec<u64>,
    /// Nodes entered and not left: none, unless the search was stopped in the middle.
    open: u64,
    /// Positions that were evaluated statically or ended the game: the leaves of the textbook.
    pub leaves: u64,
    /// Cuts by a move, by its rank in the order: `[0]` is the first move; the last counts all the rest.
    pub cuts_by_rank: [u64; RANKS],
    /// Whole nodes cut, by technique.
    cut_nodes: BTreeMap<Technique, u64>,
    /// Moves not searched, by technique.
    pruned_moves: BTreeMap<Technique, u64>,
    /// Nodes left because of a repetition.
    pub repetitions: u64,
    /// How often the table was probed.
    pub table_probes: u64,
    /// How often it knew the position.
    pub table_hits: u64,
    /// Moves searched again because the first search failed high.
    pub researches: u64,
}

impl Counters {
    /// All nodes.
    pub fn total(&self) -> u64 {
        self.nodes.iter().sum()
    }

    /// The nodes of a part of the tree.
    pub fn nodes(&self, part: Part) -> u64 {
        self.nodes[part as usize]
    }

    /// All cuts by a move.
    pub fn cuts(&self) -> u64 {
        self.cuts_by_rank.iter().sum()
    }

    /// Nodes that a technique cut whole.
    pub fn cut_nodes(&self, technique: Technique) -> u64 {
        self.cut_nodes.get(&technique).copied().unwrap_or(0)
    }

    /// Moves that a technique pruned.
    pub fn pruned_moves(&self, technique: Technique) -> u64 {
        self.pruned_moves.get(&technique).copied().unwrap_or(0)
    }

    /// The factor by which the last finished iteration was larger than the one before: what one more ply costs.
    pub fn effective_branching_factor(&self) -> Option<f64> {
        let unfinished = self.open > 0 || self.iterations.last() == Some(&0);
        match self.iterations[..self.iterations.len() - usize::from(unfinished)] {
            [.., before, last] if before > 0 => Some(last as f64 / before as f64),
            _ => None,
        }
    }

    /// Name and value of every counter that is not 0, for printing and JSON.
    pub fn rows(&self) -> Vec<(String, f64)> {
        let mut rows = vec![("nodes".to_string(), self.total() as f64)];
        let parts = [Part::Root, Part::Principal, Part::Other, Part::Quiescence];
        let names = ["root", "principal", "other", "quiescence"];
        rows.extend(parts.iter().zip(names).map(|(&part, name)| (format!("nodes.{name}"), self.nodes(part) as f64)));
        rows.push(("leaves".to_string(), self.leaves as f64));
        rows.push(("cuts".to_string(), self.cuts() as f64));
        for (index, &count) in self.cuts_by_rank.iter().enumerate() {
            let rank = if index + 1 == RANKS { format!("{RANKS}+") } else { (index + 1).to_string() };
            rows.push((format!("cuts.rank-{rank}"), count as f64));
        }
        rows.extend(self.cut_nodes.iter().map(|(t, &count)| (format!("cut-nodes.{}", t.name()), count as f64)));
        rows.extend(self.pruned_moves.iter().map(|(t, &count)| (format!("pruned-moves.{}", t.name()), count as f64)));
        rows.push(("repetitions".to_string(), self.repetitions as f64));
        rows.push(("table.probes".to_string(), self.table_probes as f64));
        rows.push(("table.hits".to_string(), self.table_hits as f64));
        rows.push(("researches".to_string(), self.researches as f64));
        if let Some(factor) = self.effective_branching_factor() {
            rows.push(("effective-branching-factor".to_string(), (factor * 100.0).round() / 100.0));
        }
        rows.retain(|(_, value)| *value != 0.0);
        rows
    }
}

impl<G: Game> Observer<G> for Counters {
    fn iteration(&mut self, _: Depth) {
        self.iterations.push(0);
        self.open = 0;
    }

    fn enter(&mut self, _: &G, visit: Visit<G::Move>) {
        self.nodes[visit.part as usize] += 1;
        if let Some(last) = self.iterations.last_mut() {
            *last += 1;
        }
        self.open += 1;
        self.researches += u64::from(visit.purpose == Purpose::Again);
    }

    fn table(&mut self, hit: bool) {
        self.table_probes += 1;
        self.table_hits += u64::from(hit);
    }

    fn pruned(&mut self, _: G::Move, technique: Technique) {
        *self.pruned_moves.entry(technique).or_default() += 1;
    }

    fn leave(&mut self, _: Score, reason: Reason) {
        self.open = self.open.saturating_sub(1);
        match reason {
            Reason::Searched => {}
            Reason::Cut(rank) => self.cuts_by_rank[(rank as usize - 1).min(RANKS - 1)] += 1,
            Reason::GameOver | Reason::Known | Reason::Leaf | Reason::StandPat => self.leaves += 1,
            Reason::Repetition => self.repetitions += 1,
            Reason::Technique(technique) => *self.cut_nodes.entry(technique).or_default() += 1,
        }
    }

    fn fork(&self) -> Counters {
        Counters::default()
    }

    fn join(&mut self, other: Counters) {
        let add = |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        add(&mut self.nodes, &other.nodes);
        add(&mut self.cuts_by_rank, &other.cuts_by_rank);
        self.leaves += other.leaves;
        self.repetitions += other.repetitions;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.researches += other.researches;
        for (technique, count) in other.cut_nodes {
            *self.cut_nodes.entry(technique).or_default() += count;
        }
        for (technique, count) in other.pruned_moves {
            *self.pruned_moves.entry(technique).or_default() += count;
        }
    }
}
