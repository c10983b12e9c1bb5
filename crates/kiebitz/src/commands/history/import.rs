//! `kiebitz history import`: games from PGN files.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use history::import::Summary;
use serde_json::json;

use super::Store;
use crate::interrupt;
use crate::output::{self, Failure};

/// Brings games from PGN files into the history
#[derive(Args)]
#[command(after_help = "\
Example: kiebitz history import games.pgn more.pgn.zst

Games that are there already are recognized, games of other variants passed over. Games that cannot be read are reported
with number and line, and the rest goes in. Breaking off leaves what was read so far.")]
pub struct Import {
    /// The games, plain or zstd-compressed
    #[arg(required = true, value_name = "FILE.pgn")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    store: Store,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Import {
    pub fn run(self) -> Result<(), Failure> {
        let mut history = history::History::open(&self.store.path()?)?;
        let bar = output::byte_bar("");
        let clock = engine::start_clock();
        let mut total = Summary::default();
        let mut unreadable = Vec::new();
        let outcome = interrupt::stoppable(|control| {
            for file in &self.files {
                bar.set_position(0);
                bar.set_message(file.display().to_string());
                let mut broken = |fault: &history::import::Broken| {
                    let text = output::visible(&format!("{}: {fault}", file.display()));
                    bar.suspend(|| drop(writeln!(std::io::stderr(), "{text}")));
                };
                let summary = history.import(file, &mut broken, &mut |read, size| {
                    bar.set_length(size);
                    bar.set_position(read);
                    !control.stopped()
                })?;
                if summary.is_nothing() {
                    unreadable.push(file.display().to_string());
                }
                total.add(&summary);
            }
            Ok(())
        });
        bar.finish_and_clear();
        outcome.map_err(|error| super::stopped(error, "the games before are in the history"))?;
        let time = clock.elapsed();
        if self.json {
            output::json(&json!({
                "store": history.path().display().to_string(),
                "added": total.added,
                "known": total.known,
                "empty": total.empty,
                "other_variants": total.other,
                "broken": total.broken,
                "moves": total.moves,
                "time_ms": time.as_millis() as u64,
            }))?;
        } else {
            let number = output::thousands;
            output::line(format!(
                "{} games with {} moves added in {} ({} games/s); {} known already, {} without moves, {} of other variants, {} \
                 broken",
                number(total.added),
                number(total.moves),
                output::seconds(time),
                number(output::speed(total.added, time)),
                number(total.known),
                number(total.empty),
                number(total.other),
                number(total.broken),
            ))?;
        }
        match &unreadable[..] {
            [] => Ok(()),
            files => Err(Failure::BadInput(format!(
                "{}: there is no game in it that can be read; expected PGN",
                files.join(", ")
            ))),
        }
    }
}
