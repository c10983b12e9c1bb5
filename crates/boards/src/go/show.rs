//! Go as people see it.

use std::borrow::Cow;

use game::{
    BoardStyle, Captures, Cell, Customs, Diagram, Look, PieceSet, RecordFormat, Score, Settlement, Shade, Show, Side,
};

use super::area::area;
use super::board::Content;
use super::{Go, GoMove, POINT, notation, settlement};

impl Show for Go {
    fn diagram(&self) -> Diagram {
        let size = self.size();
        let cell = |index: usize| match self.board.at(self.board.point(index % size, size - 1 - index / size)) {
            Content::Stone(Side::First) => Cell::with(Shade::Point, Side::First, 'X', '●'),
            Content::Stone(Side::Second) => Cell::with(Shade::Point, Side::Second, 'O', '○'),
            Content::Empty | Content::Edge => Cell::empty(Shade::Point),
        };
        Diagram {
            columns: (0..size).map(|column| notation::column_letter(column).to_string()).collect(),
            rows: (1..=size).rev().map(|row| row.to_string()).collect(),
            cells: (0..size * size).map(cell).collect(),
        }
    }

    fn move_cells(&self, mv: GoMove) -> Vec<usize> {
        match mv {
            GoMove::Pass => Vec::new(),
            GoMove::Play(point) => vec![self.cell(point)],
        }
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        ["Black", "White"][side.index()].into()
    }

    fn end_reason(&self) -> String {
        format!("both have passed; komi {}", f64::from(self.rules.komi) / f64::from(POINT))
    }

    fn look(&self) -> Look {
        Look { board: BoardStyle::Points, pieces: PieceSet::Stones }
    }

    fn captures(&self) -> Captures {
        Captures::Taken
    }

    fn customs(&self) -> Customs {
        Customs { record: RecordFormat::Sgf, protocol: Some("gtp".into()), ..Customs::default() }
    }

    /// Area as it would be counted now, komi being White's.
    fn counts(&self) -> Option<[f64; 2]> {
        let [black, white] = area(&self.board).map(f64::from);
        Some([black, white + f64::from(self.rules.komi) / f64::from(POINT)])
    }

    fn settlement(&self) -> Option<Settlement> {
        settlement::settlement(self)
    }

    fn end_code(&self) -> Cow<'static, str> {
        "passes".into()
    }

    /// The winner's letter needs no view.
    fn first_score_text(&self, score: Score) -> String {
        self.score_text(score)
    }

    /// As results are written in Go: the winner's letter and the points, `B+3.5`.
    fn score_text(&self, score: Score) -> String {
        let winner = if score > Score::DRAW { self.side } else { !self.side };
        match f64::from(score.value().abs()) / f64::from(POINT) {
            0.0 => "0".to_string(),
            points => format!("{}+{}", ["B", "W"][winner.index()], (points * 10.0).round() / 10.0),
        }
    }
}
