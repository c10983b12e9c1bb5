//! `kiebitz tune`: better weights.

mod evolve;
mod texel;

use clap::{Args, Subcommand};

use crate::output::Failure;

/// Finds better weights for an evaluator
#[derive(Args)]
#[command(after_help = "Example: kiebitz tune texel chess --data chess.games --out mine.toml")]
pub struct Tune {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Texel(texel::Texel),
    Genetic(evolve::GeneticCommand),
    Spsa(evolve::SpsaCommand),
    Random(evolve::RandomCommand),
}

impl Tune {
    pub fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Texel(command) => command.run(),
            Command::Genetic(command) => command.run(),
            Command::Spsa(command) => command.run(),
            Command::Random(command) => command.run(),
        }
    }
}
