//! Chess as people see it.

use std::borrow::Cow;

use game::{
    Abilities, Captures, Cell, Clicks, Curve, Customs, Diagram, Look, PieceSet, Rules, Score, Shade, Show, Side,
};

use crate::{Bitboard, Kind, Move, Position, Square, color_name};

/// How often a game of chess is won with a score in centipawns: fitted (`examples/fit_curve.rs` in `crates/learn`) to 31,802 positions
/// of 400 games of self-play by the classical evaluation at 2000 nodes a move.
pub const CURVE: Curve = Curve { half_won: 144.0, slope: 135.0 };

impl Show for Position {
    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        let squares = |set: Bitboard| set.map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
        vec![("Checkers".into(), squares(self.checkers)), ("Pinned".into(), squares(self.pinned))]
    }

    fn diagram(&self) -> Diagram {
        let cell = |square: Square| {
            let shade = if (square.file() + square.rank()).is_multiple_of(2) { Shade::Dark } else { Shade::Light };
            match self.board.piece_on(square) {
                Some(piece) => Cell::with(shade, piece.color(), piece.letter(), piece.sign()),
                None => Cell::empty(shade),
            }
        };
        Diagram {
            columns: ('a'..='h').map(String::from).collect(),
            rows: ('1'..='8').rev().map(String::from).collect(),
            cells: (0..64).map(|index| cell(Square::new(index).flip())).collect(),
        }
    }

    /// For castling the squares of the king.
    fn move_cells(&self, mv: Move) -> Vec<usize> {
        let to = if mv.is_castling() { Position::castling_targets(mv.from(), mv.to()).0 } else { mv.to() };
        vec![mv.from().flip().index(), to.flip().index()]
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        color_name(side).into()
    }

    fn look(&self) -> Look {
        Look { pieces: PieceSet::Chessmen, ..Look::default() }
    }

    fn customs(&self) -> Customs {
        Customs {
            piece_letters: "KQRBN".into(),
            fen: true,
            variant: Some(if self.is_chess960() { "Chess960" } else { "" }.into()),
            protocol: Some("uci".into()),
            ..Customs::default()
        }
    }

    fn captures(&self) -> Captures {
        Captures::Taken
    }

    fn curve(&self) -> Option<Curve> {
        Some(CURVE)
    }

    fn is_royal(&self, letter: char) -> bool {
        matches!(letter, 'K' | 'k')
    }

    fn end_reason(&self) -> String {
        match self.end() {
            Some(_) if self.is_insufficient_material() => "neither side can give mate",
            Some(_) => "fifty moves without a capture or a pawn move",
            None if self.checkers.any() => "checkmate",
            None => "stalemate",
        }
        .to_string()
    }

    /// Castling is the king's two squares or the king onto its rook. In Chess960 the king may end beside where it stood, or on the
    /// same square: there only the rook says what is meant.
    fn clicks(&self, mv: Move) -> Clicks {
        let cell = |square: Square| square.flip().index();
        let mut clicks = Clicks::on(self.move_cells(mv));
        clicks.choice = mv.promotion().map(|kind| kind.name().into());
        if mv.is_castling() {
            let onto_rook = vec![cell(mv.from()), cell(mv.to())];
            let (target, _) = Position::castling_targets(mv.from(), mv.to());
            if target.file().abs_diff(mv.from().file()) < 2 {
                clicks.cells = onto_rook;
            } else if clicks.cells != onto_rook {
                clicks.also.push(onto_rook);
            }
        }
        clicks
    }

    fn checked_cells(&self) -> Vec<usize> {
        if self.checkers.is_empty() { Vec::new() } else { vec![self.board.king(self.side).flip().index()] }
    }

    fn piece_name(&self, letter: char) -> Cow<'static, str> {
        Kind::from_letter(letter.to_ascii_uppercase()).map_or("piece", Kind::name).into()
    }

    fn end_code(&self) -> Cow<'static, str> {
        match self.end() {
            Some(_) if self.is_insufficient_material() => "material",
            Some(_) => "fifty-moves",
            None if self.checkers.any() => "checkmate",
            None => "stalemate",
        }
        .into()
    }

    fn unit_names(&self) -> [Cow<'static, str>; 2] {
        ["pawn", "pawns"].map(Cow::Borrowed)
    }

    /// Pawns, or moves to mate.
    fn score_text(&self, score: Score) -> String {
        match score.plies_to_end() {
            Some(0) => "#0".to_string(),
            Some(plies) if score.is_win() => format!("#{}", plies.div_ceil(2)),
            Some(plies) => format!("#-{}", plies.div_ceil(2)),
            None => format!("{:+.2}", f64::from(score.value()) / f64::from(Self::UNIT)),
        }
    }
}
