//! Ground clauses over numbered atoms.
//!
//! An atom is a fact of the position or a *view*: something that follows from facts. Facts are numbered first. A literal is
//! the atom's number × 2, + 1 if it is negated. A formula is a list of clauses, any of which suffices; a clause is a sorted list
//! of literals, all of which must hold.

use std::collections::HashSet;

use crate::check::Nature;
use crate::error::{Place, Reason, RulesError};
use crate::graph::components;
use crate::ground::Ground;
use crate::terms::Term;

/// A condition: atom × 2, + 1 if negated.
pub type Lit = u32;
/// Any of these clauses suffices. None at all is never true, an empty clause always.
pub type Formula = Vec<Vec<Lit>>;
/// A view with more conditions than this is not spelled out where it is used: it would be worked out twice.
const MAX_SPELLED: usize = 8;

/// No atom.
pub const NONE: u32 = u32::MAX;

/// The atom of a literal.
#[inline]
pub fn atom(lit: Lit) -> usize {
    (lit >> 1) as usize
}

/// What is known of atoms.
#[derive(Clone, Default)]
pub struct Known {
    truth: std::collections::HashMap<u32, bool>,
}

impl Known {
    /// From now on this literal holds.
    pub fn learn(&mut self, lit: Lit) {
        self.truth.insert(lit >> 1, lit & 1 == 0);
    }

    /// Does the literal hold, if that is known?
    pub fn truth(&self, lit: Lit) -> Option<bool> {
        self.truth.get(&(lit >> 1)).map(|&truth| truth != (lit & 1 == 1))
    }

    /// The clause without what is known; `None` if it cannot hold.
    pub fn simplify(&self, clause: &[Lit]) -> Option<Vec<Lit>> {
        let mut left = Vec::with_capacity(clause.len());
        for &lit in clause {
            match self.truth(lit) {
                Some(true) => {}
                Some(false) => return None,
                None => left.push(lit),
            }
        }
        Some(left)
    }
}

/// Sorts a clause; `None` if it contradicts itself.
pub fn tidy(mut clause: Vec<Lit>) -> Option<Vec<Lit>> {
    clause.sort_unstable();
    clause.dedup();
    clause.windows(2).all(|pair| pair[0] ^ 1 != pair[1]).then_some(clause)
}

/// Drops clauses that another one makes superfluous, and sorts.
pub fn reduce(mut formula: Formula) -> Formula {
    formula.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    formula.dedup();
    if formula.len() > 64 {
        return formula;
    }
    let mut kept: Formula = Vec::new();
    for clause in formula {
        if !kept.iter().any(|small| small.iter().all(|lit| clause.binary_search(lit).is_ok())) {
            kept.push(clause);
        }
    }
    kept
}

/// The atoms of a game with their clauses.
pub struct Atoms {
    /// How many facts there are; atoms from here on are views.
    pub facts: usize,
    /// The sentence of each atom: `(true f)` for facts.
    pub sentences: Vec<Term>,
    /// The atom of each sentence, or [`NONE`].
    pub of_sentence: Vec<u32>,
    /// The clauses of each view; empty for facts.
    pub views: Vec<Formula>,
    /// For each fact the clauses that make it true next, whatever the move.
    pub next: Vec<Formula>,
    /// Clauses with a negated condition on moves, as they were found: head and literals as sentences.
    pub templates: Vec<(Term, Vec<u32>)>,
    /// Views that are always or never true.
    known: Known,
    /// What each atom is the same as; itself, usually.
    alias: Vec<Lit>,
}

impl Atoms {
    /// Numbers the sentences and translates the instances.
    pub fn new(ground: &mut Ground, place: Place) -> Result<Atoms, RulesError> {
        let (keywords, nature) = (ground.keywords, &ground.nature);
        let base = &ground.base;
        let mut sentences = base.relations[keywords.holds as usize].rows.clone();
        let facts = sentences.len();
        for (symbol, relation) in base.relations.iter().enumerate() {
            if nature[symbol] == Nature::State && symbol != keywords.holds as usize {
                sentences.extend(&relation.rows);
            }
        }
        let mut of_sentence = vec![NONE; base.terms.len()];
        for (number, &sentence) in sentences.iter().enumerate() {
            of_sentence[sentence as usize] = number as u32;
        }
        let mut views: Vec<Formula> = vec![Vec::new(); sentences.len()];
        let mut next: Vec<Formula> = vec![Vec::new(); facts];
        let mut templates = Vec::new();
        let instances = std::mem::take(&mut ground.base.instances);
        let base = &ground.base;
        for (number, &(head, _)) in instances.heads.iter().enumerate() {
            let body = instances.body(number);
            let on_moves = |lit: &u32| nature[base.terms.functor(lit >> 1) as usize] == Nature::Moves;
            if body.iter().any(on_moves) {
                templates.push((head, body.to_vec()));
                continue;
            }
            let Some(clause) = translate(&of_sentence, body).and_then(tidy) else { continue };
            if base.terms.functor(head) == keywords.next {
                let fact = base.terms.args(head)[0];
                let sentence = base.terms.lookup(keywords.holds, &[fact]).expect("the relaxed model has it");
                next[of_sentence[sentence as usize] as usize].push(clause);
            } else if let Some(view) = views.get_mut(of_sentence[head as usize] as usize) {
                view.push(clause);
            }
        }
        let alias = (0..views.len() as u32).map(|atom| atom * 2).collect();
        let known = Known::default();
        let mut atoms = Atoms { facts, sentences, of_sentence, views, next, templates, known, alias };
        if let Some(view) = atoms.simplify() {
            let sentence = ground.base.terms.text(atoms.sentences[view as usize]);
            let message = format!("{sentence} depends on its own opposite: that has no meaning");
            return Err(RulesError::new(place, Reason::Meaning, message));
        }
        Ok(atoms)
    }

    /// Replaces views that are always the same, or the same as another atom, wherever they are used. Returns a view that depends on its
    /// own opposite, if there is one.
    fn simplify(&mut self) -> Option<u32> {
        let edges: Vec<Vec<u32>> =
            self.views.iter().map(|formula| formula.iter().flatten().map(|lit| lit >> 1).collect()).collect();
        let (known, alias) = (&mut self.known, &mut self.alias);
        for members in components(&edges) {
            let number = members[0] as usize;
            if number < self.facts {
                continue;
            }
            for &member in &members {
                let formula = std::mem::take(&mut self.views[member as usize]);
                self.views[member as usize] = rewrite(formula, known, alias);
            }
            if members.len() > 1 || edges[number].contains(&members[0]) {
                let inside: HashSet<u32> = members.iter().copied().collect();
                let opposite = |&view: &u32| {
                    self.views[view as usize].iter().flatten().any(|lit| lit & 1 == 1 && inside.contains(&(lit >> 1)))
                };
                if let Some(view) = members.iter().copied().find(opposite) {
                    return Some(view);
                }
                continue;
            }
            match &self.views[number][..] {
                [] => known.learn(number as u32 * 2 + 1),
                [clause] if clause.is_empty() => known.learn(number as u32 * 2),
                [clause] if clause.len() == 1 => alias[number] = clause[0],
                _ => {}
            }
        }
        for formula in &mut self.next {
            *formula = rewrite(std::mem::take(formula), known, alias);
        }
        None
    }

    /// A clause of sentences as a clause of atoms; `None` if it cannot hold.
    pub fn clause(&self, body: &[u32]) -> Option<Vec<Lit>> {
        let clause = translate(&self.of_sentence, body)?;
        let renamed: Vec<Lit> = clause.iter().map(|&lit| self.alias[atom(lit)] ^ (lit & 1)).collect();
        tidy(self.known.simplify(&renamed)?)
    }

    /// When the sentence holds; what is only another name for a view is looked through.
    pub fn formula(&self, sentence: Term) -> &Formula {
        self.look_through(&self.views[self.of_sentence[sentence as usize] as usize])
    }

    /// The formula itself, or that of the view which it consists of.
    pub fn look_through<'a>(&'a self, mut formula: &'a Formula) -> &'a Formula {
        // The views between a sentence and its formula are few; names in a circle lead nowhere.
        for _ in 0..16 {
            let [clause] = &formula[..] else { break };
            let [lit] = clause[..] else { break };
            let inner = &self.views[atom(lit)];
            if lit & 1 == 1 || inner.is_empty() || inner.iter().flatten().count() > MAX_SPELLED {
                break;
            }
            if inner.iter().flatten().any(|deeper| atom(*deeper) == atom(lit)) {
                break;
            }
            formula = inner;
        }
        formula
    }
}

/// A clause of sentences as a clause of atoms; `None` if it cannot hold.
fn translate(of_sentence: &[u32], body: &[u32]) -> Option<Vec<Lit>> {
    let mut clause = Vec::with_capacity(body.len());
    for &lit in body {
        match of_sentence.get((lit >> 1) as usize).copied().unwrap_or(NONE) {
            NONE if lit & 1 == 1 => {}
            NONE => return None,
            number => clause.push(number * 2 + (lit & 1)),
        }
    }
    Some(clause)
}

fn rewrite(formula: Formula, known: &Known, alias: &[Lit]) -> Formula {
    let clauses = formula.into_iter().filter_map(|clause| {
        let renamed: Vec<Lit> = clause.iter().map(|&lit| alias[atom(lit)] ^ (lit & 1)).collect();
        tidy(known.simplify(&renamed)?)
    });
    reduce(clauses.collect())
}
