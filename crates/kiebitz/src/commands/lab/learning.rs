//! `kiebitz lab learning`: how the networks that the program carries were learned, and how strong each is.

use clap::Args;
use lab::learning::{Generation, Match, learning};
use serde_json::json;

use super::sheet::Sheet;
use crate::output::{self, Failure};

/// How the program's networks were learned, generation by generation: games, loss, matches
///
/// Nothing is measured here: the numbers were, when each network was made, and came with it. Each generation can be played with:
/// kiebitz:eval=network-0.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz lab learning
  kiebitz lab learning othello
  kiebitz lab learning --out learning.md --out learning.svg
  kiebitz match chess kiebitz:eval=network-1,nodes=3000 kiebitz:eval=network-0,nodes=3000 --games 400

With --out NAME.svg there is a second picture, NAME-strength.svg.")]
pub struct LearningCommand {
    /// The game whose networks are meant
    #[arg(default_value = "chess")]
    game: String,

    #[command(flatten)]
    sheet: Sheet,
}

impl LearningCommand {
    pub fn run(self) -> Result<(), Failure> {
        self.sheet.check()?;
        let Some(learning) = learning().iter().find(|learning| learning.game == self.game) else {
            let games: Vec<&str> = learning().iter().map(|learning| learning.game.as_str()).collect();
            let message = format!("'{}': the program carries networks for {}", self.game, games.join(", "));
            return Err(Failure::BadInput(message));
        };
        let curves = || learning.curves_svg();
        let strength = || learning.strength_svg();
        let pictures: [(&str, &dyn Fn() -> String); 2] = [("", &curves), ("strength", &strength)];
        let grid = learning.grid();
        self.sheet.deliver(&grid, &|| json!(learning), &pictures, &|| {
            let rows: String = learning.generations.iter().map(matches).collect();
            format!("{}\nMatches:\n{rows}", grid.fitting(output::width()))
        })
    }
}

/// The matches of a generation, a line each.
fn matches(one: &Generation) -> String {
    let row = |played: &Match| {
        let Match { against, games, elo, elo_error, .. } = played;
        let length = match (&played.nodes, &played.clock) {
            (Some(nodes), _) => format!("{nodes} nodes a move"),
            (None, clock) => clock.clone().unwrap_or_default(),
        };
        let tally = match (played.wins, played.draws, played.losses) {
            (Some(wins), Some(draws), Some(losses)) => format!(", +{wins} ={draws} -{losses}"),
            _ => String::new(),
        };
        format!(
            "  {} against {against}, {length}, {games} games{tally}: Elo {elo:+.0} ± {elo_error:.0}\n",
            one.evaluator
        )
    };
    one.matches.iter().map(row).collect()
}
