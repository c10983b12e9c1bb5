//! `kiebitz solve`: exact values.

use clap::Args;
use engine::{Options, Ply, Resources, Solved};
use serde_json::json;

use super::args::{Place, whole};
use crate::interrupt;
use crate::output::{self, Failure};

/// The exact value of a position, the best move, and how large a small game is
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz solve tic-tac-toe
  kiebitz solve connect-four --position 4444
  kiebitz solve 'othello(size=4)'
  kiebitz solve draughts --position W:WK2,K10:BK1 --json

Ctrl-C gives up.")]
pub struct Solve {
    #[command(flatten)]
    place: Place,

    /// The size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_TABLE))]
    hash: usize,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub fn run(self) -> Result<(), Failure> {
        let mut engine = self.place.open()?;
        let options = Options::from(Resources::table(self.hash));
        let bar = output::spinner("solving");
        let (solved, stopped) = interrupt::stoppable(|control| {
            let solved = engine.solve(&options, control, &mut |known, nodes| {
                bar.set_message(format!("{known}, {} nodes", output::thousands(nodes)));
            });
            (solved, control.stopped())
        });
        bar.finish_and_clear();
        let unsolved = || {
            Failure::Other(if stopped {
                "stopped before the value was known".to_string()
            } else {
                format!("no win within {} plies; it may be a draw, or a longer win", engine::LONGEST_PROOF)
            })
        };
        let solved = solved?.ok_or_else(unsolved)?;
        if self.json { output::json(&as_json(&solved)) } else { print(&solved) }
    }
}

fn print(solved: &Solved) -> Result<(), Failure> {
    output::line(format!("Value: {} (score {})", solved.text, solved.exact))?;
    if let Some(best) = solved.pv.first() {
        output::line(format!("Best move: {}\nLine: {}", best.text, Ply::texts(&solved.pv).join(" ")))?;
    }
    let nodes = output::thousands(solved.nodes);
    let speed = output::thousands(output::speed(solved.nodes, solved.time));
    output::line(format!("Nodes: {nodes} in {}, {speed} nodes/s", output::seconds(solved.time)))?;
    if let Some(size) = solved.size {
        let [first, second, draws] = size.courses_by_result;
        output::line(format!("Positions: {} ({} up to symmetry)", size.positions, size.positions_up_to_symmetry))?;
        output::line(format!(
            "Courses: {} (first player wins {first}, second player wins {second}, draws {draws})",
            size.courses
        ))?;
        output::line(format!("Tree nodes: {}", size.tree_nodes))?;
    }
    Ok(())
}

fn as_json(solved: &Solved) -> serde_json::Value {
    let mut value = json!({
        "move": solved.pv.first().map(|ply| &ply.text),
        "score": solved.exact,
        "value": solved.text,
        "plies_to_end": solved.score.plies_to_end(),
        "nodes": solved.nodes,
        "time_ms": solved.time.as_millis() as u64,
        "pv": Ply::texts(&solved.pv),
    });
    if let Some(size) = solved.size {
        let [first, second, draws] = size.courses_by_result;
        value["positions"] = json!(size.positions);
        value["positions_up_to_symmetry"] = json!(size.positions_up_to_symmetry);
        value["courses"] = json!(size.courses);
        value["courses_by_result"] = json!({"first": first, "second": second, "draw": draws});
        value["tree_nodes"] = json!(size.tree_nodes);
    }
    value
}
