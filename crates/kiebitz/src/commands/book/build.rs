//! `kiebitz book build`: a Polyglot book from games.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use engine::book::build::{Builder, Recipe, Weighting};
use engine::{KnowledgeError, WholeFile};
use serde_json::json;

use crate::commands::args::whole;
use crate::interrupt;
use crate::output::{self, Failure};

/// Builds a Polyglot book from PGN files of any size
#[derive(Args)]
#[command(after_help = "\
Example: kiebitz book build games.pgn more.pgn.zst --out my.bin --min-games 5 --depth 24

Games without a result are passed over; games that cannot be read are reported with number and line, and the rest goes in.")]
pub struct Build {
    /// The games, plain or zstd-compressed
    #[arg(required = true, value_name = "FILE.pgn")]
    files: Vec<PathBuf>,

    /// The book
    #[arg(long, value_name = "FILE.bin")]
    out: PathBuf,

    #[command(flatten)]
    recipe: RecipeArgs,

    /// Replace the book if there is one already
    #[arg(long)]
    force: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What goes into a book.
#[derive(Args)]
pub struct RecipeArgs {
    /// A move must have been played in so many games
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = whole(1, u32::MAX))]
    min_games: u32,

    /// Only the first so many plies of a game
    #[arg(long, value_name = "PLIES", default_value_t = 30, allow_negative_numbers = true,
          value_parser = whole(1, 1000_usize))]
    depth: usize,

    /// The mover must have made so many percent of the points
    #[arg(long, value_name = "PERCENT", default_value_t = 0, allow_negative_numbers = true,
          value_parser = whole(0, 100_u32))]
    min_score: u32,

    /// What makes the weight: points (score) or the number of games
    #[arg(long, value_name = "WHAT", default_value = "score", value_parser = ["score", "games"])]
    weight: String,
}

impl RecipeArgs {
    pub fn recipe(&self) -> Recipe {
        Recipe {
            min_games: self.min_games,
            depth: self.depth,
            min_score: f64::from(self.min_score),
            weighting: if self.weight == "games" { Weighting::Games } else { Weighting::Score },
        }
    }
}

impl Build {
    pub fn run(self) -> Result<(), Failure> {
        // Said before the work, not after it.
        drop(WholeFile::create(&self.out, self.force)?);
        let mut builder = Builder::new(self.recipe.recipe());
        let bar = output::byte_bar("");
        let clock = engine::start_clock();
        let outcome = interrupt::stoppable(|control| {
            for file in &self.files {
                bar.set_position(0);
                bar.set_message(file.display().to_string());
                let mut broken = |fault: &engine::book::build::Broken| {
                    let text = output::visible(&format!("{}: {fault}", file.display()));
                    bar.suspend(|| drop(writeln!(std::io::stderr(), "{text}")));
                };
                builder.add_file(file, &mut broken, &mut |read, size| {
                    bar.set_length(size);
                    bar.set_position(read);
                    !control.stopped()
                })?;
            }
            Ok(())
        });
        bar.finish_and_clear();
        match outcome {
            Err(KnowledgeError::Stopped) => return Err(Failure::Other("stopped: no book was written".to_string())),
            other => other?,
        }
        let summary = builder.finish(&self.out, self.force)?;
        let time = clock.elapsed();
        if self.json {
            return output::json(&json!({
                "book": self.out.display().to_string(),
                "entries": summary.entries,
                "games": summary.games,
                "passed_over": summary.passed_over,
                "broken": summary.broken,
                "time_ms": time.as_millis() as u64,
            }));
        }
        output::line(format!(
            "{}: {} entries from {} games in {} ({} passed over, {} broken)",
            self.out.display(),
            output::thousands(summary.entries),
            output::thousands(summary.games),
            output::seconds(time),
            output::thousands(summary.passed_over),
            output::thousands(summary.broken),
        ))
    }
}
