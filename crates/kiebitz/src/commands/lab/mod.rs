//! `kiebitz lab`: experiments, each with a table and a picture.

mod ablate;
mod growth;
mod horizon;
mod ladder;
mod learning;
mod place;
mod quiescence;
mod sheet;
mod tree;
mod tuners;

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
    Ablate(Box<ablate::Ablate>),
    Growth(Box<growth::GrowthCommand>),
    Horizon(Box<horizon::Horizon>),
    Ladder(Box<ladder::Ladder>),
    Learning(learning::LearningCommand),
    Quiescence(Box<quiescence::Quiescence>),
    Tree(Box<tree::TreeCommand>),
    Tuners(Box<tuners::Tuners>),
}

impl Lab {
    pub fn run(self) -> Result<(), Failure> {
        match self.experiment {
            Experiment::Ablate(experiment) => experiment.run(),
            Experiment::Growth(experiment) => experiment.run(),
            Experiment::Horizon(experiment) => experiment.run(),
            Experiment::Ladder(experiment) => experiment.run(),
            Experiment::Learning(experiment) => experiment.run(),
            Experiment::Quiescence(experiment) => experiment.run(),
            Experiment::Tree(experiment) => experiment.run(),
            Experiment::Tuners(experiment) => experiment.run(),
        }
    }
}
