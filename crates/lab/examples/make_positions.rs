//! Makes the sets of positions in `data/`: games of the engine against itself from random openings, stopped in the middle where
//! neither side is far ahead: `cargo run --release --example make_positions -- chess > data/chess.txt`

use engine::{Control, Go, Options, Resources};
use game::Rng;

/// How many positions, how many random plies, how many nodes a move, and how far ahead a side may be, in score steps.
const COUNT: usize = 20;
const RANDOM: usize = 6;
const NODES: u64 = 20_000;
const EVEN: i32 = 120;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = std::env::args().nth(1).unwrap_or("chess".to_string());
    let mut engine = engine::open(&game)?;
    let options = Options::from(Resources::table(16));
    // A game of Connect Four is over before others have begun.
    let (from, range) = if game.starts_with("connect-four") { (8, 12) } else { (14, 30) };
    println!("# Middle games of Kiebitz against itself, made by examples/make_positions.rs.");
    let mut found = 0;
    let mut seed = 0;
    while found < COUNT {
        seed += 1;
        let mut rng = Rng::new(seed);
        engine.set_position("start")?;
        engine.forget();
        let length = from + rng.below(range);
        let mut score = 0;
        while engine.end().is_none() && engine.played().len() < length {
            let mv = if engine.played().len() < RANDOM {
                let moves = engine.moves();
                moves[rng.below(moves.len())].clone()
            } else {
                let answer = engine.go(&options, &Go::nodes(NODES), &Control::timeless(), &mut |_| {})?;
                score = answer.lines.first().map_or(0, |line| line.score.value());
                answer.best.ok_or("no move")?
            };
            engine.play(&mv.code)?;
        }
        let settled = score.abs() <= EVEN && engine.checked_cells().is_empty() && engine.moves().len() > 2;
        if engine.end().is_none() && settled {
            found += 1;
            println!("{}", engine.position());
        }
    }
    Ok(())
}
