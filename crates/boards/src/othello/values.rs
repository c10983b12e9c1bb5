//! The weights of the judgement `positional`, in hundredths of a disc, one row a feature in the order of `evaluate.rs`, at
//! each of its stages.
//!
//! This file is written by `kiebitz tune texel othello` (a test compares); comments come from `evaluate.rs`.

use super::evaluate::{FEATURES, STAGES};

#[rustfmt::skip]
pub(super) const WEIGHTS: [[i16; STAGES.len()]; FEATURES] = [
    [367, 280, 133, 76, -71], // moves
    [-50, -59, 41, 54, -2], // empty squares that touch opposing discs: moves to come
    [-45, 169, 323, 461, 151], // corners
    [35, -145, -422, -781, -588], // squares diagonally before an open corner
    [-54, -168, -44, -86, -363], // edge squares beside an open corner
    [103, 123, 192, 332, 624], // stable discs
    [-9, -15, -33, -33, -36], // discs
    [237, 127, 162, 92, 30], // an odd number of empty squares: the last move
];
