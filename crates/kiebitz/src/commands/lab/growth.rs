//! `kiebitz lab growth`: how a search grows with its depth.

use clap::Args;
use engine::Technique;
use lab::growth::{self, Growth, Request};
use serde_json::json;

use super::place::Places;
use super::sheet::{Sheet, failed};
use crate::commands::args::whole;
use crate::interrupt;
use crate::output::{self, Failure};

/// Nodes and time against depth: minimax, alpha-beta in every order, each further technique, and theory
///
/// Alpha-beta is tried with the moves in the worst, a random, the search's own and the perfect order; then techniques are added one
/// after the other. Each search that must find minimax's value is compared with it; a difference is an error.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz lab growth chess --depth 5 --out growth.md --out growth.svg
  kiebitz lab growth 'synthetic(branching=8,seed=1)' --depth 8
  kiebitz lab growth othello --techniques transposition-table,principal-variation --json

GAME may also be a uniform tree with random leaves: synthetic(branching=B,seed=S). With --out NAME.svg there is a second picture,
NAME-time.svg. Perfect and worst order come from the whole tree, searched before and kept in memory. Ctrl-C ends it all and keeps
what is finished.")]
pub struct GrowthCommand {
    #[command(flatten)]
    places: Places,

    /// The greatest depth in plies
    #[arg(long, value_name = "D", default_value_t = 6, allow_negative_numbers = true, value_parser = whole(2, engine::MAX_DEPTH))]
    depth: i32,

    /// A search that would take more nodes in a position is not begun
    #[arg(long, value_name = "N", default_value_t = 2_000_000, allow_negative_numbers = true,
          value_parser = whole(1, 200_000_000_u64))]
    budget: u64,

    /// Techniques that are added one after the other [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    techniques: Option<Vec<String>>,

    /// The evaluator; `kiebitz games` lists them
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,

    /// Where the random order begins
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole(0, u64::MAX))]
    seed: u64,

    #[command(flatten)]
    sheet: Sheet,
}

/// How many positions of our own set, unless it is said otherwise: minimax takes its time.
const POSITIONS: usize = 3;

impl GrowthCommand {
    pub fn run(self) -> Result<(), Failure> {
        self.sheet.check()?;
        let techniques = match &self.techniques {
            Some(names) => {
                let read = |name: &String| name.trim().parse::<Technique>().map_err(engine::Error::from);
                names.iter().map(read).collect::<Result<Vec<_>, _>>()?
            }
            None => Technique::ALL.to_vec(),
        };
        let synthetic = self.places.game.trim_start().starts_with("synthetic");
        let request = Request {
            game: self.places.game.clone(),
            positions: if synthetic { Vec::new() } else { self.places.read_at_most(POSITIONS)? },
            depth: self.depth,
            budget: self.budget,
            techniques,
            evaluator: self.eval.clone(),
            seed: self.seed,
        };
        let bar = output::spinner("searching");
        let found = interrupt::stoppable(|halt| {
            let mut progress = |what: &str| bar.set_message(what.to_string());
            growth::growth(&request, halt, &mut progress).map_err(|error| failed(error, halt))
        });
        bar.finish_and_clear();
        let found = found?;
        let grid = found.grid();
        let text = || {
            let Growth { game, positions, branching, .. } = &found;
            format!(
                "{game}, {positions} positions, b = {branching:.2}; nodes by depth\n\n{}",
                grid.fitting(output::width())
            )
        };
        let pictures: [super::sheet::Picture; 2] = [("", &|| found.svg()), ("time", &|| found.time_svg())];
        self.sheet.deliver(&grid, &|| json!(found), &pictures, &text)?;
        if found.complete {
            return Ok(());
        }
        let last = found.series.last().map_or("", |series| &series.name);
        Err(Failure::Other(format!("stopped: what is complete ends with {last}")))
    }
}
