//! The move generator of draughts against published counts.

use boards::draughts::{Draughts, needs_wide};
use game::Rules;
use game::perft::{Row, check_rows, parse_table};

fn rows() -> (Vec<Row>, Vec<Row>) {
    let table = parse_table(include_str!("../../../tests/data/draughts.perft"));
    table.into_iter().partition(|row| !needs_wide(&row.game.parse().unwrap()).unwrap())
}

fn check(budget: u64) {
    let (narrow, wide) = rows();
    assert!(narrow.len() >= 19 && wide.len() >= 2, "rows are missing");
    check_rows::<Draughts<u64>>(&narrow, budget);
    check_rows::<Draughts<u128>>(&wide, budget);
}

#[test]
fn counts_are_right() {
    check(1_500_000);
}

fn perft_by_route(position: &Draughts<u64>, depth: usize) -> u64 {
    let mut moves = Vec::new();
    position.generate_by_route(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| perft_by_route(&position.after(mv), depth - 1)).sum()
}

fn check_by_route(budget: u64) {
    for row in parse_table(include_str!("../../../tests/data/draughts-by-route.perft")) {
        let start = Draughts::<u64>::start(&row.game.parse().unwrap()).unwrap();
        let position = start.parse_position(&row.position).unwrap();
        for (depth, &expected) in (1..).zip(&row.counts).take_while(|&(_, &count)| count <= budget) {
            assert_eq!(perft_by_route(&position, depth), expected, "{} {} depth {depth}", row.game, row.position);
        }
    }
}

#[test]
fn counts_by_route_are_right() {
    check_by_route(1_500_000);
}

/// The wide word gives the same counts on the boards of the narrow one.
#[test]
fn both_words_agree() {
    check_rows::<Draughts<u128>>(&rows().0, 60_000);
}

/// About a minute in a release build: `cargo test --release -p kiebitz-boards --test draughts_perft -- --ignored`.
#[test]
#[ignore = "takes a minute in a release build"]
fn counts_are_right_deep_down() {
    check(120_000_000);
    check_by_route(30_000_000);
}

/// Prints leaves a second: `cargo test --release -p kiebitz-boards --test draughts_perft speed -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, not a test"]
fn speed() {
    for (game, depth) in [("draughts", 11), ("draughts(rules=international)", 9), ("draughts(rules=frisian)", 9)] {
        let start = Draughts::<u64>::start(&game.parse().unwrap()).unwrap();
        let clock = std::time::Instant::now();
        let leaves = game::perft(&start, depth);
        let seconds = clock.elapsed().as_secs_f64();
        eprintln!("{game} depth {depth}: {leaves} leaves, {:.1} million a second", leaves as f64 / seconds / 1e6);
    }
}
