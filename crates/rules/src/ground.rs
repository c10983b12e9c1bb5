//! Grounding: everything that can ever be true, and the rules about it without variables.
//!
//! First the sentences that never change, stratum by stratum. Then the *relaxed model*: the least set of sentences that holds
//! the first position and is closed under the rules when every negated condition on the position counts as possible. No
//! position has a fact that is not in it, whatever `base` and `input` say or leave out.

use crate::check::{Nature, Outline};
use crate::error::{Place, Reason, RulesError};
use crate::join::{Base, Task};
use crate::limits::Limits;
use crate::program::{Keywords, Literal, Program, Rule};
use crate::terms::{Pattern, Term, Terms};

/// What grounding finds.
pub struct Ground {
    /// The sentences that can be true, and the instances of the rules that no positive condition ties to a move.
    pub base: Base,
    /// The symbols with a meaning.
    pub keywords: Keywords,
    /// What each predicate depends on.
    pub nature: Vec<Nature>,
    /// The players.
    pub roles: Vec<Term>,
    /// `(true f)` for each fact of the first position.
    pub init: Vec<Term>,
    /// The rules that wait for a move.
    pub move_tasks: Vec<Task>,
}

/// The nature of a sentence's predicate.
fn nature_of(pattern: &Pattern, terms: &Terms, nature: &[Nature]) -> Nature {
    nature[pattern.predicate(terms) as usize]
}

fn task(rule: &Rule, terms: &Terms, nature: &[Nature]) -> Task {
    let open = rule
        .body
        .iter()
        .map(|literal| match literal {
            Literal::Positive(atom) | Literal::Negative(atom) => nature_of(atom, terms, nature) != Nature::Static,
            _ => false,
        })
        .collect();
    Task { rule: rule.clone(), head: rule.head.predicate(terms), open, kept: false, names: false }
}

/// Does a rule have a positive condition on a move?
fn waits_for_move(rule: &Rule, terms: &Terms, nature: &[Nature]) -> bool {
    rule.body.iter().any(|literal| match literal {
        Literal::Positive(atom) => nature_of(atom, terms, nature) == Nature::Moves,
        _ => false,
    })
}

/// What grounding is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// All rules without variables, for a net.
    Net,
    /// Only which facts and moves there can be, for a prover: what stands behind "not" counts as possible, and what only ends and goals
    /// ask for is left out.
    Names,
}

/// The rules that tell which facts and moves there can be.
fn naming(program: &Program, outline: &Outline) -> Vec<Rule> {
    let (terms, keywords) = (&program.terms, program.keywords);
    let is_static = |atom: &Pattern| nature_of(atom, terms, &outline.nature) == Nature::Static;
    let mut wanted = vec![false; terms.symbols()];
    let mut of_head: Vec<Vec<&Rule>> = vec![Vec::new(); terms.symbols()];
    outline.needed.iter().for_each(|rule| of_head[rule.head.predicate(terms) as usize].push(rule));
    let mut open = vec![keywords.role, keywords.init, keywords.next, keywords.legal];
    while let Some(symbol) = open.pop() {
        if std::mem::replace(&mut wanted[symbol as usize], true) {
            continue;
        }
        for rule in &of_head[symbol as usize] {
            for literal in &rule.body {
                match literal {
                    Literal::Positive(atom) => open.push(atom.predicate(terms)),
                    Literal::Negative(atom) if is_static(atom) => open.push(atom.predicate(terms)),
                    _ => {}
                }
            }
        }
    }
    // A rule by which a fact stays as it is names nothing new.
    let is_frame = |rule: &&Rule| match &rule.head {
        Pattern::Compound(symbol, fact) if *symbol == keywords.next => rule.body.iter().any(|literal| match literal {
            Literal::Positive(Pattern::Compound(symbol, held)) => *symbol == keywords.holds && held == fact,
            _ => false,
        }),
        _ => false,
    };
    let named = outline.needed.iter().filter(|rule| wanted[rule.head.predicate(terms) as usize] && !is_frame(rule));
    let mut rules: Vec<Rule> = named.cloned().collect();
    for rule in &mut rules {
        rule.body.retain(|literal| !matches!(literal, Literal::Negative(atom) if !is_static(atom)));
    }
    rules
}

/// Grounds checked rules.
pub fn ground(program: &Program, outline: &Outline, limits: Limits, purpose: Purpose) -> Result<Ground, RulesError> {
    let (keywords, end) = (program.keywords, program.end);
    let (nature, order) = (&outline.nature, &outline.order);
    let names = (purpose == Purpose::Names).then(|| naming(program, outline));
    let needed = names.as_ref().unwrap_or(&outline.needed);
    let mut base = Base::new(program.terms.clone(), limits);
    fixed(&mut base, nature, order, needed)?;
    let roles: Vec<Term> =
        base.relations[keywords.role as usize].rows.iter().map(|&row| base.terms.args(row)[0]).collect();
    if roles.is_empty() {
        return Err(RulesError::new(end, Reason::Players, "no player: (role NAME) is missing"));
    }
    // With every player the work would grow, for a game that is refused anyway.
    if roles.len() > 2 {
        let message = format!("the game has {} players; games for two can be played", roles.len());
        return Err(RulesError::new(Place { line: 1, column: 1 }, Reason::Players, message));
    }
    let mut init = Vec::new();
    for row in base.relations[keywords.init as usize].rows.clone() {
        let fact = base.terms.args(row)[0];
        let sentence = base.terms.term(keywords.holds, &[fact]);
        init.push(sentence);
        base.insert(sentence);
    }
    let (mut tasks, mut move_tasks) = (Vec::new(), Vec::new());
    for rule in needed {
        if nature_of(&rule.head, &base.terms, nature) == Nature::Static {
            continue;
        }
        let mut task = task(rule, &base.terms, nature);
        task.kept = purpose == Purpose::Net && !waits_for_move(rule, &base.terms, nature);
        task.names = purpose == Purpose::Names;
        if purpose == Purpose::Net && !task.kept {
            let mut again = self::task(rule, &base.terms, nature);
            again.kept = true;
            move_tasks.push(again);
        }
        tasks.push(task);
    }
    let growing: Vec<bool> = nature.iter().map(|&nature| nature != Nature::Static).collect();
    let players = roles.clone();
    base.saturate(&tasks, &growing, None, &mut |base, head| {
        let symbol = base.terms.functor(head);
        if symbol == keywords.next {
            let fact = base.terms.args(head)[0];
            let sentence = base.terms.term(keywords.holds, &[fact]);
            base.insert(sentence);
        } else if symbol == keywords.legal {
            let [role, action] = [base.terms.args(head)[0], base.terms.args(head)[1]];
            if players.contains(&role) {
                let sentence = base.terms.term(keywords.does, &[role, action]);
                base.insert(sentence);
                base.insert(head);
            }
        } else {
            base.insert(head);
        }
    })?;
    Ok(Ground { base, keywords, nature: nature.clone(), roles, init, move_tasks })
}

/// The sentences that never change.
fn fixed(base: &mut Base, nature: &[Nature], order: &[Vec<u32>], needed: &[Rule]) -> Result<(), RulesError> {
    let mut rules: Vec<Vec<&Rule>> = vec![Vec::new(); base.terms.symbols()];
    for rule in needed {
        let head = rule.head.predicate(&base.terms);
        match &rule.head {
            Pattern::Term(fact) if rule.body.is_empty() && nature[head as usize] == Nature::Static => {
                base.insert(*fact);
            }
            _ => rules[head as usize].push(rule),
        }
    }
    let mut growing = vec![false; nature.len()];
    for members in order {
        if nature[members[0] as usize] != Nature::Static {
            continue;
        }
        let tasks: Vec<Task> = members
            .iter()
            .flat_map(|&member| &rules[member as usize])
            .map(|rule| task(rule, &base.terms, nature))
            .collect();
        if tasks.is_empty() {
            continue;
        }
        members.iter().for_each(|&member| growing[member as usize] = true);
        base.saturate(&tasks, &growing, None, &mut |base, head| {
            base.insert(head);
        })?;
        members.iter().for_each(|&member| growing[member as usize] = false);
    }
    Ok(())
}
