//! Is this move legal here? Answered for one move, of which every bit may be wrong, without generating the others.
//!
//! A search asks this of moves remembered from elsewhere: table moves, killers. The answer is exact for all 65,536 codes.

use crate::geometry::{between, king_attacks, knight_attacks, line_through, pawn_attacks};
use crate::mover::{Black, Mover, White};
use crate::sliders::{bishop_attacks, rook_attacks};
use crate::{BLACK, Bitboard, Kind, Move, Position, Square, WHITE};

impl Position {
    /// May this move be played here? Draws by counting are ignored.
    #[inline]
    pub fn is_legal_move(&self, mv: Move) -> bool {
        match self.side {
            WHITE => self.is_legal_as::<White>(mv),
            BLACK => self.is_legal_as::<Black>(mv),
        }
    }

    fn is_legal_as<U: Mover>(&self, mv: Move) -> bool {
        let (from, to, flag) = (mv.from(), mv.to(), mv.flag());
        let board = &self.board;
        if !board.color(U::US).has(from) {
            return false;
        }
        let kind = board.piece_at(from).kind();
        let king = board.king(U::US);
        match flag {
            Move::CASTLING => {
                return kind == Kind::King
                    && self.checkers.is_empty()
                    && (self.castling_rooks() & U::FIRST_RANK).has(to)
                    && self.castling_is_legal::<U>(king, to);
            }
            Move::EN_PASSANT => {
                return kind == Kind::Pawn
                    && self.en_passant == Some(to)
                    && pawn_attacks(U::US, from).has(to)
                    && self.en_passant_is_safe::<U>(from, to);
            }
            // Flags that no move has.
            3 | 6 | 7 => return false,
            _ => {}
        }
        let fits = if mv.is_capture() { board.color(U::THEM).has(to) } else { !board.occupied().has(to) };
        if !fits || !self.can_reach::<U>(kind, mv) {
            return false;
        }
        if kind == Kind::King {
            return !board.is_attacked(to, U::THEM, board.occupied() ^ from.set());
        }
        if self.pinned.has(from) && !line_through(king, from).has(to) {
            return false;
        }
        self.checkers.is_empty()
            || !self.checkers.several() && (self.checkers | between(king, self.checkers.first())).has(to)
    }

    /// Does this legal move give check?
    pub fn gives_check_by(&self, mv: Move) -> bool {
        if mv.is_castling() || mv.is_en_passant() {
            return game::Rules::after(self, mv).checkers.any();
        }
        let (from, to, board) = (mv.from(), mv.to(), &self.board);
        let king = board.king(!self.side);
        let kind = mv.promotion().unwrap_or_else(|| board.piece_at(from).kind());
        match kind {
            Kind::Pawn if pawn_attacks(self.side, to).has(king) => return true,
            Kind::Knight if knight_attacks(to).has(king) => return true,
            _ => {}
        }
        // A line piece gives check along a line with the king, and so does one that the move uncovers.
        let line_piece = matches!(kind, Kind::Bishop | Kind::Rook | Kind::Queen);
        if !(line_piece && line_through(king, to).any()) && line_through(king, from).is_empty() {
            return false;
        }
        let occupied = board.occupied() & !from.set() | to.set();
        let own = board.color(self.side) & !from.set();
        let moved = |kinds: [Kind; 2]| if kinds.contains(&kind) { to.set() } else { Bitboard::EMPTY };
        let diagonal = board.diagonal_sliders() & own | moved([Kind::Bishop, Kind::Queen]);
        let orthogonal = board.orthogonal_sliders() & own | moved([Kind::Rook, Kind::Queen]);
        (bishop_attacks(king, occupied) & diagonal | rook_attacks(king, occupied) & orthogonal).any()
    }

    /// Does the piece move like that, flags included? The target is known to be right: an enemy or empty.
    #[inline]
    fn can_reach<U: Mover>(&self, kind: Kind, mv: Move) -> bool {
        let (from, to, flag) = (mv.from(), mv.to(), mv.flag());
        if kind != Kind::Pawn {
            return flag & !Move::CAPTURE == 0 && self.attacks_from(kind, from).has(to);
        }
        if mv.promotion().is_some() != U::LAST_RANK.has(to) {
            return false;
        }
        if mv.is_capture() {
            return pawn_attacks(U::US, from).has(to);
        }
        let step = from.set().shift(U::PUSH);
        if flag == Move::DOUBLE_PUSH {
            let free = step & U::THIRD_RANK & !self.board.occupied();
            free.shift(U::PUSH).has(to)
        } else {
            step.has(to)
        }
    }

    /// Where a piece, not a pawn, could go from a square if nothing but blockers hindered it.
    #[inline]
    pub(crate) fn attacks_from(&self, kind: Kind, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        match kind {
            Kind::Pawn => Bitboard::EMPTY,
            Kind::Knight => knight_attacks(from),
            Kind::Bishop => bishop_attacks(from, occupied),
            Kind::Rook => rook_attacks(from, occupied),
            Kind::Queen => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
            Kind::King => king_attacks(from),
        }
    }
}
