//! In which order a prover looks at the conditions of a rule: what can be tested is tested at once, then what gives few rows.

use std::sync::Arc;

use crate::program::{Literal, Rule};
use crate::prover::{Frame, Prover};
use crate::tables::Desk;
use crate::terms::{Pattern, Symbol, Terms, UNBOUND};

impl Prover {
    /// In which order the conditions of a rule are best looked at, with these variables known.
    pub(crate) fn plan(&self, desk: &mut Desk, rule_number: (Symbol, usize), rule: &Rule, frame: &Frame) -> Arc<[u16]> {
        let mut mask = [0u64; 4];
        for (variable, _) in frame.values.iter().enumerate().filter(|(_, value)| **value != UNBOUND) {
            mask[variable / 64] |= 1 << (variable % 64);
        }
        let key = (rule_number.0, rule_number.1 as u32, mask);
        if let Some(plan) = desk.plans.get(&key) {
            return plan.clone();
        }
        let mut bound: Vec<bool> = frame.values.iter().map(|&value| value != UNBOUND).collect();
        let mut left: Vec<u16> = (0..rule.body.len() as u16).collect();
        let mut plan = Vec::new();
        let all = |pattern: &Pattern, bound: &[bool]| {
            let mut all = true;
            pattern.variables(&mut |variable| all &= bound[usize::from(variable)]);
            all
        };
        while !left.is_empty() {
            let ready = left.iter().position(|&literal| match &rule.body[usize::from(literal)] {
                Literal::Positive(_) => false,
                Literal::Negative(atom) => all(atom, &bound) && !self.is_dear(&desk.terms, atom),
                Literal::Distinct(a, b) => all(a, &bound) && all(b, &bound),
                Literal::Equal(a, b) => all(a, &bound) || all(b, &bound),
            });
            let cost = |&at: &usize| self.cost(&desk.terms, &rule.body[usize::from(left[at])], &bound);
            let at = ready.or_else(|| {
                let positive = |&at: &usize| matches!(rule.body[usize::from(left[at])], Literal::Positive(_));
                (0..left.len()).filter(positive).min_by(|a, b| cost(a).total_cmp(&cost(b)))
            });
            // What is left are questions with "not" that take long: they come last.
            let literal = left.remove(at.unwrap_or(0));
            match &rule.body[usize::from(literal)] {
                Literal::Positive(atom) => atom.variables(&mut |variable| bound[usize::from(variable)] = true),
                Literal::Equal(a, b) => {
                    a.variables(&mut |variable| bound[usize::from(variable)] = true);
                    b.variables(&mut |variable| bound[usize::from(variable)] = true);
                }
                _ => {}
            }
            plan.push(literal);
        }
        let plan: Arc<[u16]> = plan.into();
        desk.plans.insert(key, plan.clone());
        plan
    }

    /// Does a question about this take more than a look?
    fn is_dear(&self, terms: &Terms, atom: &Pattern) -> bool {
        let symbol = atom.predicate(terms);
        symbol != self.keywords.holds
            && symbol != self.keywords.does
            && self.rules[symbol as usize].iter().any(|rule| !rule.body.is_empty())
    }

    /// How much work a condition makes, about.
    fn cost(&self, terms: &Terms, literal: &Literal, bound: &[bool]) -> f64 {
        let Literal::Positive(atom) = literal else { return f64::INFINITY };
        let symbol = atom.predicate(terms);
        let (mut total, mut free) = (0.0f64, Vec::new());
        atom.variables(&mut |variable| {
            total += 1.0;
            if !bound[usize::from(variable)] && !free.contains(&variable) {
                free.push(variable);
            }
        });
        if free.is_empty() {
            return if self.is_dear(terms, atom) { 0.6 } else { 0.0 };
        }
        let constants = match atom {
            Pattern::Compound(_, args) => args.iter().filter(|arg| matches!(arg, Pattern::Term(_))).count() as f64,
            _ => 0.0,
        };
        let rows: f64 = if symbol == self.keywords.does {
            1.5
        } else if symbol == self.keywords.holds {
            64.0
        } else if self.is_dear(terms, atom) {
            1000.0
        } else {
            self.rules[symbol as usize].len().max(1) as f64
        };
        rows.powf(free.len() as f64 / (total + constants))
    }
}
