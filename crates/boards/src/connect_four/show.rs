//! Connect Four as people see it.

use std::borrow::Cow;

use game::{BoardStyle, Cell, Clicks, Curve, Diagram, Look, PieceSet, Rules, Shade, Show, Side};

use super::geometry::Geometry;
use super::position::{Board, Column};
use super::threats::has_four;

impl<G: Geometry> Show for Board<G> {
    fn diagram(&self) -> Diagram {
        let (width, height) = (self.geometry.width(), self.geometry.height());
        let [first, second] = Side::BOTH.map(|side| self.stones(side));
        let cell = |index: usize| {
            let bit = (index % width) * self.geometry.stride() + height - 1 - index / width;
            match (first >> bit & 1, second >> bit & 1) {
                (1, _) => Cell::with(Shade::Light, Side::First, 'X', '●'),
                (_, 1) => Cell::with(Shade::Light, Side::Second, 'O', '○'),
                _ => Cell::empty(Shade::Light),
            }
        };
        Diagram {
            columns: (1..=width).map(|column| column.to_string()).collect(),
            rows: (1..=height).rev().map(|row| row.to_string()).collect(),
            cells: (0..width * height).map(cell).collect(),
        }
    }

    fn move_cells(&self, mv: Column) -> Vec<usize> {
        let row = self.action(mv) % self.geometry.stride();
        vec![(self.geometry.height() - 1 - row) * self.geometry.width() + usize::from(mv.0)]
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        ["Red", "Yellow"][side.index()].into()
    }

    /// Fitted (`examples/fit_curve.rs` in `crates/learn`) to 7,916 positions of 600 games of self-play on 7×6 at 2000 nodes a move.
    fn curve(&self) -> Option<Curve> {
        Some(Curve { half_won: 40.0, slope: 75.0 })
    }

    fn end_reason(&self) -> String {
        if has_four(self.geometry, self.theirs()) { "four in a row" } else { "the board is full" }.to_string()
    }

    fn look(&self) -> Look {
        Look { board: BoardStyle::Columns, pieces: PieceSet::Chips }
    }

    /// Any empty cell of the column means the column.
    fn clicks(&self, mv: Column) -> Clicks {
        let cells = self.move_cells(mv);
        let above = cells.iter().flat_map(|cell| {
            let (row, column) = (cell / self.geometry.width(), cell % self.geometry.width());
            (0..row).rev().map(move |row| vec![row * self.geometry.width() + column])
        });
        Clicks { also: above.collect(), cells, choice: None }
    }

    fn end_code(&self) -> Cow<'static, str> {
        if has_four(self.geometry, self.theirs()) { "line" } else { "full" }.into()
    }
}
