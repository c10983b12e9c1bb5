//! The tables of answers that a prover fills: one desk for each thread.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use crate::check::Nature;
use crate::prover::Frame;
use crate::terms::{Symbol, Term, Terms, blend};

/// A question takes more work or memory than is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GaveUp;

/// A table: of which nature, and its number there.
pub type Id = (Nature, u32);

/// Bytes of terms that questions may add before the desk is cleared; twice as many at one position.
const MAX_BYTES: usize = 32 << 20;
/// Questions about what never changes, and answers to them, that are kept.
const MAX_FIXED: usize = 500_000;
/// Orders of conditions that are kept.
const MAX_PLANS: usize = 50_000;

/// A quick hash for numbers that nobody outside chooses.
type Quick = BuildHasherDefault<Blend>;

#[derive(Default)]
pub struct Blend(u64);

impl Hasher for Blend {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(u32::from(byte)));
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = blend(self.0, value);
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = blend(blend(self.0, value as u32), (value >> 32) as u32);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}

#[derive(Default)]
struct Table {
    call: Term,
    answers: Vec<Term>,
    complete: bool,
    /// Waiting to be worked on?
    waiting: bool,
    /// How many questions behind "not" it lies in.
    level: u32,
    /// Tables to be worked on again when this one grows, with their group.
    readers: Vec<(Id, usize)>,
}

/// In which order the conditions of a rule are asked, by the rule and by which of its variables are known.
type Plans = HashMap<(Symbol, u32, [u64; 4]), Arc<[u16]>, Quick>;

/// What is known so far about a position, and about the game.
pub struct Desk {
    /// All terms: those of the game and those that questions have made.
    pub terms: Terms,
    /// For each term: has it no open arguments?
    pub ground: Vec<bool>,
    /// `(true f)` for what holds, `(does r m)` for what is being played.
    pub facts: Vec<Term>,
    /// See `facts`.
    pub joint: Vec<Term>,
    /// Tables to be worked on, by group of predicates that depend on each other; is somebody at it?
    pub work: Vec<Vec<Id>>,
    /// See `work`.
    pub busy: Vec<bool>,
    /// The table being worked on, with its group.
    pub current: Option<(Id, usize)>,
    /// Frames to be used again.
    pub frames: Vec<Frame>,
    /// Buffers.
    pub opened: Vec<u16>,
    /// See `opened`.
    pub fitted: Vec<(Term, Term)>,
    /// The order of conditions, by rule and known variables.
    pub plans: Plans,
    /// How deep the questions lie in each other.
    pub depth: u32,
    /// How many questions behind "not" of their own group are being worked on.
    pub level: u32,
    /// Did a question take too long? The predicate that most was spent on.
    pub gave_up: Option<Symbol>,
    /// The predicate at which questions lay too deep in each other.
    pub culprit: Option<Symbol>,
    /// The work that one position may take, in rows looked at.
    limit: u64,
    steps: u64,
    all_steps: u64,
    /// The table of each question by natures, + 1: static, state, moves.
    of_call: Vec<u32>,
    tables: [Vec<Table>; 3],
    used: [usize; 3],
    seen: [HashSet<(u32, Term), Quick>; 3],
    fixed: usize,
    base_bytes: usize,
}

impl Desk {
    /// With nothing on it.
    pub fn new(terms: Terms, groups: usize, limit: u64) -> Desk {
        let base_bytes = terms.bytes();
        Desk {
            terms,
            ground: Vec::new(),
            facts: Vec::new(),
            joint: Vec::new(),
            work: vec![Vec::new(); groups],
            busy: vec![false; groups],
            current: None,
            frames: Vec::new(),
            opened: Vec::new(),
            fitted: Vec::new(),
            plans: HashMap::default(),
            depth: 0,
            level: 0,
            gave_up: None,
            culprit: None,
            limit,
            steps: 0,
            all_steps: 0,
            of_call: Vec::new(),
            tables: Default::default(),
            used: [0; 3],
            seen: Default::default(),
            fixed: 0,
            base_bytes,
        }
    }

    /// Ready for another position.
    pub fn set_down(&mut self, terms: &Terms) {
        self.clear(Nature::Moves);
        self.clear(Nature::State);
        self.all_steps += self.steps;
        self.steps = 0;
        self.gave_up = None;
        if self.terms.bytes() > self.base_bytes + MAX_BYTES || self.fixed > MAX_FIXED || self.terms.is_unwieldy() {
            // The room that they took is given back as well.
            self.used = [0; 3];
            self.tables = Default::default();
            self.seen = Default::default();
            self.terms = terms.clone();
            self.ground.clear();
            self.of_call.clear();
            self.fixed = 0;
        }
        if self.plans.len() > MAX_PLANS {
            self.plans.clear();
        }
    }

    /// After a question that took too long: nothing that was begun is of use.
    pub fn give_up(&mut self) {
        self.gave_up = Some(self.culprit.take().unwrap_or_else(|| self.largest()));
        [Nature::Moves, Nature::State, Nature::Static].into_iter().for_each(|nature| self.clear(nature));
        self.work.iter_mut().for_each(Vec::clear);
        self.busy.fill(false);
        self.current = None;
        (self.depth, self.level) = (0, 0);
        // The terms are forgotten before the next position.
        self.fixed = MAX_FIXED + 1;
    }

    /// The predicate with most questions and answers.
    fn largest(&self) -> Symbol {
        let mut sizes: HashMap<Symbol, usize> = HashMap::new();
        for (tables, used) in self.tables.iter().zip(self.used) {
            for table in &tables[..used] {
                *sizes.entry(self.terms.functor(table.call)).or_default() += 1 + table.answers.len();
            }
        }
        sizes.into_iter().max_by_key(|&(symbol, size)| (size, symbol)).map_or(0, |(symbol, _)| symbol)
    }

    /// All work so far, in rows looked at.
    pub fn all_steps(&self) -> u64 {
        self.all_steps + self.steps
    }

    /// Counts work.
    #[inline]
    pub fn spend(&mut self, steps: u64) {
        self.steps += steps;
    }

    /// Has the position taken too much?
    #[inline]
    pub fn is_over_limit(&self) -> bool {
        self.steps > self.limit || self.terms.is_unwieldy() || self.terms.bytes() > self.base_bytes + 2 * MAX_BYTES
    }

    /// The table of a question.
    #[inline]
    pub fn find(&self, call: Term) -> Option<Id> {
        let entry = self.of_call.get(call as usize).copied()?.checked_sub(1)?;
        let nature = [Nature::Static, Nature::State, Nature::Moves][(entry >> 30) as usize];
        Some((nature, entry & ((1 << 30) - 1)))
    }

    /// An empty table for a question.
    pub fn open(&mut self, call: Term, nature: Nature) -> Id {
        let at = nature as usize;
        let number = self.used[at];
        self.used[at] += 1;
        self.fixed += usize::from(at == 0);
        if number == self.tables[at].len() {
            self.tables[at].push(Table::default());
        }
        let table = &mut self.tables[at][number];
        table.call = call;
        table.answers.clear();
        table.readers.clear();
        (table.complete, table.waiting, table.level) = (false, true, self.level);
        if call as usize >= self.of_call.len() {
            self.of_call.resize(self.terms.len().max(call as usize + 1) * 3 / 2, 0);
        }
        self.of_call[call as usize] = ((at as u32) << 30 | number as u32) + 1;
        (nature, number as u32)
    }

    fn table(&mut self, id: Id) -> &mut Table {
        &mut self.tables[id.0 as usize][id.1 as usize]
    }

    /// The answers so far.
    #[inline]
    pub fn answers(&self, id: Id) -> &[Term] {
        &self.tables[id.0 as usize][id.1 as usize].answers
    }

    /// The question of a table.
    pub fn call(&self, id: Id) -> Term {
        self.tables[id.0 as usize][id.1 as usize].call
    }

    /// The table is being worked on.
    pub fn started(&mut self, id: Id) {
        self.table(id).waiting = false;
    }

    /// The table will not grow any more.
    pub fn complete(&mut self, id: Id) {
        let table = self.table(id);
        table.complete = true;
        table.readers.clear();
    }

    /// The table at work reads this one; if it is not complete, it must be worked on again when this one grows.
    pub fn read(&mut self, id: Id) -> Result<(), GaveUp> {
        let (Some(reader), level) = (self.current, self.level) else { return Ok(()) };
        let table = self.table(id);
        if table.complete {
            return Ok(());
        }
        if table.level < level {
            // A sentence depends on its own opposite.
            return Err(GaveUp);
        }
        if !table.readers.contains(&reader) {
            table.readers.push(reader);
        }
        Ok(())
    }

    /// Will the table not grow any more?
    pub fn is_complete(&self, id: Id) -> bool {
        self.tables[id.0 as usize][id.1 as usize].complete
    }

    /// Adds an answer, if it is new.
    pub fn add(&mut self, id: Id, row: Term) {
        let at = id.0 as usize;
        let table = &mut self.tables[at][id.1 as usize];
        if row == table.call {
            if !table.answers.is_empty() {
                return;
            }
        } else if !self.seen[at].insert((id.1, row)) {
            return;
        }
        table.answers.push(row);
        self.fixed += usize::from(at == 0);
        let readers = std::mem::take(&mut table.readers);
        for &(reader, group) in &readers {
            if !std::mem::replace(&mut self.tables[reader.0 as usize][reader.1 as usize].waiting, true) {
                self.work[group].push(reader);
            }
        }
        self.tables[at][id.1 as usize].readers = readers;
    }

    /// Forgets all answers that depend on this.
    pub fn clear(&mut self, nature: Nature) {
        let at = nature as usize;
        for table in &self.tables[at][..self.used[at]] {
            self.of_call[table.call as usize] = 0;
        }
        self.used[at] = 0;
        self.seen[at].clear();
    }
}
