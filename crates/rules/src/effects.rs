//! Moves as small programs: with the move fixed, the rules for `next` are partially evaluated.
//!
//! What remains of them is a short list of effects on facts, some with conditions. What most moves of a player have in common
//! (the turn, a counter of steps, marks that fade) is kept once, and sorted by a fact that must be true for it to matter: of 200
//! facts that count steps only the one that is true is looked at.

use std::collections::HashMap;

use crate::check::Nature;
use crate::clauses::{Atoms, Formula, Known, Lit, reduce, tidy};
use crate::error::RulesError;
use crate::frames::Frames;
use crate::graph::components;
use crate::ground::Ground;
use crate::join::Plans;
use crate::terms::Term;
use crate::turn::{Seats, Turn};

/// What becomes of a fact.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// It is true afterwards.
    Set,
    /// It is false afterwards.
    Clear,
    /// It is true afterwards if the formula holds; otherwise it stays as it is.
    SetIf(Formula),
    /// It is true afterwards if and only if the formula holds.
    Assign(Formula),
}

/// What a move does. Literals from [`Effects::auxiliary`] on are the move's own.
#[derive(Clone, Default, Debug)]
pub struct Effect {
    /// The facts that change.
    pub changes: Vec<(u32, Change)>,
    /// Conditions that several changes share, each with its formula; they may refer to earlier ones, and to each other where
    /// `cyclic`.
    pub shared: Vec<Formula>,
    /// Do some of them depend on each other?
    pub cyclic: bool,
}

/// What a player's moves do.
#[derive(Clone, Default, Debug)]
pub struct Effects {
    /// What all moves do, unless a move says otherwise.
    pub common: Vec<(u32, Formula)>,
    /// What each move does.
    pub moves: Vec<Effect>,
}

/// The literal of the fact itself: it stays as it is.
fn stays(formula: &Formula, fact: u32) -> bool {
    matches!(&formula[..], [clause] if clause[..] == [fact * 2])
}

/// One move under construction.
#[derive(Default)]
struct Draft {
    /// Facts with clauses that wait for a move, and their formulas where they change.
    changes: HashMap<u32, Formula>,
    /// Facts that stay as they are by such clauses, as bits.
    kept: Vec<u64>,
    shared: Vec<Formula>,
    cyclic: bool,
    known: Known,
    /// Can the move be played at all?
    played: bool,
}

/// The numbers of the bits that are set.
fn bits(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().zip(0u32..).flat_map(|(&word, at)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros();
            (word != 0).then(|| {
                word &= word - 1;
                at * 64 + bit
            })
        })
    })
}

/// Works out what the moves do. `actions[role]` are the sentences `(does role move)`.
pub fn effects(
    ground: &mut Ground,
    atoms: &Atoms,
    seats: &Seats,
    actions: &[Vec<Term>],
) -> Result<Vec<Effects>, RulesError> {
    let growing: Vec<bool> = ground.nature.iter().map(|&nature| nature == Nature::Moves).collect();
    let mut result = Vec::new();
    let mut plans = Plans::default();
    let mut frames = Frames::new(ground, atoms);
    for role in 0..actions.len() {
        let mut drafts = Vec::new();
        for (number, &action) in actions[role].iter().enumerate() {
            let formula = &seats.legal[role][number];
            if formula.is_empty() || matches!(seats.turn, Turn::Always(mover) if mover != role) {
                drafts.push(Draft::default());
                continue;
            }
            let mut joint = vec![action];
            for other in (0..actions.len()).filter(|&other| other != role) {
                joint.extend(seats.idle[other].map(|mv| actions[other][mv]));
            }
            let known = known_at(seats, role, formula);
            drafts.push(draft(ground, atoms, &growing, &joint, known, &mut plans, &mut frames)?);
        }
        result.push(assemble(atoms, &seats.known[role], drafts));
    }
    Ok(result)
}

/// What is known when a legal move is played: the turn, and what all ways to be legal have in common.
fn known_at(seats: &Seats, role: usize, legal: &Formula) -> Known {
    let mut known = seats.known[role].clone();
    let Some((first, rest)) = legal.split_first() else { return known };
    for &lit in first.iter().filter(|lit| rest.iter().all(|clause| clause.contains(lit))) {
        known.learn(lit);
        if let Turn::Facts(owners) = &seats.turn
            && lit & 1 == 0
            && owners.iter().any(|(fact, _)| *fact == lit >> 1)
        {
            owners.iter().filter(|(fact, _)| *fact != lit >> 1).for_each(|(fact, _)| known.learn(fact * 2 + 1));
        }
    }
    known
}

/// The rules for `next` with these moves made.
fn draft(
    ground: &mut Ground,
    atoms: &Atoms,
    growing: &[bool],
    joint: &[Term],
    known: Known,
    plans: &mut Plans,
    frames: &mut Frames,
) -> Result<Draft, RulesError> {
    let (keywords, base) = (ground.keywords, &mut ground.base);
    for (symbol, _) in growing.iter().enumerate().filter(|(_, grows)| **grows) {
        base.clear(symbol as u32);
    }
    base.instances.clear();
    joint.iter().for_each(|&action| {
        base.insert(action);
    });
    for (head, _) in &atoms.templates {
        if base.terms.functor(*head) != keywords.next {
            base.insert(*head);
        }
    }
    base.saturate(&ground.move_tasks, growing, Some(plans), &mut |base, head| {
        if base.terms.functor(head) != keywords.next {
            base.insert(head);
        }
    })?;
    let work = ground.base.instances.heads.len() + frames.others.len();
    ground.base.spend(16 * work as u64)?;
    let mut resolver = Resolver::new(ground, atoms, known, &mut frames.next);
    resolver.kept.clone_from(&frames.kept);
    let happening = growing.iter().enumerate().filter(|(_, grows)| **grows);
    let happening = happening.flat_map(|(symbol, _)| &ground.base.relations[symbol].rows);
    let mut concerned: Vec<u32> =
        happening.filter_map(|sentence| frames.asked.get(sentence)).flatten().copied().collect();
    concerned.sort_unstable();
    concerned.dedup();
    concerned.iter().for_each(|fact| resolver.kept[*fact as usize / 64] &= !(1 << (fact % 64)));
    let again = concerned.iter().flat_map(|fact| &frames.of_fact[fact]).chain(&frames.others);
    let again = again.map(|&number| (atoms.templates[number].0, &atoms.templates[number].1[..]));
    let instances = &ground.base.instances;
    let recorded = (0..instances.heads.len()).map(|number| (instances.heads[number].0, instances.body(number)));
    for (head, body) in recorded.chain(again) {
        resolver.add(head, body);
    }
    Ok(resolver.finish())
}

/// Turns clauses about sentences that depend on the move into clauses about the position.
struct Resolver<'a> {
    next_of: &'a mut HashMap<Term, u32>,
    kept: Vec<u64>,
    /// Literals on the position and on sentences of the move, of the clause at hand.
    state: Vec<u32>,
    own: Vec<(Term, u32)>,
    ground: &'a Ground,
    atoms: &'a Atoms,
    known: Known,
    /// The first number for sentences that depend on the move.
    first: u32,
    number: HashMap<Term, u32>,
    clauses: Vec<Formula>,
    next: HashMap<u32, Formula>,
}

impl Resolver<'_> {
    fn new<'a>(
        ground: &'a Ground,
        atoms: &'a Atoms,
        known: Known,
        next_of: &'a mut HashMap<Term, u32>,
    ) -> Resolver<'a> {
        let first = atoms.sentences.len() as u32;
        let (number, clauses, next) = (HashMap::new(), Vec::new(), HashMap::new());
        let kept = Vec::new();
        let (state, own) = (Vec::new(), Vec::new());
        Resolver { next_of, kept, state, own, ground, atoms, known, first, number, clauses, next }
    }

    fn number(&mut self, sentence: Term) -> u32 {
        let fresh = self.clauses.len() as u32;
        let number = *self.number.entry(sentence).or_insert(fresh);
        if number == fresh {
            self.clauses.push(Vec::new());
        }
        number
    }

    fn add(&mut self, head: Term, body: &[u32]) {
        let keywords = self.ground.keywords;
        let terms = &self.ground.base.terms;
        self.state.clear();
        self.own.clear();
        for &lit in body {
            let (sentence, negated) = (lit >> 1, lit & 1);
            if self.ground.nature[terms.functor(sentence) as usize] != Nature::Moves {
                self.state.push(lit);
            } else if terms.functor(sentence) == keywords.does || !self.ground.base.knows(sentence) {
                // The moves are given: such a condition is met or not.
                if self.ground.base.knows(sentence) == (negated == 1) {
                    return;
                }
            } else {
                self.own.push((sentence, negated));
            }
        }
        let fact = (terms.functor(head) == keywords.next).then(|| {
            *self.next_of.entry(head).or_insert_with(|| {
                let sentence = terms.lookup(keywords.holds, &[terms.args(head)[0]]).expect("the relaxed model has it");
                self.atoms.of_sentence[sentence as usize]
            })
        });
        if let ([lit], Some(fact)) = (&self.state[..], fact)
            && self.own.is_empty()
            && *lit == self.atoms.sentences[fact as usize] * 2
        {
            self.kept[fact as usize / 64] |= 1 << (fact % 64);
            return;
        }
        let Some(clause) = self.atoms.clause(&self.state) else { return };
        let Some(mut clause) = self.known.simplify(&clause) else { return };
        for (sentence, negated) in std::mem::take(&mut self.own) {
            clause.push((self.first + self.number(sentence)) * 2 + negated);
        }
        clause.sort_unstable();
        match fact {
            Some(fact) => self.next.entry(fact).or_default().push(clause),
            None => {
                let number = self.number(head);
                self.clauses[number as usize].push(clause);
            }
        }
    }

    /// Resolves what depends on the move as far as possible.
    fn finish(mut self) -> Draft {
        let first = self.first;
        let edges: Vec<Vec<u32>> = self
            .clauses
            .iter()
            .map(|formula| formula.iter().flatten().filter_map(|lit| (lit >> 1).checked_sub(first)).collect())
            .collect();
        let mut draft = Draft { known: self.known.clone(), played: true, ..Draft::default() };
        let mut meanings: Vec<Meaning> = vec![Meaning::default(); edges.len()];
        for members in components(&edges) {
            let cyclic = members.len() > 1 || edges[members[0] as usize].contains(&members[0]);
            for &member in &members {
                meanings[member as usize].shared = draft.shared.len() as u32;
                draft.shared.push(Vec::new());
            }
            for &member in &members {
                let formula = std::mem::take(&mut self.clauses[member as usize]);
                let formula = spell_out(formula, first, &meanings);
                draft.shared[meanings[member as usize].shared as usize] = formula.clone();
                if !cyclic {
                    meanings[member as usize].formula = Some(formula);
                }
            }
            draft.cyclic |= cyclic;
        }
        for (fact, formula) in std::mem::take(&mut self.next) {
            let common = &self.atoms.next[fact as usize];
            let common = common.iter().filter_map(|clause| {
                if clause[..] == [fact * 2] { Some(clause.clone()) } else { self.known.simplify(clause) }
            });
            let mut formula = spell_out(formula, first, &meanings);
            formula.extend(common);
            let bit = 1u64 << (fact % 64);
            if self.kept[fact as usize / 64] & bit != 0 {
                formula.push(vec![fact * 2]);
            }
            let formula = reduce(formula);
            if stays(&formula, fact) {
                self.kept[fact as usize / 64] |= bit;
            } else {
                self.kept[fact as usize / 64] &= !bit;
                draft.changes.insert(fact, formula);
            }
        }
        // What also becomes true whatever the move does more than stay.
        for fact in bits(&self.kept).collect::<Vec<u32>>() {
            let common = &self.atoms.next[fact as usize];
            if common.is_empty() || stays(common, fact) {
                continue;
            }
            let mut formula: Formula = common.iter().filter_map(|clause| self.known.simplify(clause)).collect();
            formula.push(vec![fact * 2]);
            let formula = reduce(formula);
            if !stays(&formula, fact) {
                self.kept[fact as usize / 64] &= !(1 << (fact % 64));
                draft.changes.insert(fact, formula);
            }
        }
        draft.kept = self.kept;
        draft.drop_unused(first);
        draft
    }
}

/// What a sentence that depends on the move comes to: one of the shared conditions, and the same spelled out where it does not
/// depend on itself.
#[derive(Clone, Default)]
struct Meaning {
    shared: u32,
    formula: Option<Formula>,
}

/// Replaces sentences that depend on the move by what they come to, where that takes no more clauses.
fn spell_out(formula: Formula, first: u32, meanings: &[Meaning]) -> Formula {
    let mut result: Formula = Vec::new();
    'clauses: for clause in formula {
        let mut found = Vec::with_capacity(clause.len());
        for lit in clause {
            let Some(own) = (lit >> 1).checked_sub(first) else {
                found.push(lit);
                continue;
            };
            let meaning = &meanings[own as usize];
            match (meaning.formula.as_deref(), lit & 1 == 1) {
                (Some([]), false) => continue 'clauses,
                (Some([clause]), true) if clause.is_empty() => continue 'clauses,
                (Some([clause]), false) => found.extend(clause),
                (Some(choice), true) if choice.iter().all(|clause| clause.len() == 1) => {
                    found.extend(choice.iter().map(|clause| clause[0] ^ 1));
                }
                (_, negated) => found.push((first + meaning.shared) * 2 + u32::from(negated)),
            }
        }
        result.extend(tidy(found));
    }
    reduce(result)
}

impl Draft {
    /// Drops shared conditions that nothing refers to, and numbers the others in order.
    fn drop_unused(&mut self, first: u32) {
        let mut used = vec![false; self.shared.len()];
        let mut open: Vec<u32> = self.changes.values().flatten().flatten().copied().collect();
        while let Some(lit) = open.pop() {
            if let Some(own) = (lit >> 1).checked_sub(first)
                && !std::mem::replace(&mut used[own as usize], true)
            {
                open.extend(self.shared[own as usize].iter().flatten());
            }
        }
        let mut number = vec![0; used.len()];
        let mut count = 0;
        for (own, used) in used.iter().enumerate() {
            number[own] = count;
            count += u32::from(*used);
        }
        let rename = |lit: &mut Lit| {
            if let Some(own) = (*lit >> 1).checked_sub(first) {
                *lit = (first + number[own as usize]) * 2 + (*lit & 1);
            }
        };
        let mut keep = used.iter();
        self.shared.retain(|_| *keep.next().expect("one flag each"));
        self.shared.iter_mut().flatten().flatten().for_each(rename);
        self.changes.values_mut().flatten().flatten().for_each(rename);
        self.cyclic &= !self.shared.is_empty();
    }
}

/// Finds what the moves of a player have in common.
fn assemble(atoms: &Atoms, known: &Known, drafts: Vec<Draft>) -> Effects {
    let active = |draft: &&Draft| draft.played;
    let total = drafts.iter().filter(active).count();
    let mut kept = vec![0usize; atoms.facts];
    let mut counts: HashMap<(u32, &Formula), usize> = HashMap::new();
    let mut mentions: HashMap<u32, usize> = HashMap::new();
    for draft in drafts.iter().filter(active) {
        bits(&draft.kept).for_each(|fact| kept[fact as usize] += 1);
        for (fact, formula) in &draft.changes {
            *mentions.entry(*fact).or_default() += 1;
            if draft.shared.is_empty() {
                *counts.entry((*fact, formula)).or_default() += 1;
            }
        }
    }
    let whatever = |fact: u32, known: &Known| -> Formula {
        let clauses = atoms.next[fact as usize]
            .iter()
            .filter_map(|clause| if clause[..] == [fact * 2] { Some(clause.clone()) } else { known.simplify(clause) });
        reduce(clauses.collect())
    };
    let mut defaults: Vec<Formula> = Vec::new();
    let mut best: HashMap<u32, (usize, &Formula)> = HashMap::new();
    for (&(fact, formula), &count) in &counts {
        let entry = best.entry(fact).or_insert((0, formula));
        // The smaller formula wins among equals, so that the result does not depend on the order of a hash table.
        if count > entry.0 || count == entry.0 && formula < entry.1 {
            *entry = (count, formula);
        }
    }
    for fact in 0..atoms.facts as u32 {
        let stay = kept[fact as usize];
        let (explicit, formula) = best.get(&fact).map_or((0, None), |&(count, formula)| (count, Some(formula)));
        let implicit = total - stay - mentions.get(&fact).copied().unwrap_or(0);
        defaults.push(match formula {
            _ if stay > 0 && stay >= implicit && stay >= explicit => vec![vec![fact * 2]],
            Some(formula) if explicit > implicit => formula.clone(),
            _ => whatever(fact, known),
        });
    }
    let touched: Vec<u32> =
        (0..atoms.facts as u32).filter(|fact| kept[*fact as usize] > 0 || mentions.contains_key(fact)).collect();
    let mut result = Effects::default();
    for draft in &drafts {
        let mut effect = Effect { shared: draft.shared.clone(), cyclic: draft.cyclic, ..Effect::default() };
        for &fact in touched.iter().filter(|_| active(&draft)) {
            let default = &defaults[fact as usize];
            let is_kept = draft.kept[fact as usize / 64] >> (fact % 64) & 1 == 1;
            if is_kept && stays(default, fact) {
                continue;
            }
            let vanishes = !is_kept && atoms.next[fact as usize].is_empty() && !draft.changes.contains_key(&fact);
            if vanishes && default.is_empty() {
                continue;
            }
            let formula = match draft.changes.get(&fact) {
                Some(formula) => formula.clone(),
                None if is_kept => vec![vec![fact * 2]],
                None => whatever(fact, &draft.known),
            };
            if formula != *default {
                effect.changes.extend(change(fact, formula, default, &draft.known).map(|change| (fact, change)));
            }
        }
        result.moves.push(effect);
    }
    result.common = (0..).zip(defaults).filter(|(fact, formula)| !stays(formula, *fact)).collect();
    result
}

/// The change of a fact by a move whose formula for it is not the default.
fn change(fact: u32, formula: Formula, default: &Formula, known: &Known) -> Option<Change> {
    let is_default_stay = stays(default, fact);
    let truth = known.truth(fact * 2);
    if formula.is_empty() {
        return (!is_default_stay || truth != Some(false)).then_some(Change::Clear);
    }
    if formula[0].is_empty() {
        return (!is_default_stay || truth != Some(true)).then_some(Change::Set);
    }
    let own = [fact * 2];
    if is_default_stay && formula.iter().any(|clause| clause[..] == own) {
        let others: Formula = formula.into_iter().filter(|clause| clause[..] != own).collect();
        return (!others.is_empty()).then_some(Change::SetIf(others));
    }
    Some(Change::Assign(formula))
}
