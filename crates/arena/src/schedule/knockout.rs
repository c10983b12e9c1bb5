//! Knockout: the loser is out.

use super::{Fixture, Outcome, Round, Schedule, Step, fixture, half_points};

/// A knockout. The order of the contestants is their seeding: the first can meet the second in the final only, and where there
/// are not as many as it takes the first ones rest in the first round.
#[derive(Clone, Debug)]
pub struct Knockout {
    games: usize,
    matches: usize,
    /// Who is in the round, by their place in the bracket: neighbors meet; `None` is nobody.
    bracket: Vec<Option<usize>>,
    /// The number of this round, from 1, and of the first match in it.
    number: usize,
    first_match: usize,
    round: Round,
    /// How many extra pairs have been played for each match of the round.
    extra: Vec<usize>,
}

/// When a match is even after so many further pairs of games, the better seeded goes on.
const EXTRA_PAIRS: usize = 5;

impl Knockout {
    /// The given number of games for each match; those that end even are prolonged by pairs of games.
    pub fn new(contestants: usize, games: usize) -> Knockout {
        let places = contestants.next_power_of_two();
        let bracket = seeding(places).into_iter().map(|seed| (seed < contestants).then_some(seed)).collect();
        let mut knockout = Knockout {
            games,
            matches: places.saturating_sub(1).max(1),
            bracket,
            number: 1,
            first_match: 0,
            round: Round::default(),
            extra: Vec::new(),
        };
        knockout.begin();
        knockout
    }

    /// The match at this place of the round, if two are there to play it.
    fn pairing(&self, place: usize) -> Option<(usize, usize)> {
        self.bracket[2 * place].zip(self.bracket[2 * place + 1])
    }

    /// The games of a pair of a match. No two pairs of the event have the same number.
    fn pair(&self, place: usize, pair: usize, games: usize) -> impl Iterator<Item = Fixture> + use<> {
        let number = pair * self.matches + self.first_match + place;
        let (round, players) = (self.number, self.pairing(place));
        players
            .into_iter()
            .flat_map(move |(one, other)| (0..games).map(move |leg| fixture(round, number, leg, one, other)))
    }

    fn begin(&mut self) {
        let places = self.bracket.len() / 2;
        self.round = Round::default();
        self.extra = vec![0; places];
        for pair in 0..self.games.div_ceil(2) {
            for place in 0..places {
                let games = self.pair(place, pair, super::legs(self.games, pair));
                self.round.add(games);
            }
        }
    }

    /// Prolongs matches that are even; false if there is none.
    fn prolong(&mut self, results: &[Outcome]) -> bool {
        let mut any = false;
        for place in 0..self.extra.len() {
            let Some((one, other)) = self.pairing(place) else { continue };
            let even = half_points(results, self.number, one, other) == half_points(results, self.number, other, one);
            if even && self.extra[place] < EXTRA_PAIRS {
                let games = self.pair(place, self.games.div_ceil(2) + self.extra[place], 2);
                self.round.add(games);
                self.extra[place] += 1;
                any = true;
            }
        }
        any
    }

    /// Who goes on.
    fn winners(&self, results: &[Outcome]) -> Vec<Option<usize>> {
        let winner = |place: usize| match self.pairing(place) {
            None => self.bracket[2 * place].or(self.bracket[2 * place + 1]),
            Some((one, other)) => {
                let [mine, theirs] = [(one, other), (other, one)].map(|(a, b)| half_points(results, self.number, a, b));
                Some(match mine.cmp(&theirs) {
                    std::cmp::Ordering::Greater => one,
                    std::cmp::Ordering::Less => other,
                    std::cmp::Ordering::Equal => one.min(other),
                })
            }
        };
        (0..self.bracket.len() / 2).map(winner).collect()
    }

    /// The winner, when there is only one left.
    pub fn winner(&self) -> Option<usize> {
        if self.bracket.len() == 1 { self.bracket[0] } else { None }
    }
}

/// The seeds by their places in the bracket, so that the better ones meet as late as possible.
fn seeding(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let size = 2 * order.len();
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order
}

impl Schedule for Knockout {
    fn next(&mut self, results: &[Outcome]) -> Step {
        while self.bracket.len() > 1 {
            if let Some(step) = self.round.next(self.number, results) {
                return step;
            }
            if !self.prolong(results) {
                self.first_match += self.bracket.len() / 2;
                self.bracket = self.winners(results);
                self.number += 1;
                self.begin();
            }
        }
        Step::Done
    }

    fn total(&self) -> usize {
        // Each match throws one out; those with an empty place are not played.
        let contestants = self.bracket.iter().flatten().count();
        contestants.saturating_sub(1) * self.games
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::tests::play_out;
    use std::collections::HashSet;

    #[test]
    fn the_best_wins() {
        for contestants in 2..=9 {
            for games in 1..=3 {
                let mut schedule = Knockout::new(contestants, games);
                let total = schedule.total();
                // The last in the list is the strongest.
                let results = play_out(&mut schedule, |game| if game.first > game.second { 2 } else { 0 });
                assert_eq!(results.len(), total, "{contestants}");
                assert_eq!(schedule.winner(), Some(contestants - 1));
                let names: HashSet<_> = results.iter().map(|one| (one.fixture.pair, one.fixture.leg)).collect();
                assert_eq!(names.len(), results.len());
            }
        }
    }

    #[test]
    fn even_matches_are_prolonged() {
        let mut schedule = Knockout::new(2, 2);
        let results = play_out(&mut schedule, |_| 1);
        assert_eq!(results.len(), 2 + 2 * EXTRA_PAIRS);
        assert_eq!(schedule.winner(), Some(0));
        // Contestant 1 wins the very first game of the prolongation that it begins.
        let mut schedule = Knockout::new(2, 2);
        let results = play_out(&mut schedule, |game| if game.pair == 1 && game.first == 1 { 2 } else { 1 });
        assert_eq!((results.len(), schedule.winner()), (4, Some(1)));
    }

    #[test]
    fn the_first_two_meet_last() {
        assert_eq!(seeding(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let mut schedule = Knockout::new(5, 2);
        let results = play_out(&mut schedule, |game| if game.first < game.second { 2 } else { 0 });
        let last = results.last().unwrap().fixture;
        assert_eq!((last.first.min(last.second), last.first.max(last.second)), (0, 1));
    }
}
