//! Who meets whom: the order of the games.

mod knockout;
mod swiss;

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

pub use knockout::Knockout;
pub use swiss::Swiss;

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// The round, from 1.
    pub round: usize,
    /// The number of the pair of games, from 0: both begin from the same opening. With `leg` it names the game.
    pub pair: usize,
    /// 0 for the first game of the pair, 1 for the second, in which the sides are exchanged.
    pub leg: u8,
    /// Who moves first, as an index of the list of contestants.
    pub first: usize,
    /// Who moves second.
    pub second: usize,
}

/// A result by which a schedule may decide who meets next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The game.
    pub fixture: Fixture,
    /// Twice the points of the one who moved first: 0, 1 or 2.
    pub half_points: u8,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// This game.
    Play(Fixture),
    /// Nothing before games that are being played are finished.
    Wait,
    /// Nothing any more.
    Done,
}

/// An order of games. It depends on nothing but what it was made of and the results, so that a run that was broken off comes
/// to the same games again.
pub trait Schedule: Send {
    /// The next game, given all results so far.
    fn next(&mut self, results: &[Outcome]) -> Step;

    /// How many games there are in all, as far as that is known.
    fn total(&self) -> usize;

    /// Points that contestants have got without playing.
    fn byes(&self) -> Vec<(usize, f64)> {
        Vec::new()
    }
}

/// All games of a list, one after the other.
#[derive(Clone, Debug)]
pub struct Listed {
    games: Vec<Fixture>,
    next: usize,
}

impl Listed {
    /// The given number of games between the first two contestants.
    pub fn pair_match(games: usize) -> Listed {
        Listed::new((0..games).map(|game| fixture(1, game / 2, game % 2, 0, 1)).collect())
    }

    /// Everybody against everybody, so many games each. In each of its rounds everybody plays, as far as they are even in
    /// number.
    pub fn round_robin(contestants: usize, games: usize) -> Listed {
        // The circle method: one stays, the others move on by one seat from round to round; the opponent of the empty seat has a bye.
        let seats = contestants + contestants % 2;
        let mut list = Vec::new();
        let mut pair = 0;
        for cycle in 0..games.div_ceil(2) {
            for turn in 0..seats.saturating_sub(1) {
                let round = cycle * (seats - 1) + turn + 1;
                let seat = |place: usize| if place == 0 { 0 } else { (place - 1 + turn) % (seats - 1) + 1 };
                for place in 0..seats / 2 {
                    let (one, other) = (seat(place), seat(seats - 1 - place));
                    if one.max(other) < contestants {
                        // The first move alternates, which matters if the number of games is odd.
                        let (one, other) = if (turn + place) % 2 == 0 { (one, other) } else { (other, one) };
                        list.extend((0..legs(games, cycle)).map(|leg| fixture(round, pair, leg, one, other)));
                        pair += 1;
                    }
                }
            }
        }
        Listed::new(list)
    }

    /// The first against everybody else, so many games each.
    pub fn gauntlet(contestants: usize, games: usize) -> Listed {
        let mut list = Vec::new();
        let mut pair = 0;
        for cycle in 0..games.div_ceil(2) {
            for other in 1..contestants {
                list.extend((0..legs(games, cycle)).map(|leg| fixture(cycle + 1, pair, leg, 0, other)));
                pair += 1;
            }
        }
        Listed::new(list)
    }

    /// Each against the next `reach` in the list, so many games each: for players in the order of their strength, of whom those
    /// far apart have nothing to tell each other.
    pub fn ladder(contestants: usize, reach: usize, games: usize) -> Listed {
        let mut list = Vec::new();
        let mut pair = 0;
        for cycle in 0..games.div_ceil(2) {
            for one in 0..contestants {
                for other in one + 1..contestants.min(one + 1 + reach) {
                    list.extend((0..legs(games, cycle)).map(|leg| fixture(cycle + 1, pair, leg, one, other)));
                    pair += 1;
                }
            }
        }
        Listed::new(list)
    }

    /// These games.
    pub fn new(games: Vec<Fixture>) -> Listed {
        Listed { games, next: 0 }
    }
}

/// How many games the pair of a cycle has: one only if it is the last and the number is odd.
fn legs(games: usize, cycle: usize) -> usize {
    (games - 2 * cycle).min(2)
}

/// A game of a pair; in the second leg the sides are exchanged.
pub(crate) fn fixture(round: usize, pair: usize, leg: usize, one: usize, other: usize) -> Fixture {
    let (first, second) = if leg == 0 { (one, other) } else { (other, one) };
    Fixture { round, pair, leg: leg as u8, first, second }
}

impl Schedule for Listed {
    fn next(&mut self, _results: &[Outcome]) -> Step {
        let step = self.games.get(self.next).map_or(Step::Done, |game| Step::Play(*game));
        self.next += 1;
        step
    }

    fn total(&self) -> usize {
        self.games.len()
    }
}

/// The games of one round: handed out one after the other, and all of them to be finished before the next round.
#[derive(Clone, Debug, Default)]
struct Round {
    waiting: VecDeque<Fixture>,
    games: usize,
}

impl Round {
    fn add(&mut self, games: impl IntoIterator<Item = Fixture>) {
        let before = self.waiting.len();
        self.waiting.extend(games);
        self.games += self.waiting.len() - before;
    }

    /// The next game of the round; or waiting for those that are played; `None` when all are finished.
    fn next(&mut self, number: usize, results: &[Outcome]) -> Option<Step> {
        if let Some(game) = self.waiting.pop_front() {
            return Some(Step::Play(game));
        }
        let finished = results.iter().filter(|one| one.fixture.round == number).count();
        (finished < self.games).then_some(Step::Wait)
    }
}

/// Twice the points that one scored against another in a round.
fn half_points(results: &[Outcome], round: usize, one: usize, other: usize) -> u64 {
    let points = |result: &Outcome| match (result.fixture.first, result.fixture.second) {
        players if players == (one, other) => u64::from(result.half_points),
        players if players == (other, one) => 2 - u64::from(result.half_points),
        _ => 0,
    };
    results.iter().filter(|result| result.fixture.round == round).map(points).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Plays a schedule, the results being made up by `half_points`, with games finishing in an order of their own.
    pub fn play_out(schedule: &mut dyn Schedule, half_points: impl Fn(&Fixture) -> u8) -> Vec<Outcome> {
        let (mut results, mut running) = (Vec::new(), Vec::new());
        loop {
            match schedule.next(&results) {
                Step::Play(fixture) => running.push(fixture),
                step => {
                    assert!(step == Step::Done || !running.is_empty(), "waits for nothing");
                    if running.is_empty() {
                        return results;
                    }
                    // The last one first.
                    let fixture: Fixture = running.pop().expect("not empty");
                    results.push(Outcome { fixture, half_points: half_points(&fixture) });
                }
            }
            assert!(results.len() < 10_000);
        }
    }

    #[test]
    fn everybody_meets_everybody() {
        for contestants in 2..=9 {
            for games in 1..=4 {
                let mut schedule = Listed::round_robin(contestants, games);
                let total = schedule.total();
                assert_eq!(total, contestants * (contestants - 1) / 2 * games);
                let (mut met, mut busy, mut named) = (HashMap::new(), HashMap::new(), HashMap::new());
                for one in play_out(&mut schedule, |_| 1) {
                    let Fixture { round, pair, leg, first, second } = one.fixture;
                    assert_ne!(first, second);
                    *met.entry((first.min(second), first.max(second))).or_insert(0) += 1;
                    *busy.entry((round, first)).or_insert(0) += 1;
                    *busy.entry((round, second)).or_insert(0) += 1;
                    assert_eq!(named.insert((pair, leg), one), None);
                }
                assert!(met.values().all(|count| *count == games), "{contestants} {games}");
                assert!(busy.values().all(|count| *count <= 2), "{contestants} {games}");
            }
        }
    }

    #[test]
    fn a_ladder_has_neighbors_only() {
        let mut schedule = Listed::ladder(5, 2, 2);
        let results = play_out(&mut schedule, |_| 1);
        assert_eq!(results.len(), 2 * (4 + 3));
        assert!(results.iter().all(|one| one.fixture.first.abs_diff(one.fixture.second) <= 2));
    }

    #[test]
    fn a_gauntlet_has_one_in_all_games() {
        let mut schedule = Listed::gauntlet(4, 3);
        let results = play_out(&mut schedule, |_| 1);
        assert_eq!(results.len(), 9);
        assert!(results.iter().all(|one| one.fixture.first.min(one.fixture.second) == 0));
    }
}
