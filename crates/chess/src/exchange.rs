//! Static exchange evaluation: which side comes out ahead when both keep capturing on one square, least valuable piece first?
//!
//! Asked against a threshold, most exchanges are settled after one or two captures.
//! Reference: <https://www.chessprogramming.org/Static_Exchange_Evaluation>; the sign trick of the balance is Ronald de Man's.

use crate::sliders::{bishop_attacks, rook_attacks};
use crate::{Kind, Move, Position};

impl Position {
    /// What a legal move wins at once, in centipawns: the captured piece, and what a promoted pawn gains.
    #[inline]
    pub fn gain_of(&self, mv: Move) -> i32 {
        let captured = if mv.is_capture() { self.board.piece_at(self.captured_square(mv)).kind().value() } else { 0 };
        captured + mv.promotion().map_or(0, |kind| kind.value() - Kind::Pawn.value())
    }

    /// Does the exchange that a legal move starts win at least `threshold` centipawns?
    ///
    /// Pieces are worth 100, 300, 300, 500, 900. Pins are ignored, as in the collection that the tests use.
    pub fn exchange_gains(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        // The balance is what the side that has just captured would be ahead of the threshold by if it stopped there.
        let mut balance = self.gain_of(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let mover = mv.promotion().unwrap_or_else(|| self.board.piece_at(from).kind());
        balance -= mover.value();
        // Ahead even if the piece is lost; a king that moves legally is never lost.
        if balance >= 0 || mover == Kind::King {
            return true;
        }
        let board = &self.board;
        let mut occupied = board.occupied() & !from.set() | to.set();
        if mv.is_en_passant() {
            occupied ^= self.captured_square(mv).set();
        }
        let (diagonal, orthogonal) = (board.diagonal_sliders(), board.orthogonal_sliders());
        let mut attackers = board.attackers(to, occupied) & occupied;
        let mut side = !us;
        loop {
            let ready = attackers & board.color(side);
            if ready.is_empty() {
                break;
            }
            let Some(kind) = Kind::ALL.into_iter().find(|&kind| (ready & board.kind(kind)).any()) else { break };
            side = !side;
            occupied ^= (ready & board.kind(kind)).first().set();
            // A pawn that captures on the last rank gains as much by promotion as it then has more to lose.
            balance = -balance - 1 - kind.value();
            if balance >= 0 {
                // The king captures last, and only what is not protected.
                if kind == Kind::King && (attackers & occupied & board.color(side)).any() {
                    side = !side;
                }
                break;
            }
            // Sliders behind the piece that has gone join in.
            if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
                attackers |= bishop_attacks(to, occupied) & diagonal;
            }
            if matches!(kind, Kind::Rook | Kind::Queen) {
                attackers |= rook_attacks(to, occupied) & orthogonal;
            }
            attackers &= occupied;
        }
        side != us
    }
}
