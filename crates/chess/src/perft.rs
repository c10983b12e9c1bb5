//! Counting the leaves of the move tree at full speed: the test of the generator, and its measure.
//!
//! The last ply is counted by sets, not played. [`game::perft::by_playing`] does the same for every game more slowly and must agree.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use game::{Key, Rules, mix};

use crate::generate::{Counter, Visitor};
use crate::mover::{Black, Mover, White};
use crate::{BLACK, Bitboard, Kind, Move, Position, Square, WHITE};

/// The number of move sequences of length `depth`.
///
/// ```
/// assert_eq!(chess::perft::perft(&chess::Position::default(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: usize) -> u64 {
    match (depth, position.side) {
        (0, _) => 1,
        (_, WHITE) => count::<White>(position, depth),
        (_, BLACK) => count::<Black>(position, depth),
    }
}

fn count<U: Mover>(position: &Position, depth: usize) -> u64 {
    if depth == 1 {
        return leaves::<U>(position);
    }
    let enemies = position.board.color(U::THEM);
    let mut tree = Tree::<U> { position, enemies, depth, total: 0, mover: PhantomData };
    position.visit::<U, _, true, true>(&mut tree);
    tree.total
}

/// Plays every move it is shown and counts what lies below. Playing is compiled into each place where moves are handed out, so
/// that the kind of move is known there: 7 to 11 % less time than by one common function.
struct Tree<'a, U> {
    position: &'a Position,
    /// The opponent's pieces: moves to them are captures.
    enemies: Bitboard,
    depth: usize,
    total: u64,
    mover: PhantomData<U>,
}

impl<U: Mover> Tree<'_, U> {
    #[inline(always)]
    fn descend(&mut self, mv: Move) {
        let mut next = self.position.clone();
        next.play_as::<U>(mv);
        self.total += if self.depth == 2 { leaves::<U::Them>(&next) } else { count::<U::Them>(&next, self.depth - 1) };
    }
}

impl<U: Mover> Visitor for Tree<'_, U> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets & self.enemies {
            self.descend(Move::new(from, to, Move::CAPTURE));
        }
        for to in targets & !self.enemies {
            self.descend(Move::new(from, to, Move::QUIET));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, offset: i8, targets: Bitboard, flag: u16) {
        for to in targets {
            self.descend(Move::new(to.offset(-offset), to, flag));
        }
    }

    #[inline(never)]
    fn promotions(&mut self, offset: i8, targets: Bitboard, flag: u16) {
        for to in targets {
            for kind in Kind::PROMOTIONS {
                self.descend(Move::new(to.offset(-offset), to, Move::promotion_flag(kind) | flag));
            }
        }
    }

    #[inline(never)]
    fn single(&mut self, mv: Move) {
        self.descend(mv);
    }
}

/// The last ply: sets are counted, nothing is played.
#[inline(never)]
fn leaves<U: Mover>(position: &Position) -> u64 {
    let mut counter = Counter::default();
    position.visit::<U, _, true, true>(&mut counter);
    counter.0 as u64
}

/// [`perft`] with a table of subtrees already counted, of at most `megabytes`: many lines lead to the same position.
///
/// Two positions with the same 64-bit key would be confused, which is possible and has never been seen.
///
/// ```
/// assert_eq!(chess::perft::perft_hashed(&chess::Position::default(), 5, 8), 4_865_609);
/// ```
pub fn perft_hashed(position: &Position, depth: usize, megabytes: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    // An entry is 16 bytes; a power of two of them, at least one.
    let entries = ((megabytes << 20) / 16).max(1);
    let mut table = vec![(Key(0), 0); 1 << entries.ilog2()];
    count_hashed(position, depth, &mut table)
}

fn count_hashed(position: &Position, depth: usize, table: &mut [(Key, u64)]) -> u64 {
    if depth == 1 {
        return position.count_moves() as u64;
    }
    // The depth is part of the key.
    let key = position.keys.whole ^ Key(mix(depth as u64));
    let slot = key.0 as usize & (table.len() - 1);
    if table[slot].0 == key {
        return table[slot].1;
    }
    let leaves = position.all_moves().into_iter().map(|mv| count_hashed(&position.after(mv), depth - 1, table)).sum();
    table[slot] = (key, leaves);
    leaves
}

/// [`perft`] by several threads, which take the positions two plies down from a common heap.
///
/// ```
/// assert_eq!(chess::perft::perft_parallel(&chess::Position::default(), 5, 2), 4_865_609);
/// ```
pub fn perft_parallel(position: &Position, depth: usize, threads: usize) -> u64 {
    if depth < 4 {
        return perft(position, depth);
    }
    let mut heap = vec![position.clone()];
    for _ in 0..2 {
        heap = heap.iter().flat_map(|above| above.all_moves().into_iter().map(|mv| above.after(mv))).collect();
    }
    let (next, leaves) = (AtomicUsize::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some(position) = heap.get(next.fetch_add(1, Ordering::Relaxed)) {
                    leaves.fetch_add(perft(position, depth - 2), Ordering::Relaxed);
                }
            });
        }
    });
    leaves.into_inner()
}
