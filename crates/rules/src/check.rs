//! Do the rules make sense? Safety, strata, and what may depend on what.

use std::collections::HashSet;

use crate::error::{Reason, RulesError};
use crate::graph::components;
use crate::program::{Literal, Program, Rule};
use crate::terms::Symbol;

/// What a predicate depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Nature {
    /// On nothing that changes.
    #[default]
    Static,
    /// On the facts of the position.
    State,
    /// On the moves.
    Moves,
}

/// What was found out about the predicates.
pub struct Outline {
    /// The nature of each symbol.
    pub nature: Vec<Nature>,
    /// The components of the predicates that are not [`Nature::Moves`] or are: each after all that it needs.
    pub order: Vec<Vec<Symbol>>,
    /// The rules that can matter to legal moves, ends, goals and facts.
    pub needed: Vec<Rule>,
    /// What looks wrong and does no harm.
    pub warnings: Vec<String>,
}

/// Checks the rules.
pub fn check(program: &Program) -> Result<Outline, RulesError> {
    let terms = &program.terms;
    let keywords = program.keywords;
    let count = terms.symbols();
    let mut edges: Vec<Vec<u32>> = vec![Vec::new(); count];
    for rule in &program.rules {
        let head = rule.head.predicate(terms) as usize;
        for literal in &rule.body {
            if let Literal::Positive(atom) | Literal::Negative(atom) = literal {
                edges[head].push(atom.predicate(terms));
            }
        }
    }
    edges.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    let order = components(&edges);
    let mut component = vec![0; count];
    for (number, members) in order.iter().enumerate() {
        members.iter().for_each(|&member| component[member as usize] = number);
    }
    // Facts follow from `next`, moves from `legal`: needed as well, though from one position to another.
    let mut needed = HashSet::new();
    let mut open = vec![keywords.role, keywords.init, keywords.next, keywords.legal, keywords.goal, keywords.terminal];
    while let Some(symbol) = open.pop() {
        if needed.insert(symbol) {
            open.extend(&edges[symbol as usize]);
        }
    }
    let mut nature = vec![Nature::Static; count];
    nature[keywords.holds as usize] = Nature::State;
    nature[keywords.does as usize] = Nature::Moves;
    // Asked anew at every position, even where they never change.
    for symbol in [keywords.next, keywords.legal, keywords.goal, keywords.terminal] {
        nature[symbol as usize] = Nature::State;
    }
    for members in &order {
        let found = members
            .iter()
            .flat_map(|&member| edges[member as usize].iter().map(|&on| nature[on as usize]))
            .chain(members.iter().map(|&member| nature[member as usize]))
            .max()
            .unwrap_or_default();
        members.iter().for_each(|&member| nature[member as usize] = found);
    }
    let mut warnings = Vec::new();
    let mut rules = Vec::new();
    for rule in &program.rules {
        let head = rule.head.predicate(terms);
        // What depends on the position may be stratified only once its variables are gone: `clauses` looks at that.
        if nature[head as usize] != Nature::State {
            check_stratum(program, rule, &component)?;
        }
        check_nature(program, rule, &nature)?;
        let unsafe_variable = unsafe_variable(rule);
        if needed.contains(&head) {
            if let Some(name) = unsafe_variable {
                let message =
                    format!("the variable {name} has no value: it must stand in a condition that is not negated");
                return Err(RulesError::new(rule.place, Reason::Meaning, message));
            }
            rules.push(rule.clone());
        } else if let Some(name) = unsafe_variable {
            let place = rule.place;
            if rule.body.is_empty() {
                let message = format!("a fact cannot have the variable {name}");
                return Err(RulesError::new(place, Reason::Meaning, message));
            }
            warnings.push(format!("line {}: the variable {name} has no value; the rule is not used", place.line));
        }
    }
    Ok(Outline { nature, order, needed: rules, warnings })
}

/// A predicate must not depend on its own negation.
fn check_stratum(program: &Program, rule: &Rule, component: &[usize]) -> Result<(), RulesError> {
    let terms = &program.terms;
    let head = rule.head.predicate(terms);
    for literal in &rule.body {
        if let Literal::Negative(atom) = literal {
            let on = atom.predicate(terms);
            if component[head as usize] == component[on as usize] {
                let message = format!(
                    "'{}' depends on its own opposite, through 'not {}': that has no meaning",
                    terms.name(head),
                    terms.name(on)
                );
                return Err(RulesError::new(rule.place, Reason::Meaning, message));
            }
        }
    }
    Ok(())
}

/// What must not depend on moves or on the position.
fn check_nature(program: &Program, rule: &Rule, nature: &[Nature]) -> Result<(), RulesError> {
    let (terms, keywords) = (&program.terms, program.keywords);
    let head = rule.head.predicate(terms);
    let found = nature[head as usize];
    let fixed = [keywords.role, keywords.init, keywords.base, keywords.input];
    let state = [keywords.legal, keywords.goal, keywords.terminal];
    let on = match found {
        Nature::Moves if fixed.contains(&head) || state.contains(&head) => "does",
        Nature::State if fixed.contains(&head) => "true",
        _ => return Ok(()),
    };
    let message = format!("'{}' must not depend on '{on}'", terms.name(head));
    Err(RulesError::new(rule.place, Reason::Meaning, message))
}

/// A variable of a rule that no condition gives a value.
fn unsafe_variable(rule: &Rule) -> Option<&str> {
    let mut bound = vec![false; rule.variables.len()];
    let mut used = bound.clone();
    rule.head.variables(&mut |variable| used[usize::from(variable)] = true);
    for literal in &rule.body {
        match literal {
            Literal::Positive(atom) => atom.variables(&mut |variable| bound[usize::from(variable)] = true),
            Literal::Negative(atom) => atom.variables(&mut |variable| used[usize::from(variable)] = true),
            Literal::Distinct(left, right) | Literal::Equal(left, right) => {
                left.variables(&mut |variable| used[usize::from(variable)] = true);
                right.variables(&mut |variable| used[usize::from(variable)] = true);
            }
        }
    }
    // What is equal to something with a value has one.
    loop {
        let before = bound.clone();
        for literal in &rule.body {
            let Literal::Equal(left, right) = literal else { continue };
            for (from, to) in [(left, right), (right, left)] {
                let mut known = true;
                from.variables(&mut |variable| known &= bound[usize::from(variable)]);
                if known {
                    to.variables(&mut |variable| bound[usize::from(variable)] = true);
                }
            }
        }
        if bound == before {
            break;
        }
    }
    (0..bound.len())
        .find(|&variable| used[variable] && !bound[variable])
        .map(|variable| rule.variables[variable].as_str())
}
