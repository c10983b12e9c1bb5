//! How large a small game is: its positions and the courses it can take, counted by looking at all of them.

use std::collections::{HashMap, HashSet};

use game::{Game, Key, Outcome, Side};

use crate::SolvedSize;

/// Only games with at most so many positions are enumerated.
const SMALL_GAME: usize = 100_000;

/// How large the game is from here, if it is small.
pub(crate) fn size<G: Game>(position: &G) -> Option<SolvedSize> {
    position.plies_left()?;
    let mut known: HashMap<Key, [u64; 4]> = HashMap::new();
    let mut shapes = HashSet::new();
    let [first, second, draw, nodes] = visit(position, &mut known, &mut shapes)?;
    Some(SolvedSize {
        positions: known.len() as u64,
        positions_up_to_symmetry: shapes.len() as u64,
        courses: first + second + draw,
        courses_by_result: [first, second, draw],
        tree_nodes: nodes,
    })
}

/// Courses by result, and tree nodes, of each position.
fn visit<G: Game>(position: &G, known: &mut HashMap<Key, [u64; 4]>, shapes: &mut HashSet<Key>) -> Option<[u64; 4]> {
    if let Some(&counts) = known.get(&position.key()) {
        return Some(counts);
    }
    if known.len() > SMALL_GAME {
        return None;
    }
    let mut counts = [0, 0, 0, 1];
    match position.outcome().map(Outcome::winner) {
        Some(Some(Side::First)) => counts[0] = 1,
        Some(Some(Side::Second)) => counts[1] = 1,
        Some(None) => counts[2] = 1,
        None => {
            for mv in position.moves() {
                let below = visit(&position.after(mv), known, shapes)?;
                for (sum, part) in counts.iter_mut().zip(below) {
                    *sum = u64::checked_add(*sum, part)?;
                }
            }
        }
    }
    shapes.insert(position.canonical_key());
    known.insert(position.key(), counts);
    Some(counts)
}
