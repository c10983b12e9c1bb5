//! `kiebitz data merge`: files that were made in parts, put together.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::output::{self, Failure};

/// Puts together files that were made in parts with the same settings
#[derive(Args)]
#[command(after_help = "\
Example: kiebitz data merge part1.games part2.games --out chess.games

The parts hold ranges of games that follow one another (`data generate --from A --to B`). What comes out has the same bytes
as a file that was made at once.")]
pub struct Merge {
    /// The files, in any order
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The file to make
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Merge {
    pub fn run(self) -> Result<(), Failure> {
        let spinner = output::spinner("merging");
        let done = learn::data::merge(&self.files, &self.out);
        spinner.finish_and_clear();
        let done = done?;
        let file = self.out.display().to_string();
        if self.json {
            return output::json(&json!({ "file": file, "games": done.games, "positions": done.positions }));
        }
        let count = output::thousands;
        output::line(format!("{file}: {} games, {} positions", count(done.games.into()), count(done.positions)))
    }
}
