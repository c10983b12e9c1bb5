//! What stays as it is: the frame axioms of a game.

use std::collections::HashMap;

use crate::check::Nature;
use crate::clauses::Atoms;
use crate::ground::Ground;
use crate::terms::Term;

/// Rules by which facts stay unless something happens to them, `(next f)` if `(true f)` and not `changed`: most clauses of most games. Which
/// of them a move concerns is looked up, so that the others cost nothing.
#[derive(Default)]
pub struct Frames {
    /// The facts that stay by such a rule, as bits.
    pub kept: Vec<u64>,
    /// The facts whose rules ask for a sentence that depends on the move.
    pub asked: HashMap<Term, Vec<u32>>,
    /// The rules of each such fact, by their number among the templates.
    pub of_fact: HashMap<u32, Vec<usize>>,
    /// All other templates.
    pub others: Vec<usize>,
    /// The fact of a sentence `(next f)`.
    pub next: HashMap<Term, u32>,
}

impl Frames {
    /// Sorts the templates.
    pub fn new(ground: &Ground, atoms: &Atoms) -> Frames {
        let (terms, keywords) = (&ground.base.terms, ground.keywords);
        let mut frames = Frames { kept: vec![0; atoms.facts.div_ceil(64)], ..Frames::default() };
        let on_moves = |lit: u32| ground.nature[terms.functor(lit >> 1) as usize] == Nature::Moves;
        for (number, (head, body)) in atoms.templates.iter().enumerate() {
            let fact = (terms.functor(*head) == keywords.next)
                .then(|| terms.lookup(keywords.holds, &[terms.args(*head)[0]]).expect("the relaxed model has it"));
            let mut state = body.iter().filter(|&&lit| !on_moves(lit));
            let is_frame = fact.is_some_and(|fact| state.next() == Some(&(fact * 2)) && state.next().is_none());
            if let (Some(sentence), true) = (fact, is_frame) {
                let fact = atoms.of_sentence[sentence as usize];
                frames.kept[fact as usize / 64] |= 1 << (fact % 64);
                frames.of_fact.entry(fact).or_default().push(number);
                for &lit in body.iter().filter(|&&lit| on_moves(lit)) {
                    frames.asked.entry(lit >> 1).or_default().push(fact);
                }
            } else {
                frames.others.push(number);
            }
        }
        frames
    }
}
