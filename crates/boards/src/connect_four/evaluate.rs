//! Evaluations of Connect Four positions.
//!
//! Late in the game the columns fill up, and one side must play below a cell that it would rather leave alone (zugzwang). On a
//! board of even height the first player then gets the odd rows and the second the even ones, so a lasting threat in a row of
//! the right parity is worth more (L. V. Allis, "A knowledge-based approach of Connect-Four", 1988).

use game::{Evaluator, Known, Linear, Rules, Score, Side, Step, Sum, Target, Tunable, WeightTable};

use super::geometry::Geometry;
use super::position::Board;

/// The judgements that can be chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ConnectFourEval {
    /// Cells that complete four, by row parity, and the middle of the board.
    #[default]
    Threats,
    /// The same with other weights; those that are built in are constants.
    Weighed([i32; FEATURES]),
    /// Every unfinished position is even.
    None,
}

/// What is counted: name, group, what it is, and its weight.
const TERMS: [(&str, &str, &str, &[i32]); FEATURES] = [
    ("threat", "threats", "A cell that completes four, whatever its row.", &[WEIGHTS[0]]),
    ("parity", "threats", "More for such a cell in a row of the side's own parity.", &[WEIGHTS[1]]),
    ("stacked", "threats", "More for two such cells above each other: one of them can be taken.", &[WEIGHTS[2]]),
    ("center", "center", "A stone in the middle column, or either of the two of a board of even width.", &[WEIGHTS[3]]),
    ("near-center", "center", "A stone beside the middle.", &[WEIGHTS[4]]),
];

/// The weights that are built in.
const WEIGHTS: [i32; FEATURES] = [40, 60, 150, 12, 6];

const FEATURES: usize = 5;

impl ConnectFourEval {
    /// The names of all judgements, the default one first.
    pub const NAMES: &[&str] = &["threats", "none"];

    /// The judgement of this name.
    pub fn by_name(name: &str) -> Option<ConnectFourEval> {
        match name {
            "threats" => Some(ConnectFourEval::Threats),
            "none" => Some(ConnectFourEval::None),
            _ => None,
        }
    }
}

/// What `side` has to show, in the order of [`TERMS`].
#[inline(always)]
fn assets<G: Geometry>(board: &Board<G>, side: Side) -> [i32; FEATURES] {
    let geometry = board.geometry;
    let stones = board.stones(side);
    let threats = board.winning_cells(stones);
    // Rows 1, 3, 5 are the bottom row and every second above it.
    let odd_rows = (0..geometry.height()).step_by(2).fold(0, |rows, row| rows | geometry.bottom() << row);
    let good_rows = if side == Side::First { odd_rows } else { !odd_rows };
    let (width, stride) = (geometry.width(), geometry.stride());
    let columns =
        |from: usize, to: usize| (from..=to).fold(0u64, |set, column| set | ((1 << stride) - 1) << (column * stride));
    let center = columns((width - 1) / 2, width / 2);
    let near = columns((width - 1) / 2 - 1, width / 2 + 1) & !center;
    let count = |set: u64| set.count_ones() as i32;
    [
        count(threats),
        count(threats & good_rows),
        count(threats & threats << 1),
        count(stones & center),
        count(stones & near),
    ]
}

/// What the side to move has to show, less what the other has.
#[inline(always)]
fn judge<G: Geometry>(board: &Board<G>, weights: &[i32; FEATURES]) -> Score {
    let us = board.side_to_move();
    let worth = |side| {
        let [threat, parity, stacked, center, near] = assets(board, side);
        let [by_threat, by_parity, by_stacked, by_center, by_near] = weights;
        threat * by_threat + parity * by_parity + stacked * by_stacked + center * by_center + near * by_near
    };
    Score::new(worth(us) - worth(!us)).clamp_judgement()
}

/// Apart from the judgement by constants, which would be larger and slower with this in it.
#[cold]
#[inline(never)]
fn weighed<G: Geometry>(board: &Board<G>, weights: &[i32; FEATURES]) -> Score {
    judge(board, weights)
}

impl<G: Geometry> Evaluator<Board<G>> for ConnectFourEval {
    #[inline]
    fn evaluate(&mut self, position: &Board<G>) -> Score {
        match self {
            ConnectFourEval::Threats => judge(position, &WEIGHTS),
            ConnectFourEval::Weighed(weights) => weighed(position, weights),
            ConnectFourEval::None => Score::DRAW,
        }
    }

    #[inline]
    fn known(&mut self, _: &Board<G>, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Board<G>>) {}
}

impl Tunable for ConnectFourEval {
    fn table(&self) -> WeightTable {
        match self {
            ConnectFourEval::Threats => WeightTable::flat("threats", &TERMS),
            ConnectFourEval::Weighed(weights) => WeightTable::flat("threats", &TERMS).with(weights),
            ConnectFourEval::None => WeightTable::flat("none", &[]),
        }
    }

    fn with_weights(&self, weights: &[i32]) -> ConnectFourEval {
        match self {
            ConnectFourEval::None => ConnectFourEval::None,
            _ if weights == WEIGHTS => ConnectFourEval::Threats,
            _ => ConnectFourEval::Weighed(std::array::from_fn(|index| weights[index])),
        }
    }
}

impl<G: Geometry> Linear<Board<G>> for ConnectFourEval {
    fn target(&self) -> Target {
        Target::Result
    }

    fn sum(&self, position: &Board<G>) -> Sum {
        if *self == ConnectFourEval::None {
            return Sum::of(Vec::new());
        }
        let [first, second] = Side::BOTH.map(|side| assets(position, side));
        Sum::of(first.iter().zip(second).map(|(first, second)| first - second).collect())
    }
}
