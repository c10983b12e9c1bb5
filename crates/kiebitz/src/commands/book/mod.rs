//! `kiebitz book`: opening books.

mod build;
mod show;

use clap::{Args, Subcommand};

use crate::output::Failure;

pub use build::RecipeArgs;

/// Opening books: builds them from games, shows what they say
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz book show
  kiebitz book build games.pgn --out my.bin
  kiebitz book show my.bin --moves 'e4 c5'")]
pub struct Book {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Build(build::Build),
    Show(show::Show),
}

impl Book {
    pub fn run(self) -> Result<(), Failure> {
        match self.task {
            Task::Build(task) => task.run(),
            Task::Show(task) => task.run(),
        }
    }
}
