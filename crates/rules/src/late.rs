//! Goals, and the views that only they need: worked out when a game is over, not at every position.

use std::collections::HashMap;

use crate::clauses::{Atoms, Formula, Lit, atom};
use crate::graph::components;
use crate::net::{Machine, Net, needed};

/// The goals of a game.
#[derive(Default)]
pub struct Late {
    /// Where each formula stands in `words`, in an order in which each needs only earlier ones, or those of its own group.
    formulas: Vec<u32>,
    /// Formulas: the number of clauses, then each with its length before it.
    words: Vec<u32>,
    /// Where groups of formulas that depend on each other begin and end.
    cycles: Vec<(usize, usize)>,
    /// For each player the values with the places of their formulas.
    goals: Vec<Vec<(i32, u32)>>,
}

impl Late {
    /// Prepares the goals; `goals[role]` are values with their formulas.
    pub fn new(atoms: &Atoms, net: &Net, goals: &[Vec<(i32, Formula)>]) -> Late {
        let roots = goals.iter().flatten().map(|(_, formula)| formula);
        let late: Vec<u32> =
            needed(atoms, roots).into_iter().filter(|&number| net.literal(number * 2).is_none()).collect();
        let place: HashMap<u32, u32> = (0..).zip(&late).map(|(place, &view)| (view, place)).collect();
        let edges: Vec<Vec<u32>> = late
            .iter()
            .map(|&view| {
                atoms.views[view as usize].iter().flatten().filter_map(|lit| place.get(&(lit >> 1)).copied()).collect()
            })
            .collect();
        let order = components(&edges);
        let mut number = vec![0u32; late.len()];
        order.iter().flatten().zip(0..).for_each(|(&member, at)| number[member as usize] = at);
        let first = net.end as u32;
        let mut words: Vec<u32> = Vec::new();
        let mut write = |formula: &Formula| -> u32 {
            let at = words.len() as u32;
            words.push(formula.len() as u32);
            for clause in formula {
                let mut lits: Vec<Lit> = clause
                    .iter()
                    .map(|&lit| match net.literal(lit) {
                        Some(lit) => lit,
                        None => (first + number[place[&(lit >> 1)] as usize]) * 2 + (lit & 1),
                    })
                    .collect();
                // What the net knows comes first: it decides most clauses.
                lits.sort_unstable();
                words.push(lits.len() as u32);
                words.extend(lits);
            }
            at
        };
        let mut cycles = Vec::new();
        let mut formulas = Vec::new();
        for members in &order {
            if members.len() > 1 || edges[members[0] as usize].contains(&members[0]) {
                cycles.push((formulas.len(), formulas.len() + members.len()));
            }
            formulas.extend(members.iter().map(|&member| write(&atoms.views[late[member as usize] as usize])));
        }
        let goals = goals
            .iter()
            .map(|values| values.iter().map(|(value, formula)| (*value, write(formula))).collect::<Vec<(i32, u32)>>())
            .collect();
        Late { formulas, words, cycles, goals }
    }

    /// The goal of each player at the position of the machine; `None` where no goal holds. The greatest counts if several do. With
    /// it comes the work that it took.
    pub fn goals(&self, net: &Net, machine: &Machine) -> (Vec<Option<i32>>, u64) {
        let first = net.end;
        let mut found = vec![false; self.formulas.len()];
        let mut work = self.words.len() as u64;
        let holds = |lit: Lit, found: &[bool]| {
            let bit = atom(lit);
            let truth = match bit.checked_sub(first) {
                Some(late) => found[late],
                None => machine.truth[bit / 64] >> (bit % 64) & 1 == 1,
            };
            truth != (lit & 1 == 1)
        };
        let any = |formula: u32, found: &[bool]| {
            let mut at = formula as usize + 1;
            for _ in 0..self.words[formula as usize] {
                let end = at + 1 + self.words[at] as usize;
                if self.words[at + 1..end].iter().all(|&lit| holds(lit, found)) {
                    return true;
                }
                at = end;
            }
            false
        };
        let mut cycles = self.cycles.iter().peekable();
        let mut at = 0;
        while at < self.formulas.len() {
            if let Some(&&(start, end)) = cycles.peek()
                && start == at
            {
                let mut changed = true;
                while changed {
                    changed = false;
                    work += 4 * (end - start) as u64;
                    for number in start..end {
                        if !found[number] && any(self.formulas[number], &found) {
                            found[number] = true;
                            changed = true;
                        }
                    }
                }
                cycles.next();
                at = end;
                continue;
            }
            found[at] = any(self.formulas[at], &found);
            at += 1;
        }
        let greatest = |values: &Vec<(i32, u32)>| {
            values.iter().filter(|(_, formula)| any(*formula, &found)).map(|(value, _)| *value).max()
        };
        (self.goals.iter().map(greatest).collect(), work)
    }

    /// The values that a player can reach.
    pub fn values(&self, role: usize) -> Vec<i32> {
        let mut values: Vec<i32> = self.goals[role].iter().map(|(value, _)| *value).collect();
        values.sort_unstable();
        values.dedup();
        values
    }
}
