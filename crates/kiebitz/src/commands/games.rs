//! `kiebitz games`: what can be played.

use clap::Args;
use serde_json::json;

use super::play::levels;
use crate::output::{self, Failure};

/// The games, their parameters and rule sets
#[derive(Args)]
#[command(after_help = "Example: kiebitz games --json")]
pub struct Games {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Games {
    pub fn run(self) -> Result<(), Failure> {
        let games = engine::games();
        if self.json {
            let games = games.iter().map(|game| {
                let parameters = game.parameters.iter().map(|parameter| {
                    let values =
                        parameter.values.iter().map(|(value, meaning)| json!({"value": value, "meaning": meaning}));
                    json!({
                        "name": parameter.name,
                        "default": parameter.default,
                        "values": values.collect::<Vec<_>>(),
                    })
                });
                json!({
                    "name": game.name,
                    "description": game.description,
                    "parameters": parameters.collect::<Vec<_>>(),
                    "evaluators": game.evaluators,
                    "position_example": game.position_example,
                })
            });
            return output::json(&games.collect());
        }
        for game in games {
            output::line(format!("{}\n  {}", game.name, game.description))?;
            for parameter in game.parameters {
                let values: Vec<&str> = parameter.values.iter().map(|(value, _)| value.as_str()).collect();
                if parameter.values.iter().all(|(_, meaning)| meaning.is_empty()) {
                    output::line(format!(
                        "  {}: {} (default {})",
                        parameter.name,
                        values.join(", "),
                        parameter.default
                    ))?;
                    continue;
                }
                output::line(format!("  {} (default {}):", parameter.name, parameter.default))?;
                for (value, meaning) in &parameter.values {
                    output::line(format!("    {value:<14} {meaning}"))?;
                }
            }
            output::line(format!("  evaluators: {}", game.evaluators.join(", ")))?;
            output::line(format!("  a position: {}\n", game.position_example))?;
        }
        output::line(format!("Levels of play, kiebitz:level=N, and how strong they are in chess:\n{}", levels()))
    }
}
