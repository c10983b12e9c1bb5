//! The views of a game as a net that is updated by differences.
//!
//! Each clause counts its conditions that do not hold, each view the clauses that do. When a fact changes, only what it touches
//! is visited, views in an order in which none is visited twice. Views that depend on themselves are worked out together,
//! from nothing, when something that they need has changed.
//!
//! Bits are numbered so that each kind begins at a word: facts, views, the legal moves of each player, the end.

use std::collections::HashMap;

use crate::clauses::{Atoms, Formula, Lit, atom};
use crate::graph::components;

/// How many of a clause's conditions do not hold, and what follows from it.
#[derive(Clone, Copy, Debug)]
struct Clause {
    head: u32,
    missing: u32,
}

/// Views that depend on each other.
#[derive(Clone, Debug, Default)]
struct Block {
    views: Vec<u32>,
    /// Clauses with the number of their conditions inside the block.
    clauses: Vec<(u32, u32)>,
    /// For each view of the block the clauses, by their number here, that need it.
    feeds: Vec<Vec<u32>>,
}

/// The net. What changes from position to position is in [`Machine`].
pub struct Net {
    /// Words of facts.
    pub fact_words: usize,
    /// The bit where the moves of each player begin.
    pub moves: Vec<usize>,
    /// The bit of the end.
    pub terminal: usize,
    /// The bit after the last.
    pub end: usize,
    first_view: usize,
    first_sink: usize,
    direct_at: Vec<u32>,
    direct: Vec<u32>,
    fan_at: Vec<u32>,
    fan: Vec<u32>,
    /// The block of each view, + 1.
    block_of: Vec<u32>,
    blocks: Vec<Block>,
    start: Machine,
    /// The bit of each atom that is in the net.
    bits: HashMap<u32, u32>,
}

/// The state of the net at a position.
#[derive(Clone, Default)]
pub struct Machine {
    /// What is true.
    pub truth: Vec<u64>,
    clauses: Vec<Clause>,
    support: Vec<u32>,
    dirty: Vec<u64>,
    /// The words of `dirty` that may have bits: from, to.
    span: (usize, usize),
    /// Conditions that were looked at so far.
    pub work: u64,
}

fn round_up(bit: usize) -> usize {
    bit.div_ceil(64) * 64
}

/// The atoms that formulas need, with all that those need.
pub fn needed<'a>(atoms: &Atoms, formulas: impl Iterator<Item = &'a Formula>) -> Vec<u32> {
    let mut seen = vec![false; atoms.sentences.len()];
    let mut open: Vec<u32> = formulas.flatten().flatten().map(|lit| lit >> 1).collect();
    let mut found = Vec::new();
    while let Some(number) = open.pop() {
        if (number as usize) < seen.len() && !std::mem::replace(&mut seen[number as usize], true) {
            found.push(number);
            open.extend(atoms.views[number as usize].iter().flatten().map(|lit| lit >> 1));
        }
    }
    found.sort_unstable();
    found
}

impl Net {
    /// The net for the legal moves, the end, and the views that `others` need.
    pub fn new(atoms: &Atoms, legal: &[Vec<Formula>], terminal: &Formula, others: &[&Formula]) -> Net {
        let roots = legal.iter().flatten().chain([terminal]).chain(others.iter().copied());
        let views: Vec<u32> =
            needed(atoms, roots).into_iter().filter(|&number| number as usize >= atoms.facts).collect();
        let place: HashMap<u32, u32> = (0..).zip(&views).map(|(place, &view)| (view, place)).collect();
        let edges: Vec<Vec<u32>> = views
            .iter()
            .map(|&view| {
                atoms.views[view as usize].iter().flatten().filter_map(|lit| place.get(&(lit >> 1)).copied()).collect()
            })
            .collect();
        let order = components(&edges);
        let first_view = round_up(atoms.facts);
        let mut bits: HashMap<u32, u32> = (0..atoms.facts as u32).map(|fact| (fact, fact)).collect();
        let mut bit = first_view as u32;
        for &member in order.iter().flatten() {
            bits.insert(views[member as usize], bit);
            bit += 1;
        }
        let first_sink = round_up(bit as usize);
        let mut end = first_sink;
        let mut moves = Vec::new();
        for formulas in legal {
            moves.push(end);
            end = round_up(end + formulas.len());
        }
        let net = Net {
            fact_words: first_view / 64,
            moves,
            terminal: end,
            end: end + 64,
            first_view,
            first_sink,
            direct_at: Vec::new(),
            direct: Vec::new(),
            fan_at: Vec::new(),
            fan: Vec::new(),
            block_of: vec![0; first_sink - first_view],
            blocks: Vec::new(),
            start: Machine::default(),
            bits,
        };
        net.wire(atoms, legal, terminal, &order, &views, &edges)
    }

    /// Only the bits, for a prover to set: facts, the moves of each player, the end.
    pub fn bare(facts: usize, moves: &[usize]) -> Net {
        let first_view = round_up(facts);
        let mut net = Net {
            fact_words: first_view / 64,
            moves: Vec::new(),
            terminal: 0,
            end: first_view,
            first_view,
            first_sink: first_view,
            direct_at: Vec::new(),
            direct: Vec::new(),
            fan_at: Vec::new(),
            fan: Vec::new(),
            block_of: Vec::new(),
            blocks: Vec::new(),
            start: Machine::default(),
            bits: HashMap::new(),
        };
        for &count in moves {
            net.moves.push(net.end);
            net.end = round_up(net.end + count);
        }
        (net.terminal, net.end) = (net.end, net.end + 64);
        net.start.truth = vec![0; net.end / 64];
        net
    }

    /// The literal with the bit of its atom; `None` if that is not in the net.
    pub fn literal(&self, lit: Lit) -> Option<Lit> {
        self.bits.get(&(lit >> 1)).map(|bit| bit * 2 + (lit & 1))
    }

    fn wire(
        mut self,
        atoms: &Atoms,
        legal: &[Vec<Formula>],
        terminal: &Formula,
        order: &[Vec<u32>],
        views: &[u32],
        edges: &[Vec<u32>],
    ) -> Net {
        let mut heads: Vec<(u32, &Formula)> = Vec::new();
        for members in order {
            if members.len() > 1 || edges[members[0] as usize].contains(&members[0]) {
                let block: Vec<u32> = members.iter().map(|&member| self.bits[&views[member as usize]]).collect();
                for &bit in &block {
                    self.block_of[bit as usize - self.first_view] = self.blocks.len() as u32 + 1;
                }
                let feeds = vec![Vec::new(); block.len()];
                self.blocks.push(Block { views: block, clauses: Vec::new(), feeds });
            }
            heads.extend(members.iter().map(|&member| {
                let view = views[member as usize];
                (self.bits[&view], &atoms.views[view as usize])
            }));
        }
        for (role, formulas) in legal.iter().enumerate() {
            heads.extend((self.moves[role] as u32..).zip(formulas));
        }
        heads.push((self.terminal as u32, terminal));
        let (mut direct, mut fan) = (vec![Vec::new(); self.end], vec![Vec::new(); self.end]);
        let mut start = Machine { truth: vec![0; self.end / 64], support: vec![0; self.end], ..Machine::default() };
        start.dirty = vec![0; (self.first_sink - self.first_view) / 64];
        for (head, formula) in heads {
            let block = self.block(head as usize);
            for clause in formula {
                let lits: Vec<Lit> = clause.iter().map(|lit| self.bits[&(lit >> 1)] * 2 + (lit & 1)).collect();
                let inside = |lit: &Lit| block.is_some() && self.block(atom(*lit)) == block;
                let (own, outer): (Vec<Lit>, Vec<Lit>) = lits.into_iter().partition(inside);
                if let ([lit], None) = (&outer[..], block) {
                    direct[atom(*lit)].push(head * 2 + (lit & 1));
                    start.support[head as usize] += lit & 1;
                    continue;
                }
                let number = start.clauses.len() as u32;
                outer.iter().for_each(|lit| fan[atom(*lit)].push(number * 2 + (lit & 1)));
                let missing = outer.iter().filter(|&lit| lit & 1 == 0).count() as u32;
                start.clauses.push(Clause { head, missing });
                start.support[head as usize] += u32::from(missing == 0);
                if let Some(block) = block {
                    let block = &mut self.blocks[block];
                    for lit in &own {
                        let at = block.views.iter().position(|&bit| bit == lit >> 1).expect("a view of the block");
                        block.feeds[at].push(block.clauses.len() as u32);
                    }
                    block.clauses.push((number, own.len() as u32));
                }
            }
        }
        (self.direct_at, self.direct) = flatten(&direct);
        (self.fan_at, self.fan) = flatten(&fan);
        // At first no fact is true: what follows from that.
        for bit in self.first_sink..self.end {
            start.truth[bit / 64] |= u64::from(start.support[bit] > 0) << (bit % 64);
        }
        start.dirty.fill(u64::MAX);
        start.span = (0, start.dirty.len());
        self.settle(&mut start);
        self.start = start;
        self
    }

    /// The block that a bit belongs to.
    #[inline]
    fn block(&self, bit: usize) -> Option<usize> {
        let view = bit.checked_sub(self.first_view)?;
        self.block_of.get(view).copied().unwrap_or(0).checked_sub(1).map(|block| block as usize)
    }

    /// A machine at the position without facts.
    pub fn machine(&self) -> Machine {
        self.start.clone()
    }

    /// How many views and clauses there are.
    pub fn size(&self) -> (usize, usize) {
        (self.bits.len(), self.start.clauses.len() + self.direct.len())
    }

    /// Brings a machine to a position.
    #[inline]
    pub fn go_to(&self, machine: &mut Machine, facts: &[u64]) {
        for (word, &wanted) in facts.iter().enumerate().take(self.fact_words) {
            let mut changed = machine.truth[word] ^ wanted;
            while changed != 0 {
                let bit = word * 64 + changed.trailing_zeros() as usize;
                changed &= changed - 1;
                self.flip(machine, bit);
            }
        }
        self.settle(machine);
    }

    /// Turns a bit over and tells everybody who needs it.
    #[inline]
    fn flip(&self, machine: &mut Machine, bit: usize) {
        machine.truth[bit / 64] ^= 1 << (bit % 64);
        let now = (machine.truth[bit / 64] >> (bit % 64) & 1) as u32;
        let direct = self.direct_at[bit] as usize..self.direct_at[bit + 1] as usize;
        let fan = self.fan_at[bit] as usize..self.fan_at[bit + 1] as usize;
        machine.work += (direct.len() + fan.len()) as u64;
        for &entry in &self.direct[direct] {
            self.support(machine, (entry >> 1) as usize, now ^ (entry & 1) == 1);
        }
        for &entry in &self.fan[fan] {
            let clause = &mut machine.clauses[(entry >> 1) as usize];
            let head = clause.head as usize;
            if now ^ (entry & 1) == 1 {
                clause.missing -= 1;
                if clause.missing == 0 {
                    self.support(machine, head, true);
                }
            } else {
                clause.missing += 1;
                if clause.missing == 1 {
                    self.support(machine, head, false);
                }
            }
        }
    }

    /// A clause for `head` has come to hold, or holds no more.
    #[inline]
    fn support(&self, machine: &mut Machine, head: usize, more: bool) {
        let support = &mut machine.support[head];
        let changed = if more {
            *support += 1;
            *support == 1
        } else {
            *support -= 1;
            *support == 0
        };
        if head >= self.first_sink {
            machine.truth[head / 64] ^= u64::from(changed) << (head % 64);
        } else if changed || self.block_of[head - self.first_view] != 0 {
            let view = head - self.first_view;
            // A block is noted at its first view.
            let view = match self.block_of[view] {
                0 => view,
                block => self.blocks[block as usize - 1].views[0] as usize - self.first_view,
            };
            machine.dirty[view / 64] |= 1 << (view % 64);
            machine.span = (machine.span.0.min(view / 64), machine.span.1.max(view / 64 + 1));
        }
    }

    /// Visits the views that may have changed, in order.
    #[inline]
    fn settle(&self, machine: &mut Machine) {
        let mut word = machine.span.0;
        while word < machine.span.1 {
            while machine.dirty[word] != 0 {
                let view = word * 64 + machine.dirty[word].trailing_zeros() as usize;
                machine.dirty[word] &= machine.dirty[word] - 1;
                let bit = view + self.first_view;
                match self.block_of[view] {
                    0 => {
                        let now = machine.support[bit] > 0;
                        if now != (machine.truth[bit / 64] >> (bit % 64) & 1 == 1) {
                            self.flip(machine, bit);
                        }
                    }
                    block => self.work_out(machine, &self.blocks[block as usize - 1]),
                }
            }
            word += 1;
        }
        machine.span = (usize::MAX, 0);
    }

    /// The least set of true views of a block.
    fn work_out(&self, machine: &mut Machine, block: &Block) {
        machine.work += (block.clauses.len() + block.views.len()) as u64;
        let mut left: Vec<u32> = block.clauses.iter().map(|&(_, inside)| inside).collect();
        let mut now = vec![false; block.views.len()];
        let first = block.views[0];
        let mut open: Vec<usize> = Vec::new();
        // Views of a block have consecutive bits.
        let conclude = |clause: u32, now: &mut Vec<bool>, open: &mut Vec<usize>| {
            let view = (machine.clauses[clause as usize].head - first) as usize;
            if !std::mem::replace(&mut now[view], true) {
                open.push(view);
            }
        };
        let holds = |clause: u32| machine.clauses[clause as usize].missing == 0;
        for &(clause, inside) in &block.clauses {
            if inside == 0 && holds(clause) {
                conclude(clause, &mut now, &mut open);
            }
        }
        while let Some(view) = open.pop() {
            for &number in &block.feeds[view] {
                left[number as usize] -= 1;
                let clause = block.clauses[number as usize].0;
                if left[number as usize] == 0 && holds(clause) {
                    conclude(clause, &mut now, &mut open);
                }
            }
        }
        for (&bit, now) in block.views.iter().zip(now) {
            let bit = bit as usize;
            if now != (machine.truth[bit / 64] >> (bit % 64) & 1 == 1) {
                self.flip(machine, bit);
            }
        }
    }
}

fn flatten(lists: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0];
    let mut flat = Vec::new();
    for list in lists {
        flat.extend(list);
        starts.push(flat.len() as u32);
    }
    (starts, flat)
}
