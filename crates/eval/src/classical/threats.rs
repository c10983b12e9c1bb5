//! Pieces that could be captured with profit, now or after another move, and squares that are disputed.

use chess::{Bitboard, Kind, bishop_attacks, knight_attacks, rook_attacks};

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
        self.weak_pieces::<U>(theirs);
        self.queen_threats::<U>(queens);
        self.push_threats::<U>(pieces);
        self.restricted::<U>();
    }

    /// [`Term::WeakPiece`].
    #[inline(always)]
    fn weak_pieces<U: Us>(&mut self, pieces: Bitboard) {
        let (mine, defence) = (&self.attacks[U::US], &self.attacks[U::Them::US]);
        let outnumbered = mine.twice & !defence.twice | !defence.all;
        let weak = pieces & mine.all & outnumbered & !defence.by[Kind::Pawn.index()];
        self.tally.add::<U>(Term::WeakPiece, 0, weak.count() as i32);
    }

    /// [`Term::QueenThreat`], where there is one queen: a square is safe that no enemy attacks, or that a second piece of
    /// one's own attacks too.
    #[inline(always)]
    fn queen_threats<U: Us>(&mut self, queens: Bitboard) {
        if queens.is_empty() || queens.several() {
            return;
        }
        let queen = queens.first();
        let (mine, theirs) = (&self.attacks[U::US], &self.attacks[U::Them::US]);
        let safe = !self.board.color(U::US) & !theirs.by[Kind::Pawn.index()] & (!theirs.all | mine.twice);
        let by = |kind: Kind| mine.by[kind.index()] & safe;
        let knights = by(Kind::Knight) & knight_attacks(queen);
        let sliders = by(Kind::Bishop) & bishop_attacks(queen, self.occupied)
            | by(Kind::Rook) & rook_attacks(queen, self.occupied);
        self.tally.add::<U>(Term::QueenThreat, 0, i32::from(knights.any()));
        self.tally.add::<U>(Term::QueenThreat, 1, sliders.count() as i32);
    }

    /// [`Term::PushThreat`]: a step is safe where no pawn takes, and where nothing does or something stands by.
    #[inline(always)]
    fn push_threats<U: Us>(&mut self, pieces: Bitboard) {
        let (mine, theirs) = (&self.attacks[U::US], &self.attacks[U::Them::US]);
        let free = !self.occupied;
        let one = U::forward(self.board.pieces(U::US, Kind::Pawn)) & free;
        let steps = one | U::forward(one & U::rank(2)) & free;
        let safe = steps & !theirs.by[Kind::Pawn.index()] & (mine.all | !theirs.all);
        let threats = U::pawn_attacks(safe) & pieces & !mine.by[Kind::Pawn.index()];
        self.tally.add::<U>(Term::PushThreat, 0, threats.count() as i32);
    }

    /// [`Term::Restricted`].
    #[inline(always)]
    fn restricted<U: Us>(&mut self) {
        let (mine, theirs) = (&self.attacks[U::US], &self.attacks[U::Them::US]);
        let held = theirs.by[Kind::Pawn.index()] | theirs.twice & !mine.twice;
        self.tally.add::<U>(Term::Restricted, 0, (mine.all & theirs.all & !held).count() as i32);
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
