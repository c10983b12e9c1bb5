//! Evaluations of Connect Four positions.
//!
//! Late in the game the columns fill up, and one side must play below a cell that it would rather leave alone (zugzwang). On a
//! board of even height the first player then gets the odd rows and the second the even ones, so a lasting threat in a row of
//! the right parity is worth more (L. V. Allis, "A knowledge-based approach of Connect-Four", 1988).

use game::{Evaluator, Known, Rules, Score, Side, Step};

use super::geometry::Geometry;
use super::position::Board;

/// The judgements that can be chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ConnectFourEval {
    /// Cells that complete four, by row parity, and the middle of the board.
    #[default]
    Threats,
    /// Every unfinished position is even.
    None,
}

/// A cell that completes four, whatever its row.
const THREAT: i32 = 40;
/// More for such a cell in a row of the side's own parity.
const PARITY: i32 = 60;
/// More for two such cells above each other: one of them can be taken.
const STACKED: i32 = 150;
/// A stone in the middle column, or either of the two of a board of even width.
const CENTER: i32 = 12;
/// A stone beside the middle.
const NEAR_CENTER: i32 = 6;

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

/// What `side` has to show.
fn assets<G: Geometry>(board: &Board<G>, side: Side) -> i32 {
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
    count(threats) * THREAT
        + count(threats & good_rows) * PARITY
        + count(threats & threats << 1) * STACKED
        + count(stones & center) * CENTER
        + count(stones & near) * NEAR_CENTER
}

impl<G: Geometry> Evaluator<Board<G>> for ConnectFourEval {
    fn evaluate(&mut self, position: &Board<G>) -> Score {
        match self {
            ConnectFourEval::None => Score::DRAW,
            ConnectFourEval::Threats => {
                let us = position.side_to_move();
                Score::new(assets(position, us) - assets(position, !us)).clamp_judgement()
            }
        }
    }

    #[inline]
    fn known(&mut self, _: &Board<G>, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Board<G>>) {}
}
