//! Quiet moves that give check, found as sets: quiescence asks for them at leaves, and most leaves have none.

use crate::generate::Visitor;
use crate::geometry::{between, bishop_rays, knight_attacks, line_through, pawn_attacks, rook_rays};
use crate::mover::{Black, White};
use crate::sliders::{bishop_attacks, rook_attacks};
use crate::{BLACK, Bitboard, Kind, Move, Position, Square, WHITE};

/// Of the quiet moves it receives, keeps those that give check.
struct Checks<'a> {
    position: &'a Position,
    /// The king to be given check.
    king: Square,
    /// From where a bishop or a rook reaches that king.
    diagonal: Bitboard,
    orthogonal: Bitboard,
    /// Pieces whose leaving their line with the king uncovers a check.
    covers: Bitboard,
    moves: &'a mut Vec<Move>,
}

impl Visitor for Checks<'_> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        let direct = match self.position.board.piece_at(from).kind() {
            Kind::Knight => knight_attacks(self.king),
            Kind::Bishop => self.diagonal,
            Kind::Rook => self.orthogonal,
            Kind::Queen => self.diagonal | self.orthogonal,
            Kind::Pawn | Kind::King => Bitboard::EMPTY,
        };
        let uncovers = if self.covers.has(from) { !line_through(self.king, from) } else { Bitboard::EMPTY };
        for to in targets & (direct | uncovers) {
            self.moves.push(Move::new(from, to, Move::QUIET));
        }
    }

    #[inline]
    fn pawns(&mut self, offset: i8, targets: Bitboard, flag: u16) {
        let direct = pawn_attacks(!self.position.side, self.king);
        // A pawn that goes straight on leaves every line but its file.
        let uncovers = self.covers.shift(offset) & !Bitboard::file(self.king.file());
        for to in targets & (direct | uncovers) {
            self.moves.push(Move::new(to.offset(-offset), to, flag));
        }
    }

    fn promotions(&mut self, _: i8, _: Bitboard, _: u16) {
        unreachable!("promotions are noisy");
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        if self.position.gives_check_by(mv) {
            self.moves.push(mv);
        }
    }
}

impl Position {
    /// Appends the legal quiet moves that give check, in the order of all quiet moves.
    pub(crate) fn generate_quiet_checks(&self, moves: &mut Vec<Move>) {
        let board = &self.board;
        let (king, occupied) = (board.king(!self.side), board.occupied());
        let mut checks = Checks {
            position: self,
            king,
            diagonal: bishop_attacks(king, occupied),
            orthogonal: rook_attacks(king, occupied),
            covers: self.covers(king),
            moves,
        };
        match self.side {
            WHITE => self.visit::<White, _, false, true>(&mut checks),
            BLACK => self.visit::<Black, _, false, true>(&mut checks),
        }
    }

    /// The pieces of the side to move that alone stand between one of its line pieces and this king.
    fn covers(&self, king: Square) -> Bitboard {
        let (board, ours) = (&self.board, self.board.color(self.side));
        let snipers = bishop_rays(king) & board.diagonal_sliders() | rook_rays(king) & board.orthogonal_sliders();
        let mut covers = Bitboard::EMPTY;
        for sniper in snipers & ours {
            let blockers = between(king, sniper) & board.occupied();
            if !blockers.several() {
                covers |= blockers;
            }
        }
        covers & ours
    }
}
