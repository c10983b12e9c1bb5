//! `kiebitz completions`: for the shell.

use clap::{Args, CommandFactory};

use crate::output::{self, Failure};

/// Prints a completion script for a shell
#[derive(Args)]
#[command(after_help = "Example: kiebitz completions bash > ~/.local/share/bash-completion/completions/kiebitz")]
pub struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

impl Completions {
    pub fn run(self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "kiebitz", &mut script);
        output::print(&String::from_utf8_lossy(&script))
    }
}
