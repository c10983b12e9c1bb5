//! Counting the leaves of the move tree at full speed: the test of the generator, and its measure.
//!
//! The last ply is counted by sets, not played. [`game::perft()`] does the same for every game more slowly and must agree.

use crate::generate::{Counter, Each};
use crate::mover::{Black, Mover, White};
use crate::{BLACK, Position, WHITE};

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
        let mut counter = Counter::default();
        position.visit::<U, _, true, true>(&mut counter);
        return counter.0 as u64;
    }
    let mut leaves = 0;
    let mut each = Each {
        enemies: position.board.color(U::THEM),
        call: |mv| {
            let mut next = position.clone();
            next.play_as::<U>(mv);
            leaves += count::<U::Them>(&next, depth - 1);
        },
    };
    position.visit::<U, _, true, true>(&mut each);
    leaves
}
