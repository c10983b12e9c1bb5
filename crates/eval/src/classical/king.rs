//! The attack on the enemy king.
//!
//! The value of an attack grows with the squares attacked around the king, and each further attacker makes the others
//! more dangerous. The shape, a sum of values cut down by the number of attackers, is described at
//! <https://www.chessprogramming.org/King_Safety#Attacking_King_Zone>, whose shares by number of attackers are used
//! here.

use chess::{Bitboard, Board, Kind, Square, bishop_attacks, king_attacks, knight_attacks, rook_attacks};

use super::Judge;
use super::term::Term;
use super::trace::Trace;
use super::us::{Us, beside};

/// What an attack on one square of the zone is worth, by kind.
const VALUE: [i32; 6] = [0, 2, 2, 3, 5, 0];
/// How many hundredths of the value count, by the number of attackers: one alone does nothing.
const SHARE: [i32; 8] = [0, 0, 50, 75, 88, 94, 97, 99];
/// What a safe check by knight, bishop, rook or queen adds to the danger.
const CHECK: [i32; 4] = [4, 3, 5, 4];
/// What the danger is less without a queen.
const WITHOUT_QUEEN: i32 = 6;

/// The files of a king's flank.
const FLANK: [Bitboard; 8] = {
    const fn files(first: usize) -> Bitboard {
        Bitboard(0x0f0f_0f0f_0f0f_0f0f << first)
    }
    [files(0), files(0), files(0), files(2), files(2), files(4), files(4), files(4)]
};

/// What one side has against the other's king.
#[derive(Clone, Copy)]
pub(super) struct Assault {
    /// The king that is attacked.
    pub(super) king: Square,
    pub(super) zone: Bitboard,
    attackers: usize,
    value: i32,
}

/// The side `U` against the other's king, before any piece has joined.
#[inline(always)]
pub(super) fn assault_by<U: Us>(board: &Board) -> Assault {
    let king = board.king(U::Them::US);
    let ring = king_attacks(king) | king.set();
    // The second rank before the king: two steps forward as the king sees it.
    let front = U::Them::forward(U::Them::forward(king.set()));
    Assault { king, zone: ring | front | beside(front), attackers: 0, value: 0 }
}

impl Assault {
    /// So many pieces of a kind attack, one after the other, so many squares of the zone.
    #[inline(always)]
    pub(super) fn join(&mut self, kind: Kind, attackers: usize, squares: usize) {
        self.attackers += attackers;
        self.value += VALUE[kind.index()] * squares as i32;
    }
}

impl<T: Trace> Judge<'_, T> {
    /// [`Term::Flank`], [`Term::KingAttackers`], [`Term::KingDanger`], [`Term::WeakZone`] and [`Term::SafeChecks`].
    #[inline(always)]
    pub(super) fn king_assault<U: Us>(&mut self) {
        let Assault { king, zone, attackers, value } = self.assault[U::US];
        let flank = FLANK[king.file()] & !U::Them::fill(U::rank(2));
        let (mine, theirs) = (&self.attacks[U::US], &self.attacks[U::Them::US]);
        let attacks = ((mine.all & flank).count() + (mine.twice & flank).count()) as i32;
        let defences = (theirs.all & flank).count() as i32;
        self.tally.add::<U>(Term::Flank, 0, attacks);
        self.tally.add::<U>(Term::Flank, 1, defences);
        if attackers == 0 {
            return;
        }
        let attackers = attackers.min(SHARE.len() - 1);
        self.tally.one::<U>(Term::KingAttackers, attackers);
        let others = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
        let defended = others.iter().fold(Bitboard::EMPTY, |set, kind| set | theirs.by[kind.index()]);
        let weak = (zone & mine.all & !defended).count() as i32;
        // A check is safe where nobody could take the piece that gives it.
        let open = !self.board.color(U::US) & !theirs.all;
        let (diagonals, lines) = (bishop_attacks(king, self.occupied) & open, rook_attacks(king, self.occupied) & open);
        let by = |kind: Kind| mine.by[kind.index()];
        let checks = [
            by(Kind::Knight) & knight_attacks(king) & open,
            by(Kind::Bishop) & diagonals,
            by(Kind::Rook) & lines,
            by(Kind::Queen) & (diagonals | lines),
        ];
        self.tally.add::<U>(Term::WeakZone, 0, weak);
        let mut danger = value * SHARE[attackers] / 100 + weak + (attacks - defences) / 3;
        for (index, squares) in checks.into_iter().enumerate() {
            let any = i32::from(squares.any());
            self.tally.add::<U>(Term::SafeChecks, index, any);
            danger += CHECK[index] * any;
        }
        if self.board.pieces(U::US, Kind::Queen).is_empty() {
            danger -= WITHOUT_QUEEN;
        }
        let last = Term::KingDanger.size() as i32 - 1;
        self.tally.one::<U>(Term::KingDanger, danger.clamp(0, last) as usize);
    }
}
