//! `kiebitz endgame generate`.

use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use knowledge::endgame::{Count, Ending, MOST_MEN, Made, count, generate};
use serde_json::json;

use super::Folder;
use crate::commands::args::whole;
use crate::interrupt;
use crate::output::{self, Failure};

/// Makes the tables of all endings with up to three or four men
///
/// Tables that are there already are checked and kept, so a run that was interrupted goes on where it was. Ctrl-C leaves
/// whole files.
#[derive(Args)]
#[command(after_help = "Example: kiebitz endgame generate --men 4 --threads 2")]
pub struct Generate {
    /// The greatest number of men, kings included
    #[arg(long, default_value_t = MOST_MEN, allow_negative_numbers = true, value_parser = whole(3, MOST_MEN))]
    men: usize,

    /// How many tables are made at a time
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_THREADS))]
    threads: usize,

    #[command(flatten)]
    folder: Folder,

    /// Make anew what is there already, damaged or not
    #[arg(long)]
    replace: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Generate {
    pub fn run(self) -> Result<(), Failure> {
        let folder = self.folder.path()?;
        let endings: Vec<Ending> = Ending::all().into_iter().filter(|ending| ending.men().len() <= self.men).collect();
        let style = ProgressStyle::with_template("{elapsed} [{wide_bar}] {pos}/{len} {msg}").expect("a template");
        let bar = ProgressBar::new(endings.len() as u64).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        let (made, time, stopped) = interrupt::stoppable(|control| {
            let made = generate(&folder, self.men, self.threads, self.replace, &|| control.stopped(), &|progress| {
                bar.set_position(progress.done as u64);
                bar.set_message(progress.made.ending.to_string());
                if !self.json {
                    // Printed above the bar; a reader that has gone away will be noticed at the end.
                    bar.suspend(|| drop(output::line(line(progress.made))));
                }
            });
            (made, control.elapsed(), control.stopped())
        });
        let made = made.map_err(|error| Failure::Other(format!("{error} (--replace makes all tables anew)")))?;
        if stopped {
            bar.finish_and_clear();
            let ready = made.len();
            return Err(Failure::Other(format!(
                "stopped with {ready} of {} tables ready; the same command goes on from here",
                endings.len()
            )));
        }
        bar.set_message("counting positions");
        let mut counts = [Count::default(); MOST_MEN + 1];
        for ending in &endings {
            let men = ending.men().len();
            counts[men] = counts[men] + count(ending);
        }
        bar.finish_and_clear();
        let bytes: u64 = made.iter().map(|made| made.bytes).sum();
        if self.json {
            let tables: Vec<_> = made.iter().map(as_json).collect();
            let positions: serde_json::Map<_, _> = std::iter::once(("2".to_string(), json!(Count::TWO_MEN)))
                .chain((3..=self.men).map(|men| (men.to_string(), json!(counts[men].total()))))
                .collect();
            return output::json(&json!({
                "folder": folder.display().to_string(),
                "tables": tables,
                "bytes": bytes,
                "time_ms": time.as_millis() as u64,
                "positions_up_to_symmetry": positions,
            }));
        }
        let megabytes = bytes as f64 / 1e6;
        output::line(format!(
            "{} tables, {megabytes:.1} MB in {}, ready after {}",
            made.len(),
            folder.display(),
            output::seconds(time)
        ))?;
        output::line(format!("Positions up to symmetry: {} of two men", output::thousands(Count::TWO_MEN)))?;
        for men in 3..=self.men {
            let name = ["three", "four"][men - 3];
            output::line(format!(
                "Positions up to symmetry: {} of {name} men",
                output::thousands(counts[men].total())
            ))?;
        }
        Ok(())
    }
}

fn line(made: &Made) -> String {
    let longest = match made.longest {
        Some(plies) => format!("longest mate in {} moves", plies.div_ceil(2)),
        None => "never won".to_string(),
    };
    let origin = if made.fresh { "made" } else { "was there" };
    format!("{:<5} {longest:<26} {:>11} bytes  {origin}", made.ending.to_string(), output::thousands(made.bytes))
}

fn as_json(made: &Made) -> serde_json::Value {
    json!({
        "ending": made.ending.to_string(),
        "longest_mate": made.longest.map(|plies| plies.div_ceil(2)),
        "bytes": made.bytes,
        "fresh": made.fresh,
    })
}
