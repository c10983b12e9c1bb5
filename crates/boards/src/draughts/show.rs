//! Draughts as people see it.

use std::borrow::Cow;

use game::{Captures, Cell, Clicks, Curve, Customs, Diagram, Look, PieceSet, RecordFormat, Shade, Show, Side};

use super::geometry::Color;
use super::position::{Draughts, Move};
use super::word::Word;

impl<W: Word> Show for Draughts<W> {
    fn diagram(&self) -> Diagram {
        let size = 2 * self.order();
        let mut diagram = Diagram {
            columns: vec![String::new(); size],
            rows: vec![String::new(); size],
            cells: vec![Cell::empty(Shade::Light); size * size],
        };
        for number in (1..=self.variant.square_count()).rev() {
            let Some(square) = self.variant.numbered(number) else { continue };
            let (row, column) = self.variant.printed(square);
            let king = self.kings.meets(W::bit(square));
            let cell = match self.color_at(square) {
                None => Cell::empty(Shade::Dark),
                Some(color) => {
                    let (letter, sign) = match (color, king) {
                        (Color::White, false) => ('w', '⛀'),
                        (Color::White, true) => ('W', '⛁'),
                        (Color::Black, false) => ('b', '⛂'),
                        (Color::Black, true) => ('B', '⛃'),
                    };
                    Cell::with(Shade::Dark, self.side_of(color), letter, sign)
                }
            };
            let named = if self.variant.rules.algebraic { cell } else { cell.numbered(number as u16) };
            diagram.cells[row * size + column] = named;
            // Rows are labeled with their first number, columns with the numbers of the bottom row.
            diagram.rows[row] = number.to_string();
            if row + 1 == size {
                diagram.columns[column] = number.to_string();
            }
        }
        if self.variant.rules.algebraic {
            diagram.columns = (b'a'..).take(size).map(|letter| char::from(letter).to_string()).collect();
            diagram.rows = (1..=size).rev().map(|rank| rank.to_string()).collect();
        }
        diagram
    }

    fn move_cells(&self, mv: Move<W>) -> Vec<usize> {
        let path = if mv.captured.is_empty() { None } else { self.route(mv, &[], false) };
        path.unwrap_or_else(|| vec![mv.from, mv.to]).into_iter().map(|square| self.cell(square)).collect()
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        self.color_of(side).name().into()
    }

    fn look(&self) -> Look {
        Look { pieces: PieceSet::Counters, ..Look::default() }
    }

    /// Fitted (`examples/fit_curve.rs` in `crates/learn`) to games of self-play at 2000 nodes a move: English draughts, 52,813
    /// positions of 500 games; Russian (287 and 190) and international draughts (292 and 222), 45,480 positions of 600 games. The
    /// other rules are taken to be like those with which they share the kings.
    fn curve(&self) -> Option<Curve> {
        Some(match self.variant.rules.flying_kings {
            false => Curve { half_won: 106.0, slope: 53.0 },
            true => Curve { half_won: 290.0, slope: 206.0 },
        })
    }

    fn captures(&self) -> Captures {
        Captures::Taken
    }

    fn customs(&self) -> Customs {
        let rules = self.variant.rules;
        // Hub knows two games, each on its own board.
        let spoken = ["international", "frisian"].contains(&rules.name) && self.order() == rules.order;
        Customs { record: RecordFormat::Pdn, protocol: spoken.then_some("hub".into()), ..Customs::default() }
    }

    fn end_reason(&self) -> String {
        match self.drawn_after() {
            Some(plies) if self.quiet_plies >= plies => format!("{} moves without progress", plies / 2),
            Some(plies) => format!("{} moves without a decision in an ending that is usually drawn", plies / 2),
            None if self.men(self.turn).is_empty() && self.kings_of(self.turn).is_empty() => {
                format!("{} has no pieces left", self.turn.name())
            }
            None => format!("{} cannot move", self.turn.name()),
        }
    }

    /// A capture is clicked square by square; by start and end alone where no other capture has the same.
    fn clicks(&self, mv: Move<W>) -> Clicks {
        if mv.captured.is_empty() {
            return Clicks::on(self.move_cells(mv));
        }
        let mut routes: Vec<Vec<usize>> =
            self.routes(mv).iter().map(|route| route.iter().map(|&square| self.cell(square)).collect()).collect();
        if routes.is_empty() {
            return Clicks::on(self.move_cells(mv));
        }
        let alike = self.all_captures().iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count();
        let ends = vec![self.cell(mv.from), self.cell(mv.to)];
        if alike == 1 && mv.from != mv.to && !routes.contains(&ends) {
            routes.push(ends);
        }
        Clicks { cells: routes.remove(0), also: routes, choice: None }
    }

    fn piece_name(&self, letter: char) -> Cow<'static, str> {
        if letter.is_ascii_uppercase() { "king" } else { "man" }.into()
    }

    fn end_code(&self) -> Cow<'static, str> {
        match self.drawn_after() {
            Some(_) => "no-progress",
            None if self.men(self.turn).is_empty() && self.kings_of(self.turn).is_empty() => "no-pieces",
            None => "blocked",
        }
        .into()
    }
}
