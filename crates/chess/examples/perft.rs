//! Counts the leaves below one position: `cargo run --release --example perft -- 6 "FEN"`. Without a FEN, the start position.

use std::time::Instant;

use chess::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth: usize = arguments.next().unwrap_or("6".to_string()).parse()?;
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::default(),
    };
    let start = Instant::now();
    let leaves = chess::perft::perft(&position, depth);
    let seconds = start.elapsed().as_secs_f64();
    println!("{leaves} leaves, {seconds:.3} s, {:.1} M leaves/s", leaves as f64 / seconds / 1e6);
    Ok(())
}
