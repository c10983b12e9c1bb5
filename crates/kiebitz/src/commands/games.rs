//! `kiebitz games`: what can be played.

use clap::Args;
use engine::{Parameter, ParameterValue, Values};
use serde_json::{Value, json};

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
                json!({
                    "name": game.name,
                    "description": game.description,
                    "parameters": game.parameters.iter().map(as_json).collect::<Vec<_>>(),
                    "evaluators": game.evaluators,
                    "position_example": game.position_example,
                })
            });
            return output::json(&games.collect());
        }
        for game in games {
            output::line(format!("{}\n  {}", game.name, game.description))?;
            for parameter in &game.parameters {
                describe(parameter)?;
            }
            output::line(format!("  evaluators: {}", game.evaluators.join(", ")))?;
            output::line(format!("  a position: {}\n", game.position_example))?;
        }
        output::line(format!("Levels of play, kiebitz:level=N, and how strong they are in chess:\n{}", levels()))
    }
}

/// The form that the server gives it as well.
fn as_json(parameter: &Parameter) -> Value {
    let mut json = json!({ "name": parameter.name, "default": parameter.default, "note": parameter.note });
    let more = match &parameter.values {
        Values::Choice(choices) => {
            let choice = |one: &ParameterValue| json!({ "value": one.value, "meaning": one.meaning });
            json!({ "kind": "choice", "choices": choices.iter().map(choice).collect::<Vec<_>>() })
        }
        Values::Range { min, max, step } => json!({ "kind": "range", "min": min, "max": max, "step": step }),
    };
    if let (Value::Object(json), Value::Object(more)) = (&mut json, more) {
        json.extend(more);
    }
    json
}

fn describe(parameter: &Parameter) -> Result<(), Failure> {
    let mut aside: Vec<String> = parameter.default.iter().map(|default| format!("default {default}")).collect();
    aside.extend((!parameter.note.is_empty()).then(|| parameter.note.to_string()));
    let aside = if aside.is_empty() { String::new() } else { format!(" ({})", aside.join("; ")) };
    match &parameter.values {
        Values::Choice(choices) if choices.iter().any(|choice| !choice.meaning.is_empty()) => {
            output::line(format!("  {}{aside}:", parameter.name))?;
            for ParameterValue { value, meaning } in choices {
                output::line(format!("    {value:<14} {meaning}"))?;
            }
            Ok(())
        }
        values => output::line(format!("  {}: {values}{aside}", parameter.name)),
    }
}
