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
pub struct Bench {
    /// A hundredth of the work, for a quick look; its count is another one
    #[arg(long)]
    quick: bool,
}

/// Game, position and depth: of every game an opening, and positions in which other things matter.
const POSITIONS: &[(&str, &str, i32)] = &[
    ("tic-tac-toe", "start", 9),
    ("tic-tac-toe", "X---O----", 7),
    ("connect-four", "start", 18),
    ("connect-four", "44444", 20),
    ("connect-four(width=8,height=7)", "start", 18),
    ("othello", "start", 18),
    ("othello", "f5d6c3d3c4f4f6", 18),
    ("othello(size=6)", "start", 20),
    ("draughts", "start", 22),
    ("draughts", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", 23),
    ("draughts(rules=international)", "start", 21),
    ("draughts(rules=russian)", "start", 21),
    ("go", "start", 9),
    ("go", "E5 C3 G3 C7 G7 E3 E7", 9),
    ("go(size=5,komi=0.5)", "start", 10),
];

impl Bench {
    pub fn run(self) -> Result<(), Failure> {
        let mut total = 0;
        let clock = engine::start_clock();
        for &(game, position, depth) in POSITIONS {
            let depth = if self.quick { (depth + 1) / 2 } else { depth };
            let mut engine = engine::open(game)?;
            engine.set_position(position)?;
            let options = Options { table_megabytes: 16, ..Options::default() };
            let (answer, stopped) = interrupt::stoppable(|control| {
                (engine.go(&options, &Go::depth(depth), control, &mut |_| {}), control.stopped())
            });
            if stopped {
                return Err(Failure::Other("stopped: half a count is no signature".to_string()));
            }
            let answer = answer?;
            let nodes = answer.lines.first().map_or(0, |line| line.nodes);
            total += nodes;
            let best = answer.best.unwrap_or_default();
            output::line(format!("{game:<40} depth {depth:>3}  {best:<8} {:>14} nodes", output::thousands(nodes)))?;
        }
        output::line(format!("{total} nodes {} nps", output::speed(total, clock.elapsed())))
    }
}
