//! Judgements of Othello positions.
//!
//! Discs in hand mean little before the end; what counts is to have moves while the opponent runs out of them, corners
//! and the discs that hang on them (P. Rosenbloom, "A world-championship-level Othello program", 1982). Every feature
//! is the difference between the sides; its weight changes with the number of empty squares.
//!
//! The weights in `values.rs` are fitted to the final difference of discs in games of the program against itself: from
//! weights set by hand, by turns playing and fitting. `docs/tuning.md` says how it is done and `docs/measurements.md` with
//! which numbers. Corners count among the stable discs as well.

use game::{Abilities, Evaluator, Known, Linear, Rules, Score, Step, Sum, Target, Tunable, WeightTable, WeightTerm};

use super::bits::{around, moves};
use super::position::Othello;
use super::stability::stable;
use super::values::WEIGHTS;

/// The judgements that can be chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OthelloEval {
    /// Mobility, corners and the squares beside them, stable discs, parity and, late, discs.
    Positional(Weights),
    /// The difference of discs, each worth so much.
    Discs(i32),
}

/// One row a feature, at each of the stages.
pub(super) type Weights = [[i16; STAGES.len()]; FEATURES];

impl Default for OthelloEval {
    fn default() -> OthelloEval {
        OthelloEval::POSITIONAL
    }
}

impl OthelloEval {
    /// The judgement by position with the weights that are built in.
    pub const POSITIONAL: OthelloEval = OthelloEval::Positional(WEIGHTS);
    /// The difference of discs.
    pub const DISCS: OthelloEval = OthelloEval::Discs(DISC);

    /// The names of all judgements, the default one first.
    pub const NAMES: &[&str] = &["positional", "discs"];

    /// The judgement of this name.
    pub fn by_name(name: &str) -> Option<OthelloEval> {
        match name {
            "positional" => Some(OthelloEval::POSITIONAL),
            "discs" => Some(OthelloEval::DISCS),
            _ => None,
        }
    }
}

/// The number of score steps that make one disc.
const DISC: i32 = Othello::UNIT;

/// What is compared, in the order of [`features`]: name, group and what it is.
const TERMS: [(&str, &str, &str); 8] = [
    ("moves", "mobility", "moves"),
    ("moves-to-come", "mobility", "empty squares that touch opposing discs: moves to come"),
    ("corners", "corners", "corners"),
    ("before-corner", "corners", "squares diagonally before an open corner"),
    ("beside-corner", "corners", "edge squares beside an open corner"),
    ("stable", "stability", "stable discs"),
    ("discs", "discs", "discs"),
    ("parity", "parity", "an odd number of empty squares: the last move"),
];

pub(super) const FEATURES: usize = TERMS.len();

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
#[inline]
fn positional(position: &Othello, weights: &Weights) -> i32 {
    let (stage, beyond, width) = stage(position);
    let (mut before, mut after) = (0, 0);
    for (feature, weights) in features(position).into_iter().zip(weights) {
        before += feature * i32::from(weights[stage]);
        after += feature * i32::from(weights[stage + 1]);
    }
    (before * (width - beyond) + after * beyond) / width
}

impl Tunable for OthelloEval {
    fn table(&self) -> WeightTable {
        const STAGE_NAMES: [&str; STAGES.len()] =
            ["no empty square", "10 of 64 empty", "20 of 64 empty", "36 of 64 empty", "60 of 64 empty"];
        match self {
            OthelloEval::Positional(weights) => {
                let term =
                    |((name, group, about), row): (&(&str, &'static str, &'static str), &[i16; STAGES.len()])| {
                        WeightTerm {
                            name: (*name).to_string(),
                            group,
                            about,
                            weights: row.iter().map(|&weight| weight.into()).collect(),
                        }
                    };
                let terms = TERMS.iter().zip(weights).map(term).collect();
                WeightTable { evaluator: "positional", stages: &STAGE_NAMES, terms, sets: &[] }
            }
            OthelloEval::Discs(disc) => WeightTable::flat("discs", &[("discs", "discs", "discs", &[*disc])]),
        }
    }

    fn with_weights(&self, weights: &[i32]) -> OthelloEval {
        match self {
            OthelloEval::Positional(_) => OthelloEval::Positional(std::array::from_fn(|row| {
                std::array::from_fn(|stage| weights[row * STAGES.len() + stage] as i16)
            })),
            OthelloEval::Discs(_) => OthelloEval::Discs(weights[0]),
        }
    }
}

/// The judgement `positional` as a tuner sees it. It is fitted to the final difference of discs.
impl Linear<Othello> for OthelloEval {
    fn target(&self) -> Target {
        Target::Margin
    }

    fn sum(&self, position: &Othello) -> Sum {
        let first = |count: i32| position.side_to_move().view(count);
        match self {
            OthelloEval::Positional(_) => {
                let (stage, beyond, width) = stage(position);
                Sum {
                    stage: stage as u8,
                    share: (width - beyond) as f32 / width as f32,
                    ..Sum::of(features(position).map(first).to_vec())
                }
            }
            OthelloEval::Discs(_) => {
                Sum::of(vec![first(position.own.count_ones() as i32 - position.theirs.count_ones() as i32)])
            }
        }
    }

    fn source(&self) -> Option<(&'static str, String)> {
        let OthelloEval::Positional(weights) = self else { return None };
        let mut text = String::from(HEADER);
        for (row, (_, _, about)) in weights.iter().zip(TERMS) {
            text.push_str(&format!("    {row:?}, // {about}\n"));
        }
        Some(("crates/boards/src/othello/values.rs", text + "];\n"))
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
            OthelloEval::Positional(weights) => positional(position, weights),
            OthelloEval::Discs(disc) => {
                (position.own.count_ones() as i32 - position.theirs.count_ones() as i32) * *disc
            }
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
        let source = OthelloEval::default().source().expect("a file of its own").1;
        if std::env::var_os("KIEBITZ_GOLDEN").is_some() {
            std::fs::write(path, &source).expect("the source directory can be written to");
        }
        let file = std::fs::read_to_string(path).expect("the source file is there");
        assert!(file == source, "{path} differs from what is written; KIEBITZ_GOLDEN=1 rewrites it");
    }
}
