//! Learning from played games: the results of past games from a position become part of its evaluation.
//!
//! Before a search the positions near the root are looked up in the history, once, and kept in a map. In the search each line
//! carries the value of the last position on it that has a past, so that it also counts for leaves far below. A few games count
//! little, and after the opening the influence fades.
//!
//! The idea of a value that grows with the number of games: D. Slate, "A chess program that uses its transposition table to
//! learn from experience", ICCA Journal 10(2), 1987.
//!
//! Rote learning is simpler and older: where a search meets a position that was searched in an earlier game, the value found then stands in
//! place of the judgement, so that the search sees deeper than its depth (A. L. Samuel, "Some Studies in Machine Learning Using the Game of
//! Checkers", IBM Journal 3(3), 1959).

use std::collections::HashMap;
use std::sync::Arc;

use game::{Evaluator, Game, Key, Known, Score, Side, Step};

/// The prior: this many drawn games are added to every count, so that a position with as many played games counts half.
const DOUBT: f64 = 4.0;
/// Up to this ply of a game the past counts fully, and from the other on not at all.
const FULL_UNTIL: usize = 16;
const GONE_FROM: usize = 50;

/// Positions with what their past, or an earlier search, says they are worth to the first player, in score steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    values: Arc<HashMap<Key, i32>>,
}

impl Memory {
    pub fn new(values: HashMap<Key, i32>) -> Memory {
        Memory { values: Arc::new(values) }
    }
}

/// What games with these results (first player, draw, second player) say to the first player about a position at `ply`: a
/// share of `unit`.
pub(crate) fn value(results: [u64; 3], ply: usize, unit: i32) -> i32 {
    let games: u64 = results.iter().sum();
    let share = (results[0] as f64 - results[2] as f64) / (games as f64 + DOUBT);
    let fading = GONE_FROM.saturating_sub(ply.max(FULL_UNTIL)) as f64 / (GONE_FROM - FULL_UNTIL) as f64;
    (f64::from(unit) * share * fading).round() as i32
}

/// How much a book's weight for a move counts after games with these results, for the side that makes it: 1 if nothing is
/// known.
pub(crate) fn favor(results: [u64; 3], side: Side) -> f64 {
    let [own, draws, other] = match side {
        Side::First => results,
        Side::Second => [results[2], results[1], results[0]],
    };
    let share = (own as f64 + draws as f64 / 2.0 + DOUBT / 2.0) / ((own + draws + other) as f64 + DOUBT);
    // 0 to 2, sharpened.
    (2.0 * share).powi(3)
}

/// Another evaluator's evaluation with the past added.
#[derive(Clone, Debug)]
pub(crate) struct Remembering<E> {
    inner: E,
    memory: Memory,
    /// What earlier searches have found.
    rote: Memory,
    /// The value of the past along the line, the root first; the last one is in force.
    line: Vec<i32>,
}

impl<E> Remembering<E> {
    pub fn new(inner: E, memory: Memory, rote: Memory) -> Remembering<E> {
        Remembering { inner, memory, rote, line: Vec::new() }
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Remembering<E> {
    fn evaluate(&mut self, position: &G) -> Score {
        if !self.rote.values.is_empty()
            && let Some(&found) = self.rote.values.get(&position.key())
        {
            return Score::new(position.side_to_move().view(found)).clamp_judgement();
        }
        let value = self.inner.evaluate(position);
        match self.line.last() {
            Some(past) => (value + position.side_to_move().view(*past)).clamp_judgement(),
            None => value,
        }
    }

    /// Certain knowledge needs no experience.
    fn known(&mut self, position: &G, depth: i32) -> Option<Known> {
        self.inner.known(position, depth)
    }

    fn follow(&mut self, step: Step<'_, G>) {
        match step {
            Step::Start(_) => self.line.clear(),
            Step::Down { after, .. } if !self.memory.values.is_empty() => {
                let before = self.line.last().copied().unwrap_or(0);
                self.line.push(self.memory.values.get(&after.key()).copied().unwrap_or(before));
            }
            Step::Down { .. } => {}
            Step::Up => _ = self.line.pop(),
        }
        self.inner.follow(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_grows_with_the_games_and_fades_with_the_plies() {
        assert_eq!(value([0, 0, 0], 0, 100), 0);
        assert_eq!(value([0, 9, 0], 0, 100), 0);
        assert_eq!(value([4, 0, 0], 0, 100), 50);
        assert_eq!(value([0, 0, 4], 3, 100), -50);
        assert!(value([1, 0, 0], 0, 100) < value([9, 0, 0], 0, 100));
        assert_eq!(value([4, 0, 0], 33, 100), 25);
        assert_eq!(value([4, 0, 0], 60, 100), 0);
        assert_eq!(favor([0, 0, 0], Side::First), 1.0);
        assert!(favor([3, 0, 0], Side::First) > 1.0 && favor([3, 0, 0], Side::Second) < 1.0);
    }
}
