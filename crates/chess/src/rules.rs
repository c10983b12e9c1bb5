//! Chess as a game: its rules and its notation.

use game::{Key, MoveError, Outcome, Parameter, PositionError, Rules, Side, Spec, SpecError, Stage};

use crate::{CastlingStyle, Kind, Move, Position, chess960};

/// Plies without a capture or a pawn's move that make a draw.
const FIFTY_MOVES: u8 = 100;

impl Rules for Position {
    type Move = Move;

    fn parameters(game: &str) -> Vec<Parameter> {
        chess960::parameters(game)
    }

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

    /// Bare kings still have moves here, as is the custom of perft; [`Rules::end`] says that the game is over.
    #[inline]
    fn generate(&self, stage: Stage, moves: &mut Vec<Move>) {
        self.generate_moves(stage, moves);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.play_move(mv);
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
        // The partial keys are updated by the same code, so they are checked along with it.
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

    /// SAN, long algebraic or UCI. Moves after a draw by counting are accepted: it has not been claimed.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text)
    }

    fn move_text(&self, mv: Move) -> String {
        self.san(mv)
    }

    fn protocol_text(&self, mv: Move) -> String {
        self.uci_text(mv, self.origin.castling_by_rook)
    }

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
