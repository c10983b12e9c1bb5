//! Leaves per second of our perft beside cozy-chess, single thread, in one run.
//!
//! In this directory: `RUSTFLAGS='-C target-cpu=native' cargo run --release --features cozy-pext`, or without both for the
//! portable build of either. An argument after `--` is the number of rounds.
//!
//! Both count the last ply by sets. The two take turns; the ratio is the median of the rounds' ratios of CPU time, so that
//! other work on the machine disturbs it little. The speeds are the best of all rounds.

use std::time::Instant;

const POSITIONS: [(&str, &str, usize, u64); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
];

/// The rival's bulk perft, as its own example writes it.
fn cozy(board: &cozy_chess::Board, depth: usize) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += cozy(&next, depth - 1);
            }
            false
        });
    }
    leaves
}

/// Seconds that this thread has run, or that have passed where the system does not tell: waiting for other programs is then
/// part of it.
fn clock(start: Instant) -> f64 {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Million leaves a second.
fn timed(work: impl FnOnce() -> u64, expected: u64) -> f64 {
    let start = Instant::now();
    let before = clock(start);
    assert_eq!(work(), expected);
    expected as f64 / (clock(start) - before) / 1e6
}

fn main() {
    let rounds: usize = std::env::args().nth(1).map_or(9, |text| text.parse().expect("rounds: a number"));
    for (name, fen, depth, expected) in POSITIONS {
        let ours = chess::Position::from_fen(fen).expect("a position");
        let theirs: cozy_chess::Board = fen.parse().expect("a position");
        let (mut our_best, mut their_best) = (0f64, 0f64);
        let mut ratios = Vec::new();
        for _ in 0..rounds {
            let our_speed = timed(|| chess::perft::perft(&ours, depth), expected);
            let their_speed = timed(|| cozy(&theirs, depth), expected);
            (our_best, their_best) = (our_best.max(our_speed), their_best.max(their_speed));
            ratios.push(our_speed / their_speed);
        }
        ratios.sort_by(f64::total_cmp);
        println!(
            "{name:9} depth {depth}: chess {our_best:7.1} M leaves/s, cozy-chess {their_best:7.1} M leaves/s, ratio {:.2}",
            ratios[ratios.len() / 2]
        );
    }
}
