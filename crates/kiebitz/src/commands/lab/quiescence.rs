//! `kiebitz lab quiescence`: the classic experiment.

use clap::Args;
use lab::quiescence::{self, Comparison, Request};
use serde_json::json;

use super::place::Places;
use super::sheet::{Picture, Sheet, failed};
use crate::commands::args::whole;
use crate::interrupt;
use crate::output::{self, Failure};

/// The classic experiment: two depths, each without quiescence, with one and two plies of two kinds of it, and until quiet
///
/// Every position is searched in every scenario, several times; the table has the mean time, the nodes, and how good the moves are:
/// how often a search of many nodes plays the same, and what the others lose by its judgement.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz lab quiescence
  kiebitz lab quiescence draughts --depths 6,7 --runs 3 --out draughts.md --out draughts.svg
  kiebitz lab quiescence --positions suite.epd --depths 3 --runs 1 --reference-nodes 50000 --json

With --out NAME.svg there is a second picture, NAME-loss.svg. 'paper, 1 ply' is the quiescence of a seminar paper: all moves, after
one that changed the material; '1 ply' is our own, of captures and promotions. Where chess is searched as the paper did, on our own
set of positions, the table has the paper's times as well. Any player can have its quiescence:
kiebitz:techniques=minimax+alpha-beta+ordering,quiescence=full-width,quiescence-depth=2,depth=4.")]
pub struct Quiescence {
    #[command(flatten)]
    places: Places,

    /// The depths in plies
    #[arg(long, value_name = "DEPTHS", value_delimiter = ',', default_value = "4,5", allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_DEPTH))]
    depths: Vec<i32>,

    /// How often everything is searched
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true, value_parser = whole(1, 1000_usize))]
    runs: usize,

    /// The search to which quiescence is added
    #[arg(long, value_name = "LIST", default_value = "minimax+alpha-beta+ordering")]
    techniques: String,

    /// The evaluator; `kiebitz games` lists them
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,

    /// Nodes of the search that judges the moves
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true, value_parser = whole(1, u64::MAX))]
    reference_nodes: u64,

    #[command(flatten)]
    sheet: Sheet,
}

impl Quiescence {
    pub fn run(self) -> Result<(), Failure> {
        self.sheet.check()?;
        let request = Request {
            game: self.places.game.clone(),
            positions: self.places.read()?,
            own_positions: self.places.are_our_own(),
            depths: self.depths.clone(),
            techniques: self.techniques.parse().map_err(engine::Error::from)?,
            evaluator: self.eval.clone(),
            runs: self.runs,
            reference_nodes: self.reference_nodes,
        };
        let bar = output::bar(quiescence::searches(&request) as u64);
        let found = interrupt::stoppable(|halt| {
            let mut progress = |done: usize, what: &str| {
                bar.set_position(done as u64);
                bar.set_message(what.to_string());
            };
            quiescence::compare(&request, halt, &mut progress).map_err(|error| failed(error, halt))
        });
        bar.finish_and_clear();
        let found = found?;
        let grid = found.grid();
        let text = || {
            let Comparison { game, positions, runs, techniques, reference_nodes, .. } = &found;
            format!(
                "{game}, {positions} positions, {runs} runs, {techniques}; loss against {reference_nodes} nodes, in units of the \
                 game\n\n{}{}",
                grid.fitting(output::width()),
                if found.remark().is_empty() { String::new() } else { format!("\n{}\n", found.remark()) }
            )
        };
        let pictures: [Picture; 2] = [("", &|| found.svg()), ("loss", &|| found.loss_svg())];
        self.sheet.deliver(&grid, &|| json!(found), &pictures, &text)
    }
}
