//! Judgements of Othello positions.
//!
//! Discs in hand mean little before the end; what counts is to have moves while the opponent runs out of them, corners and
//! the discs that hang on them (P. Rosenbloom, "A world-championship-level Othello program", 1982). Every feature is the
//! difference between the sides; its weight changes with the number of empty squares.

use game::{Evaluator, Game, Score};

use super::bits::{around, moves};
use super::position::Othello;
use super::stability::stable;

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

const FEATURES: usize = 8;

/// The number of empty squares, of 64, at which the weights are given; between them they change evenly.
const STAGES: [i32; 5] = [0, 10, 20, 36, 60];

/// What is compared, in the order of [`features`], with the weights in hundredths of a disc at each of the [`STAGES`].
///
/// Fitted by least squares to the final results of a million positions from tournament games; the judgement correlates with
/// the result by 0.90 below 10 empty squares, 0.75 below 20, 0.58 below 36. Corners count among the stable discs as well.
const WEIGHTS: [[i32; STAGES.len()]; FEATURES] = [
    [500, 340, 238, 168, 48],    // moves
    [-114, -52, -20, 67, -13],   // empty squares that touch opposing discs: moves to come
    [-67, 81, 128, 197, 27],     // corners
    [69, -91, -309, -479, -55],  // squares diagonally before an open corner
    [-116, -197, -135, -28, 28], // edge squares beside an open corner
    [107, 106, 163, 306, 179],   // stable discs
    [-8, -13, -46, -65, -39],    // discs
    [147, 117, 101, 130, 53],    // an odd number of empty squares: the last move
];

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

/// The weighted sum of the features.
fn positional(position: &Othello) -> i32 {
    // Smaller boards go through the same stages.
    let empties = position.empty().count_ones() as i32 * 64 / position.cells();
    let stage = (1..STAGES.len() - 1).rev().find(|&stage| empties >= STAGES[stage]).unwrap_or(0);
    let (from, to) = (STAGES[stage], STAGES[stage + 1]);
    let weighted = features(position).into_iter().zip(&WEIGHTS).map(|(feature, weights)| {
        feature * (weights[stage] * (to - empties) + weights[stage + 1] * (empties - from)) / (to - from)
    });
    weighted.sum()
}

impl Evaluator<Othello> for OthelloEval {
    fn evaluate(&mut self, position: &Othello) -> Score {
        let value = match self {
            OthelloEval::Positional => positional(position),
            OthelloEval::Discs => (position.own.count_ones() as i32 - position.theirs.count_ones() as i32) * DISC,
        };
        let most = position.cells() * DISC;
        Score::new(value.clamp(-most, most))
    }
}
