//! `kiebitz lab`: experiments, each with a table and a picture.

mod ladder;
mod tree;

use clap::{Args, Subcommand};

use crate::output::Failure;

/// Experiments, each with a table and a picture
#[derive(Args)]
pub struct Lab {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    Ladder(Box<ladder::Ladder>),
    Tree(Box<tree::TreeCommand>),
}

impl Lab {
    pub fn run(self) -> Result<(), Failure> {
        match self.experiment {
            Experiment::Ladder(experiment) => experiment.run(),
            Experiment::Tree(experiment) => experiment.run(),
        }
    }
}
