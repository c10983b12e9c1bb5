//! Positions as text: FEN, with castling rights as in X-FEN (`KQkq`, a file letter where that is ambiguous) or Shredder-FEN
//! (always file letters), and EPD, which lacks the clocks.
//!
//! Reading takes all of these: missing fields have their usual values, and what follows the clocks of an EPD is ignored.
//! References: <https://www.chessprogramming.org/Forsyth-Edwards_Notation>, <https://en.wikipedia.org/wiki/X-FEN>.

use game::PositionError;

use crate::position::Origin;
use crate::{BLACK, Bitboard, Board, Color, Kind, Piece, Position, Setup, Square, WHITE};

/// A clock or a move number. Some programs write zero as `-0`.
fn number(field: &str) -> Option<u32> {
    field.trim_end_matches(';').parse::<i64>().ok()?.try_into().ok()
}

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq`; the rook's file where the right is not that of the outermost rook (X-FEN).
    #[default]
    Standard,
    /// Always the rook's file (Shredder-FEN).
    Shredder,
}

/// The board part of FEN.
pub(crate) fn board_text(board: &Board) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut gap = 0;
        for file in 0..8 {
            match board.piece_on(Square::at(file, rank)) {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                    }
                    gap = 0;
                    text.push(piece.letter());
                }
            }
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The rooks of a side on its first rank, left or right of its king.
fn rooks_beside_king(board: &Board, color: Color, right: bool) -> Bitboard {
    let left = Bitboard(board.pieces(color, Kind::King).0.wrapping_sub(1));
    let half = if right { !left } else { left };
    board.pieces(color, Kind::Rook) & Bitboard::rank(7 * color.index()) & half
}

/// The outermost rook of a side, left or right of its king.
fn outermost_rook(board: &Board, color: Color, right: bool) -> Option<Square> {
    let rooks = rooks_beside_king(board, color, right);
    if right { rooks.last() } else { { rooks }.next() }
}

impl Setup {
    /// The text in FEN.
    pub fn fen(&self, style: CastlingStyle) -> String {
        let en_passant = self.en_passant.map_or("-".to_string(), |square| square.to_string());
        format!(
            "{} {} {} {en_passant} {} {}",
            board_text(&self.board),
            if self.turn == WHITE { 'w' } else { 'b' },
            self.castling_text(style),
            self.halfmove_clock,
            self.fullmove_number
        )
    }

    fn castling_text(&self, style: CastlingStyle) -> String {
        let mut text = String::new();
        for color in [WHITE, BLACK] {
            let king = self.board.pieces(color, Kind::King);
            // The king's side first.
            let rooks: Vec<Square> = (self.castling_rooks & Bitboard::rank(7 * color.index())).collect();
            for &rook in rooks.iter().rev() {
                let right = rook.set().0 > king.0;
                let usual = style == CastlingStyle::Standard && outermost_rook(&self.board, color, right) == Some(rook);
                let letter = match (usual, right) {
                    (true, true) => 'K',
                    (true, false) => 'Q',
                    (false, _) => (b'A' + rook.file() as u8) as char,
                };
                text.push(if color == WHITE { letter } else { letter.to_ascii_lowercase() });
            }
        }
        if text.is_empty() { "-".to_string() } else { text }
    }

    /// Reads FEN, X-FEN, Shredder-FEN or EPD. The reason of a refusal names every field that cannot be read.
    pub fn parse(text: &str) -> Result<Setup, PositionError> {
        let mut setup = Setup::default();
        let mut reasons: Vec<String> = Vec::new();
        let mut fields = text.split_whitespace();
        match fields.next() {
            Some(field) => read_board(field, &mut setup.board).unwrap_or_else(|reason| reasons.push(reason)),
            None => reasons.push("the text is empty, expected a FEN".to_string()),
        }
        match fields.next() {
            None | Some("w" | "W") => {}
            Some("b" | "B") => setup.turn = BLACK,
            Some(field) => reasons.push(format!("the side to move is '{field}', expected w or b")),
        }
        let castling = fields.next().unwrap_or("-");
        // Without a board, castling rights would only add complaints that follow from the first.
        if reasons.is_empty() {
            match read_castling(castling, &setup.board) {
                Ok(rooks) => setup.castling_rooks = rooks,
                Err(reason) => reasons.push(reason),
            }
        }
        match fields.next().unwrap_or("-") {
            "-" => {}
            field => match field.parse() {
                Ok(square) => setup.en_passant = Some(square),
                Err(_) => reasons.push(format!("the en passant field is '{field}', expected a square or -")),
            },
        }
        // EPD goes on with operations such as `bm Nf3;` where FEN has its clocks.
        let mut clocks = fields.take_while(|field| field.starts_with(|c: char| c.is_ascii_digit() || "-+".contains(c)));
        if let Some(field) = clocks.next().filter(|field| *field != "-") {
            match number(field) {
                // From 100 on the game is drawn if somebody says so, from 150 on in any case: how far beyond does not matter.
                Some(clock) => setup.halfmove_clock = u8::try_from(clock).unwrap_or(u8::MAX),
                None => reasons.push(format!("the halfmove clock is '{field}', expected a number")),
            }
        }
        if let Some(field) = clocks.next().filter(|field| *field != "-") {
            match number(field) {
                Some(number) => setup.fullmove_number = u16::try_from(number).unwrap_or(u16::MAX).max(1),
                None => reasons.push(format!("the move number is '{field}', expected a number")),
            }
        }
        if reasons.is_empty() { Ok(setup) } else { Err(PositionError::new(text, reasons.join("; "))) }
    }
}

/// Reads the board part.
fn read_board(field: &str, board: &mut Board) -> Result<(), String> {
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 {
        return Err(format!("the board has {} ranks, expected 8 separated by /", ranks.len()));
    }
    let mut reasons = Vec::new();
    for (rank, text) in (0..8).rev().zip(ranks) {
        let mut file = 0;
        for letter in text.chars() {
            match (letter, Piece::from_letter(letter)) {
                ('1'..='8', _) => file += letter as usize - '0' as usize,
                (_, Some(piece)) => {
                    if file < 8 {
                        board.put(Square::at(file, rank), piece);
                    }
                    file += 1;
                }
                _ => {
                    reasons.push(format!("rank {} has '{letter}', expected a piece letter or 1 to 8", rank + 1));
                    file += 1;
                }
            }
        }
        if file != 8 {
            reasons.push(format!("rank {} has {file} squares, expected 8", rank + 1));
        }
    }
    if reasons.is_empty() { Ok(()) } else { Err(reasons.join("; ")) }
}

/// Reads the castling rights as the squares of their rooks.
fn read_castling(field: &str, board: &Board) -> Result<Bitboard, String> {
    let mut rooks = Bitboard::EMPTY;
    if field == "-" {
        return Ok(rooks);
    }
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
        let rank = 7 * color.index();
        let rook = match letter.to_ascii_uppercase() {
            'K' => outermost_rook(board, color, true).unwrap_or(Square::at(7, rank)),
            'Q' => outermost_rook(board, color, false).unwrap_or(Square::at(0, rank)),
            letter @ 'A'..='H' => Square::at(letter as usize - 'A' as usize, rank),
            _ => {
                return Err(format!(
                    "the castling rights are '{field}', expected letters of KQkq or of rook files, or -"
                ));
            }
        };
        rooks |= rook.set();
    }
    Ok(rooks)
}

impl Position {
    /// Reads a position. The error names everything that is wrong.
    ///
    /// ```
    /// let error = chess::Position::from_fen("8/8/8/8/8/8/8/P6k w - -").unwrap_err();
    /// assert_eq!(error.reason, "White has no king; a pawn cannot stand on a1");
    /// ```
    pub fn from_fen(text: &str) -> Result<Position, PositionError> {
        Position::from_fen_of(text, Origin::STANDARD)
    }

    pub(crate) fn from_fen_of(text: &str, origin: Origin) -> Result<Position, PositionError> {
        Setup::parse(text)?.position_of(origin).map_err(|flaws| {
            let reasons: Vec<String> = flaws.iter().map(ToString::to_string).collect();
            PositionError::new(text, reasons.join("; "))
        })
    }

    /// The position in FEN. An en passant square is written only if a pawn can be taken there by a legal move.
    pub fn fen(&self, style: CastlingStyle) -> String {
        Setup::from(self).fen(style)
    }
}
