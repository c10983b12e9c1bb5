//! Whose turn it is: read once a position instead of being a condition of every move.
//!
//! In a game of turns every real move of a player needs a fact such as `(control white)`; the player who is not to move has one
//! idle move (`noop`). The facts are found by how the moves ask for them, not by their name.

use std::collections::HashMap;

use crate::clauses::{Atoms, Formula, Known, Lit};
use crate::error::{Place, Reason, RulesError};
use crate::graph::components;
use crate::program::{Literal, Rule};
use crate::terms::{Pattern, Symbol, Term, Terms, UNBOUND};

/// How to tell whose turn it is.
#[derive(Clone, Debug)]
pub enum Turn {
    /// Only one player ever chooses.
    Always(usize),
    /// Each of these facts gives the turn to a player; exactly one of them is true.
    Facts(Vec<(u32, usize)>),
    /// It is the turn of the player who can do something else than idle.
    Legal,
}

/// The players and their turns.
pub struct Seats {
    /// How to tell whose turn it is.
    pub turn: Turn,
    /// What each player does while the other moves, by the number of the move; `None` if nothing.
    pub idle: Vec<Option<usize>>,
    /// What is known of the facts when it is a player's turn.
    pub known: Vec<Known>,
    /// When each move of each player is legal, it being the player's turn.
    pub legal: Vec<Vec<Formula>>,
}

/// Facts of one kind that may tell the turn.
struct Group {
    owners: Vec<(u32, usize)>,
    /// Moves that it does not explain.
    left: usize,
}

/// The players and what they can do.
pub struct Players<'a> {
    /// The players.
    pub roles: &'a [Term],
    /// The moves of each.
    pub moves: &'a [Vec<Term>],
    /// Those of them that mean waiting, by number.
    pub waiting: &'a [Vec<usize>],
}

/// Finds the turns. `legal[role]` tells when the moves of a role are legal.
pub fn seats(
    atoms: &Atoms,
    terms: &Terms,
    players: &Players,
    legal: Vec<Vec<Formula>>,
    init: &[bool],
    place: Place,
) -> Result<Seats, RulesError> {
    let Players { roles, moves, waiting } = players;
    let count = roles.len();
    let choosers: Vec<usize> = (0..count).filter(|&role| moves[role].len() > 1).collect();
    let functor = |fact: u32| terms.functor(terms.args(atoms.sentences[fact as usize])[0]);
    let signs = Signs::new(atoms, &functor);
    let group = if count == 1 { None } else { find_group(atoms, terms, roles, &legal, init, &signs) };
    let turn = match group {
        Some(group) => Turn::Facts(group.owners),
        None if choosers.len() <= 1 => Turn::Always(choosers.first().copied().unwrap_or(0)),
        None => Turn::Legal,
    };
    let known: Vec<Known> = (0..count).map(|role| knowledge(&turn, role)).collect();
    let mut idle = Vec::new();
    for role in 0..count {
        let away: Vec<&Known> = (0..count).filter(|&other| other != role).map(|other| &known[other]).collect();
        let can = |formula: &Formula| {
            // A view may need the turn that a clause does not name.
            let fits = |known: &Known, clause: &Vec<Lit>| {
                known.simplify(clause).is_some()
                    && signs.of(clause).iter().all(|fact| known.truth(fact * 2) != Some(false))
            };
            formula.iter().any(|clause| away.iter().any(|known| fits(known, clause)))
        };
        let candidates: Vec<usize> = match turn {
            Turn::Always(mover) if mover == role => Vec::new(),
            Turn::Legal => waiting[role].clone(),
            _ => (0..legal[role].len()).filter(|&mv| can(&legal[role][mv])).collect(),
        };
        if candidates.len() > 1 || candidates.is_empty() && matches!(turn, Turn::Legal) {
            let named: Vec<Term> = candidates.iter().map(|&mv| moves[role][mv]).collect();
            return Err(no_turns(terms, roles[role], &named, place));
        }
        idle.push(candidates.first().copied());
    }
    let legal = legal
        .into_iter()
        .zip(&known)
        .map(|(formulas, known)| {
            let strip = |formula: Formula| -> Formula {
                crate::clauses::reduce(formula.iter().filter_map(|clause| known.simplify(clause)).collect())
            };
            formulas.into_iter().map(strip).collect()
        })
        .collect();
    Ok(Seats { turn, idle, known, legal })
}

/// A player can choose between moves while the other moves too: the error.
pub fn no_turns(terms: &Terms, role: Term, moves: &[Term], place: Place) -> RulesError {
    let names: Vec<String> = moves.iter().take(3).map(|&mv| terms.text(mv)).collect();
    let choice = if names.is_empty() { "its moves".to_string() } else { names.join(", ") };
    let message = format!(
        "{} can choose between {choice} while the other moves too; only games in which players take turns can be played",
        terms.text(role),
    );
    RulesError::new(place, Reason::Simultaneous, message)
}

/// What is known when it is `role`'s turn.
fn knowledge(turn: &Turn, role: usize) -> Known {
    let mut known = Known::default();
    if let Turn::Facts(owners) = turn {
        let own: Vec<u32> = owners.iter().filter(|(_, owner)| *owner == role).map(|(fact, _)| *fact).collect();
        if let [fact] = own[..] {
            known.learn(fact * 2);
        }
        owners.iter().filter(|(_, owner)| *owner != role).for_each(|(fact, _)| known.learn(fact * 2 + 1));
    }
    known
}

/// The moves of a player that mean waiting: the one that has such a name, or else all that no rule asks for.
pub fn waiting(rules: &[Rule], terms: &Terms, does: Symbol, role: Term, moves: &[Term]) -> Vec<usize> {
    let is_idle = |mv: &usize| matches!(terms.text(moves[*mv]).as_str(), "noop" | "wait" | "nothing" | "skip" | "idle");
    if let Some(named) = (0..moves.len()).find(is_idle) {
        return vec![named];
    }
    let mut asked: Vec<[&Pattern; 2]> = Vec::new();
    for literal in rules.iter().flat_map(|rule| &rule.body) {
        match literal {
            Literal::Positive(Pattern::Compound(symbol, args)) | Literal::Negative(Pattern::Compound(symbol, args))
                if *symbol == does =>
            {
                asked.push([&args[0], &args[1]]);
            }
            _ => {}
        }
    }
    // Questions without variables are terms.
    let whole: Vec<Term> = rules
        .iter()
        .flat_map(|rule| &rule.body)
        .filter_map(|literal| match literal {
            Literal::Positive(Pattern::Term(term)) | Literal::Negative(Pattern::Term(term)) => Some(*term),
            _ => None,
        })
        .filter(|&term| terms.functor(term) == does)
        .collect();
    let mut values = Vec::new();
    let mut trail = Vec::new();
    let mut is_asked = |mv: Term| {
        whole.iter().any(|&term| terms.args(term) == [role, mv])
            || asked.iter().any(|patterns| {
                values.clear();
                values.resize(usize::from(u8::MAX), UNBOUND);
                trail.clear();
                patterns[0].matches(terms, role, &mut values, &mut trail)
                    && patterns[1].matches(terms, mv, &mut values, &mut trail)
            })
    };
    (0..moves.len()).filter(|&mv| !is_asked(moves[mv])).collect()
}

/// The most facts of one kind that may tell the turn.
const MAX_KIND: usize = 12;

/// Facts of kinds so small that they may tell the turn, and for each view those that it cannot do without.
struct Signs {
    is_sign: Vec<bool>,
    implied: Vec<Vec<u32>>,
}

impl Signs {
    fn new(atoms: &Atoms, functor: &dyn Fn(u32) -> Symbol) -> Signs {
        let mut counts: HashMap<Symbol, usize> = HashMap::new();
        (0..atoms.facts as u32).for_each(|fact| *counts.entry(functor(fact)).or_default() += 1);
        let is_sign = (0..atoms.facts as u32).map(|fact| counts[&functor(fact)] <= MAX_KIND).collect();
        let mut signs = Signs { is_sign, implied: vec![Vec::new(); atoms.views.len()] };
        let edges: Vec<Vec<u32>> =
            atoms.views.iter().map(|formula| formula.iter().flatten().map(|lit| lit >> 1).collect()).collect();
        for members in components(&edges) {
            if let [view] = members[..]
                && view as usize >= atoms.facts
                && let Some((first, rest)) = atoms.views[view as usize].split_first()
            {
                let mut common = signs.of(first);
                rest.iter().for_each(|clause| {
                    let other = signs.of(clause);
                    common.retain(|fact| other.contains(fact));
                });
                signs.implied[view as usize] = common;
            }
        }
        signs
    }

    /// The facts that a clause cannot do without.
    fn of(&self, clause: &[Lit]) -> Vec<u32> {
        let mut found = Vec::new();
        for &lit in clause.iter().filter(|&&lit| lit & 1 == 0) {
            match self.is_sign.get((lit >> 1) as usize) {
                Some(true) => found.push(lit >> 1),
                Some(false) => {}
                None => found.extend(&self.implied[(lit >> 1) as usize]),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The facts of one or two kinds that explain the moves of all players best.
fn find_group(
    atoms: &Atoms,
    terms: &Terms,
    roles: &[Term],
    legal: &[Vec<Formula>],
    init: &[bool],
    signs: &Signs,
) -> Option<Group> {
    let functor = |fact: u32| terms.functor(terms.args(atoms.sentences[fact as usize])[0]);
    // For each player and move the signs of each clause.
    let needs: Vec<Vec<Vec<Vec<u32>>>> = legal
        .iter()
        .map(|formulas| {
            formulas.iter().map(|formula| formula.iter().map(|clause| signs.of(clause)).collect()).collect()
        })
        .collect();
    let mut kinds: Vec<Symbol> =
        (0..atoms.facts as u32).filter(|&fact| signs.is_sign[fact as usize]).map(functor).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.truncate(24);
    let mut choices: Vec<Vec<Symbol>> = kinds.iter().map(|&kind| vec![kind]).collect();
    for (at, &first) in kinds.iter().enumerate() {
        choices.extend(kinds[at + 1..].iter().map(|&second| vec![first, second]));
    }
    choices
        .iter()
        .filter_map(|kinds| group(atoms, terms, roles, &needs, &|fact| kinds.contains(&functor(fact))))
        .filter(|group| group.owners.iter().filter(|(fact, _)| init[*fact as usize]).count() == 1)
        .min_by_key(|group| (group.left, group.owners.len()))
        .filter(|group| group.left <= roles.len())
}

/// Whose moves need which facts of a kind. `None` if the kind does not tell the players apart.
fn group(
    atoms: &Atoms,
    terms: &Terms,
    roles: &[Term],
    needs: &[Vec<Vec<Vec<u32>>>],
    is_own: &dyn Fn(u32) -> bool,
) -> Option<Group> {
    let mut counts: HashMap<u32, Vec<usize>> = HashMap::new();
    for (role, formulas) in needs.iter().enumerate() {
        for formula in formulas {
            let mut facts: Vec<u32> = formula.iter().flatten().copied().filter(|&fact| is_own(fact)).collect();
            facts.sort_unstable();
            facts.dedup();
            for fact in facts {
                counts.entry(fact).or_insert_with(|| vec![0; roles.len()])[role] += 1;
            }
        }
    }
    let mut owners = Vec::new();
    for (&fact, counts) in &counts {
        let most = *counts.iter().max()?;
        let tied: Vec<usize> = (0..roles.len()).filter(|&role| counts[role] == most).collect();
        let named = |role: &usize| terms.args(terms.args(atoms.sentences[fact as usize])[0]).contains(&roles[*role]);
        let owner = match tied[..] {
            [owner] => owner,
            _ => *tied.iter().find(|role| named(role))?,
        };
        owners.push((fact, owner));
    }
    owners.sort_unstable();
    if (0..roles.len()).any(|role| needs[role].len() > 1 && !owners.iter().any(|(_, owner)| *owner == role)) {
        return None;
    }
    let owner_of: HashMap<u32, usize> = owners.iter().copied().collect();
    let mut left = 0;
    for (role, formulas) in needs.iter().enumerate() {
        let explained = |facts: &Vec<u32>| facts.iter().any(|fact| owner_of.get(fact) == Some(&role));
        let unexplained = formulas.iter().filter(|formula| !formula.iter().all(explained)).count();
        // Only idling needs no explanation.
        if unexplained > 1 {
            return None;
        }
        left += unexplained;
    }
    Some(Group { owners, left })
}
