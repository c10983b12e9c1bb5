//! Playing a move, and passing.

use crate::mover::{Black, Mover, White};
use crate::{BLACK, Kind, Move, Piece, Position, Square, WHITE, zobrist};

impl Position {
    /// Where the piece stands that a capture takes: beside the target for en passant.
    #[inline]
    pub(crate) fn captured_square(&self, mv: Move) -> Square {
        if mv.is_en_passant() { Square::at(mv.to().file(), mv.from().rank()) } else { mv.to() }
    }

    /// Plays a legal move.
    pub fn play_move(&mut self, mv: Move) {
        match self.side {
            WHITE => self.play_as::<White>(mv),
            BLACK => self.play_as::<Black>(mv),
        }
    }

    /// Plays a legal move of a side known to the compiler.
    #[inline(always)]
    pub(crate) fn play_as<U: Mover>(&mut self, mv: Move) {
        debug_assert_eq!(self.side, U::US);
        let (from, to, flag) = (mv.from(), mv.to(), mv.flag());
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.reversible = self.reversible.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(U::US.index() as u16);
        self.side = U::THEM;
        self.keys.whole ^= zobrist::BLACK_TO_MOVE;
        if let Some(square) = self.en_passant.take() {
            self.keys.whole ^= zobrist::en_passant(square);
        }
        let piece = self.board.piece_at(from);
        if flag == Move::CASTLING {
            self.castle::<U>(from, to);
        } else {
            if flag & Move::CAPTURE != 0 {
                let square = if flag == Move::EN_PASSANT { to.offset(-U::PUSH) } else { to };
                let victim = self.board.piece_at(square);
                self.board.take(square, victim);
                self.toggle(victim, square);
                self.halfmove_clock = 0;
                self.reversible = 0;
            }
            self.board.shift(from, to, piece);
            let (here, there) = (zobrist::piece(piece, from), zobrist::piece(piece, to));
            self.keys.whole ^= here ^ there;
            if piece.kind() == Kind::Pawn {
                self.keys.pawns ^= here ^ there;
                self.halfmove_clock = 0;
                self.reversible = 0;
                if flag == Move::DOUBLE_PUSH {
                    self.offer_en_passant::<U::Them>(to);
                } else if let Some(kind) = mv.promotion() {
                    let promoted = Piece::new(U::US, kind);
                    self.board.take(to, piece);
                    self.board.put(to, promoted);
                    self.toggle(piece, to);
                    self.toggle(promoted, to);
                }
            } else {
                self.keys.non_pawns[U::US.index()] ^= here ^ there;
                if matches!(piece.kind(), Kind::Knight | Kind::Bishop) {
                    self.keys.minors ^= here ^ there;
                }
            }
            let mut touched = from.set() | to.set();
            if piece.kind() == Kind::King {
                touched |= U::FIRST_RANK;
            }
            let lost = self.castling_rooks() & touched;
            if lost.any() {
                for rook in lost {
                    self.lose_castling(rook);
                }
            }
        }
        self.update_checks::<U::Them>();
    }

    /// A piece appears or disappears: all keys but those of rights and turn.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let number = zobrist::piece(piece, square);
        self.keys.whole ^= number;
        match piece.kind() {
            Kind::Pawn => self.keys.pawns ^= number,
            kind => {
                self.keys.non_pawns[piece.color().index()] ^= number;
                if matches!(kind, Kind::Knight | Kind::Bishop) {
                    self.keys.minors ^= number;
                }
            }
        }
    }

    /// The right to castle with the rook on this square is lost, so no earlier position can be repeated.
    fn lose_castling(&mut self, rook: Square) {
        let color = if rook.rank() == 0 { WHITE } else { BLACK };
        self.castling[color.index()] &= !(1 << rook.file());
        self.keys.whole ^= zobrist::castling(color, rook.file());
        self.reversible = 0;
    }

    /// The king takes its own rook. Both leave before either arrives: in Chess960 the squares may overlap.
    fn castle<U: Mover>(&mut self, from: Square, rook_from: Square) {
        let (king, rook) = (Piece::new(U::US, Kind::King), Piece::new(U::US, Kind::Rook));
        let (king_to, rook_to) = Position::castling_targets(from, rook_from);
        self.board.take(from, king);
        self.board.take(rook_from, rook);
        self.board.put(king_to, king);
        self.board.put(rook_to, rook);
        for (piece, square) in [(king, from), (rook, rook_from), (king, king_to), (rook, rook_to)] {
            self.toggle(piece, square);
        }
        for rook in self.castling_rooks() & U::FIRST_RANK {
            self.lose_castling(rook);
        }
    }

    /// A pawn of the other side has made a double step to `pawn`: `U` may capture it en passant if a legal move does.
    #[inline]
    pub(crate) fn offer_en_passant<U: Mover>(&mut self, pawn: Square) {
        let square = pawn.offset(U::PUSH);
        let takers = crate::geometry::pawn_attacks(U::THEM, square) & self.board.pieces(U::US, Kind::Pawn);
        let mut takers = takers;
        if takers.is_empty() {
            return;
        }
        if Iterator::any(&mut takers, |taker| self.en_passant_is_safe::<U>(taker, square)) {
            self.en_passant = Some(square);
            self.keys.whole ^= zobrist::en_passant(square);
        }
    }

    /// Is the king of `U` out of check after the pawn on `from` has captured en passant on `to`? Two pawns leave their rank at
    /// once, which no pin shows, so the board after the capture is examined.
    pub(crate) fn en_passant_is_safe<U: Mover>(&self, from: Square, to: Square) -> bool {
        let captured = to.offset(-U::PUSH).set();
        let occupied = (self.board.occupied() ^ from.set() ^ captured) | to.set();
        let king = self.board.king(U::US);
        let leapers = crate::geometry::knight_attacks(king) & self.board.pieces(U::THEM, Kind::Knight)
            | crate::geometry::pawn_attacks(U::US, king) & self.board.pieces(U::THEM, Kind::Pawn) & !captured;
        leapers.is_empty() && !self.board.is_attacked_by_slider(king, U::THEM, occupied)
    }

    /// Gives the turn to the opponent without a move. The side to move must not be in check.
    pub fn pass_turn(&mut self) {
        self.keys.whole ^= zobrist::BLACK_TO_MOVE;
        if let Some(square) = self.en_passant.take() {
            self.keys.whole ^= zobrist::en_passant(square);
        }
        self.fullmove_number = self.fullmove_number.saturating_add(self.side.index() as u16);
        self.side = !self.side;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.reversible = 0;
        self.refresh_checks();
    }
}
