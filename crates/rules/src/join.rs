//! Rules applied to relations: semi-naive evaluation with hash indexes, joins in greedy order.
//!
//! A relation is a list of sentences that can be true. In each round a rule is applied to every combination of sentences in
//! which at least one is new, each combination exactly once (F. Bancilhon, "Naive evaluation of recursively defined relations", 1986).

use std::collections::HashMap;

use crate::error::{Place, Reason, RulesError};
use crate::limits::Limits;
use crate::program::{Literal, Rule};
use crate::relation::{Part, Range, Relation};
use crate::terms::{Pattern, Symbol, Term, Terms, UNBOUND, blend};

/// How rules are applied, kept where the same is done many times: by task and driving condition.
#[derive(Default)]
pub struct Plans(HashMap<(usize, usize), Vec<Step>>);

/// One step of applying a rule.
enum Step {
    /// Goes through the rows of a relation that match a condition.
    Scan { literal: usize, relation: Symbol, range: Range, index: usize, keys: Vec<Pattern> },
    /// A condition that needs no rows.
    Test(usize),
    /// Goes on only if the head is new: from here on nothing can change it, and nobody asks how it was found.
    Unknown,
}

/// A rule with what is known about its predicates.
pub struct Task {
    /// The rule.
    pub rule: Rule,
    /// The predicate that it concludes.
    pub head: Symbol,
    /// For each condition: is it decided now, or a matter of the position or the move?
    pub open: Vec<bool>,
    /// Are its instances kept?
    pub kept: bool,
    /// Does it only matter that the head can be true, not how?
    pub names: bool,
}

/// The work of making a term, in steps.
const TERM: u64 = 30;
/// The work of finding a term, in steps.
const LOOKUP: u64 = 4;
/// The bytes that a row takes in an index, about.
const INDEXED: usize = 20;

/// The instances of rules: heads with the conditions that are open, flat.
#[derive(Clone, Default)]
pub struct Instances {
    /// The head of each, and where its conditions begin.
    pub heads: Vec<(Term, u32)>,
    /// The conditions: sentence × 2, + 1 if negated.
    pub literals: Vec<u32>,
}

impl Instances {
    /// The conditions of an instance.
    pub fn body(&self, number: usize) -> &[u32] {
        let end = self.heads.get(number + 1).map_or(self.literals.len(), |next| next.1 as usize);
        &self.literals[self.heads[number].1 as usize..end]
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.literals.clear();
    }
}

/// More work or memory is needed than is allowed.
struct TooMuch;

/// Relations and the work of rules on them.
pub struct Base {
    /// All terms.
    pub terms: Terms,
    /// The relation of each symbol.
    pub relations: Vec<Relation>,
    /// Is this sentence in its relation?
    known: Vec<bool>,
    /// Was this head found before, where that is all that matters?
    met: Vec<bool>,
    /// What was kept.
    pub instances: Instances,
    limits: Limits,
    steps: u64,
    /// Terms whose making was counted.
    counted: u64,
    /// Rows in all indexes.
    indexed: usize,
    /// The work on each predicate, and where one of its rules stands.
    spent: Vec<(u64, Place)>,
    values: Vec<Term>,
    trail: Vec<u16>,
    matched: Vec<Term>,
    heads: Vec<Term>,
}

impl Base {
    /// No sentence is true yet.
    pub fn new(terms: Terms, limits: Limits) -> Base {
        let relations = vec![Relation::default(); terms.symbols()];
        let counted = terms.len() as u64;
        let spent = vec![(0, Place::default()); terms.symbols()];
        Base {
            terms,
            relations,
            known: Vec::new(),
            met: Vec::new(),
            instances: Instances::default(),
            limits,
            steps: 0,
            counted,
            indexed: 0,
            spent,
            values: Vec::new(),
            trail: Vec::new(),
            matched: Vec::new(),
            heads: Vec::new(),
        }
    }

    /// Can this sentence be true?
    #[inline]
    pub fn knows(&self, sentence: Term) -> bool {
        self.known.get(sentence as usize).copied().unwrap_or(false)
    }

    /// This sentence can be true.
    pub fn insert(&mut self, sentence: Term) -> bool {
        let at = sentence as usize;
        if at >= self.known.len() {
            self.known.resize(self.terms.len().max(at + 1) * 3 / 2, false);
        }
        if std::mem::replace(&mut self.known[at], true) {
            return false;
        }
        self.relations[self.terms.functor(sentence) as usize].rows.push(sentence);
        true
    }

    /// Empties a relation.
    pub fn clear(&mut self, symbol: Symbol) {
        for row in std::mem::take(&mut self.relations[symbol as usize].rows) {
            self.known[row as usize] = false;
        }
        self.relations[symbol as usize].clear();
    }

    /// Applies the tasks until nothing new follows. Only relations in `growing` grow; what a head means beyond itself,
    /// `conclude` adds.
    pub fn saturate(
        &mut self,
        tasks: &[Task],
        growing: &[bool],
        mut plans: Option<&mut Plans>,
        conclude: &mut dyn FnMut(&mut Base, Term),
    ) -> Result<(), RulesError> {
        self.steps += self.relations.len() as u64;
        for (relation, grows) in self.relations.iter_mut().zip(growing) {
            relation.now = relation.rows.len();
            relation.old = if *grows { 0 } else { relation.now };
        }
        let drivers: Vec<Vec<usize>> = tasks
            .iter()
            .map(|task| {
                let positive = |literal: &Literal| match literal {
                    Literal::Positive(atom) => growing[atom.predicate(&self.terms) as usize],
                    _ => false,
                };
                (0..task.rule.body.len()).filter(|&literal| positive(&task.rule.body[literal])).collect()
            })
            .collect();
        for (number, task) in tasks.iter().enumerate().filter(|(number, _)| drivers[*number].is_empty()) {
            self.apply(number, task, None, growing, plans.as_deref_mut(), conclude)?;
        }
        loop {
            for (number, (task, drivers)) in tasks.iter().zip(&drivers).enumerate() {
                for &driver in drivers {
                    let Literal::Positive(atom) = &task.rule.body[driver] else { continue };
                    let relation = &self.relations[atom.predicate(&self.terms) as usize];
                    if relation.old < relation.now {
                        self.apply(number, task, Some(driver), growing, plans.as_deref_mut(), conclude)?;
                    }
                }
            }
            let mut grown = false;
            for (relation, grows) in self.relations.iter_mut().zip(growing) {
                if *grows {
                    relation.old = relation.now;
                    relation.now = relation.rows.len();
                    grown |= relation.old < relation.now;
                }
            }
            if !grown {
                return Ok(());
            }
        }
    }

    fn apply(
        &mut self,
        number: usize,
        task: &Task,
        driver: Option<usize>,
        growing: &[bool],
        plans: Option<&mut Plans>,
        conclude: &mut dyn FnMut(&mut Base, Term),
    ) -> Result<(), RulesError> {
        let key = (number, driver.map_or(0, |driver| driver + 1));
        let kept = plans.as_ref().and_then(|plans| plans.0.get(&key));
        let kept_is_none = kept.is_none();
        let fresh;
        let plan = match kept {
            Some(plan) => {
                for step in plan {
                    if let Step::Scan { relation, index, .. } = step {
                        self.steps += self.relations[*relation as usize].fill(&self.terms, *index) as u64;
                    }
                }
                plan
            }
            None => {
                fresh = self.plan(task, driver, growing);
                &fresh
            }
        };
        self.values.clear();
        self.values.resize(task.rule.variables.len(), UNBOUND);
        self.matched.clear();
        self.matched.resize(task.rule.body.len(), 0);
        self.trail.clear();
        let mut heads = std::mem::take(&mut self.heads);
        heads.clear();
        let relations = std::mem::take(&mut self.relations);
        let before = self.steps;
        let result = if self.is_over_limit() { Err(TooMuch) } else { self.run(&relations, task, plan, &mut heads) };
        self.relations = relations;
        let spent = &mut self.spent[task.head as usize];
        *spent = (spent.0 + self.steps - before, task.rule.place);
        if result.is_err() {
            return Err(self.too_large());
        }
        if let Some(plans) = plans
            && kept_is_none
        {
            let plan = self.plan(task, driver, growing);
            plans.0.insert(key, plan);
        }
        for &head in &heads {
            conclude(self, head);
        }
        self.heads = heads;
        Ok(())
    }

    /// From now on so much may be spent.
    pub fn allow(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Counts work that is done elsewhere with what was found.
    pub fn spend(&mut self, steps: u64) -> Result<(), RulesError> {
        self.steps += steps;
        if self.steps > self.limits.steps { Err(self.too_large()) } else { Ok(()) }
    }

    /// The predicate that took most of the work is told.
    fn too_large(&self) -> RulesError {
        let most = (0..self.spent.len()).max_by_key(|&symbol| self.spent[symbol].0).unwrap_or(0);
        let (name, place) = (self.terms.name(most as Symbol), self.spent[most].1);
        let what =
            if self.terms.is_unwieldy() { "is about terms that grow and grow" } else { "has too many instances" };
        let place = Place { line: place.line.max(1), column: place.column.max(1) };
        RulesError::new(place, Reason::TooLarge, format!("the rules are too large: '{name}' {what}"))
    }

    /// Has more work been done, or is more kept, than is allowed?
    fn is_over_limit(&self) -> bool {
        self.steps > self.limits.steps
            || self.terms.is_unwieldy()
            || self.terms.bytes() + self.indexed * INDEXED > self.limits.bytes
    }

    /// Counts the terms that were made since: they take time and memory that rows do not show.
    #[inline]
    fn count_terms(&mut self) -> Result<(), TooMuch> {
        let terms = self.terms.len() as u64;
        if terms != self.counted {
            self.steps += TERM * (terms - self.counted);
            self.counted = terms;
            if self.is_over_limit() {
                return Err(TooMuch);
            }
        }
        Ok(())
    }

    /// The steps from one on.
    fn run(
        &mut self,
        relations: &[Relation],
        task: &Task,
        steps: &[Step],
        heads: &mut Vec<Term>,
    ) -> Result<(), TooMuch> {
        let Some((step, rest)) = steps.split_first() else { return self.found(task, heads) };
        match step {
            Step::Test(literal) => {
                let mark = self.trail.len();
                self.steps += 1;
                if self.test(task, *literal) {
                    self.run(relations, task, rest, heads)?;
                }
                self.back(mark);
                Ok(())
            }
            Step::Unknown => {
                let head = task.rule.head.instance(&mut self.terms, &self.values).expect("its variables have values");
                self.steps += LOOKUP;
                let at = head as usize;
                if at >= self.met.len() {
                    self.met.resize(self.terms.len().max(at + 1) * 3 / 2, false);
                }
                if !self.met[at] {
                    self.run(relations, task, rest, heads)?;
                }
                Ok(())
            }
            Step::Scan { literal, relation, range, index, keys } => {
                let mut key = 0;
                for pattern in keys {
                    let value = match pattern {
                        Pattern::Variable(variable) => self.values[usize::from(*variable)],
                        Pattern::Term(term) => *term,
                        compound => {
                            compound.instance(&mut self.terms, &self.values).expect("the variables have values")
                        }
                    };
                    key = blend(key, value);
                }
                let relation = &relations[*relation as usize];
                let (from, to) = relation.bounds(*range);
                let Some(rows) = relation.indexes[*index].rows.get(&(key ^ key >> 31)) else { return Ok(()) };
                let first = if from == 0 { 0 } else { rows.partition_point(|&row| (row as usize) < from) };
                let Literal::Positive(atom) = &task.rule.body[*literal] else { unreachable!("only these are scanned") };
                for &row in rows[first..].iter().take_while(|&&row| (row as usize) < to) {
                    self.steps += 1;
                    let sentence = relation.rows[row as usize];
                    let mark = self.trail.len();
                    if atom.matches(&self.terms, sentence, &mut self.values, &mut self.trail) {
                        self.matched[*literal] = sentence;
                        self.run(relations, task, rest, heads)?;
                    }
                    self.back(mark);
                    self.count_terms()?;
                }
                if self.steps > self.limits.steps { Err(TooMuch) } else { Ok(()) }
            }
        }
    }

    /// Takes back the values that were given since.
    fn back(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.values[usize::from(variable)] = UNBOUND;
        }
    }

    fn test(&mut self, task: &Task, literal: usize) -> bool {
        match &task.rule.body[literal] {
            Literal::Negative(atom) => {
                let sentence = atom.instance(&mut self.terms, &self.values).expect("the variables have values");
                self.matched[literal] = sentence;
                task.open[literal] || !self.knows(sentence)
            }
            Literal::Distinct(left, right) => {
                left.instance(&mut self.terms, &self.values) != right.instance(&mut self.terms, &self.values)
            }
            Literal::Equal(left, right) => {
                let (pattern, value) = match left.instance(&mut self.terms, &self.values) {
                    Some(value) => (right, value),
                    None => (left, right.instance(&mut self.terms, &self.values).expect("one side has a value")),
                };
                pattern.matches(&self.terms, value, &mut self.values, &mut self.trail)
            }
            Literal::Positive(_) => unreachable!("these are scanned"),
        }
    }

    /// All conditions are met.
    fn found(&mut self, task: &Task, heads: &mut Vec<Term>) -> Result<(), TooMuch> {
        let head = task.rule.head.instance(&mut self.terms, &self.values).expect("the rule is safe");
        self.steps += LOOKUP;
        if task.names {
            self.met[head as usize] = true;
        }
        heads.push(head);
        self.count_terms()?;
        if task.kept {
            self.instances.heads.push((head, self.instances.literals.len() as u32));
            for (literal, open) in task.open.iter().enumerate() {
                if *open {
                    let negated = matches!(task.rule.body[literal], Literal::Negative(_));
                    self.instances.literals.push(self.matched[literal] * 2 + u32::from(negated));
                }
            }
        }
        let over = self.instances.literals.len() > self.limits.literals
            || self.instances.heads.len() > self.limits.literals / 4
            || heads.len() > self.limits.literals;
        if over { Err(TooMuch) } else { Ok(()) }
    }

    /// In which order the conditions of a rule are best looked at.
    fn plan(&mut self, task: &Task, driver: Option<usize>, growing: &[bool]) -> Vec<Step> {
        let body = &task.rule.body;
        let mut bound = vec![false; task.rule.variables.len()];
        let mut left: Vec<usize> = (0..body.len()).collect();
        let mut steps = Vec::new();
        let mut asked = false;
        let all_bound = |pattern: &Pattern, bound: &[bool]| {
            let mut all = true;
            pattern.variables(&mut |variable| all &= bound[usize::from(variable)]);
            all
        };
        loop {
            // What can be tested is tested at once.
            let ready = left.iter().position(|&literal| match &body[literal] {
                Literal::Positive(_) => false,
                Literal::Negative(atom) => all_bound(atom, &bound),
                Literal::Distinct(a, b) => all_bound(a, &bound) && all_bound(b, &bound),
                Literal::Equal(a, b) => all_bound(a, &bound) || all_bound(b, &bound),
            });
            if let Some(at) = ready {
                let literal = left.remove(at);
                if let Literal::Equal(a, b) = &body[literal] {
                    a.variables(&mut |variable| bound[usize::from(variable)] = true);
                    b.variables(&mut |variable| bound[usize::from(variable)] = true);
                }
                steps.push(Step::Test(literal));
                continue;
            }
            if task.names && !asked && all_bound(&task.rule.head, &bound) {
                steps.push(Step::Unknown);
                asked = true;
            }
            let next = match driver.filter(|driver| left.contains(driver)) {
                Some(driver) => Some(driver),
                None => left
                    .iter()
                    .copied()
                    .filter(|&literal| matches!(body[literal], Literal::Positive(_)))
                    .min_by(|&a, &b| self.cost(&body[a], &bound).total_cmp(&self.cost(&body[b], &bound))),
            };
            let Some(literal) = next else { break };
            left.retain(|&other| other != literal);
            let Literal::Positive(atom) = &body[literal] else { unreachable!("only these are chosen") };
            let relation = atom.predicate(&self.terms);
            let range = match driver {
                Some(driver) if driver == literal => Range::New,
                Some(driver) if literal < driver && growing[relation as usize] => Range::Old,
                _ => Range::All,
            };
            let (mut parts, mut keys) = (Vec::new(), Vec::new());
            match atom {
                Pattern::Compound(_, args) => {
                    for (number, arg) in args.iter().enumerate() {
                        collect_parts(arg, &mut vec![number as u8], &bound, &mut parts, &mut keys);
                    }
                }
                Pattern::Term(term) => {
                    for number in 0..self.terms.args(*term).len() {
                        parts.push(Part::Value(vec![number as u8]));
                        keys.push(Pattern::Term(self.terms.args(*term)[number]));
                    }
                }
                Pattern::Variable(_) => unreachable!("sentences are not variables"),
            }
            let (index, filled) = self.relations[relation as usize].index(&self.terms, parts);
            self.steps += filled as u64;
            self.indexed += filled;
            atom.variables(&mut |variable| bound[usize::from(variable)] = true);
            steps.push(Step::Scan { literal, relation, range, index, keys });
        }
        steps
    }

    /// How many rows a condition will give, about.
    fn cost(&self, literal: &Literal, bound: &[bool]) -> f64 {
        let Literal::Positive(atom) = literal else { return f64::INFINITY };
        let relation = &self.relations[atom.predicate(&self.terms) as usize];
        let (mut total, mut free) = (0.0, Vec::new());
        atom.variables(&mut |variable| {
            total += 1.0;
            if !bound[usize::from(variable)] && !free.contains(&variable) {
                free.push(variable);
            }
        });
        let constants = match atom {
            Pattern::Compound(_, args) => args.iter().filter(|arg| matches!(arg, Pattern::Term(_))).count() as f64,
            _ => 0.0,
        };
        let rows = relation.now.max(1) as f64;
        if total == 0.0 { 0.0 } else { rows.powf(free.len() as f64 / (total + constants)) - 0.5 }
    }
}

/// The parts of a pattern that have values once the variables in `bound` do.
fn collect_parts(
    pattern: &Pattern,
    path: &mut Vec<u8>,
    bound: &[bool],
    parts: &mut Vec<Part>,
    keys: &mut Vec<Pattern>,
) {
    let mut all = true;
    pattern.variables(&mut |variable| all &= bound[usize::from(variable)]);
    if all {
        parts.push(Part::Value(path.clone()));
        keys.push(pattern.clone());
    } else if let Pattern::Compound(symbol, args) = pattern {
        parts.push(Part::Functor(path.clone(), *symbol));
        for (number, arg) in args.iter().enumerate() {
            path.push(number as u8);
            collect_parts(arg, path, bound, parts, keys);
            path.pop();
        }
    }
}
