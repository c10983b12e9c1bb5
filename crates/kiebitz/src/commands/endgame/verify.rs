//! `kiebitz endgame verify`.

use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use knowledge::endgame::{Checked, Ending, Tables, verify};
use serde_json::json;

use super::{Folder, open_syzygy};
use crate::commands::args::whole;
use crate::output::{self, Failure};

/// Checks tables against the rules, and against Syzygy tables if given
///
/// Every position is set up, its moves are played by the rules of chess, and its value must be the best of what they lead to. By
/// induction the table then mates in exactly the stated number of moves from every won position.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz endgame verify KRK KPK
  kiebitz endgame verify --syzygy ~/syzygy            all endings whose tables are there
  kiebitz endgame verify KQKR --sample 100")]
pub struct Verify {
    /// The endings, stronger side first; all whose tables are there if none is named
    #[arg(value_name = "ENDING")]
    endings: Vec<Ending>,

    /// Folders with Syzygy tables, separated as in PATH
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,

    /// Check only every N-th position
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole(1, 1_000_000_usize))]
    sample: usize,

    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_THREADS))]
    threads: usize,

    #[command(flatten)]
    folder: Folder,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub fn run(self) -> Result<(), Failure> {
        let tables = Tables::new(Some(&self.folder.path()?));
        let syzygy = self.syzygy.as_deref().map(open_syzygy).transpose()?;
        let other = |position: &chess::Position| match &syzygy {
            Some(syzygy) => Ok(syzygy.wdl(position)?.map(|wdl| wdl.number().signum())),
            None => Ok(None),
        };
        let named = !self.endings.is_empty();
        let endings = if named { self.endings.clone() } else { Ending::all() };
        let style = ProgressStyle::with_template("{elapsed} [{wide_bar}] {pos}/{len} {msg}").expect("a template");
        let (mut sum, mut rows) = (Checked::default(), Vec::new());
        let clock = engine::start_clock();
        for ending in endings {
            let missing = || format!("there is no table of {ending}; `kiebitz endgame generate --men 4` makes it");
            let cells = tables.table(ending).map(|table| table.cells_a_side());
            // Damaged three-man tables are done without elsewhere; here they are what is asked about.
            if let Some(complaint) = tables.complaints().first() {
                return Err(Failure::Other(complaint.clone()));
            }
            let cells = match cells {
                Some(cells) => cells,
                None if named => return Err(Failure::Other(missing())),
                None => continue,
            };
            let bar = ProgressBar::new(cells as u64).with_style(style.clone()).with_message(ending.to_string());
            bar.enable_steady_tick(Duration::from_millis(200));
            let start = clock.elapsed();
            let progress = |seen| bar.set_position(seen);
            let checked = verify(&tables, ending, self.sample, self.threads, &other, &progress);
            let checked = checked.ok_or_else(|| Failure::Other(missing()))?;
            bar.finish_and_clear();
            if let Some(mistake) = &checked.mistake {
                return Err(Failure::Other(format!(
                    "{ending}: {} is stated as {}, should be {}",
                    mistake.fen, mistake.stated, mistake.expected
                )));
            }
            let time = clock.elapsed() - start;
            if !self.json {
                output::line(line(ending, &checked, time, syzygy.is_some()))?;
            }
            rows.push(as_json(ending, &checked, time));
            sum.positions += checked.positions;
            sum.compared += checked.compared;
        }
        if self.json {
            return output::json(&json!({
                "endings": rows,
                "positions": sum.positions,
                "compared": sum.compared,
                "time_ms": clock.elapsed().as_millis() as u64,
            }));
        }
        let compared = match syzygy {
            Some(_) => format!(", {} of them equal to Syzygy", output::thousands(sum.compared)),
            None => String::new(),
        };
        output::line(format!(
            "{} endings, {} positions right by the rules{compared}, {}",
            rows.len(),
            output::thousands(sum.positions),
            output::seconds(clock.elapsed())
        ))
    }
}

fn line(ending: Ending, checked: &Checked, time: Duration, compared: bool) -> String {
    let longest = match &checked.longest {
        Some((plies, fen)) => format!("longest mate in {:>2}: {fen}", plies.div_ceil(2)),
        None => "never won".to_string(),
    };
    let positions = output::thousands(checked.positions);
    let compared = if compared { format!(", {} compared", output::thousands(checked.compared)) } else { String::new() };
    format!(
        "{:<5} {positions:>10} positions right{compared}  {:>9}  {longest}",
        ending.to_string(),
        output::seconds(time)
    )
}

fn as_json(ending: Ending, checked: &Checked, time: Duration) -> serde_json::Value {
    let [wins, draws, losses] = checked.results;
    json!({
        "ending": ending.to_string(),
        "positions": checked.positions,
        "compared": checked.compared,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "longest_mate": checked.longest.as_ref().map(|(plies, _)| plies.div_ceil(2)),
        "longest_position": checked.longest.as_ref().map(|(_, fen)| fen),
        "time_ms": time.as_millis() as u64,
    })
}
