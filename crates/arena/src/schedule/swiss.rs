//! A Swiss tournament: in each round those meet who have about the same points and have not met yet.
//!
//! Reference for the idea: the Dutch system of the FIDE handbook, C.04.3. Here every match has both colors, so that nothing has to be
//! done about them, and pairing is only about points.

use std::collections::HashSet;

use super::{Outcome, Round, Schedule, Step, fixture, half_points};

/// A Swiss tournament.
#[derive(Clone, Debug)]
pub struct Swiss {
    contestants: usize,
    rounds: usize,
    games: usize,
    number: usize,
    round: Round,
    /// Twice the points of everybody.
    points: Vec<u64>,
    met: HashSet<(usize, usize)>,
    byes: Vec<usize>,
    /// The matches of the round.
    matches: Vec<(usize, usize)>,
}

/// How many ways to pair a round without a repeated match are tried.
const TRIES: usize = 100_000;

impl Swiss {
    /// A number of rounds, with matches of a number of games.
    pub fn new(contestants: usize, rounds: usize, games: usize) -> Swiss {
        Swiss {
            contestants,
            rounds,
            games,
            number: 0,
            round: Round::default(),
            points: vec![0; contestants],
            met: HashSet::new(),
            byes: Vec::new(),
            matches: Vec::new(),
        }
    }

    /// As many rounds as it takes to find a single winner if nobody draws.
    pub fn usual_rounds(contestants: usize) -> usize {
        contestants.next_power_of_two().trailing_zeros().max(1) as usize
    }

    /// Pairs the next round.
    fn begin(&mut self) {
        self.number += 1;
        self.round = Round::default();
        let mut order: Vec<usize> = (0..self.contestants).collect();
        order.sort_by_key(|&one| std::cmp::Reverse(self.points[one]));
        if order.len() % 2 == 1 {
            // The last one who has not rested yet rests, and has the points of a match won.
            let last = order.iter().rposition(|one| !self.byes.contains(one)).unwrap_or(order.len() - 1);
            let resting = order.remove(last);
            self.byes.push(resting);
            self.points[resting] += 2 * self.games as u64;
        }
        self.matches = Vec::new();
        let mut tries = TRIES;
        if !pair(&order, &self.met, &mut tries, &mut self.matches) {
            // Everybody has met everybody: then neighbors meet again.
            self.matches = order.chunks(2).map(|two| (two[0], two[1])).collect();
        }
        let tables = self.contestants / 2;
        let cycles = self.games.div_ceil(2);
        for cycle in 0..cycles {
            for (table, &(one, other)) in self.matches.iter().enumerate() {
                let number = ((self.number - 1) * cycles + cycle) * tables + table;
                let legs = super::legs(self.games, cycle);
                self.round.add((0..legs).map(|leg| fixture(self.number, number, leg, one, other)));
            }
        }
        self.met.extend(self.matches.iter().map(|&(one, other)| (one.min(other), one.max(other))));
    }
}

/// Pairs the first with the next best it has not met, and so forth; takes back what leads nowhere.
fn pair(order: &[usize], met: &HashSet<(usize, usize)>, tries: &mut usize, matches: &mut Vec<(usize, usize)>) -> bool {
    let Some((&first, rest)) = order.split_first() else { return true };
    for (index, &other) in rest.iter().enumerate() {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        if met.contains(&(first.min(other), first.max(other))) {
            continue;
        }
        let mut left = rest.to_vec();
        left.remove(index);
        matches.push((first, other));
        if pair(&left, met, tries, matches) {
            return true;
        }
        matches.pop();
    }
    false
}

impl Schedule for Swiss {
    fn next(&mut self, results: &[Outcome]) -> Step {
        loop {
            if self.number > 0 {
                if let Some(step) = self.round.next(self.number, results) {
                    return step;
                }
                for (one, other) in std::mem::take(&mut self.matches) {
                    self.points[one] += half_points(results, self.number, one, other);
                    self.points[other] += half_points(results, self.number, other, one);
                }
            }
            if self.number == self.rounds {
                return Step::Done;
            }
            self.begin();
        }
    }

    fn total(&self) -> usize {
        self.rounds * (self.contestants / 2) * self.games
    }

    fn byes(&self) -> Vec<(usize, f64)> {
        self.byes.iter().map(|&one| (one, self.games as f64)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::tests::play_out;

    #[test]
    fn nobody_meets_twice_if_it_can_be_avoided() {
        for contestants in 4..=11 {
            let rounds = Swiss::usual_rounds(contestants);
            let mut schedule = Swiss::new(contestants, rounds, 2);
            let total = schedule.total();
            let results = play_out(&mut schedule, |game| if game.first < game.second { 2 } else { 0 });
            assert_eq!(results.len(), total, "{contestants}");
            let matches: HashSet<_> = results
                .iter()
                .map(|one| (one.fixture.first.min(one.fixture.second), one.fixture.first.max(one.fixture.second)))
                .collect();
            assert_eq!(2 * matches.len(), results.len(), "{contestants}");
            let names: HashSet<_> = results.iter().map(|one| (one.fixture.pair, one.fixture.leg)).collect();
            assert_eq!(names.len(), results.len());
            assert_eq!(schedule.byes().len(), if contestants % 2 == 1 { rounds } else { 0 });
            // The best has won all its games.
            assert_eq!(schedule.points[0], 4 * rounds as u64, "{contestants}");
        }
    }

    #[test]
    fn winners_meet_winners() {
        let mut schedule = Swiss::new(4, 2, 1);
        let results = play_out(&mut schedule, |game| if game.first < game.second { 2 } else { 0 });
        let second: Vec<_> = results.iter().filter(|one| one.fixture.round == 2).map(|one| one.fixture).collect();
        assert!(second.iter().any(|game| (game.first.min(game.second), game.first.max(game.second)) == (0, 2)));
    }

    #[test]
    fn more_rounds_than_opponents() {
        let mut schedule = Swiss::new(3, 5, 2);
        assert_eq!(play_out(&mut schedule, |_| 1).len(), 10);
        assert_eq!(schedule.byes().iter().filter(|(one, _)| *one == 0).count(), 1);
    }
}
