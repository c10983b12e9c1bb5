//! Why a move is refused, in the words of a patient opponent.

use crate::geometry::{between, castling_path, castling_walk, line_through, pawn_attacks};
use crate::san::Wish;
use crate::{Bitboard, Board, Kind, Move, Position, Square, color_name};

/// `Black's rook on e7`.
fn piece_text(board: &Board, square: Square) -> String {
    match board.piece_on(square) {
        Some(piece) => format!("{}'s {} on {square}", color_name(piece.color()), piece.kind().name()),
        None => format!("nothing on {square}"),
    }
}

impl Position {
    /// Why no legal move matches the text. Of all pieces that could be meant, the nearest miss is explained.
    pub(crate) fn refusal(&self, wish: &Wish) -> String {
        let us = color_name(self.side);
        if let Some(from) = wish.from() {
            match self.board.piece_on(from) {
                None => return format!("there is no piece on {from}"),
                Some(piece) if piece.color() != self.side => {
                    return format!("it is {us}'s turn, and there is {}", piece_text(&self.board, from));
                }
                Some(piece) if wish.kind.is_some_and(|kind| kind != piece.kind()) => {
                    return format!("the piece on {from} is a {}", piece.kind().name());
                }
                Some(piece) => return self.miss(piece.kind(), from, wish).1,
            }
        }
        let kind = wish.kind.unwrap_or(Kind::Pawn);
        let candidates = self.board.pieces(self.side, kind);
        if candidates.is_empty() {
            return format!("{us} has no {}", kind.name());
        }
        if kind == Kind::Pawn && candidates.has(wish.to) {
            return format!("{} stands there already", piece_text(&self.board, wish.to));
        }
        let fitting = candidates.filter(|&square| wish.fits(square));
        match fitting.map(|from| self.miss(kind, from, wish)).max() {
            Some((_, reason)) => reason,
            None => format!("{us} has no {} there", kind.name()),
        }
    }

    /// How near a piece is to the move, and what is in the way. Greater is nearer.
    fn miss(&self, kind: Kind, from: Square, wish: &Wish) -> (u8, String) {
        let (board, to, us) = (&self.board, wish.to, self.side);
        let name = kind.name();
        let own = board.color(us).has(to);
        let enemy = board.color(!us).has(to);
        if from == to {
            return (0, format!("the {name} stands on {to} already"));
        }
        if kind == Kind::King && wish.from().is_some() && self.looks_like_castling(from, to) {
            return (4, self.castling_by_name(to > from).err().unwrap_or_default());
        }
        let shape = match kind {
            Kind::Pawn => return self.pawn_miss(from, wish),
            Kind::Knight | Kind::King => self.attacks_from(kind, from),
            Kind::Bishop => crate::bishop_rays(from),
            Kind::Rook => crate::rook_rays(from),
            Kind::Queen => crate::bishop_rays(from) | crate::rook_rays(from),
        };
        if !shape.has(to) {
            return (1, format!("a {name} on {from} does not move to {to}"));
        }
        if let Some(blocker) = (between(from, to) & board.occupied()).next() {
            return (2, format!("the way from {from} to {to} is blocked by {}", piece_text(board, blocker)));
        }
        if own {
            return (3, format!("{} is in the way", piece_text(board, to)));
        }
        if wish.promotion.is_some() {
            return (3, "only a pawn that reaches the last rank is promoted".to_string());
        }
        let flag = if enemy { Move::CAPTURE } else { Move::QUIET };
        (4, self.exposure(Move::new(from, to, flag)))
    }

    fn pawn_miss(&self, from: Square, wish: &Wish) -> (u8, String) {
        let (board, to, us) = (&self.board, wish.to, self.side);
        let last = to.rank_for(us) == 7;
        if pawn_attacks(us, from).has(to) {
            if board.color(us).has(to) {
                return (3, format!("{} is in the way", piece_text(board, to)));
            }
            if !board.color(!us).has(to) && self.en_passant != Some(to) {
                let passed = Square::at(to.file(), from.rank());
                let beside = board.pieces(!us, Kind::Pawn).has(passed) && to.rank_for(us) == 5;
                let reason = match beside {
                    true => format!("the pawn on {passed} cannot be taken in passing now"),
                    false => format!("there is nothing on {to} for the pawn to take"),
                };
                return (3, reason);
            }
        } else {
            let steps = to.rank_for(us).wrapping_sub(from.rank_for(us));
            if to.file() != from.file() || steps == 0 || steps > 2 || steps == 2 && from.rank_for(us) != 1 {
                return (1, format!("the pawn on {from} does not move to {to}"));
            }
            if let Some(blocker) = ((between(from, to) | to.set()) & board.occupied()).next() {
                return (2, format!("the pawn on {from} is blocked by {}", piece_text(board, blocker)));
            }
        }
        if last && wish.promotion.is_none() {
            return (4, "the pawn is promoted: add what it becomes, as in e8=Q".to_string());
        }
        if !last && wish.promotion.is_some() {
            return (4, "only a pawn that reaches the last rank is promoted".to_string());
        }
        let flag = if self.en_passant == Some(to) && to.file() != from.file() { Move::EN_PASSANT } else { Move::QUIET };
        (4, self.exposure(Move::new(from, to, flag)))
    }

    /// Why a move that the piece could make leaves the king in check.
    fn exposure(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let board = &self.board;
        let king = board.king(self.side);
        if from == king {
            let attackers = board.attackers(to, board.occupied() ^ king.set()) & board.color(!self.side) & !to.set();
            return match { attackers }.next() {
                Some(attacker) => format!("the king would be in check from {}", piece_text(board, attacker)),
                None => "the king would be in check".to_string(),
            };
        }
        if let Some(checker) = { self.checkers }.next() {
            return match self.checkers.several() {
                true => "the king is in check from two pieces and has to move".to_string(),
                false => format!("the king is in check from {}, and this does not help", piece_text(board, checker)),
            };
        }
        let occupied = board.occupied() & !from.set() | to.set();
        let pinners = board.attackers(king, occupied) & board.color(!self.side) & line_through(king, from);
        match { pinners }.next() {
            Some(pinner) => format!("it leaves the king in check from {}", piece_text(board, pinner)),
            None => "it leaves the king in check".to_string(),
        }
    }

    /// Is a king's move from here to there meant as castling? Two squares along the first rank, or onto its own rook.
    fn looks_like_castling(&self, from: Square, to: Square) -> bool {
        from.rank_for(self.side) == 0
            && to.rank() == from.rank()
            && (from.file().abs_diff(to.file()) == 2 || self.board.pieces(self.side, Kind::Rook).has(to))
    }

    /// Castling to the king's or the queen's side, or why not.
    pub(crate) fn castling_by_name(&self, king_side: bool) -> Result<Move, String> {
        let (board, us) = (&self.board, self.side);
        let king = board.king(us);
        let rooks = self.castling_rooks() & Bitboard::rank(7 * us.index());
        let where_to = if king_side { "king's" } else { "queen's" };
        let Some(rook) = { rooks }.find(|&rook| (rook > king) == king_side) else {
            return Err(format!("{} may no longer castle on the {where_to} side", color_name(us)));
        };
        let mv = Move::new(king, rook, Move::CASTLING);
        if self.is_legal_move(mv) {
            return Ok(mv);
        }
        if let Some(checker) = { self.checkers }.next() {
            return Err(format!("one cannot castle out of check, here from {}", piece_text(board, checker)));
        }
        if let Some(blocker) = (castling_path(king, rook) & board.occupied() & !king.set() & !rook.set()).next() {
            return Err(format!("the way is blocked by {}", piece_text(board, blocker)));
        }
        let occupied = board.occupied() ^ king.set();
        match castling_walk(king, rook).find(|&square| board.is_attacked(square, !us, occupied)) {
            Some(square) => Err(format!("the king would pass over or reach {square}, which is attacked")),
            None => Err("the rook shields the king".to_string()),
        }
    }
}
