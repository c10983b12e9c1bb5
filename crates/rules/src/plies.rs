//! How long a game can last, where the rules show it.
//!
//! Two proofs are known. *Counters*: facts that follow one another whatever is played, the last of which ends the game. *Supplies*:
//! facts that no move ever adds, one of which every move uses up.

use std::collections::{HashMap, HashSet};

use crate::clauses::Formula;
use crate::effects::Change;
use crate::error::{Reason, RulesError};
use crate::ruleset::Ruleset;
use crate::turn::Turn;

/// A bound on the number of moves.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// Facts of a counter with the moves that are left.
    counter: Vec<(u32, u32)>,
    /// Facts of which every move uses one up.
    supply: Vec<u64>,
    /// May the same player move twice running, so that the other passes in between?
    doubles: bool,
}

fn is_on(facts: &[u64], fact: u32) -> bool {
    facts[fact as usize / 64] >> (fact % 64) & 1 == 1
}

impl Bound {
    /// Looks for proofs.
    pub fn find(rules: &Ruleset) -> Result<Bound, RulesError> {
        let told = told_supply(rules)?;
        if rules.is_proved() {
            // Nothing is known of the moves beforehand.
            return Ok(Bound { counter: Vec::new(), supply: told, doubles: true });
        }
        let supply = if told.is_empty() { find_supply(rules) } else { told };
        Ok(Bound { counter: find_counter(rules), supply, doubles: !alternates(rules) })
    }

    /// The most plies until the game is over.
    pub fn plies(&self, facts: &[u64], passing: bool) -> Option<usize> {
        let counted = self.counter.iter().find(|(fact, _)| is_on(facts, *fact)).map(|(_, left)| *left as usize);
        let supplied = (!self.supply.is_empty())
            .then(|| facts.iter().zip(&self.supply).map(|(word, mask)| (word & mask).count_ones() as usize).sum());
        let moves: usize = match (counted, supplied) {
            (Some(a), Some(b)) => a.min(b),
            (a, b) => a.or(b)?,
        };
        let plies = if self.doubles { (2 * moves).saturating_sub(1) + usize::from(passing) } else { moves };
        Some(plies)
    }
}

/// Does the turn change with every move, provably?
fn alternates(rules: &Ruleset) -> bool {
    let Turn::Facts(owners) = &rules.turn else { return false };
    (0..rules.roles.len()).all(|role| {
        let effects = &rules.effects[role];
        let becomes: HashMap<u32, &Formula> = effects.common.iter().map(|(fact, formula)| (*fact, formula)).collect();
        let common = owners.iter().all(|(fact, owner)| {
            let formula = becomes.get(fact);
            if *owner == role {
                formula.is_some_and(|formula| formula.is_empty())
            } else {
                formula.is_some_and(|formula| formula.iter().any(Vec::is_empty))
            }
        });
        let changed = effects.moves.iter().flat_map(|effect| &effect.changes);
        common && owners.len() == 2 && !changed.into_iter().any(|(fact, _)| owners.iter().any(|(own, _)| own == fact))
    })
}

fn find_counter(rules: &Ruleset) -> Vec<(u32, u32)> {
    // The fact after which each fact comes, for all players alike.
    let mut after: HashMap<u32, u32> = HashMap::new();
    let commons: Vec<HashMap<u32, &Formula>> = rules
        .effects
        .iter()
        .map(|effects| effects.common.iter().map(|(fact, formula)| (*fact, formula)).collect())
        .collect();
    let changed: HashSet<u32> = rules
        .effects
        .iter()
        .flat_map(|effects| effects.moves.iter().flat_map(|effect| effect.changes.iter().map(|(fact, _)| *fact)))
        .collect();
    for (&fact, formula) in &commons[0] {
        let same = commons.iter().all(|common| common.get(&fact) == Some(formula));
        if let ([clause], true) = (&formula[..], same && !changed.contains(&fact))
            && let [lit] = clause[..]
            && lit & 1 == 0
            && ((lit >> 1) as usize) < rules.fact_count
            && lit >> 1 != fact
        {
            after.insert(lit >> 1, fact);
        }
    }
    let mut best: Vec<(u32, u32)> = Vec::new();
    // A fact that an earlier chain has met leads to the same end, or to none.
    let ends: HashSet<u32> = rules.ends.iter().copied().collect();
    let mut met = HashSet::new();
    for start in (0..rules.fact_count as u32).filter(|&fact| is_on(&rules.init, fact)) {
        let mut chain = Vec::new();
        let mut last = Some(start);
        while let Some(fact) = last.filter(|&fact| met.insert(fact)) {
            chain.push(fact);
            last = after.get(&fact).copied().filter(|_| !ends.contains(&fact));
        }
        let ended = chain.last().is_some_and(|fact| ends.contains(fact));
        if ended && (best.is_empty() || chain.len() < best.len()) {
            let length = chain.len() as u32;
            best = (0..).zip(chain).map(|(at, fact)| (fact, length - 1 - at)).collect();
        }
    }
    best
}

fn find_supply(rules: &Ruleset) -> Vec<u64> {
    let mut never_added = vec![true; rules.fact_count];
    for effects in &rules.effects {
        for (fact, formula) in &effects.common {
            if !formula.iter().all(|clause| clause.contains(&(fact * 2))) {
                never_added[*fact as usize] = false;
            }
        }
        for (fact, change) in effects.moves.iter().flat_map(|effect| &effect.changes) {
            let adds = match change {
                Change::Clear => false,
                Change::Set => true,
                Change::SetIf(formula) | Change::Assign(formula) => {
                    !formula.iter().all(|clause| clause.contains(&(fact * 2)))
                }
            };
            if adds {
                never_added[*fact as usize] = false;
            }
        }
    }
    let uses_up = |role: usize, mv: usize| {
        let legal = &rules.legal[role][mv];
        rules.effects[role].moves[mv].changes.iter().any(|(fact, change)| {
            *change == Change::Clear
                && never_added[*fact as usize]
                && legal.iter().all(|clause| clause.contains(&(fact * 2)))
        })
    };
    let all = (0..rules.roles.len())
        .all(|role| (0..rules.moves[role].len()).all(|mv| rules.legal[role][mv].is_empty() || uses_up(role, mv)));
    if !all {
        return Vec::new();
    }
    let mut mask = vec![0; rules.init.len()];
    (0..rules.fact_count).filter(|&fact| never_added[fact]).for_each(|fact| mask[fact / 64] |= 1 << (fact % 64));
    mask
}

/// `;; kiebitz: uses cell * * b`: every move uses up a fact of this form. The author vouches for it.
fn told_supply(rules: &Ruleset) -> Result<Vec<u64>, RulesError> {
    let remark = rules.remarks.iter().find(|remark| remark.words.first().is_some_and(|word| word == "uses"));
    let Some(remark) = remark else { return Ok(Vec::new()) };
    let mut mask = vec![0; rules.init.len()];
    for (number, &fact) in rules.facts.iter().enumerate() {
        let args = rules.terms.args(fact);
        let name = rules.terms.name(rules.terms.functor(fact));
        let fits = remark.words.get(1).is_some_and(|word| word == name)
            && args.len() + 2 == remark.words.len()
            && args.iter().zip(&remark.words[2..]).all(|(&arg, word)| word == "*" || rules.terms.text(arg) == *word);
        if fits {
            mask[number / 64] |= 1 << (number % 64);
        }
    }
    if mask.iter().all(|&word| word == 0) {
        return Err(RulesError::new(remark.place, Reason::Meaning, "no fact has this form"));
    }
    Ok(mask)
}
