//! `kiebitz perft`: counting move sequences.

use clap::Args;
use serde_json::json;

use super::args::{Place, whole};
use crate::output::{self, Failure};

/// Counts the move sequences of a length: the test of a move generator
#[derive(Args)]
#[command(after_help = "Example: kiebitz perft 'draughts(rules=international)' 7 --divide")]
pub struct Perft {
    #[command(flatten)]
    place: Place,

    /// The length of the sequences in plies
    #[arg(allow_negative_numbers = true, value_parser = whole(0, 1000_usize))]
    depth: usize,

    /// Show the count of each first move
    #[arg(long)]
    divide: bool,

    /// How many threads share the first moves
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_THREADS))]
    threads: usize,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub fn run(self) -> Result<(), Failure> {
        let engine = self.place.open()?;
        let clock = engine::start_clock();
        let bar = output::spinner("counting");
        let (moves, nodes) = match self.depth {
            0 => (Vec::new(), 1),
            depth => {
                let moves = engine.divide(depth, self.threads);
                let nodes = moves.iter().map(|(_, count)| count).sum();
                (moves, nodes)
            }
        };
        let time = clock.elapsed();
        bar.finish_and_clear();
        if self.json {
            let mut value = json!({
                "game": engine.game(),
                "position": engine.position(),
                "depth": self.depth,
                "nodes": nodes,
                "time_ms": time.as_millis() as u64,
            });
            if self.divide {
                value["moves"] = moves.iter().map(|(mv, count)| (mv.text.clone(), json!(count))).collect();
            }
            return output::json(&value);
        }
        if self.divide {
            for (mv, count) in &moves {
                output::line(format!("{}: {count}", mv.text))?;
            }
        }
        let speed = output::thousands(output::speed(nodes, time));
        output::line(format!("Time: {}, {speed} nodes/s", output::seconds(time)))?;
        output::line(format!("Nodes: {nodes}"))
    }
}
