//! Runs the perft collections that lie beside the project, to a depth: `cargo run --release --example perft_suites -- 5`.
//!
//! The tests do the same within a small budget. This is the full run, by all processors, with a line a collection.

use std::time::Instant;

use chess::Position;
use chess::perft::perft_parallel;

#[path = "../tests/suites/mod.rs"]
mod suites;

fn main() {
    let depth: usize = std::env::args().nth(1).map_or(5, |text| text.parse().expect("a depth"));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    type Reader = fn(&str) -> Vec<suites::Case>;
    let collections: [(&str, Reader); 5] = [
        ("tricky.perft", suites::perft_blocks),
        ("chess960.perft", suites::perft_blocks),
        ("random.perft", suites::perft_blocks),
        ("double-checks.epd", suites::perft_lines),
        ("en-passant.epd", suites::perft_lines),
    ];
    let mut wrong = 0;
    for (name, read) in collections {
        let Some(text) = suites::read(&format!("chess/perft/{name}")) else { continue };
        let start = Instant::now();
        let (mut positions, mut leaves) = (0, 0);
        for case in read(&text) {
            let position = Position::from_fen(&case.fen).unwrap_or_else(|error| panic!("{error}"));
            let Some(&(depth, expected)) = case.counts.iter().filter(|&&(deep, _)| deep <= depth).max() else {
                continue;
            };
            let found = perft_parallel(&position, depth, threads);
            if found != expected {
                println!("WRONG {name}: {} depth {depth}: {found}, expected {expected}", case.fen);
                wrong += 1;
            }
            positions += 1;
            leaves += found;
        }
        println!("{name}: {positions} positions, {leaves} leaves, {:.1} s", start.elapsed().as_secs_f64());
    }
    if wrong > 0 {
        println!("{wrong} positions WRONG");
        std::process::exit(1);
    }
}
