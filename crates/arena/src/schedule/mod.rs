//! Who meets whom: the order of the games.

use serde::{Deserialize, Serialize};

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
}

/// All games of a list, one after the other.
#[derive(Clone, Debug)]
pub struct Listed {
    games: Vec<Fixture>,
    next: usize,
}

impl Listed {
    /// So many games between the first two contestants.
    pub fn pair_match(games: usize) -> Listed {
        Listed::new((0..games).map(|game| fixture(1, game / 2, game % 2, 0, 1)).collect())
    }

    /// These games.
    pub fn new(games: Vec<Fixture>) -> Listed {
        Listed { games, next: 0 }
    }
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
