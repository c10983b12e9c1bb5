//! `kiebitz man`: the manual pages, one for each command, made of what `--help` says.

use std::path::PathBuf;

use clap::{Args, CommandFactory};

use crate::output::Failure;

/// Writes the manual pages into a folder
#[derive(Args)]
#[command(after_help = "Example: kiebitz man ~/.local/share/man/man1")]
pub struct Man {
    /// The folder, which is made if it is not there
    folder: PathBuf,
}

impl Man {
    pub fn run(self) -> Result<(), Failure> {
        std::fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(crate::Cli::command(), &self.folder))
            .map_err(|error| Failure::Other(format!("{}: {error}", self.folder.display())))
    }
}
