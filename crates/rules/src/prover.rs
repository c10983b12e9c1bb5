//! Rules that are too large to be ground: each question about a position is answered when it is asked.
//!
//! A question is a sentence some of whose arguments are open. Its answers are kept in a table, so that no question is
//! worked out twice at one position; questions about what never changes are kept for good. Predicates that depend on themselves are worked out
//! together, from nothing, until no table grows (L. Vieille, "Recursive axioms in deductive databases: the query/subquery
//! approach", 1986). Only what a question needs is ever looked at: this is query-directed evaluation, at some thousands of positions
//! a second where a net would have millions of clauses.

use std::collections::HashMap;

use crate::check::Nature;
use crate::error::{Place, Reason, RulesError};
use crate::graph::components;
use crate::program::{Keywords, Literal, Rule};
use crate::tables::{Desk, GaveUp, Id};
use crate::terms::{Pattern, Symbol, Term, Terms, UNBOUND};

/// Arguments that a question leaves open, at most.
const MAX_OPEN: usize = 256;
/// How deep questions may lie in each other: the stack of a thread is finite.
const MAX_DEPTH: u32 = 1200;

/// The rules, sorted for questions.
pub struct Prover {
    /// The rules of each predicate.
    pub(crate) rules: Vec<Vec<Rule>>,
    /// Predicates that depend on themselves have the number of their group, + 1.
    group: Vec<u32>,
    groups: usize,
    nature: Vec<Nature>,
    pub(crate) keywords: Keywords,
    /// The first of the terms that stand for open arguments.
    first_open: Term,
    terms: Terms,
    /// `(true f)` for each fact, `(does r m)` for each move of each player.
    holds: Vec<Term>,
    does: Vec<Vec<Term>>,
    fact_of: HashMap<Term, u32>,
    move_of: Vec<HashMap<Term, u32>>,
    legal: Vec<Term>,
    goal: Vec<Term>,
    terminal: Term,
    next: Term,
    /// The work that one position may take.
    limit: u64,
}

/// The values of a rule's variables.
#[derive(Default)]
pub struct Frame {
    pub(crate) values: Vec<Term>,
    trail: Vec<u16>,
}

impl Frame {
    fn reset(&mut self, variables: usize) {
        self.values.clear();
        self.values.resize(variables, UNBOUND);
        self.trail.clear();
    }

    /// Takes back the values that were given since.
    fn back(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.values[usize::from(variable)] = UNBOUND;
        }
    }
}

/// What a question is about, besides the rules.
pub struct Universe<'a> {
    /// All terms so far.
    pub terms: Terms,
    /// The symbols with a meaning.
    pub keywords: Keywords,
    /// What each predicate depends on.
    pub nature: Vec<Nature>,
    /// The players, the facts and each player's moves.
    pub roles: &'a [Term],
    /// See `roles`.
    pub facts: &'a [Term],
    /// See `roles`.
    pub moves: &'a [Vec<Term>],
    /// The work that one position may take, in rows looked at.
    pub limit: u64,
}

impl Prover {
    /// Prepares the rules.
    pub fn new(needed: &[Rule], universe: Universe<'_>) -> Prover {
        let Universe { mut terms, keywords, nature, roles, facts, moves, limit } = universe;
        let mut rules: Vec<Vec<Rule>> = vec![Vec::new(); terms.symbols()];
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); terms.symbols()];
        for rule in needed {
            let head = rule.head.predicate(&terms) as usize;
            rules[head].push(rule.clone());
            for literal in &rule.body {
                if let Literal::Positive(atom) | Literal::Negative(atom) = literal {
                    edges[head].push(atom.predicate(&terms));
                }
            }
        }
        let mut group = vec![0; terms.symbols()];
        let mut groups = 0;
        for members in components(&edges) {
            if members.len() > 1 || edges[members[0] as usize].contains(&members[0]) {
                groups += 1;
                members.iter().for_each(|&member| group[member as usize] = groups);
            }
        }
        let first_open = terms.len() as Term;
        for number in 0..MAX_OPEN {
            let symbol = terms.symbol(&format!("?{number}"), 0);
            terms.term(symbol, &[]);
        }
        let holds = facts.iter().map(|&fact| terms.term(keywords.holds, &[fact])).collect();
        let does = (0..roles.len())
            .map(|role| moves[role].iter().map(|&mv| terms.term(keywords.does, &[roles[role], mv])).collect())
            .collect();
        let legal = roles.iter().map(|&role| terms.term(keywords.legal, &[role, first_open])).collect();
        let goal = roles.iter().map(|&role| terms.term(keywords.goal, &[role, first_open])).collect();
        let terminal = terms.term(keywords.terminal, &[]);
        let next = terms.term(keywords.next, &[first_open]);
        let numbered = |terms: &[Term]| -> HashMap<Term, u32> { terms.iter().copied().zip(0..).collect() };
        let fact_of = numbered(facts);
        let move_of = moves.iter().map(|moves| numbered(moves)).collect();
        rules.resize(terms.symbols(), Vec::new());
        group.resize(terms.symbols(), 0);
        let mut nature = nature;
        nature.resize(terms.symbols(), Nature::Static);
        Prover {
            rules,
            group,
            groups: groups as usize,
            nature,
            keywords,
            first_open,
            terms,
            holds,
            does,
            fact_of,
            move_of,
            legal,
            goal,
            terminal,
            next,
            limit,
        }
    }

    /// A desk to work at.
    pub fn desk(&self) -> Desk {
        Desk::new(self.terms.clone(), self.groups, self.limit)
    }

    /// That a question about a position takes too long, for people.
    pub fn too_large(&self, symbol: Symbol) -> RulesError {
        let place = self.rules[symbol as usize].first().map_or(Place { line: 1, column: 1 }, |rule| rule.place);
        let name = self.terms.name(symbol);
        let message = format!(
            "the rules are too large: '{name}' has too many instances, and to ask for them position by position takes too long"
        );
        RulesError::new(place, Reason::TooLarge, message)
    }

    fn is_open(&self, term: Term) -> bool {
        (self.first_open..self.first_open + MAX_OPEN as Term).contains(&term)
    }

    /// Has the term no open arguments? Terms are numbered after their arguments, so one pass tells it for all new ones.
    fn is_ground(&self, desk: &mut Desk, term: Term) -> bool {
        for number in desk.ground.len()..desk.terms.len() {
            let number = number as Term;
            let args = desk.terms.args(number);
            let ground = !self.is_open(number) && args.iter().all(|&arg| desk.ground[arg as usize]);
            desk.ground.push(ground);
        }
        desk.ground[term as usize]
    }

    /// What is legal and whether the game is over at a position: the numbers of the moves of each player.
    pub fn look(&self, desk: &mut Desk, facts: &[u64]) -> Result<(Vec<Vec<u32>>, bool), GaveUp> {
        desk.set_down(&self.terms);
        desk.spend(self.holds.len() as u64 / 8);
        let is_on = |&fact: &usize| facts[fact / 64] >> (fact % 64) & 1 == 1;
        desk.facts.clear();
        desk.facts.extend((0..self.holds.len()).filter(is_on).map(|fact| self.holds[fact]));
        let terminal = self.ask(desk, self.terminal)?;
        let over = !desk.answers(terminal).is_empty();
        let mut moves = Vec::new();
        for (legal, numbers) in self.legal.iter().zip(&self.move_of) {
            let id = self.ask(desk, *legal)?;
            let found = desk.answers(id).iter().filter_map(|&row| numbers.get(&desk.terms.args(row)[1]).copied());
            moves.push(found.collect());
        }
        Ok((moves, over))
    }

    /// The goal of each player at the position last looked at; the greatest counts if several hold.
    pub fn goals(&self, desk: &mut Desk) -> Vec<Option<i32>> {
        let mut goals = Vec::new();
        for &call in &self.goal {
            let found = self.ask(desk, call).ok().and_then(|id| {
                let values = desk.answers(id).iter().filter_map(|&row| {
                    let value = desk.terms.text(desk.terms.args(row)[1]).parse::<i32>().ok()?;
                    (0..=100).contains(&value).then_some(value)
                });
                values.max()
            });
            goals.push(found);
        }
        goals
    }

    /// The facts after a move at the position last looked at.
    pub fn play(&self, desk: &mut Desk, joint: &[(usize, usize)], new: &mut [u64]) -> Result<(), GaveUp> {
        desk.clear(Nature::Moves);
        desk.joint.clear();
        desk.joint.extend(joint.iter().map(|&(role, mv)| self.does[role][mv]));
        new.fill(0);
        let id = self.ask(desk, self.next)?;
        for &row in desk.answers(id) {
            if let Some(fact) = self.fact_of.get(&desk.terms.args(row)[0]) {
                new[*fact as usize / 64] |= 1 << (fact % 64);
            }
        }
        Ok(())
    }

    fn ask(&self, desk: &mut Desk, call: Term) -> Result<Id, GaveUp> {
        let result = self.solve(desk, call);
        if result.is_err() {
            desk.give_up();
        }
        result
    }

    /// The table with the answers to a question; one whose predicate depends on itself may not be complete yet.
    fn solve(&self, desk: &mut Desk, call: Term) -> Result<Id, GaveUp> {
        if let Some(id) = desk.find(call) {
            return Ok(id);
        }
        let symbol = desk.terms.functor(call);
        let id = desk.open(call, self.nature[symbol as usize]);
        if symbol == self.keywords.holds || symbol == self.keywords.does {
            let facts = symbol == self.keywords.holds;
            let rows = std::mem::take(if facts { &mut desk.facts } else { &mut desk.joint });
            desk.spend(rows.len() as u64 / 4);
            rows.iter().for_each(|&row| self.answer(desk, id, call, row));
            *(if facts { &mut desk.facts } else { &mut desk.joint }) = rows;
            desk.complete(id);
            return Ok(id);
        }
        desk.depth += 1;
        if desk.depth > MAX_DEPTH {
            desk.culprit = Some(symbol);
            return Err(GaveUp);
        }
        match self.group[symbol as usize] {
            0 => {
                self.evaluate(desk, symbol, id, call)?;
                desk.complete(id);
            }
            group => {
                let group = group as usize - 1;
                desk.work[group].push(id);
                if !std::mem::replace(&mut desk.busy[group], true) {
                    self.work_off(desk, group)?;
                }
            }
        }
        desk.depth -= 1;
        Ok(id)
    }

    /// The complete table of a question behind "not". A predicate may ask for its own opposite as long as no sentence does: such a
    /// question is worked out by itself, before the others of its group go on.
    fn solve_whole(&self, desk: &mut Desk, call: Term) -> Result<Id, GaveUp> {
        let group = self.group[desk.terms.functor(call) as usize] as usize;
        if desk.find(call).is_some() || group == 0 || !desk.busy[group - 1] {
            let id = self.solve(desk, call)?;
            return if desk.is_complete(id) { Ok(id) } else { Err(GaveUp) };
        }
        let work = std::mem::take(&mut desk.work[group - 1]);
        desk.busy[group - 1] = false;
        desk.level += 1;
        let id = self.solve(desk, call)?;
        desk.level -= 1;
        desk.busy[group - 1] = true;
        desk.work[group - 1] = work;
        Ok(id)
    }

    /// Works out questions that depend on each other until no table grows.
    fn work_off(&self, desk: &mut Desk, group: usize) -> Result<(), GaveUp> {
        let mut members = Vec::new();
        while let Some(id) = desk.work[group].pop() {
            members.push(id);
            desk.started(id);
            let call = desk.call(id);
            let outer = desk.current.replace((id, group));
            let symbol = desk.terms.functor(call);
            let result = self.evaluate(desk, symbol, id, call);
            desk.current = outer;
            result?;
        }
        members.into_iter().for_each(|id| desk.complete(id));
        desk.busy[group] = false;
        Ok(())
    }

    /// Notes an answer if it fits the question and is new.
    fn answer(&self, desk: &mut Desk, id: Id, call: Term, row: Term) {
        let mut values = std::mem::take(&mut desk.fitted);
        values.clear();
        if self.fits(&desk.terms, call, row, &mut values) {
            desk.add(id, row);
        }
        desk.fitted = values;
    }

    /// Is the term an instance of the question?
    fn fits(&self, terms: &Terms, call: Term, row: Term, values: &mut Vec<(Term, Term)>) -> bool {
        if call == row {
            return true;
        }
        if self.is_open(call) {
            return match values.iter().find(|(open, _)| *open == call) {
                Some((_, value)) => *value == row,
                None => {
                    values.push((call, row));
                    true
                }
            };
        }
        terms.functor(call) == terms.functor(row)
            && terms.args(call).iter().zip(terms.args(row)).all(|(&call, &row)| self.fits(terms, call, row, values))
    }

    /// Applies the rules of a predicate to a question.
    fn evaluate(&self, desk: &mut Desk, symbol: Symbol, id: Id, call: Term) -> Result<(), GaveUp> {
        let ground = self.is_ground(desk, call);
        let mut frame = desk.frames.pop().unwrap_or_default();
        let mut result = Ok(());
        for (number, rule) in self.rules[symbol as usize].iter().enumerate() {
            desk.spend(1);
            frame.reset(rule.variables.len());
            if !self.bind(desk, &rule.head, call, &mut frame) {
                continue;
            }
            let plan = self.plan(desk, (symbol, number), rule, &frame);
            frame.trail.clear();
            result = self.join(desk, rule, &plan, &mut frame, (id, call));
            if result.is_err() || ground && !desk.answers(id).is_empty() {
                break;
            }
        }
        desk.frames.push(frame);
        result
    }

    /// Gives the variables of a head the values that the question has. False if no answer can come of it.
    fn bind(&self, desk: &mut Desk, head: &Pattern, call: Term, frame: &mut Frame) -> bool {
        if self.is_open(call) {
            return true;
        }
        match head {
            Pattern::Variable(variable) => {
                let at = usize::from(*variable);
                if !self.is_ground(desk, call) {
                    return true;
                }
                if frame.values[at] == UNBOUND {
                    frame.values[at] = call;
                }
                frame.values[at] == call
            }
            Pattern::Term(term) => {
                if self.is_ground(desk, call) {
                    *term == call
                } else {
                    self.fits(&desk.terms, call, *term, &mut Vec::new())
                }
            }
            Pattern::Compound(symbol, args) => {
                if desk.terms.functor(call) != *symbol {
                    return false;
                }
                (0..args.len()).all(|at| {
                    let arg = desk.terms.args(call)[at];
                    self.bind(desk, &args[at], arg, frame)
                })
            }
        }
    }

    /// A condition as a question, with what is known of its variables.
    fn call(&self, terms: &mut Terms, pattern: &Pattern, values: &[Term], open: &mut Vec<u16>) -> Term {
        match pattern {
            Pattern::Term(term) => *term,
            Pattern::Variable(variable) if values[usize::from(*variable)] != UNBOUND => values[usize::from(*variable)],
            Pattern::Variable(variable) => {
                let at = open.iter().position(|other| other == variable).unwrap_or_else(|| {
                    open.push(*variable);
                    open.len() - 1
                });
                self.first_open + at as Term
            }
            Pattern::Compound(symbol, args) => {
                let mut found = [0; 16];
                if args.len() <= found.len() {
                    for (slot, arg) in found.iter_mut().zip(args) {
                        *slot = self.call(terms, arg, values, open);
                    }
                    return terms.term(*symbol, &found[..args.len()]);
                }
                let args: Vec<Term> = args.iter().map(|arg| self.call(terms, arg, values, open)).collect();
                terms.term(*symbol, &args)
            }
        }
    }

    /// The conditions of a rule from one on.
    fn join(
        &self,
        desk: &mut Desk,
        rule: &Rule,
        plan: &[u16],
        frame: &mut Frame,
        goal: (Id, Term),
    ) -> Result<(), GaveUp> {
        let Some((&literal, rest)) = plan.split_first() else {
            let row = rule.head.instance(&mut desk.terms, &frame.values).expect("the rule is safe");
            self.answer(desk, goal.0, goal.1, row);
            return Ok(());
        };
        desk.spend(1);
        desk.depth += 1;
        if desk.depth > MAX_DEPTH {
            desk.culprit = Some(desk.terms.functor(goal.1));
            return Err(GaveUp);
        }
        if desk.is_over_limit() {
            return Err(GaveUp);
        }
        let mark = frame.trail.len();
        match &rule.body[usize::from(literal)] {
            Literal::Positive(atom) => {
                let mut open = std::mem::take(&mut desk.opened);
                open.clear();
                let call = self.call(&mut desk.terms, atom, &frame.values, &mut open);
                desk.opened = open;
                let id = self.solve(desk, call)?;
                desk.read(id)?;
                let ground = self.is_ground(desk, goal.1);
                let mut at = 0;
                while let Some(&row) = desk.answers(id).get(at) {
                    at += 1;
                    desk.spend(1);
                    // A table may grow while it is read.
                    if desk.is_over_limit() {
                        return Err(GaveUp);
                    }
                    if atom.matches(&desk.terms, row, &mut frame.values, &mut frame.trail) {
                        self.join(desk, rule, rest, frame, goal)?;
                    }
                    frame.back(mark);
                    // One proof is enough.
                    if ground && !desk.answers(goal.0).is_empty() {
                        break;
                    }
                }
            }
            Literal::Negative(atom) => {
                let call = atom.instance(&mut desk.terms, &frame.values).expect("the rule is safe");
                let id = self.solve_whole(desk, call)?;
                if desk.answers(id).is_empty() {
                    self.join(desk, rule, rest, frame, goal)?;
                }
            }
            Literal::Distinct(left, right) => {
                if left.instance(&mut desk.terms, &frame.values) != right.instance(&mut desk.terms, &frame.values) {
                    self.join(desk, rule, rest, frame, goal)?;
                }
            }
            Literal::Equal(left, right) => {
                let (pattern, value) = match left.instance(&mut desk.terms, &frame.values) {
                    Some(value) => (right, value),
                    None => (left, right.instance(&mut desk.terms, &frame.values).expect("one side has a value")),
                };
                if pattern.matches(&desk.terms, value, &mut frame.values, &mut frame.trail) {
                    self.join(desk, rule, rest, frame, goal)?;
                }
                frame.back(mark);
            }
        }
        desk.depth -= 1;
        Ok(())
    }
}
