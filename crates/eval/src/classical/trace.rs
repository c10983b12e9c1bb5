//! Observers of the evaluation: none, or a list of what was counted.
//!
//! One and the same code evaluates and explains. In play it is compiled with [`Blind`], which leaves nothing behind;
//! for the printed table and for tuning with [`Counts`], which makes the evaluation a plain sum of count times weight.

use chess::Color;
use game::BySide;

use super::tapered::{Phase, Tapered};
use super::term::{Term, WEIGHTS};
use super::weights::Weights;

/// Sees each count.
pub(super) trait Trace {
    /// Does it observe anything? Then nothing may come from a cache.
    const WATCHES: bool;

    /// A side has `count` more of what weight `index` of a term is paid for.
    fn add(&mut self, term: Term, index: usize, side: Color, count: i32);
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Blind;

impl Trace for Blind {
    const WATCHES: bool = false;

    #[inline(always)]
    fn add(&mut self, _: Term, _: usize, _: Color, _: i32) {}
}

/// Everything that was counted in one position.
#[derive(Clone, Debug)]
pub struct Counts {
    counts: BySide<Vec<i32>>,
    /// How far the game has come.
    pub phase: Phase,
    /// How much of the sum counts if White is ahead, and if Black is, in sixty-fourths: less than 64 in endings that are
    /// hard to win.
    pub scales: BySide<i32>,
}

impl Default for Counts {
    fn default() -> Counts {
        let none = vec![0; WEIGHTS];
        Counts {
            counts: BySide([none.clone(), none]),
            phase: Phase::ENDGAME,
            scales: BySide([super::endgame::FULL; 2]),
        }
    }
}

impl Trace for Counts {
    const WATCHES: bool = true;

    fn add(&mut self, term: Term, index: usize, side: Color, count: i32) {
        self.counts[side][term.offset() + index] += count;
    }
}

impl Counts {
    /// What is known only at the end is added.
    pub(super) fn ended(self, phase: Phase, scales: BySide<i32>) -> Counts {
        Counts { phase, scales, ..self }
    }

    /// A sum from White's view, reduced to what counts of it.
    pub(super) fn scaled(&self, sum: i32) -> i32 {
        let ahead = if sum >= 0 { chess::WHITE } else { chess::BLACK };
        super::endgame::scaled(sum, self.scales[ahead])
    }

    /// How often a side is paid each weight of a term.
    pub fn of(&self, term: Term, side: Color) -> &[i32] {
        &self.counts[side][term.offset()..term.offset() + term.size()]
    }

    /// White's counts less Black's, one number a weight in the order of the table: the row of a tuner's matrix.
    pub fn difference(&self) -> impl Iterator<Item = i32> + '_ {
        let BySide([white, black]) = &self.counts;
        white.iter().zip(black).map(|(white, black)| white - black)
    }

    /// What a term is worth to a side.
    pub fn worth(&self, term: Term, side: Color, weights: &Weights) -> Tapered {
        let counts = self.of(term, side).iter();
        counts.enumerate().fold(Tapered::ZERO, |sum, (index, &count)| sum + weights.get(term, index) * count)
    }

    /// The evaluation from White's view: the sum of all counts times their weights, at this phase and scale.
    pub fn value(&self, weights: &Weights) -> i32 {
        let worth = |term: &Term, side| self.worth(*term, side, weights);
        let sum = Term::ALL
            .iter()
            .fold(Tapered::ZERO, |sum, term| sum + worth(term, chess::WHITE) - worth(term, chess::BLACK));
        self.scaled(sum.at(self.phase))
    }
}
