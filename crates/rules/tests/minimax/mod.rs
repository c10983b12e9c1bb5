//! Plain minimax over all positions, by key: the values that games given as text must have.

use std::collections::HashMap;

use game::Rules;
use rules::Ruled;

/// The value for the side to move: 1, 0 or -1. `seen` keeps what was found.
pub fn value(position: &Ruled, seen: &mut HashMap<game::Key, i32>) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.score(position.side_to_move()).value().signum();
    }
    if let Some(&known) = seen.get(&position.key()) {
        return known;
    }
    let best = position.moves().into_iter().map(|mv| -value(&position.after(mv), seen)).max().expect("a move");
    seen.insert(position.key(), best);
    best
}
