//! `kiebitz bench`: a fixed workload.

use clap::Args;
use engine::{Go, Options};

use crate::interrupt;
use crate::output::{self, Failure};

/// A fixed single-thread workload; prints `N nodes M nps` last
///
/// The number of nodes is the signature of what the engine plays: the same number means that nothing has changed.
#[derive(Args)]
#[command(after_help = "Example: kiebitz bench")]
pub struct Bench {}

/// Game, position and depth.
const POSITIONS: &[(&str, &str, i32)] = &[
    ("tic-tac-toe", "start", 9),
    ("connect-four", "start", 14),
    ("connect-four", "44444", 16),
    ("othello", "start", 10),
    ("othello", "f5d6c3d3c4f4f6", 9),
];

impl Bench {
    pub fn run(self) -> Result<(), Failure> {
        let mut total = 0;
        let clock = engine::start_clock();
        for &(game, position, depth) in POSITIONS {
            let mut engine = engine::open(game)?;
            engine.set_position(position)?;
            let options = Options { table_megabytes: 16, ..Options::default() };
            let answer = interrupt::stoppable(|control| engine.go(&options, &Go::depth(depth), control, &mut |_| {}))?;
            let nodes = answer.lines.first().map_or(0, |line| line.nodes);
            total += nodes;
            let best = answer.best.unwrap_or_default();
            output::line(format!("{game:<40} depth {depth:>3}  {best:<8} {:>14} nodes", output::thousands(nodes)))?;
        }
        output::line(format!("{total} nodes {} nps", output::speed(total, clock.elapsed())))
    }
}
