//! Completes the line to a proven win or loss.
//!
//! A search may prove a win without a line that reaches it: the value came from the table, or a bound was enough. The rest of
//! the line is then usually in the table too.

use game::{Game, Score, Stage};

use crate::{Bound, Table};

/// Appends moves from the table to a line that is shorter than the win or loss it promises. `score` is the value at `root`.
pub(crate) fn complete<G: Game>(root: &G, table: &Table, score: Score, pv: &mut Vec<G::Move>) {
    let Some(plies) = score.plies_to_end().filter(|plies| pv.len() < *plies && !pv.is_empty()) else { return };
    let mut position = root.clone();
    for &mv in pv.iter() {
        position.play(mv);
    }
    let mut wins = score.is_win() == pv.len().is_multiple_of(2);
    while pv.len() < plies && position.end().is_none() {
        let Some(mv) = next(&position, table, plies - pv.len(), wins) else { return };
        position.play(mv);
        pv.push(mv);
        wins = !wins;
    }
}

/// A move after which the game is decided in one ply less than `plies`, as far as the table knows.
fn next<G: Game>(position: &G, table: &Table, plies: usize, wins: bool) -> Option<G::Move> {
    let mut moves = Vec::new();
    position.generate(Stage::All, &mut moves);
    // The table's own choice first.
    let code = table.probe(position.key()).map_or(0, |entry| entry.code);
    moves.sort_by_key(|&mv| position.encode(mv) != code);
    moves.into_iter().find(|&mv| {
        let after = position.after(mv);
        if plies == 1 {
            return after.outcome().and_then(|outcome| outcome.winner()) == Some(position.side_to_move());
        }
        let wanted = if wins { Score::loss_in(plies - 1) } else { Score::win_in(plies - 1) };
        // The winner needs a win at least this fast, the loser a loss at least this slow.
        let bound = if wins { Bound::Upper } else { Bound::Lower };
        table.probe(after.key()).is_some_and(|entry| {
            entry.value == wanted && (entry.bound == Bound::Exact || entry.bound == bound) && after.end().is_none()
        })
    })
}
