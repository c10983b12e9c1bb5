//! Leaves of the move tree against known numbers.

mod suites;

use chess::Position;
use chess::perft::{perft, perft_hashed, perft_parallel};
use game::Rules;

/// Our own table, by the perft of every game and by the fast one.
#[test]
fn known_numbers() {
    let rows = game::perft::parse_table(include_str!("../../../tests/data/chess.perft"));
    game::perft::check_rows::<Position>(&rows, 500_000);
    for row in rows {
        let start = Position::start(&row.game.parse().unwrap()).unwrap();
        let position = start.parse_position(&row.position).unwrap();
        for (depth, &count) in (1..).zip(&row.counts).take_while(|&(_, &count)| count <= 6_000_000) {
            assert_eq!(perft(&position, depth), count, "{} depth {depth}", row.position);
            assert_eq!(perft_hashed(&position, depth, 4), count, "hashed {} depth {depth}", row.position);
            assert_eq!(perft_parallel(&position, depth, 2), count, "parallel {} depth {depth}", row.position);
        }
    }
}

/// A collection, each position to the greatest depth with at most `budget` leaves.
fn check(name: &str, read: fn(&str) -> Vec<suites::Case>, budget: u64) {
    let Some(text) = suites::read(name) else { return };
    let cases = read(&text);
    assert!(cases.len() > 10, "{name} holds {} positions", cases.len());
    for case in cases {
        let position = Position::from_fen(&case.fen).unwrap_or_else(|error| panic!("{error}"));
        if let Some(&(depth, count)) = case.counts.iter().filter(|(_, count)| *count <= budget).max() {
            assert_eq!(perft(&position, depth), count, "{} depth {depth}", case.fen);
        }
    }
}

#[test]
fn tricky_positions() {
    check("chess/perft/tricky.perft", suites::perft_blocks, 20_000_000);
}

#[test]
fn chess960_positions() {
    check("chess/perft/chess960.perft", suites::perft_blocks, 300_000);
}

#[test]
fn random_positions() {
    check("chess/perft/random.perft", suites::perft_blocks, 200_000);
}

#[test]
fn double_checks() {
    check("chess/perft/double-checks.epd", suites::perft_lines, 2_000_000);
}

#[test]
fn en_passant_positions() {
    check("chess/perft/en-passant.epd", suites::perft_lines, 500_000);
}
