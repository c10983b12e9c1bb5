//! `kiebitz games`: what can be played.

use clap::Args;
use engine::{Parameter, ParameterValue, Values};
use lab::sizes;
use serde_json::{Value, json};

use super::args::whole;
use super::play::levels;
use crate::interrupt;
use crate::output::{self, Failure};

/// The games, their parameters and rule sets
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz games --json
  kiebitz games --sizes --games 10

With --sizes the program plays each game against itself and measures how many moves a position has (the geometric mean), how
long a game lasts, and so how large its tree is, beside the numbers of the literature.")]
pub struct Games {
    /// How large the games are: moves, length, tree
    #[arg(long)]
    sizes: bool,

    /// With --sizes: games of each
    #[arg(long, value_name = "N", default_value_t = 4, requires = "sizes", allow_negative_numbers = true,
          value_parser = whole(1, 100_000_usize))]
    games: usize,

    /// With --sizes: nodes for each move, in Go playouts
    #[arg(long, value_name = "N", default_value_t = 100, requires = "sizes", allow_negative_numbers = true,
          value_parser = whole(1, u64::MAX))]
    nodes: u64,

    /// With --sizes: where random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sizes", allow_negative_numbers = true,
          value_parser = whole(0, u64::MAX))]
    seed: u64,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Games {
    pub fn run(self) -> Result<(), Failure> {
        if self.sizes {
            return self.measure();
        }
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
        let ruled = engine::ruled_games().join(", ");
        let words: Vec<String> = format!("Games given as text, which `kiebitz rules list` describes: {ruled}")
            .split(' ')
            .map(String::from)
            .collect();
        output::line(format!("{}\n", output::wrap(&words)))?;
        output::line(format!("Levels of play, kiebitz:level=N, and how strong they are in chess:\n{}", levels()))
    }
}

impl Games {
    fn measure(&self) -> Result<(), Failure> {
        let all: Vec<&str> = sizes::measured().collect();
        let bar = output::bar(all.len() as u64);
        let found = interrupt::stoppable(|halt| {
            let measure = |game: &&str| {
                bar.set_message(game.to_string());
                let size = sizes::measure(game, self.games, self.nodes, self.seed, halt);
                bar.inc(1);
                size.map_err(|error| if halt.stopped() { Failure::Other(error.to_string()) } else { error.into() })
            };
            all.iter().map(measure).collect::<Result<Vec<_>, Failure>>()
        });
        bar.finish_and_clear();
        let found = found?;
        if self.json {
            output::json(&json!(found))
        } else {
            output::print(&sizes::grid(&found).fitting(output::width()))
        }
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
