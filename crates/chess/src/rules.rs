//! Chess as a [`Game`]: what the search and every surface see of it.

use game::{
    Cell, Clicks, Diagram, Game, Key, MoveError, Outcome, PositionError, Score, Shade, Side, Spec, SpecError, Stage,
};

use crate::{Bitboard, CastlingStyle, Kind, Move, Position, Square, chess960, color_name, zobrist};

/// Plies without a capture or a pawn's move that make a draw.
const FIFTY_MOVES: u8 = 100;

impl Game for Position {
    type Move = Move;

    fn start(spec: &Spec) -> Result<Position, SpecError> {
        chess960::origin(spec).map(chess960::start_position)
    }

    fn spec(&self) -> String {
        chess960::spec_text(self.origin)
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    /// Bare kings still have moves here, as is the custom of perft; [`Game::end`] says that the game is over.
    #[inline]
    fn generate(&self, stage: Stage, moves: &mut Vec<Move>) {
        self.generate_moves(stage, moves);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.play_observed(mv, &mut ());
    }

    /// Fifty moves, unless the last of them gave mate, and material with which nobody can give mate.
    #[inline]
    fn end(&self) -> Option<Outcome> {
        let fifty = self.halfmove_clock >= FIFTY_MOVES && (self.checkers.is_empty() || self.count_moves() > 0);
        (fifty || self.is_insufficient_material()).then_some(Outcome::Draw)
    }

    #[inline]
    fn stuck(&self) -> Outcome {
        if self.checkers.any() { Outcome::Win(!self.side) } else { Outcome::Draw }
    }

    #[inline]
    fn key(&self) -> Key {
        self.keys.whole
    }

    fn compute_key(&self) -> Key {
        // The parts of the key are kept by the same hands, so they are checked on the same occasion.
        let keys = self.compute_keys();
        debug_assert!(keys == self.keys, "partial keys are wrong: {self:?}");
        keys.whole
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_move(mv) && self.end().is_none()
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        match text.trim() {
            "start" | "startpos" => Ok(chess960::start_position(self.origin)),
            text => Position::from_fen_of(text, self.origin),
        }
    }

    fn position_text(&self) -> String {
        self.fen(CastlingStyle::Standard)
    }

    /// SAN, long algebraic or UCI. Moves after a draw by counting are read: who plays on has not claimed it.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text)
    }

    fn move_text(&self, mv: Move) -> String {
        self.san(mv)
    }

    fn protocol_text(&self, mv: Move) -> String {
        self.uci_text(mv, self.origin.castling_by_rook)
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        let squares = |set: Bitboard| set.map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
        vec![("Checkers", squares(self.checkers)), ("Pinned", squares(self.pinned))]
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

    fn side_name(&self, side: Side) -> &'static str {
        color_name(side)
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
        clicks.choice = mv.promotion().map(Kind::name);
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

    fn piece_name(&self, letter: char) -> &'static str {
        Kind::from_letter(letter.to_ascii_uppercase()).map_or("piece", Kind::name)
    }

    fn end_code(&self) -> &'static str {
        match self.end() {
            Some(_) if self.is_insufficient_material() => "material",
            Some(_) => "fifty-moves",
            None if self.checkers.any() => "checkmate",
            None => "stalemate",
        }
    }

    const UNIT_NAMES: [&'static str; 2] = ["pawn", "pawns"];

    const STAGED: bool = true;

    const ACTIONS: usize = Kind::ALL.len() * 64;

    /// The kind of piece and where it goes.
    #[inline]
    fn action(&self, mv: Move) -> usize {
        self.board.piece_at(mv.from()).kind().index() * 64 + mv.to().index()
    }

    #[inline]
    fn encode(&self, mv: Move) -> u16 {
        mv.bits()
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Move> {
        let mv = Move::from_bits(code);
        self.is_legal(mv).then_some(mv)
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.is_noisy()
    }

    #[inline]
    fn is_calm(&self) -> bool {
        self.checkers.is_empty()
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.checkers.any()
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        self.gives_check_by(mv)
    }

    #[inline]
    fn generate_checks(&self, moves: &mut Vec<Move>) {
        self.generate_quiet_checks(moves);
    }

    /// Mate begins with check.
    fn generate_final(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.generate(Stage::Noisy, moves);
        let mut index = 0;
        moves.retain(|&mv| {
            index += 1;
            index <= before || self.gives_check_by(mv)
        });
        self.generate_quiet_checks(moves);
    }

    /// Whoever goes where the opponent has just gone takes.
    #[inline]
    fn takes_back(&self, mv: Move, before: Move) -> bool {
        mv.to() == before.to()
    }

    /// With pawns alone, having to move is too often a misfortune.
    #[inline]
    fn can_pass(&self) -> bool {
        self.checkers.is_empty() && self.has_non_pawns(self.side)
    }

    #[inline]
    fn pass(&mut self) {
        self.pass_turn();
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.gain_of(mv)
    }

    #[inline]
    fn exchange_wins(&self, mv: Move, threshold: i32) -> bool {
        self.exchange_gains(mv, threshold)
    }

    const VICTIMS: usize = 7;

    /// 1 for a pawn to 5 for a queen; 6 is never used, for kings are not taken.
    #[inline]
    fn victim(&self, mv: Move) -> usize {
        if mv.is_capture() { 1 + self.board.piece_at(self.captured_square(mv)).kind().index() } else { 0 }
    }

    const PARTIAL_KEYS: usize = 4;

    /// Pawns, White's other pieces, Black's other pieces, minor pieces of both.
    #[inline]
    fn partial_key(&self, index: usize) -> Key {
        match index {
            0 => self.keys.pawns,
            1 | 2 => self.keys.non_pawns[index - 1],
            _ => self.keys.minors,
        }
    }

    /// Right for all but castling, promotion, en passant, and moves that lose a right or give one.
    #[inline]
    fn key_after(&self, mv: Move) -> Option<Key> {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.board.piece_at(from);
        let mut key =
            self.keys.whole ^ zobrist::BLACK_TO_MOVE ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        if let Some(victim) = self.board.piece_on(to) {
            key ^= zobrist::piece(victim, to);
        }
        Some(key)
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        usize::from(self.reversible)
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

impl Position {
    /// The worth of a side's pieces besides pawns and king, in centipawns.
    pub fn non_pawn_material(&self, color: crate::Color) -> i32 {
        [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen]
            .into_iter()
            .map(|kind| kind.value() * self.board.pieces(color, kind).count() as i32)
            .sum()
    }
}
