//! Passed pawns and the pieces around them. What depends on pawns and kings alone is in `pawns`.

use chess::{Bitboard, Kind, Square};

use super::Judge;
use super::term::Term;
use super::trace::Trace;
use super::us::{Us, distance};

impl<T: Trace> Judge<'_, T> {
    /// [`Term::PassedFree`], [`Term::PassedBlocked`], [`Term::PassedHelped`], [`Term::PassedPath`],
    /// [`Term::RookBehindPassed`] and [`Term::PassedUnstoppable`].
    #[inline(always)]
    pub(super) fn passed<U: Us>(&mut self) {
        for pawn in self.pawns.passed[U::US] {
            self.passed_pawn::<U>(pawn);
        }
    }

    fn passed_pawn<U: Us>(&mut self, pawn: Square) {
        let rank = pawn.rank_for(U::US);
        let next = U::forward(pawn.set());
        if (next & self.board.color(U::Them::US)).any() {
            self.tally.one::<U>(Term::PassedBlocked, rank);
        } else if (next & (self.occupied | self.attacks[U::Them::US].all)).is_empty() {
            self.tally.one::<U>(Term::PassedFree, rank);
        }
        if (next & self.attacks[U::US].all).any() {
            self.tally.one::<U>(Term::PassedHelped, rank);
        }
        let path = Bitboard::file(pawn.file()) & U::fill(next);
        if (path & (self.occupied | self.attacks[U::Them::US].all)).is_empty() {
            self.tally.one::<U>(Term::PassedPath, rank);
        }
        let behind = U::Them::fill(U::back(pawn.set()));
        if (behind & self.board.pieces(U::US, Kind::Rook)).any() {
            self.tally.one::<U>(Term::RookBehindPassed, 0);
        }
        if !self.position.has_non_pawns(U::Them::US) {
            let goal = U::seen(Square::at(pawn.file(), 7));
            // From its first square a pawn gains a move by the double step.
            let steps = 7 - rank.max(2) as i32;
            let lead = i32::from(self.position.turn() != U::US);
            let late = distance(self.board.king(U::Them::US), goal) - lead > steps;
            if late && (path & self.occupied).is_empty() {
                self.tally.one::<U>(Term::PassedUnstoppable, 0);
            }
        }
    }
}
