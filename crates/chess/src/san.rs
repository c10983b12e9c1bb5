//! Moves as people write them: SAN (`Nf3`, `exd5`, `O-O`, `e8=Q+`), and everything close to it on reading: long algebraic
//! (`Ng1-f3`, `e2-e4`), UCI (`e2e4`, `e7e8q`), zeros for castling, signs of check and annotation at the end.
//!
//! Reference: the PGN standard of 1994, section 8.2.3.

use game::{MoveError, Stage};

use crate::{Kind, Move, Position, Square};

/// What a move text says: everything it leaves open is `None`.
pub(crate) struct Wish {
    pub(crate) kind: Option<Kind>,
    pub(crate) file: Option<usize>,
    pub(crate) rank: Option<usize>,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Kind>,
}

impl Wish {
    /// Reads a move text that is not castling by name.
    fn parse(text: &str) -> Option<Wish> {
        // A move is short; what is longer is none.
        let mut buffer = [0; 8];
        let mut length = 0;
        for &byte in text.as_bytes().iter().filter(|byte| !b"x:-=()/".contains(byte)) {
            *buffer.get_mut(length)? = byte;
            length += 1;
        }
        let mut letters = &buffer[..length];
        let letter_kind = |letter: u8| Kind::from_letter(char::from(letter));
        let kind = letters.first().filter(|letter| letter.is_ascii_uppercase()).and_then(|&letter| letter_kind(letter));
        if kind.is_some() {
            letters = &letters[1..];
        }
        let promotion = match letters {
            [before @ .., letter] if before.last().is_some_and(|digit| (b'1'..=b'8').contains(digit)) => {
                letters = before;
                Some(letter_kind(*letter).filter(|kind| Kind::PROMOTIONS.contains(kind))?)
            }
            _ => None,
        };
        let file = |letter: u8| usize::from(letter - b'a');
        let rank = |digit: u8| usize::from(digit - b'1');
        let (letters, to) = match letters {
            [before @ .., letter @ b'a'..=b'h', digit @ b'1'..=b'8'] => {
                (before, Square::at(file(*letter), rank(*digit)))
            }
            _ => return None,
        };
        let (file, rank) = match *letters {
            [] => (None, None),
            [letter @ b'a'..=b'h'] => (Some(file(letter)), None),
            [digit @ b'1'..=b'8'] => (None, Some(rank(digit))),
            [letter @ b'a'..=b'h', digit @ b'1'..=b'8'] => (Some(file(letter)), Some(rank(digit))),
            _ => return None,
        };
        // Two squares are clear without a piece letter; anything less is a pawn's move.
        let kind = kind.or(if file.is_some() && rank.is_some() { None } else { Some(Kind::Pawn) });
        Some(Wish { kind, file, rank, to, promotion })
    }

    /// Where the text says that the piece stands, if it does.
    pub(crate) fn from(&self) -> Option<Square> {
        Some(Square::at(self.file?, self.rank?))
    }

    /// Could a piece on this square be meant?
    pub(crate) fn fits(&self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file()) && self.rank.is_none_or(|rank| rank == square.rank())
    }

    /// Is this ordinary legal move meant, whatever the pawn becomes?
    fn means(&self, position: &Position, mv: Move) -> bool {
        let kind = position.board.piece_at(mv.from()).kind();
        !mv.is_castling() && mv.to() == self.to && self.fits(mv.from()) && self.kind.is_none_or(|wanted| wanted == kind)
    }
}

impl Position {
    /// A legal move in standard algebraic notation.
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_without_check(mv);
        let mut after = self.clone();
        after.play_move(mv);
        if after.checkers.any() {
            text.push(if after.count_moves() == 0 { '#' } else { '+' });
        }
        text
    }

    fn san_without_check(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castling() {
            return if to > from { "O-O" } else { "O-O-O" }.to_string();
        }
        let kind = self.board.piece_at(from).kind();
        let file = |square: Square| (b'a' + square.file() as u8) as char;
        let mut text = String::new();
        if kind == Kind::Pawn {
            if mv.is_capture() {
                text.push(file(from));
            }
        } else {
            text.push(kind.letter());
            // The file tells rivals for the same square apart, else the rank, else both.
            let rivals: Vec<Square> = self
                .all_moves()
                .into_iter()
                .filter(|rival| rival.to() == to && rival.from() != from && !rival.is_castling())
                .map(Move::from)
                .filter(|&rival| self.board.piece_at(rival).kind() == kind)
                .collect();
            let same_file = rivals.iter().any(|rival| rival.file() == from.file());
            let same_rank = rivals.iter().any(|rival| rival.rank() == from.rank());
            if !rivals.is_empty() && (!same_file || same_rank) {
                text.push(file(from));
            }
            if same_file {
                text.push_str(&(from.rank() + 1).to_string());
            }
        }
        if mv.is_capture() {
            text.push('x');
        }
        text.push_str(&to.to_string());
        if let Some(kind) = mv.promotion() {
            text.extend(['=', kind.letter()]);
        }
        text
    }

    /// All legal moves, whatever the clocks say.
    pub(crate) fn all_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.generate_moves(Stage::All, &mut moves);
        moves
    }

    /// Reads a legal move in any of the notations above. The error explains a refusal.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        if let Some(mv) = self.plain_uci(text) {
            return Ok(mv);
        }
        let fail = |reason: String| Err(MoveError::new(text, reason));
        let bare = text.trim().trim_end_matches(['+', '#', '!', '?']).trim_end();
        let bare = bare.trim_end_matches("e.p.").trim_end_matches("ep").trim_end();
        if bare.starts_with(['O', 'o', '0']) {
            match bare.to_ascii_uppercase().replace('0', "O").as_str() {
                "O-O" | "OO" => return self.castling_by_name(true).or_else(fail),
                "O-O-O" | "OOO" => return self.castling_by_name(false).or_else(fail),
                _ => {}
            }
        }
        let Some(wish) = Wish::parse(bare) else {
            return fail("expected a move such as e4, Nf3, exd5, O-O, e8=Q or e2e4".to_string());
        };
        let moves = self.all_moves();
        let mut exact = moves.iter().copied().filter(|&mv| mv.promotion() == wish.promotion && wish.means(self, mv));
        if let (Some(mv), None) = (exact.next(), exact.next()) {
            return Ok(mv);
        }
        let meant: Vec<Move> = moves.iter().copied().filter(|&mv| wish.means(self, mv)).collect();
        let exact: Vec<Move> = meant.iter().copied().filter(|mv| mv.promotion() == wish.promotion).collect();
        match (exact.len(), &meant[..]) {
            (0, []) => match self.castling_by_squares(&wish, &moves) {
                Some(mv) => Ok(mv),
                None => fail(self.refusal(&wish)),
            },
            (0, [first, ..]) => fail(match first.promotion() {
                Some(_) => "the pawn is promoted: add what it becomes, as in e8=Q".to_string(),
                None => "only a pawn that reaches the last rank is promoted".to_string(),
            }),
            _ => {
                let choices: Vec<String> = exact.iter().map(|&mv| self.san(mv)).collect();
                fail(format!("ambiguous, it can be {}", choices.join(" or ")))
            }
        }
    }

    /// Castling written as two squares: the king's two steps, or the king takes its rook.
    fn castling_by_squares(&self, wish: &Wish, moves: &[Move]) -> Option<Move> {
        let from = wish.from()?;
        let king = wish.promotion.is_none() && wish.kind.is_none_or(|kind| kind == Kind::King);
        moves.iter().copied().find(|mv| {
            let (king_to, _) = Position::castling_targets(mv.from(), mv.to());
            king && mv.is_castling() && mv.from() == from && (mv.to() == wish.to || king_to == wish.to)
        })
    }
}
