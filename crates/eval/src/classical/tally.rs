//! The running sum of an evaluation.

use chess::{Kind, Square};

use super::tapered::Tapered;
use super::term::{Term, folded};
use super::trace::Trace;
use super::us::Us;
use super::weights::Weights;

/// White's sum less Black's, and its observer.
pub(super) struct Tally<'a, T> {
    weights: &'a Weights,
    pub(super) trace: T,
    pub(super) total: Tapered,
}

impl<'a, T: Trace> Tally<'a, T> {
    #[inline(always)]
    pub(super) fn new(weights: &'a Weights, trace: T) -> Tally<'a, T> {
        Tally { weights, trace, total: Tapered::ZERO }
    }

    #[inline(always)]
    fn pay<U: Us>(&mut self, worth: Tapered) {
        match U::US {
            chess::WHITE => self.total += worth,
            chess::BLACK => self.total -= worth,
        }
    }

    /// `count` times a weight.
    #[inline(always)]
    pub(super) fn add<U: Us>(&mut self, term: Term, index: usize, count: i32) {
        self.pay::<U>(self.weights.get(term, index) * count);
        self.trace.add(term, index, U::US, count);
    }

    /// A weight once.
    #[inline(always)]
    pub(super) fn one<U: Us>(&mut self, term: Term, index: usize) {
        self.pay::<U>(self.weights.get(term, index));
        self.trace.add(term, index, U::US, 1);
    }

    /// [`Term::Material`] and the squares rows: a piece stands on a square, which is given as its owner sees it.
    #[inline(always)]
    pub(super) fn place<U: Us>(&mut self, kind: Kind, seen: Square) {
        self.pay::<U>(self.weights.placed(kind, seen));
        if T::WATCHES {
            if kind != Kind::King {
                self.trace.add(Term::Material, kind.index(), U::US, 1);
            }
            self.trace.add(Term::squares(kind), folded(seen), U::US, 1);
        }
    }
}
