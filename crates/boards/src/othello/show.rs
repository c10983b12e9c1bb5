//! Othello as people see it.

use std::borrow::Cow;

use game::{BoardStyle, Captures, Cell, Curve, Customs, Diagram, Look, PieceSet, Score, Shade, Show, Side};

use super::bits::squares;
use super::position::{DISC, Othello, Placement};

impl Show for Othello {
    fn diagram(&self) -> Diagram {
        let cell = |square: usize| match (self.discs(Side::First) >> square & 1, self.discs(Side::Second) >> square & 1)
        {
            (1, _) => Cell::with(Shade::Light, Side::First, 'X', '●'),
            (_, 1) => Cell::with(Shade::Light, Side::Second, 'O', '○'),
            _ => Cell::empty(Shade::Light),
        };
        Diagram {
            columns: ('a'..).take(self.size()).map(String::from).collect(),
            rows: (1..=self.size()).map(|row| row.to_string()).collect(),
            cells: squares(self.board).map(cell).collect(),
        }
    }

    fn move_cells(&self, mv: Placement) -> Vec<usize> {
        if mv == Placement::PASS { Vec::new() } else { vec![self.cell(usize::from(mv.0))] }
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        ["Black", "White"][side.index()].into()
    }

    fn end_reason(&self) -> String {
        let [black, white] = Side::BOTH.map(|side| self.discs(side).count_ones());
        format!("{black} black discs, {white} white")
    }

    fn look(&self) -> Look {
        Look { board: BoardStyle::Discs, pieces: PieceSet::Discs }
    }

    /// Fitted (`examples/fit_curve.rs` in `crates/learn`) to 20,385 positions of 400 games of self-play on 8×8 at 2000 nodes a move.
    fn curve(&self) -> Option<Curve> {
        Some(Curve { half_won: 35.0, slope: 391.0 })
    }

    fn customs(&self) -> Customs {
        Customs { transcripts: true, ..Customs::default() }
    }

    fn captures(&self) -> Captures {
        Captures::Turned
    }

    fn piece_name(&self, _: char) -> Cow<'static, str> {
        "disc".into()
    }

    fn counts(&self) -> Option<[f64; 2]> {
        Some(Side::BOTH.map(|side| f64::from(self.discs(side).count_ones())))
    }

    fn end_code(&self) -> Cow<'static, str> {
        "more-discs".into()
    }

    fn unit_names(&self) -> [Cow<'static, str>; 2] {
        ["disc", "discs"].map(Cow::Borrowed)
    }

    fn score_text(&self, score: Score) -> String {
        let discs = f64::from(score.value()) / f64::from(DISC);
        if score.value() % DISC == 0 { format!("{discs:+.0} discs") } else { format!("{discs:+.2} discs") }
    }
}
