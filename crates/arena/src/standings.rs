//! What the games have come to so far: who scored how much against whom, and what went wrong.

use std::collections::{BTreeMap, HashMap};

use crate::schedule::Outcome;
use crate::stats::Pairs;
use crate::{Ending, Finished};

/// What one contestant has scored against another, or against all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games with the same opening, by their points. Pairs of which one game is missing are not counted.
    pub pairs: Pairs,
}

impl Score {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is one, a draw is half of one.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    fn merge(&mut self, other: &Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (sum, part) in self.pairs.0.iter_mut().zip(other.pairs.0) {
            *sum += part;
        }
    }
}

/// The standings of all.
#[derive(Clone, Debug)]
pub struct Standings {
    /// What row scored against column.
    table: Vec<Vec<Score>>,
    /// Half points of the first mover in the one game of a pair that has been played, and who that was.
    half_pairs: HashMap<usize, (usize, u8)>,
    /// For each contestant, how often it committed which fault.
    faults: Vec<BTreeMap<&'static str, u64>>,
    /// Games that the referee ended.
    adjudicated: u64,
    /// For each contestant, the largest difference between a move's time as measured and as it told it, in seconds.
    clock_gaps: Vec<f64>,
    /// Seconds that games lasted, and seconds thereof that players thought or got ready.
    seconds: (f64, f64),
}

/// How many seconds the players must have worked before the arena's share of the time is shown.
const ENOUGH: f64 = 1.0;

impl Standings {
    /// Nobody has played yet.
    pub fn new(contestants: usize) -> Standings {
        Standings {
            table: vec![vec![Score::default(); contestants]; contestants],
            half_pairs: HashMap::new(),
            faults: vec![BTreeMap::new(); contestants],
            adjudicated: 0,
            clock_gaps: vec![0.0; contestants],
            seconds: (0.0, 0.0),
        }
    }

    /// One more game.
    pub fn add(&mut self, game: &Finished) {
        self.add_outcome(game.outcome());
        if let Some((culprit, fault)) = game.culprit() {
            *self.faults[culprit].entry(fault.kind()).or_default() += 1;
        }
        self.adjudicated += u64::from(matches!(game.ending, Ending::Adjudicated(_)));
        for (index, gap) in [game.fixture.first, game.fixture.second].into_iter().zip(game.clock_gap) {
            self.clock_gaps[index] = self.clock_gaps[index].max(gap);
        }
        self.seconds.0 += game.seconds;
        self.seconds.1 += game.preparing + game.thinking.iter().sum::<f64>();
    }

    /// The result of one more game.
    pub fn add_outcome(&mut self, outcome: Outcome) {
        let Outcome { fixture, half_points } = outcome;
        let (first, second) = (fixture.first, fixture.second);
        self.table[first][second].add_game(half_points);
        self.table[second][first].add_game(2 - half_points);
        match self.half_pairs.remove(&fixture.pair) {
            None => drop(self.half_pairs.insert(fixture.pair, (first, half_points))),
            Some((earlier, points)) => {
                let of_first = half_points + if earlier == first { points } else { 2 - points };
                self.table[first][second].pairs.add(of_first);
                self.table[second][first].pairs.add(4 - of_first);
            }
        }
    }

    /// How many contestants.
    pub fn contestants(&self) -> usize {
        self.table.len()
    }

    /// What one has scored against another.
    pub fn against(&self, one: usize, other: usize) -> &Score {
        &self.table[one][other]
    }

    /// What one has scored against all.
    pub fn total(&self, one: usize) -> Score {
        let mut total = Score::default();
        self.table[one].iter().for_each(|score| total.merge(score));
        total
    }

    /// How many games have been played.
    pub fn games(&self) -> u64 {
        (0..self.contestants()).map(|one| self.total(one).games()).sum::<u64>() / 2
    }

    /// The contestants, the most successful first: by points, then by the points of those it scored against
    /// (Sonneborn-Berger), then in their order.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.contestants()).collect();
        let key = |one: usize| (self.total(one).points(), self.tie_break(one));
        order.sort_by(|&one, &other| key(other).partial_cmp(&key(one)).expect("points are numbers"));
        order
    }

    /// Sonneborn-Berger: the points of the beaten and half of those of the drawn.
    pub fn tie_break(&self, one: usize) -> f64 {
        (0..self.contestants()).map(|other| self.against(one, other).points() * self.total(other).points()).sum()
    }

    /// How often a contestant committed which fault.
    pub fn faults(&self, one: usize) -> &BTreeMap<&'static str, u64> {
        &self.faults[one]
    }

    /// How many games the referee ended because that was asked for.
    pub fn adjudicated(&self) -> u64 {
        self.adjudicated
    }

    /// The largest difference between a move's time as measured and as this contestant told it, in seconds.
    pub fn clock_gap(&self, one: usize) -> f64 {
        self.clock_gaps[one]
    }

    /// What the arena itself costs: the share of the time of games in which nobody thought or got ready. `None` if the players had
    /// so little to do that the share would say nothing about games that are meant to be played.
    pub fn overhead(&self) -> Option<f64> {
        let (total, players) = self.seconds;
        (players >= ENOUGH).then(|| 1.0 - players / total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::fixture;

    #[test]
    fn pairs_are_put_together() {
        let mut standings = Standings::new(3);
        // In pair 0 contestant 0 wins and draws, in pair 1 it loses twice; the game against 2 has no second one.
        for (pair, leg, one, other, half_points) in
            [(0, 0, 0, 1, 2), (1, 1, 0, 1, 2), (0, 1, 0, 1, 1), (1, 0, 0, 1, 0), (2, 0, 2, 0, 1)]
        {
            standings.add_outcome(Outcome { fixture: fixture(1, pair, leg, one, other), half_points });
        }
        let score = standings.against(0, 1);
        assert_eq!((score.wins, score.draws, score.losses, score.pairs), (1, 1, 2, Pairs([1, 0, 0, 1, 0])));
        assert_eq!(standings.against(1, 0).pairs, Pairs([0, 1, 0, 0, 1]));
        assert_eq!((standings.total(0).points(), standings.games()), (2.0, 5));
        assert_eq!(standings.total(2).pairs.count(), 0);
        assert_eq!(standings.ranking(), [1, 0, 2]);
    }
}
