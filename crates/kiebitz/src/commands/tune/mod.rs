//! `kiebitz tune`: better weights.

mod texel;

use clap::{Args, Subcommand};

use crate::output::Failure;

/// Finds better weights for an evaluator
#[derive(Args)]
#[command(after_help = "Example: kiebitz tune texel chess --data chess.games --out values.rs")]
pub struct Tune {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Texel(texel::Texel),
}

impl Tune {
    pub fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Texel(command) => command.run(),
        }
    }
}
