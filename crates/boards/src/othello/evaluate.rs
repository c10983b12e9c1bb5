//! Judgements of Othello positions.
//!
//! Discs in hand mean little before the end; what counts is to have moves while the opponent runs out of them, corners
//! and the discs that hang on them (P. Rosenbloom, "A world-championship-level Othello program", 1982). Every feature
//! is the difference between the sides; its weight changes with the number of empty squares.
//!
//! The weights in `values.rs` are fitted to the final difference of discs in games of the program against itself: from
//! weights set by hand, by turns playing and fitting. `docs/tuning.md` says how it is done and `docs/measurements.md` with
//! which numbers. Corners count among the stable discs as well.

use game::{Abilities, BySide, Evaluator, Known, Linear, Rules, Score, Step, Sum, Target};

use super::bits::{around, moves};
use super::position::Othello;
use super::stability::stable;
use super::values::WEIGHTS;

/// The judgements that can be chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OthelloEval {
    /// Mobility, corners and the squares beside them, stable discs, parity and, late, discs.
    #[default]
    Positional,
    /// The difference of discs.
    Discs,
}

impl OthelloEval {
    /// The names of all judgements, the default one first.
    pub const NAMES: &[&str] = &["positional", "discs"];

    /// The judgement of this name.
    pub fn by_name(name: &str) -> Option<OthelloEval> {
        match name {
            "positional" => Some(OthelloEval::Positional),
            "discs" => Some(OthelloEval::Discs),
            _ => None,
        }
    }
}

/// The number of score steps that make one disc.
const DISC: i32 = Othello::UNIT;

/// What is compared, in the order of [`features`].
const NAMES: [&str; 8] = [
    "moves",
    "empty squares that touch opposing discs: moves to come",
    "corners",
    "squares diagonally before an open corner",
    "edge squares beside an open corner",
    "stable discs",
    "discs",
    "an odd number of empty squares: the last move",
];

pub(super) const FEATURES: usize = NAMES.len();

/// The number of empty squares, of 64, at which the weights are given; between them they change evenly.
pub(super) const STAGES: [i32; 5] = [0, 10, 20, 36, 60];

/// The features of a position, each the side to move's less the opponent's.
#[inline]
fn features(position: &Othello) -> [i32; FEATURES] {
    let (own, theirs, empty) = (position.own, position.theirs, position.empty());
    let count = |set: u64| set.count_ones() as i32;
    let difference = |own: u64, theirs: u64| count(own) - count(theirs);
    let corners = position.corners();
    let open = corners & empty;
    let beside_open = around(open) & position.board;
    // Diagonally before an open corner lies the most dangerous square.
    let before_open = beside_open & !(open << 1 | open >> 1 | open << 8 | open >> 8);
    let safe = |discs: u64| stable(discs, empty, position.board);
    [
        difference(moves(own, theirs, empty), moves(theirs, own, empty)),
        difference(around(theirs) & empty, around(own) & empty),
        difference(own & corners, theirs & corners),
        difference(own & before_open, theirs & before_open),
        difference(own & beside_open & !before_open, theirs & beside_open & !before_open),
        difference(safe(own), safe(theirs)),
        difference(own, theirs),
        count(empty) % 2 * 2 - 1,
    ]
}

/// The stage before a position in the order of [`STAGES`], how far it is beyond it, and how far the next one is.
#[inline]
fn stage(position: &Othello) -> (usize, i32, i32) {
    // Smaller boards go through the same stages.
    let empties = position.empty().count_ones() as i32 * 64 / position.cells();
    let stage = (1..STAGES.len() - 1).rev().find(|&stage| empties >= STAGES[stage]).unwrap_or(0);
    (stage, empties - STAGES[stage], STAGES[stage + 1] - STAGES[stage])
}

/// The weighted sum of the features.
fn positional(position: &Othello) -> i32 {
    let (stage, beyond, width) = stage(position);
    let weighted = features(position).into_iter().zip(&WEIGHTS).map(|(feature, weights)| {
        feature * (i32::from(weights[stage]) * (width - beyond) + i32::from(weights[stage + 1]) * beyond)
    });
    weighted.sum::<i32>() / width
}

/// The judgement `positional` as a tuner sees it. It is fitted to the final difference of discs.
impl Linear<Othello> for OthelloEval {
    const NAME: &'static str = "positional";
    const STAGES: usize = STAGES.len();
    const TARGET: Target = Target::Margin;
    const FILE: &'static str = "crates/boards/src/othello/values.rs";

    fn names() -> Vec<String> {
        NAMES.map(String::from).to_vec()
    }

    fn weights() -> Vec<i32> {
        WEIGHTS.iter().flatten().map(|&weight| weight.into()).collect()
    }

    fn sum(position: &Othello) -> Sum {
        let (stage, beyond, width) = stage(position);
        let first = |count: i32| position.side_to_move().view(count) as i16;
        Sum {
            counts: (0..).zip(features(position).map(first)).filter(|&(_, count)| count != 0).collect(),
            stage: stage as u8,
            share: (width - beyond) as f32 / width as f32,
            scale: BySide([1.0, 1.0]),
        }
    }

    fn source(weights: &[i32]) -> String {
        let mut text = String::from(HEADER);
        for (row, name) in weights.chunks_exact(STAGES.len()).zip(NAMES) {
            text.push_str(&format!("    {row:?}, // {name}\n"));
        }
        text + "];\n"
    }
}

const HEADER: &str = "\
//! The weights of the judgement `positional`, in hundredths of a disc, one row a feature in the order of `evaluate.rs`, at
//! each of its stages.
//!
//! This file is written by `kiebitz tune texel othello` (a test compares); comments come from `evaluate.rs`.

use super::evaluate::{FEATURES, STAGES};

#[rustfmt::skip]
pub(super) const WEIGHTS: [[i16; STAGES.len()]; FEATURES] = [
";

impl Evaluator<Othello> for OthelloEval {
    fn evaluate(&mut self, position: &Othello) -> Score {
        let value = match self {
            OthelloEval::Positional => positional(position),
            OthelloEval::Discs => (position.own.count_ones() as i32 - position.theirs.count_ones() as i32) * DISC,
        };
        let most = position.cells() * DISC;
        Score::new(value.clamp(-most, most))
    }

    #[inline]
    fn known(&mut self, _: &Othello, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Othello>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With `KIEBITZ_GOLDEN=1` the file is written anew, after a change of names or comments.
    #[test]
    fn the_file_is_what_the_program_would_write() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/othello/values.rs");
        let source = OthelloEval::source(&OthelloEval::weights());
        if std::env::var_os("KIEBITZ_GOLDEN").is_some() {
            std::fs::write(path, &source).expect("the source directory can be written to");
        }
        let file = std::fs::read_to_string(path).expect("the source file is there");
        assert!(file == source, "{path} differs from what is written; KIEBITZ_GOLDEN=1 rewrites it");
    }
}
