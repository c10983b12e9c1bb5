//! What chess can tell a search: captures, checks, exchanges, parts of the key.

use game::{Abilities, Key, Rules, Stage};

use crate::{Move, Position, zobrist};

impl Abilities for Position {
    const STAGED: bool = true;

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

    /// Every mate gives check.
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

    /// A move to the square of the opponent's last move is a recapture.
    #[inline]
    fn takes_back(&self, mv: Move, before: Move) -> bool {
        mv.to() == before.to()
    }

    /// With pawns alone, zugzwang is too common.
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

    /// 1 for a pawn to 5 for a queen; 6 is never used, because kings are not captured.
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

    fn leaves(&self, depth: usize) -> Option<u64> {
        Some(crate::perft::perft(self, depth))
    }
}
