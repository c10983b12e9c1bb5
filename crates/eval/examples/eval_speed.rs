//! How many classical evaluations a second: `cargo run --release --example eval_speed -p kiebitz-eval [rounds]`.
//!
//! The positions are those of random games, each followed by its successors, as a search would visit them: most share
//! their pawns. Under `valgrind --tool=callgrind` with few rounds it shows where the instructions go.

use chess::Position;
use eval::Classical;
use game::{Abilities, Evaluator, Rng, Rules};

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100);
    let positions = positions();
    let mut evaluator = Classical::default();
    let start = std::time::Instant::now();
    let mut sum = 0i64;
    for _ in 0..rounds {
        for position in &positions {
            sum += i64::from(evaluator.evaluate(position).value());
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let count = (rounds * positions.len()) as f64;
    println!(
        "{} positions, {count} evaluations, sum {sum}, {:.2} million a second",
        positions.len(),
        count / seconds / 1e6
    );
}

/// Some 10,000 positions out of random games of at most 80 plies, which keeps most of the pieces on the board.
fn positions() -> Vec<Position> {
    let mut rng = Rng::new(7);
    let mut positions = Vec::new();
    let mut scratch = Vec::new();
    while positions.len() < 10_000 {
        let mut position = Position::default();
        for ply in 0..80 {
            scratch.clear();
            let Some(mv) = position.playout_move(&mut rng, &mut scratch) else { break };
            position.play(mv);
            if ply % 20 == 19 {
                positions.extend(position.moves().into_iter().map(|mv| position.after(mv)));
            }
        }
    }
    positions
}
