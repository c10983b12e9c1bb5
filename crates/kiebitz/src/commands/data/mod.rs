//! `kiebitz data`: games of self-play to learn from.

mod generate;
mod merge;
mod show;

use clap::{Args, Subcommand};

use crate::output::Failure;

/// Games of self-play to learn from
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz data generate chess --games 1000 --out chess.games
  kiebitz data show chess.games --sample 5
  kiebitz data merge part1.games part2.games --out chess.games")]
pub struct Data {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Generate),
    Show(show::Show),
    Merge(merge::Merge),
}

impl Data {
    pub fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Generate(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Merge(command) => command.run(),
        }
    }
}
