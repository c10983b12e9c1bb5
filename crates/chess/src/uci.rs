//! Moves as programs write them: `e2e4`, `e7e8q`, castling as `e1g1` or, in Chess960, as the king taking its rook, `e1h1`.

use game::MoveError;

use crate::{Kind, Move, Position, Square};

impl Position {
    /// A legal move in UCI notation; castling as the king taking its rook if `chess960`, else by the king's two squares.
    pub fn uci_text(&self, mv: Move, chess960: bool) -> String {
        let to = match mv.is_castling() && !chess960 {
            true => Position::castling_targets(mv.from(), mv.to()).0,
            false => mv.to(),
        };
        let promotion = mv.promotion().map(|kind| kind.letter().to_ascii_lowercase());
        format!("{}{to}{}", mv.from(), promotion.map_or(String::new(), String::from))
    }

    /// Reads a legal move in UCI notation, with either way of castling. The error explains a refusal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let shape = matches!(
            text.as_bytes(),
            [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8']
                | [
                    b'a'..=b'h',
                    b'1'..=b'8',
                    b'a'..=b'h',
                    b'1'..=b'8',
                    b'q' | b'r' | b'b' | b'n' | b'Q' | b'R' | b'B' | b'N'
                ]
        );
        if !shape {
            return Err(MoveError::new(
                text,
                "expected two squares and perhaps what a pawn becomes, as in e2e4 or e7e8q",
            ));
        }
        self.read_move(text)
    }

    /// The ordinary legal move that is written exactly so, two squares and perhaps a small letter; `None` if there is none, or if
    /// it may be castling. Programs write little else, and so this is what is tried first.
    pub(crate) fn plain_uci(&self, text: &str) -> Option<Move> {
        let square = |file: u8, rank: u8| {
            let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
            (file < 8 && rank < 8).then(|| Square::at(usize::from(file), usize::from(rank)))
        };
        let (from, to, promotion) = match *text.as_bytes() {
            [a, b, c, d] => (square(a, b)?, square(c, d)?, None),
            [a, b, c, d, kind @ (b'q' | b'r' | b'b' | b'n')] => {
                (square(a, b)?, square(c, d)?, Kind::from_letter(char::from(kind)))
            }
            _ => return None,
        };
        let fits = |mv: &Move| mv.from() == from && mv.to() == to && mv.promotion() == promotion && !mv.is_castling();
        self.all_moves().into_iter().find(fits)
    }
}
