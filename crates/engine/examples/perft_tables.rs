//! Counts every position of the perft files to the greatest depth with at most so many leaves, on all cores:
//! `cargo run --release --example perft_tables -- 300000000 tests/data/*.perft`

use std::process::ExitCode;
use std::time::Instant;

use game::perft::parse_table;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(budget), files) = (arguments.next().and_then(|text| text.parse::<u64>().ok()), arguments) else {
        eprintln!("usage: perft_tables LEAVES FILE...");
        return ExitCode::from(2);
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut right, mut wrong) = (0, 0);
    for file in files {
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        };
        for row in parse_table(&text) {
            let mut engine = engine::open(&row.game).unwrap_or_else(|error| panic!("{file}: {error}"));
            engine.set_position(&row.position).unwrap_or_else(|error| panic!("{file}: {error}"));
            let within = row.counts.iter().take_while(|count| **count <= budget);
            let Some((depth, &expected)) = (1..).zip(within).last() else { continue };
            let start = Instant::now();
            let found: u64 = engine.divide(depth, threads).iter().map(|(_, count)| count).sum();
            let verdict = if found == expected { "ok" } else { "WRONG" };
            println!("{verdict:<5} {} {} depth {depth}: {found} in {:.1?}", row.game, row.position, start.elapsed());
            *(if found == expected { &mut right } else { &mut wrong }) += 1;
        }
    }
    println!("{right} passed, {wrong} failed");
    ExitCode::from(u8::from(wrong > 0))
}
