//! Whose turn it is: read once a position instead of being a condition of every move.
//!
//! In a game of turns every real move of a player needs a fact such as `(control white)`; the player who is not to move has one
//! idle move (`noop`). The facts are found by how the moves ask for them, not by their name.

use std::collections::HashMap;

use crate::clauses::{Atoms, Formula, Known, Lit};
use crate::error::{Place, Reason, RulesError};
use crate::terms::{Symbol, Term, Terms};

/// How to tell whose turn it is.
#[derive(Clone, Debug)]
pub enum Turn {
    /// Only one player ever chooses.
    Always(usize),
    /// Each of these facts gives the turn to a player; exactly one of them is true.
    Facts(Vec<(u32, usize)>),
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

/// Finds the turns. `moves[role]` are the moves of a role, `legal[role]` when they are legal.
pub fn seats(
    atoms: &Atoms,
    terms: &Terms,
    roles: &[Term],
    moves: &[Vec<Term>],
    legal: Vec<Vec<Formula>>,
    init: &[bool],
    place: Place,
) -> Result<Seats, RulesError> {
    let count = roles.len();
    let choosers: Vec<usize> = (0..count).filter(|&role| moves[role].len() > 1).collect();
    let group = if count == 1 { None } else { find_group(atoms, terms, roles, &legal, init) };
    let turn = match group {
        Some(group) => Turn::Facts(group.owners),
        None if choosers.len() <= 1 => Turn::Always(choosers.first().copied().unwrap_or(0)),
        None => {
            let message = "both players can choose at the same time; only games in which they take turns can be played";
            return Err(RulesError::new(place, Reason::Simultaneous, message));
        }
    };
    let known: Vec<Known> = (0..count).map(|role| knowledge(&turn, role)).collect();
    let mut idle = Vec::new();
    for role in 0..count {
        let away: Vec<&Known> = (0..count).filter(|&other| other != role).map(|other| &known[other]).collect();
        let can = |formula: &Formula| {
            formula.iter().any(|clause| away.iter().any(|known| known.simplify(clause).is_some()))
        };
        let candidates: Vec<usize> = match turn {
            Turn::Always(mover) if mover == role => Vec::new(),
            _ => (0..legal[role].len()).filter(|&mv| can(&legal[role][mv])).collect(),
        };
        if candidates.len() > 1 {
            let names: Vec<String> = candidates.iter().take(3).map(|&mv| terms.text(moves[role][mv])).collect();
            let message = format!(
                "{} can choose between {} while it is not its turn; only games in which players take turns can be played",
                terms.text(roles[role]),
                names.join(", ")
            );
            return Err(RulesError::new(place, Reason::Simultaneous, message));
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

/// The kind of fact that explains the moves of all players best.
fn find_group(atoms: &Atoms, terms: &Terms, roles: &[Term], legal: &[Vec<Formula>], init: &[bool]) -> Option<Group> {
    let functor = |fact: u32| terms.functor(terms.args(atoms.sentences[fact as usize])[0]);
    let mut kinds: Vec<Symbol> = (0..atoms.facts as u32).map(functor).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let best = kinds
        .into_iter()
        .filter_map(|kind| {
            let is_own = |lit: Lit| {
                lit & 1 == 0 && ((lit >> 1) as usize) < atoms.facts && functor(lit >> 1) == kind
            };
            group(atoms, terms, roles, legal, &is_own)
        })
        .filter(|group| group.owners.iter().filter(|(fact, _)| init[*fact as usize]).count() == 1)
        .min_by_key(|group| (group.left, group.owners.len()));
    best.filter(|group| group.left <= roles.len())
}

/// Whose moves need which facts of a kind. `None` if the kind does not tell the players apart.
fn group(
    atoms: &Atoms,
    terms: &Terms,
    roles: &[Term],
    legal: &[Vec<Formula>],
    is_own: &dyn Fn(Lit) -> bool,
) -> Option<Group> {
    let mut counts: HashMap<u32, Vec<usize>> = HashMap::new();
    for (role, formulas) in legal.iter().enumerate() {
        for formula in formulas {
            let mut facts: Vec<u32> =
                formula.iter().flatten().filter(|&&lit| is_own(lit)).map(|lit| lit >> 1).collect();
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
        let named = |role: &usize| {
            terms.args(terms.args(atoms.sentences[fact as usize])[0]).contains(&roles[*role])
        };
        let owner = match tied[..] {
            [owner] => owner,
            _ => *tied.iter().find(|role| named(role))?,
        };
        owners.push((fact, owner));
    }
    owners.sort_unstable();
    if (0..roles.len()).any(|role| legal[role].len() > 1 && !owners.iter().any(|(_, owner)| *owner == role)) {
        return None;
    }
    let owner_of: HashMap<u32, usize> = owners.iter().copied().collect();
    let mut left = 0;
    for (role, formulas) in legal.iter().enumerate() {
        let explained = |clause: &Vec<Lit>| {
            clause.iter().any(|&lit| is_own(lit) && owner_of.get(&(lit >> 1)) == Some(&role))
        };
        left += formulas.iter().filter(|formula| !formula.iter().all(explained)).count();
    }
    Some(Group { owners, left })
}
