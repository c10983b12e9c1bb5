//! The weights of the judgement `positional`, in hundredths of a disc, one row a feature in the order of `evaluate.rs`, at
//! each of its stages.
//!
//! This file is written by `kiebitz tune texel othello` (a test compares); comments come from `evaluate.rs`.

use super::evaluate::{FEATURES, STAGES};

#[rustfmt::skip]
pub(super) const WEIGHTS: [[i16; STAGES.len()]; FEATURES] = [
    [356, 270, 109, 74, -54], // moves
    [-1, -51, 40, 45, 10], // empty squares that touch opposing discs: moves to come
    [-4, 181, 302, 432, 168], // corners
    [-17, -171, -352, -707, -522], // squares diagonally before an open corner
    [-25, -167, -93, -128, -381], // edge squares beside an open corner
    [101, 122, 151, 269, 554], // stable discs
    [-5, -9, -24, -38, -12], // discs
    [219, 132, 140, 130, 94], // an odd number of empty squares: the last move
];
