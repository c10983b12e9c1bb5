//! `kiebitz history`: the games that were played.

mod export;
mod import;
mod rating;
mod show;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use engine::KnowledgeError;

use crate::output::Failure;

/// The history of played games: takes games in, shows what came of moves and of people's ratings, gives games out
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz history import games.pgn
  kiebitz history show 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
  kiebitz history show othello --position f5d6c3
  kiebitz history export --format pgn --out all.pgn
  kiebitz history rating

Games played with `kiebitz play` are kept as well.")]
pub struct History {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Import(import::Import),
    Show(show::Show),
    Export(export::Export),
    Rating(rating::Rating),
}

impl History {
    pub fn run(self) -> Result<(), Failure> {
        match self.task {
            Task::Import(task) => task.run(),
            Task::Show(task) => task.run(),
            Task::Export(task) => task.run(),
            Task::Rating(task) => task.run(),
        }
    }
}

/// Which store.
#[derive(Args)]
struct Store {
    /// The file of the history, if it is not the one in the data folder
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl Store {
    fn path(&self) -> Result<PathBuf, Failure> {
        let nowhere =
            || Failure::Other("there is no folder for data here: set KIEBITZ_DATA or give --store".to_string());
        self.store.clone().or_else(history::default_file).ok_or_else(nowhere)
    }

    /// Opens what is there.
    fn open(&self) -> Result<history::History, Failure> {
        Ok(history::History::open_existing(&self.path()?)?)
    }
}

/// Ctrl-C is no error of the input.
fn stopped(error: KnowledgeError, remark: &str) -> Failure {
    match error {
        KnowledgeError::Stopped => Failure::Other(format!("stopped: {remark}")),
        error => error.into(),
    }
}
