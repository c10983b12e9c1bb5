//! The classical evaluation as a tuner sees it: a row of counts for a position, a table of weights, and a file to write.
//!
//! Everything that is not a plain sum (the king attack, mobility) picks a weight from a row by a count and pays it once,
//! so the whole remains linear in the weights. Only what a drawish ending leaves of the sum is not, and that depends on
//! nothing but who is ahead.

use chess::Position;
use game::{BySide, Linear, Sum, Target};

use super::endgame::FULL;
use super::{Classical, Phase, Tapered, Term, Weights};

impl Linear<Position> for Classical {
    const NAME: &'static str = "classical";
    const STAGES: usize = 3;
    const TARGET: Target = Target::Result;
    const FILE: &'static str = "crates/eval/src/classical/values.rs";

    fn names() -> Vec<String> {
        let name = |term: Term, index: usize| match term.size() {
            1 => term.name().to_string(),
            _ => format!("{} {index}", term.name()),
        };
        Term::ALL.iter().flat_map(|&term| (0..term.size()).map(move |index| name(term, index))).collect()
    }

    fn weights() -> Vec<i32> {
        Weights::default().values().iter().flat_map(|weight| weight.parts()).collect()
    }

    fn sum(position: &Position) -> Sum {
        let counts = Classical::counts(position);
        let [opening, middle, endgame] = counts.phase.shares();
        let (stage, share) = if endgame == 0 { (0, opening) } else { (1, middle) };
        Sum {
            counts: (0..).zip(counts.difference().map(|count| count as i16)).filter(|&(_, count)| count != 0).collect(),
            stage,
            share: share as f32 / Phase::SHARES as f32,
            scale: BySide(counts.scales.0.map(|scale| scale as f32 / FULL as f32)),
        }
    }

    /// Driving a bare king to the edge is no advantage by itself; it only shows the way to mate.
    fn is_held(row: usize) -> bool {
        (Term::Drive.offset()..Term::Drive.offset() + Term::Drive.size()).contains(&row)
    }

    fn source(weights: &[i32]) -> String {
        let mut table = *Weights::default().values();
        for (weight, parts) in table.iter_mut().zip(weights.chunks_exact(Self::STAGES)) {
            *weight = Tapered::new(parts[0], parts[1], parts[2]);
        }
        Weights::new(table).source()
    }
}
