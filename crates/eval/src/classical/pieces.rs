//! Knights, bishops, rooks and queens: where they stand and what they can do from there.
//!
//! Reference: <https://www.chessprogramming.org/Evaluation_of_Pieces>, <https://www.chessprogramming.org/Mobility>.

use chess::{Bitboard, Kind, Square, bishop_attacks, knight_attacks, rook_attacks};

use super::Judge;
use super::endgame::DARK;
use super::term::Term;
use super::trace::Trace;
use super::us::{Us, distance};

const FILES_C_TO_F: Bitboard =
    Bitboard(Bitboard::file(2).0 | Bitboard::file(3).0 | Bitboard::file(4).0 | Bitboard::file(5).0);
const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// a7, a8, h7, h8 as the owner sees them.
const FAR_CORNERS: Bitboard = Bitboard(0x8181_0000_0000_0000);

/// Sums over the pieces of one kind, kept aside in the loop and paid once at the end.
#[derive(Default)]
struct Sums {
    attacks: Bitboard,
    twice: Bitboard,
    mobility: i32,
    distance: i32,
    /// The same for the king of their own side.
    guard: i32,
    /// Pieces that attack the enemy king's zone, and squares of it that they attack.
    attackers: usize,
    zone: usize,
}

impl<T: Trace> Judge<'_, T> {
    /// What every piece has: [`Term::Material`], its square, its safe mobility, and its part in what [`Judge::pay`]
    /// pays. Returns how many safe squares it can go to.
    #[inline(always)]
    fn piece<U: Us>(
        &mut self,
        kind: Kind,
        square: Square,
        attacks: Bitboard,
        avoid: Bitboard,
        sums: &mut Sums,
    ) -> usize {
        let enemy = &self.assault[U::US];
        let zone = attacks & enemy.zone;
        sums.attackers += usize::from(zone.any());
        sums.zone += zone.count();
        sums.distance += distance(square, enemy.king);
        sums.guard += distance(square, self.assault[U::Them::US].king);
        sums.twice |= sums.attacks & attacks;
        sums.attacks |= attacks;
        let free = attacks & !self.board.color(U::US);
        let safe = (free & !avoid).count();
        sums.mobility += free.count() as i32;
        let row = match kind {
            Kind::Knight => Term::KnightSafeMobility,
            Kind::Bishop => Term::BishopSafeMobility,
            Kind::Rook => Term::RookSafeMobility,
            _ => Term::QueenSafeMobility,
        };
        self.tally.one::<U>(row, safe);
        self.tally.place::<U>(kind, U::seen(square));
        safe
    }

    /// [`Term::PawnsWith`], [`Term::Mobility`], [`Term::Closeness`] and [`Term::Guard`] for all pieces of a kind, and their
    /// part in the attack on the king.
    #[inline(always)]
    fn pay<U: Us>(&mut self, kind: Kind, pieces: Bitboard, sums: &Sums) {
        let index = kind.index() - Kind::Knight.index();
        let pawns = self.board.pieces(U::US, Kind::Pawn).count() as i32;
        self.tally.add::<U>(Term::PawnsWith, index, (pawns - 5) * pieces.count() as i32);
        self.tally.add::<U>(Term::Mobility, index, sums.mobility);
        self.tally.add::<U>(Term::Closeness, index, 7 * pieces.count() as i32 - sums.distance);
        self.tally.add::<U>(Term::Guard, index, 7 * pieces.count() as i32 - sums.guard);
        let attacks = &mut self.attacks[U::US];
        attacks.by[kind.index()] = sums.attacks;
        attacks.twice |= sums.twice | attacks.all & sums.attacks;
        attacks.all |= sums.attacks;
        self.assault[U::US].join(kind, sums.attackers, sums.zone);
    }

    /// The squares that some of the other side's kinds attack.
    #[inline(always)]
    fn attacked_by_cheaper<U: Us>(&self, kinds: &[Kind]) -> Bitboard {
        let by = &self.attacks[U::Them::US].by;
        kinds.iter().fold(Bitboard::EMPTY, |set, kind| set | by[kind.index()])
    }

    #[inline(always)]
    pub(super) fn knights<U: Us>(&mut self) {
        let knights = self.board.pieces(U::US, Kind::Knight);
        if knights.is_empty() {
            return;
        }
        let attacked = self.attacked_by_cheaper::<U>(&[Kind::Pawn]);
        let mut sums = Sums::default();
        for square in knights {
            self.piece::<U>(Kind::Knight, square, knight_attacks(square), attacked, &mut sums);
        }
        self.pay::<U>(Kind::Knight, knights, &sums);
        self.outposts::<U>(knights, 0);
    }

    #[inline(always)]
    pub(super) fn bishops<U: Us>(&mut self) {
        let bishops = self.board.pieces(U::US, Kind::Bishop);
        if bishops.is_empty() {
            return;
        }
        let attacked = self.attacked_by_cheaper::<U>(&[Kind::Pawn]);
        let mut sums = Sums::default();
        for square in bishops {
            let attacks = bishop_attacks(square, self.occupied);
            self.piece::<U>(Kind::Bishop, square, attacks, attacked, &mut sums);
            // Term::BishopView.
            let (pawns, theirs) = (self.board.kind(Kind::Pawn), self.board.color(U::Them::US));
            if (bishop_attacks(square, pawns) & CENTER).several() {
                self.tally.one::<U>(Term::BishopView, 0);
            }
            let view = bishop_attacks(square, Bitboard::EMPTY) & pawns & theirs;
            self.tally.add::<U>(Term::BishopView, 1, view.count() as i32);
            if FAR_CORNERS.has(U::seen(square)) && self.bishop_is_locked_in::<U>(square) {
                self.tally.one::<U>(Term::Trapped, 0);
            }
        }
        self.pay::<U>(Kind::Bishop, bishops, &sums);
        self.bad_bishops::<U>(bishops);
        self.outposts::<U>(bishops, 1);
        // Term::BishopPair.
        if bishops.several() {
            self.tally.one::<U>(Term::BishopPair, 0);
        }
    }

    #[inline(always)]
    pub(super) fn rooks<U: Us>(&mut self) {
        let rooks = self.board.pieces(U::US, Kind::Rook);
        if rooks.is_empty() {
            return;
        }
        let attacked = self.attacked_by_cheaper::<U>(&[Kind::Pawn, Kind::Knight, Kind::Bishop]);
        let (pawns, ours) = (self.board.kind(Kind::Pawn), self.board.color(U::US));
        let mut sums = Sums::default();
        for square in rooks {
            let attacks = rook_attacks(square, self.occupied);
            let safe = self.piece::<U>(Kind::Rook, square, attacks, attacked, &mut sums);
            // Term::RookFile.
            let file = Bitboard::file(square.file()) & pawns;
            if (file & ours).is_empty() {
                self.tally.one::<U>(Term::RookFile, usize::from(file.is_empty()));
            }
            if safe <= 3 && self.rook_is_shut_in::<U>(square) {
                self.tally.one::<U>(Term::Trapped, 2);
            }
        }
        self.pay::<U>(Kind::Rook, rooks, &sums);
        self.seventh::<U>(rooks & U::rank(6));
    }

    #[inline(always)]
    pub(super) fn queens<U: Us>(&mut self) {
        let queens = self.board.pieces(U::US, Kind::Queen);
        if queens.is_empty() {
            return;
        }
        let attacked = self.attacked_by_cheaper::<U>(&[Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook]);
        let mut sums = Sums::default();
        for square in queens {
            let attacks = bishop_attacks(square, self.occupied) | rook_attacks(square, self.occupied);
            self.piece::<U>(Kind::Queen, square, attacks, attacked, &mut sums);
        }
        self.pay::<U>(Kind::Queen, queens, &sums);
    }

    /// [`Term::Outpost`]: on the fourth to sixth rank, out of reach of enemy pawns for good; and [`Term::BehindPawn`].
    #[inline(always)]
    fn outposts<U: Us>(&mut self, pieces: Bitboard, index: usize) {
        let ranks = U::rank(3) | U::rank(4) | U::rank(5);
        let posts = pieces & ranks & !self.pawns.reach[U::Them::US];
        if posts.any() {
            let protected = (posts & self.attacks[U::US].by[Kind::Pawn.index()]).count();
            self.tally.add::<U>(Term::Outpost, index, protected as i32);
            self.tally.add::<U>(Term::Outpost, 2 + index, (posts.count() - protected) as i32);
        }
        let behind = pieces & U::back(self.board.kind(Kind::Pawn));
        self.tally.add::<U>(Term::BehindPawn, index, behind.count() as i32);
    }

    /// [`Term::BadBishop`].
    #[inline(always)]
    fn bad_bishops<U: Us>(&mut self, bishops: Bitboard) {
        let pawns = self.board.pieces(U::US, Kind::Pawn);
        let blocked = pawns & U::back(self.occupied);
        for color in [DARK, !DARK] {
            let count = (bishops & color).count() as i32;
            self.tally.add::<U>(Term::BadBishop, 0, count * (pawns & color).count() as i32);
            self.tally.add::<U>(Term::BadBishop, 1, count * (blocked & color).count() as i32);
        }
    }

    /// [`Term::RookSeventh`].
    #[inline(always)]
    fn seventh<U: Us>(&mut self, rooks: Bitboard) {
        let (king, pawns) = (self.assault[U::US].king.set(), self.board.pieces(U::Them::US, Kind::Pawn));
        if rooks.any() && ((king & U::rank(7)).any() || (pawns & U::rank(6)).any()) {
            self.tally.add::<U>(Term::RookSeventh, 0, rooks.count() as i32);
        }
    }

    /// [`Term::Trapped`]: a bishop on a7 or h7 (a8, h8) behind an enemy pawn on b6 or g6 (b7, g7).
    fn bishop_is_locked_in<U: Us>(&self, square: Square) -> bool {
        let pawns = self.board.pieces(U::Them::US, Kind::Pawn);
        // The only way back towards the board from an edge square is diagonal.
        (chess::pawn_attacks(U::Them::US, square) & pawns).any()
    }

    /// [`Term::Trapped`]: a knight on a7, a8, h7 or h8 that cannot go anywhere without being taken.
    #[inline(always)]
    pub(super) fn trapped_knights<U: Us>(&mut self) {
        let corners = (U::rank(6) | U::rank(7)) & (Bitboard::file(0) | Bitboard::file(7));
        for square in corners & self.board.pieces(U::US, Kind::Knight) {
            let ways = knight_attacks(square) & !self.board.color(U::US) & !self.attacks[U::Them::US].all;
            if ways.is_empty() {
                self.tally.one::<U>(Term::Trapped, 1);
            }
        }
    }

    /// [`Term::Trapped`]: a rook on its first rank between a king that can no longer castle and the edge.
    fn rook_is_shut_in<U: Us>(&self, rook: Square) -> bool {
        let king = self.board.king(U::US);
        let home = U::rank(0);
        let same_side = (king.file() < 4) == (rook.file() < king.file());
        home.has(rook) && home.has(king) && same_side && (self.position.castling_rooks() & home).is_empty()
    }

    /// [`Term::Center`] and [`Term::Space`].
    #[inline(always)]
    pub(super) fn space_and_center<U: Us>(&mut self) {
        let attacks = &self.attacks[U::US];
        let by_pawns = (attacks.by[Kind::Pawn.index()] & CENTER).count() as i32;
        let by_all = (attacks.all & CENTER).count() as i32;
        self.tally.add::<U>(Term::Center, 0, by_pawns);
        self.tally.add::<U>(Term::Center, 1, by_all);
        let pawns = self.board.pieces(U::US, Kind::Pawn);
        let area = FILES_C_TO_F & (U::rank(1) | U::rank(2) | U::rank(3));
        let free = area & !pawns & !self.attacks[U::Them::US].by[Kind::Pawn.index()];
        let one = U::back(pawns);
        let behind = one | U::back(one);
        self.tally.add::<U>(Term::Space, 0, (free.count() + (free & behind).count()) as i32);
    }
}
