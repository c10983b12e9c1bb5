//! `kiebitz eval`: what a position is worth without a search, group by group of terms; the weights as a file.

use std::path::PathBuf;

use clap::Args;
use engine::{Engine, HANDMADE, Identity, Score, Side};
use serde_json::{Value, json};

use super::args::Place;
use crate::output::{self, Failure};

/// The judgement of a position without a search, and the weights behind it
///
/// The total is from the first player's view, as are the parts: what each group of terms contributes. A network has no terms; beside its
/// judgement stand those of the evaluation without it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz eval chess --position 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'
  kiebitz eval chess --eval 'classical(scale.mobility=50%,scale.king-safety=0)'
  kiebitz eval chess --eval 'material(weights=turing)'
  kiebitz eval draughts --weights-out mine.toml

A file of weights may be changed with any editor and be given to a player: kiebitz:eval=classical,weights=mine.toml. What is
left out of it stays as it is built in. Groups, and single terms, can be scaled without a file:
kiebitz:eval=classical,scale.mobility=50%.")]
pub struct Eval {
    #[command(flatten)]
    place: Place,

    /// The evaluator, as in classical or 'classical(weights=mine.toml,scale.mobility=50%)' [default: the game's first]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,

    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    weights_out: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Eval {
    pub fn run(self) -> Result<(), Failure> {
        let engine = self.place.open()?;
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
        let player = Identity { evaluator: self.eval.clone(), ..Identity::default() };
        let judged = engine.judgement(&player)?;
        let first = match engine.side_to_move() {
            Side::First => judged,
            Side::Second => -judged,
        };
        let total = engine.first_score_text(judged);
        // A network has no groups: those of the hand-made evaluation are shown beside it.
        let network = engine.judged_by_network(&player);
        let source = if network { HANDMADE } else { source };
        let groups = engine.group_totals(source).unwrap_or_default();
        match self.json {
            true => output::json(&self.as_json(&*engine, first.value(), &total, network, &groups)),
            false => {
                let own = Identity { evaluator: Some(HANDMADE.to_string()), ..Identity::default() };
                let own_total = engine.first_score_text(if network { engine.judgement(&own)? } else { judged });
                if network {
                    output::line(format!("{:<16} {total:>8}\n", "network"))?;
                    output::line("The evaluation without the network, for comparison:")?;
                }
                self.print(&*engine, &own_total, &groups)
            }
        }
    }

    fn print(&self, engine: &dyn Engine, total: &str, groups: &[(&'static str, f64)]) -> Result<(), Failure> {
        for (name, value) in groups {
            let score = Score::new(value.round() as i32);
            let text = engine.first_score_text(if engine.side_to_move() == Side::First { score } else { -score });
            output::line(format!("{name:<16} {text:>8}"))?;
        }
        output::line(format!("{:<16} {total:>8}", "total"))?;
        if let Ok(table) = engine.weights(self.eval.as_deref().unwrap_or_default())
            && !table.sets.is_empty()
        {
            output::line("\nSets of weights, as in weights=NAME:")?;
            for set in table.sets {
                output::line(format!("  {:<14} {}", set.name, set.about))?;
            }
        }
        Ok(())
    }

    fn as_json(
        &self,
        engine: &dyn Engine,
        first: i32,
        total: &str,
        network: bool,
        groups: &[(&'static str, f64)],
    ) -> Value {
        let groups: Vec<Value> = groups.iter().map(|(name, value)| json!({ "group": name, "value": value })).collect();
        json!({
            "game": engine.game(),
            "position": engine.position(),
            "evaluator": self.eval,
            "value": first,
            "text": total,
            "network": network,
            "groups": groups,
            "written": self.weights_out.as_ref().map(|path| path.display().to_string()),
        })
    }
}
