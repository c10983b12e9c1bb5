//! Counting the leaves of the move tree: the standard test of a move generator.
//!
//! Numbers for a game live in a data file under `tests/data`, read by [`parse_table`]:
//!
//! ```text
//! # comment
//! game draughts(rules=international)
//! position start
//! perft 9 81 658 4265
//! ```

use crate::{Game, Stage};

/// The number of move sequences of length `depth` from `position`.
///
/// The last ply is counted, not played. Draws by counting moves are ignored, as is customary.
pub fn perft<G: Game>(position: &G, depth: usize) -> u64 {
    if let Some(leaves) = position.leaves(depth) {
        return leaves;
    }
    by_playing(position, depth)
}

/// [`perft`] without the help of the game, as the rules say: for tests of [`Abilities::leaves`](crate::Abilities::leaves).
pub fn by_playing<G: Game>(position: &G, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut buffers = vec![Vec::new(); depth];
    count(position, &mut buffers)
}

/// [`perft`] for each move apart.
pub fn divide<G: Game>(position: &G, depth: usize) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    position.generate(Stage::All, &mut moves);
    moves.into_iter().map(|mv| (mv, perft(&position.after(mv), depth.saturating_sub(1)))).collect()
}

/// `buffers` holds one move list for each ply that remains.
fn count<G: Game>(position: &G, buffers: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return 1 };
    moves.clear();
    position.generate(Stage::All, moves);
    if moves.is_empty() {
        return u64::from(G::PERFT_COUNTS_FINISHED);
    }
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| count(&position.after(mv), deeper)).sum()
}

/// One row of a perft file: a position with its numbers for depth 1, 2, 3 and so on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The game as the registry writes it.
    pub game: String,
    /// The position in the game's notation; `start` is the start position.
    pub position: String,
    /// Leaves at depth 1, 2, 3, ...
    pub counts: Vec<u64>,
}

/// Reads a perft file. Panics with the line number on a malformed one: it is our own data.
pub fn parse_table(text: &str) -> Vec<Row> {
    let (mut game, mut position) = (String::new(), "start".to_string());
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())) {
        match line.split_once(' ') {
            _ if line.is_empty() || line.starts_with('#') => {}
            Some(("game", name)) => (game, position) = (name.trim().to_string(), "start".to_string()),
            Some(("position", name)) => position = name.trim().to_string(),
            Some(("perft", counts)) => rows.push(Row {
                game: game.clone(),
                position: position.clone(),
                counts: counts
                    .split_whitespace()
                    .map(|count| count.parse().unwrap_or_else(|_| panic!("line {number}: bad count '{count}'")))
                    .collect(),
            }),
            _ => panic!("line {number}: expected game, position or perft, found '{line}'"),
        }
    }
    rows
}

/// Checks the rows against the generator, each to the greatest depth with at most `budget` leaves. Panics at the first
/// number that differs.
pub fn check_rows<G: Game>(rows: &[Row], budget: u64) {
    for row in rows {
        let spec = row.game.parse().unwrap_or_else(|error| panic!("{error}"));
        let start = G::start(&spec).unwrap_or_else(|error| panic!("{error}"));
        let position = match row.position.as_str() {
            "start" => start,
            text => start.parse_position(text).unwrap_or_else(|error| panic!("{}: {error}", row.game)),
        };
        for (depth, &expected) in (1..).zip(&row.counts).take_while(|&(_, &count)| count <= budget) {
            let found = perft(&position, depth);
            assert_eq!(found, expected, "{} {} depth {depth}", row.game, row.position);
        }
    }
}
