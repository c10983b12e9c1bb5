//! Playouts a second of Monte-Carlo tree search at Go: `cargo run --release -p kiebitz-search --example mcts_speed`.

use std::time::Instant;

use boards::go::Go;
use game::{Abilities, Rng, Rules};
use search::mcts::{Limits, Settings, search};

fn main() {
    for size in [9, 19] {
        let go = Go::start(&format!("go(size={size})").parse().expect("a spec")).expect("a game");
        let count = if size == 9 { 40_000 } else { 5_000 };

        let (mut rng, mut plies) = (Rng::new(1), 0);
        let clock = Instant::now();
        for _ in 0..count {
            let mut position = go.clone();
            while let Some(mv) = position.playout_move(&mut rng, &mut Vec::new()) {
                position.play(mv);
                plies += 1;
            }
            std::hint::black_box(position.end());
        }
        let seconds = clock.elapsed().as_secs_f64();
        println!("go {size}x{size}: {:.0} bare playouts/s of {} plies", count as f64 / seconds, plies / count);

        let clock = Instant::now();
        let report = search(&go, &Settings::default(), &Limits::playouts(count), &mut |_| {});
        let seconds = clock.elapsed().as_secs_f64();
        println!("go {size}x{size}: {:.0} playouts/s in the tree, {} nodes", count as f64 / seconds, report.nodes);
    }
}
