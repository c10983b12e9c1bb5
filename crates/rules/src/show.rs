//! A game that was given as text, as people see it.

use std::borrow::Cow;

use game::{BoardStyle, Captures, Cell, Clicks, Customs, Diagram, Look, PieceSet, Rules, Shade, Show, Side};

use crate::notation::column_name;
use crate::position::{Ruled, RuledMove};

impl Ruled {
    /// The piece on each cell, by its number among the pieces.
    fn occupants(&self) -> Vec<Option<u16>> {
        let board = &self.game().board;
        let mut found = vec![None; board.columns * board.rows];
        for (fact, place) in board.cells.iter().enumerate() {
            if let Some((cell, Some(piece))) = place
                && self.holds(fact)
            {
                found[usize::from(*cell)] = Some(*piece);
            }
        }
        found
    }

    /// The cells whose contents a move changes.
    fn changed_cells(&self, mv: RuledMove) -> Vec<usize> {
        let (before, after) = (self.occupants(), self.after(mv).occupants());
        (0..before.len()).filter(|&cell| before[cell] != after[cell]).collect()
    }
}

impl Show for Ruled {
    fn diagram(&self) -> Diagram {
        let board = &self.game().board;
        if board.columns == 0 {
            // There is nothing to draw: what holds is told by the details.
            let cells = vec![Cell::empty(Shade::Light)];
            return Diagram { columns: vec![" ".to_string()], rows: vec![" ".to_string()], cells };
        }
        let cells = self
            .occupants()
            .into_iter()
            .zip(&board.exists)
            .map(|(piece, exists)| match piece {
                Some(piece) => {
                    let piece = &board.pieces[usize::from(piece)];
                    Cell::with(Shade::Light, piece.side.unwrap_or(Side::First), piece.letter, piece.sign)
                }
                None if *exists => Cell::empty(Shade::Light),
                None => Cell::empty(Shade::Dark),
            })
            .collect();
        let rows = (0..board.rows).map(|line| if board.flipped { line + 1 } else { board.rows - line });
        Diagram {
            columns: (0..board.columns).map(column_name).collect(),
            rows: rows.map(|row| row.to_string()).collect(),
            cells,
        }
    }

    fn move_cells(&self, mv: RuledMove) -> Vec<usize> {
        let Some(number) = mv.number() else { return Vec::new() };
        let board = &self.game().board;
        let role = self.game().seats[self.side_to_move().index()];
        if board.columns == 0 {
            return Vec::new();
        }
        let named: Vec<usize> = board.moves[role][number].iter().map(|&cell| usize::from(cell)).collect();
        if named.is_empty() { self.changed_cells(mv) } else { named }
    }

    fn clicks(&self, mv: RuledMove) -> Clicks {
        let Some(number) = mv.number() else { return Clicks::default() };
        let role = self.game().seats[self.side_to_move().index()];
        let board = &self.game().board;
        let cells_of =
            |other: usize| -> Vec<usize> { board.moves[role][other].iter().map(|&cell| usize::from(cell)).collect() };
        let mut cells = cells_of(number);
        let moves = self.moves();
        if cells.is_empty() && board.drops[role][number].is_some() {
            cells = self.changed_cells(mv);
        }
        let own = |other: &RuledMove| *other != mv && other.number().is_some_and(|other| cells_of(other) == cells);
        // What other moves are clicked in the same way, or whether the move touches no cell at all, is told in words.
        let alike = cells.is_empty() || moves.iter().any(own);
        let choice = alike.then(|| Cow::Owned(self.move_text(mv)));
        Clicks { cells, also: Vec::new(), choice }
    }

    fn look(&self) -> Look {
        let board = &self.game().board;
        let drops = board.drops.iter().flatten().flatten().count();
        let named = board.moves.iter().flatten().filter(|cells| !cells.is_empty()).count();
        let style = if drops > named { BoardStyle::Columns } else { BoardStyle::Squares };
        Look { board: style, pieces: PieceSet::Letters }
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        Cow::Borrowed(&self.game().names[side.index()])
    }

    fn piece_name(&self, letter: char) -> Cow<'static, str> {
        let pieces = &self.game().board.pieces;
        pieces.iter().find(|piece| piece.letter == letter).map_or("piece".into(), |piece| Cow::Borrowed(&piece.name))
    }

    fn customs(&self) -> Customs {
        Customs { protocol: Some("ggp".into()), ..Customs::default() }
    }

    fn captures(&self) -> Captures {
        Captures::Taken
    }

    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        let (board, rules) = (&self.game().board, &self.game().rules);
        let mut rows: Vec<(Cow<'static, str>, Vec<String>)> = Vec::new();
        for fact in (0..rules.fact_count).filter(|&fact| board.cells[fact].is_none() && self.holds(fact)) {
            let term = rules.facts[fact];
            let name = rules.terms.name(rules.terms.functor(term));
            let args: Vec<String> = rules.terms.args(term).iter().map(|&arg| rules.terms.text(arg)).collect();
            let text = args.join(" ");
            match rows.iter_mut().find(|(other, _)| other == name) {
                Some((_, texts)) => texts.push(text),
                None => rows.push((Cow::Borrowed(name), vec![text])),
            }
        }
        rows.into_iter().map(|(name, texts)| (name, texts.join(", "))).collect()
    }

    fn unit_names(&self) -> [Cow<'static, str>; 2] {
        ["point".into(), "points".into()]
    }

    fn end_reason(&self) -> String {
        "by the rules".to_string()
    }
}
