//! `kiebitz data show`: what is in a file of games.

use std::path::PathBuf;

use clap::Args;
use learn::data::{Ending, Games, Summary, Surprise};
use serde_json::{Value, json};

use crate::commands::args::whole;
use crate::output::{self, Failure};

/// Shows what is in a file of games
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz data show chess.games --sample 5
  kiebitz data show chess.games --eval classical --eval network --eval network:mine.kbn

--eval tells how surprising the results of the games are to an evaluator: the mean cross entropy over the quiet positions, in nats, and
beside it what they are to the searches that played. Less is better; only losses on the same games can be compared.")]
pub struct Show {
    /// The file
    file: PathBuf,

    /// Print so many of its positions, evenly spread
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
          value_parser = whole(0, 1_000_000_usize))]
    sample: usize,

    /// Tell how surprising the results are to this evaluator; may be repeated
    #[arg(long, value_name = "NAME")]
    eval: Vec<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub fn run(self) -> Result<(), Failure> {
        let bar = output::spinner("reading");
        let file = Games::read(&self.file)?;
        let summary = Summary::of(&file, self.sample)?;
        let surprise = (!self.eval.is_empty()).then(|| Surprise::of(&file, &self.eval)).transpose()?;
        bar.finish_and_clear();
        if self.json {
            let mut shown = as_json(&file, &summary);
            if let Some(surprise) = &surprise {
                shown["surprise"] = self.surprise_json(surprise);
            }
            return output::json(&shown);
        }
        print(&file, &summary)?;
        surprise.map_or(Ok(()), |surprise| self.print_surprise(&surprise))
    }

    fn print_surprise(&self, surprise: &Surprise) -> Result<(), Failure> {
        let positions = output::thousands(surprise.positions as u64);
        output::line(format!("\nHow surprising the results are, {positions} positions (nats):"))?;
        output::line(format!("  {:.4}  the searches", surprise.searches))?;
        for (name, loss) in self.eval.iter().zip(&surprise.evaluators) {
            output::line(format!("  {loss:.4}  {name}"))?;
        }
        Ok(())
    }

    fn surprise_json(&self, surprise: &Surprise) -> Value {
        let one = |(name, loss): (&String, &f64)| json!({ "evaluator": name, "loss": loss });
        json!({
            "positions": surprise.positions,
            "searches": surprise.searches,
            "evaluators": self.eval.iter().zip(&surprise.evaluators).map(one).collect::<Vec<_>>(),
        })
    }
}

fn print(file: &Games, summary: &Summary) -> Result<(), Failure> {
    let header = &file.header;
    let count = |number: usize| output::thousands(number as u64);
    output::line(format!("Game: {}", header.game))?;
    output::line(format!("Played with: {}, {} nodes a move", header.evaluator, count(header.nodes as usize)))?;
    if header.from > 0 {
        output::line(format!("A part: it begins with game {}", count(header.from as usize)))?;
    }
    output::line(format!(
        "Openings: at least {} random plies, uneven by at most {} steps; seed {}",
        header.random_plies, header.balance, header.seed
    ))?;
    if let Some(offset) = file.torn_at {
        output::line(format!("The file is torn at byte {offset}, within a game that was being written."))?;
    }
    output::line(format!("Games: {}, of {} plies together", count(summary.games), count(summary.plies)))?;
    if summary.shuffled > 0 {
        output::line(format!("Games from another arrangement of the pieces: {}", count(summary.shuffled)))?;
    }
    output::line(format!(
        "Quiet positions: {}, of them {} for the second time or more",
        count(summary.positions),
        count(summary.repeated)
    ))?;
    if summary.harvested > 0 {
        output::line(format!("Positions from inside the searches: {}", count(summary.harvested)))?;
    }
    let [first, drawn, second] = summary.results;
    output::line(format!(
        "Results: first player {}, drawn {}, second player {}",
        count(first),
        count(drawn),
        count(second)
    ))?;
    let endings = Ending::ALL.iter().zip(summary.endings).filter(|(_, games)| *games > 0);
    let endings: Vec<String> = endings.map(|(ending, games)| format!("{} {}", count(games), ending.name())).collect();
    output::line(format!("Endings: {}", endings.join(", ")))?;
    output::line("\nScore for the first player:")?;
    let rows: Vec<(String, usize)> =
        summary.scores.iter().enumerate().map(|(bin, &positions)| (range(bin), positions)).collect();
    histogram(&rows)?;
    output::line("\nPieces on the board:")?;
    let rows: Vec<(String, usize)> = summary
        .pieces
        .chunks(4)
        .enumerate()
        .map(|(index, bins)| (format!("{} to {}", 4 * index, 4 * index + 3), bins.iter().sum()))
        .collect();
    histogram(&rows)?;
    if !summary.samples.is_empty() {
        output::line("\nPosition | score for the first player | its result | game")?;
    }
    for sample in &summary.samples {
        output::line(format!("{} | {} | {} | {}", sample.position, sample.score, sample.result, sample.game))?;
    }
    Ok(())
}

/// What a bin of scores holds.
fn range(bin: usize) -> String {
    let edges = Summary::EDGES;
    match bin {
        0 => format!("below {:+}", edges[0]),
        _ if bin == edges.len() => format!("from {:+}", edges[bin - 1]),
        _ => format!("{:+} to {:+}", edges[bin - 1], edges[bin]),
    }
}

/// One line a row, with a bar; empty rows at both ends are left out.
fn histogram(rows: &[(String, usize)]) -> Result<(), Failure> {
    const WIDTH: usize = 40;
    let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let first = rows.iter().position(|(_, count)| *count > 0).unwrap_or(rows.len());
    let last = rows.iter().rposition(|(_, count)| *count > 0).map_or(0, |last| last + 1);
    for (name, count) in rows.get(first..last).unwrap_or_default() {
        let bar = "#".repeat((count * WIDTH).div_ceil(most));
        output::line(format!("  {name:<14} {:>12} {bar}", output::thousands(*count as u64)))?;
    }
    Ok(())
}

fn as_json(file: &Games, summary: &Summary) -> Value {
    let header = &file.header;
    let [first, draw, second] = summary.results;
    let endings: Value = Ending::ALL
        .iter()
        .zip(summary.endings)
        .map(|(ending, games)| (ending.name().to_string(), json!(games)))
        .collect();
    let samples: Vec<Value> = summary
        .samples
        .iter()
        .map(|sample| {
            json!({
                "position": sample.position,
                "score": sample.score.value(),
                "result": sample.result.value(),
                "game": sample.game,
            })
        })
        .collect();
    json!({
        "game": header.game,
        "evaluator": header.evaluator,
        "nodes": header.nodes,
        "harvested": summary.harvested,
        "seed": header.seed,
        "random_plies": header.random_plies,
        "balance": header.balance,
        "chess960": header.shuffled,
        "men": header.men,
        "from": header.from,
        "torn_at": file.torn_at,
        "games": summary.games,
        "plies": summary.plies,
        "positions": summary.positions,
        "repeated": summary.repeated,
        "shuffled_games": summary.shuffled,
        "results": { "first": first, "draw": draw, "second": second },
        "endings": endings,
        "score_edges": Summary::EDGES,
        "scores": summary.scores,
        "pieces": summary.pieces,
        "samples": samples,
    })
}
