//! Pieces that could be captured with profit.

use chess::{Bitboard, Kind};

use super::Judge;
use super::term::Term;
use super::trace::Trace;
use super::us::Us;

impl<T: Trace> Judge<'_, T> {
    /// [`Term::Threat`]: by each kind of attacker the pieces that are worth more than it, or that nothing defends.
    /// Several attackers of one kind count once. Kings are no victims: see [`Term::Check`].
    #[inline(always)]
    pub(super) fn threats<U: Us>(&mut self) {
        let board = self.board;
        let theirs = board.color(U::Them::US) & !board.kind(Kind::King);
        let loose = theirs & !self.attacks[U::Them::US].all;
        let queens = theirs & board.kind(Kind::Queen);
        let majors = queens | theirs & board.kind(Kind::Rook);
        let pieces = theirs & !board.kind(Kind::Pawn);
        self.threats_by::<U>(Kind::Pawn, pieces | loose);
        self.threats_by::<U>(Kind::Knight, majors | loose);
        self.threats_by::<U>(Kind::Bishop, majors | loose);
        self.threats_by::<U>(Kind::Rook, queens | loose);
        self.threats_by::<U>(Kind::Queen, loose);
        self.threats_by::<U>(Kind::King, loose);
    }

    #[inline(always)]
    fn threats_by<U: Us>(&mut self, attacker: Kind, targets: Bitboard) {
        for square in targets & self.attacks[U::US].by[attacker.index()] {
            if let Some(victim) = self.board.piece_on(square) {
                self.tally.one::<U>(Term::Threat, attacker.index() * 6 + victim.kind().index());
            }
        }
    }
}
