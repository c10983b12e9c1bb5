//! The effects of moves as the machine runs them.

use crate::clauses::{Formula, Lit, atom};
use crate::effects::{Change, Effects};
use crate::net::{Machine, Net};

/// What an operation does to its fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Set,
    Clear,
    SetIf,
    Assign,
}

#[derive(Clone, Copy, Debug)]
struct Operation {
    fact: u32,
    kind: Kind,
    /// Where its formula stands in the code.
    at: u32,
}

#[derive(Clone, Debug, Default)]
struct Routine {
    operations: Vec<Operation>,
    /// Where the shared conditions stand.
    shared: Vec<u32>,
    cyclic: bool,
    /// Does it ask for views?
    views: bool,
    /// The work that it makes, at most; more where conditions depend on each other.
    work: u32,
}

/// What the moves of one player do.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Formulas: the number of clauses, then each with its length before it.
    words: Vec<u32>,
    /// Facts that all moves clear, unless something sets them.
    cleared: Vec<u64>,
    /// Facts that something waits for.
    watched: Vec<u64>,
    /// For each fact what is set if it is true, and the rest of the clause holds.
    triggers: Vec<Vec<(u32, u32)>>,
    /// What is set if a formula holds.
    always: Vec<(u32, u32)>,
    common_views: bool,
    moves: Vec<Routine>,
}

struct Writer<'a> {
    net: &'a Net,
    /// Atoms from here on are the conditions that a move shares.
    first_shared: u32,
    words: Vec<u32>,
    views: bool,
}

impl Writer<'_> {
    fn lit(&mut self, lit: Lit) -> u32 {
        if let Some(own) = (lit >> 1).checked_sub(self.first_shared) {
            return (self.net.end as u32 + own) * 2 + (lit & 1);
        }
        let found = self.net.literal(lit).expect("all conditions of moves are in the net");
        self.views |= atom(found) >= self.net.fact_words * 64;
        found
    }

    fn formula(&mut self, formula: &Formula) -> u32 {
        let at = self.words.len() as u32;
        self.words.push(formula.len() as u32);
        for clause in formula {
            self.words.push(clause.len() as u32);
            for &lit in clause {
                let word = self.lit(lit);
                self.words.push(word);
            }
        }
        at
    }
}

impl Code {
    /// Writes the code of a player's moves. Atoms from `first_shared` on are what a move's changes share.
    pub fn new(effects: &Effects, net: &Net, facts: usize, first_shared: u32) -> Code {
        let mut writer = Writer { net, first_shared, words: Vec::new(), views: false };
        let mut code = Code {
            cleared: vec![0; net.fact_words],
            watched: vec![0; net.fact_words],
            triggers: vec![Vec::new(); facts],
            ..Code::default()
        };
        let mark = |words: &mut Vec<u64>, fact: u32| words[fact as usize / 64] |= 1 << (fact % 64);
        for (fact, formula) in &effects.common {
            if !formula.iter().any(|clause| clause[..] == [fact * 2]) {
                mark(&mut code.cleared, *fact);
            }
            for clause in formula.iter().filter(|clause| clause[..] != [fact * 2]) {
                let trigger = clause.iter().find(|&&lit| lit & 1 == 0 && atom(lit) < facts).map(|lit| lit >> 1);
                let rest: Vec<Lit> =
                    clause.iter().copied().filter(|&lit| Some(lit) != trigger.map(|fact| fact * 2)).collect();
                let at = writer.formula(&vec![rest]);
                match trigger {
                    Some(trigger) => {
                        mark(&mut code.watched, trigger);
                        code.triggers[trigger as usize].push((*fact, at));
                    }
                    None => code.always.push((*fact, at)),
                }
            }
        }
        code.common_views = std::mem::take(&mut writer.views);
        for effect in &effects.moves {
            writer.views = false;
            let begin = writer.words.len();
            let shared = effect.shared.iter().map(|formula| writer.formula(formula)).collect();
            let mut operations: Vec<Operation> = effect
                .changes
                .iter()
                .map(|(fact, change)| {
                    let (kind, at) = match change {
                        Change::Set => (Kind::Set, 0),
                        Change::Clear => (Kind::Clear, 0),
                        Change::SetIf(formula) => (Kind::SetIf, writer.formula(formula)),
                        Change::Assign(formula) => (Kind::Assign, writer.formula(formula)),
                    };
                    Operation { fact: *fact, kind, at }
                })
                .collect();
            operations.sort_unstable_by_key(|operation| operation.fact);
            let work = (operations.len() + writer.words.len() - begin + code.always.len()) as u32;
            code.moves.push(Routine { operations, shared, cyclic: effect.cyclic, views: writer.views, work });
        }
        code.words = writer.words;
        code
    }

    /// Must the machine be at the position before this move is made?
    #[inline]
    pub fn needs_views(&self, mv: usize) -> bool {
        self.common_views || self.moves[mv].views
    }

    /// The work that a move makes.
    #[inline]
    pub fn work(&self, mv: usize) -> u64 {
        u64::from(self.moves[mv].work)
    }

    /// Makes a move: `old` are the facts before it, `new` a copy that becomes those after it.
    #[inline]
    pub fn run(&self, mv: usize, net: &Net, machine: &Machine, shared: &mut Vec<bool>, old: &[u64], new: &mut [u64]) {
        let routine = &self.moves[mv];
        shared.clear();
        if !routine.shared.is_empty() {
            self.work_out_shared(routine, net, machine, shared, old);
        }
        for (word, cleared) in self.cleared.iter().enumerate() {
            new[word] &= !cleared;
        }
        for (word, watched) in self.watched.iter().enumerate() {
            let mut bits = old[word] & watched;
            while bits != 0 {
                let fact = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                for &(target, at) in &self.triggers[fact] {
                    if self.holds(at, net, machine, shared, old) {
                        new[target as usize / 64] |= 1 << (target % 64);
                    }
                }
            }
        }
        for &(target, at) in &self.always {
            if self.holds(at, net, machine, shared, old) {
                new[target as usize / 64] |= 1 << (target % 64);
            }
        }
        for operation in &routine.operations {
            let (word, bit) = (operation.fact as usize / 64, 1u64 << (operation.fact % 64));
            match operation.kind {
                Kind::Set => new[word] |= bit,
                Kind::Clear => new[word] &= !bit,
                Kind::SetIf => {
                    if self.holds(operation.at, net, machine, shared, old) {
                        new[word] |= bit;
                    }
                }
                Kind::Assign => {
                    new[word] &= !bit;
                    if self.holds(operation.at, net, machine, shared, old) {
                        new[word] |= bit;
                    }
                }
            }
        }
    }

    fn work_out_shared(&self, routine: &Routine, net: &Net, machine: &Machine, shared: &mut Vec<bool>, old: &[u64]) {
        shared.resize(routine.shared.len(), false);
        loop {
            let mut changed = false;
            for (number, &at) in routine.shared.iter().enumerate() {
                let now = self.holds(at, net, machine, shared, old);
                changed |= std::mem::replace(&mut shared[number], now) != now;
            }
            if !(changed && routine.cyclic) {
                return;
            }
        }
    }

    /// Does the formula at a place hold?
    #[inline]
    fn holds(&self, at: u32, net: &Net, machine: &Machine, shared: &[bool], old: &[u64]) -> bool {
        let mut at = at as usize;
        let clauses = self.words[at];
        at += 1;
        for _ in 0..clauses {
            let length = self.words[at] as usize;
            let lits = &self.words[at + 1..at + 1 + length];
            let all = lits.iter().all(|&lit| {
                let bit = (lit >> 1) as usize;
                let truth = if bit / 64 < net.fact_words {
                    old[bit / 64] >> (bit % 64) & 1
                } else if bit < net.end {
                    machine.truth[bit / 64] >> (bit % 64) & 1
                } else {
                    u64::from(shared[bit - net.end])
                };
                truth != u64::from(lit & 1)
            });
            if all {
                return true;
            }
            at += 1 + length;
        }
        false
    }
}
