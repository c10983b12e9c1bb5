//! The classical evaluation as a tuner sees it: a row of counts for a position, a table of weights, and a file to write.
//!
//! Everything that is not a plain sum (the king attack, mobility) picks a weight from a row by a count and pays it once,
//! so the whole remains linear in the weights. Only what a drawish ending leaves of the sum is not, and that depends on
//! nothing but who is ahead.

use chess::Position;
use game::{BySide, Linear, Sum, Target, Tunable, WeightTable, WeightTerm};

use super::endgame::FULL;
use super::{Classical, Phase, Tapered, Term, Weights};

/// How many stages of the game a weight has a value for.
const STAGES: usize = 3;

impl Tunable for Classical {
    fn table(&self) -> WeightTable {
        let weights = |term: Term| (0..term.size()).flat_map(move |index| self.weights.get(term, index).parts());
        let term = |&term: &Term| WeightTerm {
            name: term.key(),
            group: term.group(),
            about: term.about().trim(),
            weights: weights(term).collect(),
        };
        WeightTable {
            evaluator: "classical",
            stages: &["opening", "middle game", "endgame"],
            terms: Term::ALL.iter().map(term).collect(),
            sets: crate::material::SETS,
        }
    }

    fn with_weights(&self, weights: &[i32]) -> Classical {
        let mut table = *self.weights.values();
        for (weight, parts) in table.iter_mut().zip(weights.chunks_exact(STAGES)) {
            *weight = Tapered::new(parts[0], parts[1], parts[2]);
        }
        Classical::new(Weights::new(table))
    }
}

impl Linear<Position> for Classical {
    fn target(&self) -> Target {
        Target::Result
    }

    fn sum(&self, position: &Position) -> Sum {
        let counts = Classical::counts(position);
        let [opening, middle, endgame] = counts.phase.shares();
        let (stage, share) = if endgame == 0 { (0, opening) } else { (1, middle) };
        Sum {
            stage,
            share: share as f32 / Phase::SHARES as f32,
            scale: BySide(counts.scales.0.map(|scale| scale as f32 / FULL as f32)),
            ..Sum::of(counts.difference().collect())
        }
    }

    /// Driving a bare king to the edge is no advantage by itself; it only shows the way to mate.
    fn is_held(&self, row: usize) -> bool {
        (Term::Drive.offset()..Term::Drive.offset() + Term::Drive.size()).contains(&row)
    }

    fn source(&self) -> Option<(&'static str, String)> {
        Some(("crates/eval/src/classical/values.rs", self.weights.source()))
    }
}
