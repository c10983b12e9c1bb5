//! `kiebitz bench`: a fixed workload.

use clap::Args;
use engine::{WORKLOAD, search_workload};

use crate::interrupt;
use crate::output::{self, Failure};

/// A fixed single-thread workload; prints `N nodes M nps` last
///
/// The number of nodes is the signature of what the engine plays: the same number means that nothing has changed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz bench          all games: the signature of a commit
  kiebitz bench chess    chess alone: the speed of the engine
  kiebitz bench chess --eval 'classical(weights=mine.toml)'")]
pub struct Bench {
    /// Only this game, without parameters
    game: Option<String>,

    /// Another evaluator of this game than its default one
    #[arg(long, value_name = "NAME", requires = "game")]
    eval: Option<String>,

    /// A hundredth of the work, for a quick look; its count is another one
    #[arg(long)]
    quick: bool,
}

impl Bench {
    pub fn run(self) -> Result<(), Failure> {
        let mut total = 0;
        let clock = engine::start_clock();
        let name = |game: &'static str| game.split('(').next().unwrap_or(game);
        let chosen: Vec<_> = WORKLOAD
            .iter()
            .filter(|(game, ..)| self.game.as_deref().is_none_or(|wanted| name(game) == wanted))
            .collect();
        if let (Some(game), true) = (&self.game, chosen.is_empty()) {
            return Err(Failure::BadInput(format!("bench '{game}': no such game; `kiebitz games` lists them")));
        }
        for &&(game, position, depth) in &chosen {
            let depth = if self.quick { (depth + 1) / 2 } else { depth };
            let (answer, stopped) = interrupt::stoppable(|control| {
                (search_workload((game, position), depth, self.eval.as_deref(), control), control.stopped())
            });
            if stopped {
                return Err(Failure::Other("stopped: half a count is no signature".to_string()));
            }
            let answer = answer?;
            let nodes = answer.lines.first().map_or(0, |line| line.nodes);
            total += nodes;
            let best = answer.best.unwrap_or_default().text;
            output::line(format!("{game:<40} depth {depth:>3}  {best:<8} {:>14} nodes", output::thousands(nodes)))?;
        }
        output::line(format!("{total} nodes {} nps", output::speed(total, clock.elapsed())))
    }
}
