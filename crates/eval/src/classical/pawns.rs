//! Everything that depends on the pawns and the kings alone: pawn structure, pawn shield and storm, and a cache for all
//! of it.
//!
//! Pawns and kings seldom move, so the cache answers most of the time, and the code here need not be the fastest.
//! Reference: <https://www.chessprogramming.org/Pawn_Structure>, <https://www.chessprogramming.org/Pawn_Hash_Table>.

use chess::{Bitboard, Board, Kind, Position, Square, pawn_attacks};
use game::{Abilities, BySide, Key, mix};

use super::tally::Tally;
use super::tapered::Tapered;
use super::term::Term;
use super::trace::{Blind, Trace};
use super::us::{Black, Us, White, beside, distance};
use super::weights::Weights;

/// What other terms want to know about the pawns.
#[derive(Clone, Copy, Default)]
pub(super) struct Pawns {
    pub(super) passed: BySide<Bitboard>,
    /// Where a side's pawns attack or could attack after advancing.
    pub(super) reach: BySide<Bitboard>,
}

impl Pawns {
    /// Counts all terms of pawns and kings.
    pub(super) fn judge<T: Trace>(board: &Board, tally: &mut Tally<T>) -> Pawns {
        let mut pawns = Pawns::default();
        pawns.side::<White, T>(board, tally);
        pawns.side::<Black, T>(board, tally);
        pawns
    }

    fn side<U: Us, T: Trace>(&mut self, board: &Board, tally: &mut Tally<T>) {
        let ours = board.pieces(U::US, Kind::Pawn);
        for pawn in ours {
            tally.place::<U>(Kind::Pawn, U::seen(pawn));
            if structure::<U, T>(board, pawn, tally) {
                self.passed[U::US] |= pawn.set();
                kings_and_passed::<U, T>(board, pawn, tally);
            }
        }
        self.reach[U::US] = U::fill(U::pawn_attacks(ours));
        let king = board.king(U::US);
        tally.place::<U>(Kind::King, U::seen(king));
        shield_and_storm::<U, T>(board, king, tally);
        // Term::KingFar: the squares so many steps away grow around the king until they meet a pawn.
        let pawns = board.kind(Kind::Pawn);
        if pawns.any() {
            let (mut near, mut steps) = (king.set(), 0);
            while (near & pawns).is_empty() {
                let row = near | beside(near);
                near = row | U::forward(row) | U::back(row);
                steps += 1;
            }
            tally.add::<U>(Term::KingFar, 0, steps);
        }
    }
}

/// The squares before a square on its own file and, if `wide`, on the neighboring ones too.
fn ahead<U: Us>(square: Square, wide: bool) -> Bitboard {
    let next = U::forward(square.set());
    U::fill(if wide { next | beside(next) } else { next })
}

/// [`Term::DoubledPawn`], [`Term::IsolatedPawn`], [`Term::BackwardPawn`], [`Term::ConnectedPawn`], [`Term::PassedPawn`],
/// [`Term::PassedProtected`] and [`Term::CandidatePawn`] for one pawn. Is it passed?
fn structure<U: Us, T: Trace>(board: &Board, pawn: Square, tally: &mut Tally<T>) -> bool {
    let (ours, theirs) = (board.pieces(U::US, Kind::Pawn), board.pieces(U::Them::US, Kind::Pawn));
    let rank = pawn.rank_for(U::US);
    let file = ahead::<U>(pawn, false);
    // On the neighboring files: whatever stands ahead, and whatever stands beside or behind.
    let flanks = beside(file);
    let behind = U::Them::fill(beside(pawn.set()));
    let (doubled, open) = ((file & ours).any(), (file & theirs).is_empty());
    let protected = (pawn_attacks(U::Them::US, pawn) & ours).any();
    let connected = protected || (beside(pawn.set()) & ours).any();
    let isolated = ((flanks | behind) & ours).is_empty();
    let guarded = (pawn_attacks(U::US, pawn.offset(if U::US == chess::WHITE { 8 } else { -8 })) & theirs).any();
    if doubled {
        tally.one::<U>(Term::DoubledPawn, 0);
    }
    if connected {
        tally.one::<U>(Term::ConnectedPawn, if protected { rank } else { 8 + rank });
    } else if isolated {
        tally.one::<U>(Term::IsolatedPawn, usize::from(open));
    } else if guarded && (behind & ours).is_empty() {
        tally.one::<U>(Term::BackwardPawn, usize::from(open));
    }
    if doubled || !open {
        return false;
    }
    let guards = (flanks & theirs).count();
    if guards == 0 {
        tally.one::<U>(Term::PassedPawn, rank);
        if protected {
            tally.one::<U>(Term::PassedProtected, rank);
        }
    } else if (behind & ours).count() >= guards {
        tally.one::<U>(Term::CandidatePawn, rank);
    }
    guards == 0
}

/// [`Term::PassedKings`]: how near the kings are to the square before a passed pawn.
fn kings_and_passed<U: Us, T: Trace>(board: &Board, pawn: Square, tally: &mut Tally<T>) {
    let beyond = pawn.rank_for(U::US) as i32 - 2;
    if beyond > 0 {
        let next = U::forward(pawn.set()).first();
        tally.add::<U>(Term::PassedKings, distance(board.king(U::US), next) as usize, beyond);
        tally.add::<U>(Term::PassedKings, 8 + distance(board.king(U::Them::US), next) as usize, beyond);
    }
}

/// [`Term::Shield`] and [`Term::Storm`]: the nearest pawns of both sides on the king's file and its neighbors. A king
/// at the edge is treated as if it stood one file further in, because it can be attacked from there as well.
fn shield_and_storm<U: Us, T: Trace>(board: &Board, king: Square, tally: &mut Tally<T>) {
    let ahead = U::fill(U::rank(U::seen(king).rank()));
    let middle = king.file().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let pawns = board.kind(Kind::Pawn) & Bitboard::file(file) & ahead;
        let rank_of = |color| {
            let set = pawns & board.color(color);
            if set.is_empty() { 0 } else { U::seen(U::nearest(set)).rank() }
        };
        let (ours, theirs) = (rank_of(U::US), rank_of(U::Them::US));
        tally.one::<U>(Term::Shield, if file == king.file() { ours } else { 8 + ours });
        let held = ours != 0 && theirs == ours + 1;
        tally.one::<U>(Term::Storm, if held { 8 + theirs } else { theirs });
    }
}

/// A cache of results for arrangements of pawns and kings; each slot keeps the latest.
#[derive(Clone)]
pub(super) struct PawnCache(Vec<Slot>);

#[derive(Clone, Copy)]
struct Slot {
    key: Key,
    pawns: Pawns,
    sum: Tapered,
}

/// Some 400 kB, which stay in a processor's second-level cache. In searches of 100,000 to 200,000 nodes from five
/// positions 15 to 17 of 100 evaluations find nothing; four times the slots made it 15.
const SLOTS: usize = 1 << 13;

/// Numbers that make the squares of the two kings part of the key.
static KINGS: [[Key; 64]; 2] = {
    let mut table = [[Key(0); 64]; 2];
    let mut index = 0;
    while index < 128 {
        table[index / 64][index % 64] = Key(mix(0x6b69_6e67_0000 + index as u64));
        index += 1;
    }
    table
};

/// No slot is ever empty: at first all hold what is true of a key that does not occur.
impl Default for PawnCache {
    fn default() -> PawnCache {
        PawnCache(vec![Slot { key: Key(0), pawns: Pawns::default(), sum: Tapered::ZERO }; SLOTS])
    }
}

impl PawnCache {
    /// Evaluates the pawns and kings, or finds them in the cache.
    #[inline]
    pub(super) fn find(&mut self, position: &Position, weights: &Weights) -> (Pawns, Tapered) {
        let board = position.board();
        let [white, black] = [chess::WHITE, chess::BLACK].map(|color| board.king(color).index());
        let key = position.partial_key(0) ^ KINGS[0][white] ^ KINGS[1][black];
        let slot = &mut self.0[key.0 as usize % SLOTS];
        if slot.key != key {
            *slot = Slot::new(key, board, weights);
        }
        (slot.pawns, slot.sum)
    }
}

impl Slot {
    #[cold]
    fn new(key: Key, board: &Board, weights: &Weights) -> Slot {
        let mut tally = Tally::new(weights, Blind);
        let pawns = Pawns::judge(board, &mut tally);
        Slot { key, pawns, sum: tally.total }
    }
}

impl std::fmt::Debug for PawnCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PawnCache({SLOTS} slots)")
    }
}
