//! `kiebitz eval`: what a position is worth without a search, group by group of terms and piece by piece of a network; the weights as a file.

use std::path::PathBuf;

use clap::Args;
use engine::{Engine, Valued};
use lab::judgement::{self, Judgement, Ply};
use serde_json::{Value, json};

use super::args::Place;
use super::thoughts;
use crate::output::{self, Failure};

/// The judgement of a position without a search, and what is behind it
///
/// The total is from the first player's view, as are the parts: what each group of terms contributes. A network has no terms. It tells its
/// judgement by the output of each stage of the game, and what each piece is worth to its owner; beside it stand the terms of the
/// evaluation that the game has without a network.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz eval chess --position 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'
  kiebitz eval chess --eval network-0 --line 'e4 e5 Nf3 Nc6 Bb5'
  kiebitz eval chess --eval 'classical(scale.mobility=50%,scale.king-safety=0)'
  kiebitz eval chess --eval 'material(weights=turing)'
  kiebitz eval connect-four --position 4455 --eval network:four.kbn
  kiebitz eval draughts --weights-out mine.toml

A file of weights may be changed with any editor and be given to a player: kiebitz:eval=classical,weights=mine.toml. What is
left out of it stays as it is built in. Groups, and single terms, can be scaled without a file:
kiebitz:eval=classical,scale.mobility=50%.")]
pub struct Eval {
    #[command(flatten)]
    place: Place,

    /// The evaluator, as in classical, network-0, network:FILE or 'classical(weights=mine.toml,scale.mobility=50%)' [default: the game's first]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,

    /// Moves to be played from the position, with blanks between: how does the judgement change?
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    line: Option<String>,

    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    weights_out: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Eval {
    pub fn run(self) -> Result<(), Failure> {
        let mut engine = self.place.open()?;
        let source = self.eval.as_deref().unwrap_or_default();
        if let Some(path) = &self.weights_out {
            let table = engine.weights(source)?;
            if table.terms.is_empty() {
                return Err(Failure::BadInput(format!("evaluator '{}' has no weights", table.evaluator)));
            }
            output::write_whole(path, table.text())?;
            if !self.json {
                return output::line(format!("Written: {} ({} weights)", path.display(), table.weights().len()));
            }
        }
        let judged = judgement::judge(&*engine, source)?;
        let (position, diagram, sets) = (engine.position(), engine.diagram(), sets(&*engine, source));
        let mut line = Vec::new();
        if let Some(moves) = &self.line {
            for mv in moves.split_whitespace() {
                engine.play(mv)?;
            }
            line = judgement::along(&*engine, source)?;
        }
        if self.json {
            return output::json(&self.as_json(&engine.game(), &position, &judged, &line));
        }
        if let Some(insight) = &judged.network {
            output::line(format!("{:<16} {:>8}\n", judged.evaluator, text(&judged.judged)))?;
            output::line(thoughts::text(insight, &diagram))?;
            if judged.judged.as_ref().is_some_and(|judged| *judged != insight.stages[insight.stage]) {
                output::line(
                    "The judgement is that of the network, corrected by what else is known of such endings.\n",
                )?;
            }
            output::line("The evaluation without the network, for comparison:")?;
        }
        for group in &judged.terms.groups {
            output::line(format!("{:<16} {:>8}", group.group, group.text))?;
        }
        output::line(format!("{:<16} {:>8}", "total", text(&judged.terms.judged)))?;
        if !line.is_empty() {
            print_line(&judged, &line)?;
        }
        output::print(&sets)
    }

    fn as_json(&self, game: &str, position: &str, judged: &Judgement, line: &[Ply]) -> Value {
        let value = |judged: &Option<Valued>| judged.as_ref().map(|judged| judged.value);
        let ply = |ply: &Ply| {
            let value = value(&ply.judged);
            json!({ "move": ply.mv, "value": value, "text": text(&ply.judged), "terms": text(&ply.terms) })
        };
        json!({
            "game": game,
            "position": position,
            "evaluator": judged.evaluator,
            "value": value(&judged.judged),
            "text": text(&judged.judged),
            "network": judged.network,
            "terms": judged.terms.evaluator,
            "terms_value": value(&judged.terms.judged),
            "groups": judged.terms.groups,
            "line": line.iter().map(ply).collect::<Vec<_>>(),
            "written": self.weights_out.as_ref().map(|path| path.display().to_string()),
        })
    }
}

/// A judgement, or that there is none.
fn text(judged: &Option<Valued>) -> &str {
    judged.as_ref().map_or("over", |judged| &judged.text)
}

/// How the judgement changes along a line: beside a network the evaluation by terms.
fn print_line(judged: &Judgement, line: &[Ply]) -> Result<(), Failure> {
    output::line("\nAlong the line, each position without a search:")?;
    let beside = judged.network.is_some();
    let head = if beside { format!(" {:>12}", judged.terms.evaluator) } else { String::new() };
    output::line(format!("{:>4} {:<10} {:>12}{head}", "", "", judged.evaluator))?;
    for (number, ply) in line.iter().enumerate() {
        let terms = if beside { format!(" {:>12}", text(&ply.terms)) } else { String::new() };
        let mv = ply.mv.as_deref().unwrap_or("position");
        output::line(format!("{number:>4} {mv:<10} {:>12}{terms}", text(&ply.judged)))?;
    }
    Ok(())
}

/// The sets of weights that an evaluator has by name.
fn sets(engine: &dyn Engine, source: &str) -> String {
    let Ok(table) = engine.weights(source) else { return String::new() };
    if table.sets.is_empty() {
        return String::new();
    }
    let rows: String = table.sets.iter().map(|set| format!("  {:<14} {}\n", set.name, set.about)).collect();
    format!("\nSets of weights, as in weights=NAME:\n{rows}")
}
