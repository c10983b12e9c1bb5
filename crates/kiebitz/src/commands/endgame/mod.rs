//! `kiebitz endgame`: the tables of endings, made, asked and checked.

mod generate;
mod probe;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::output::Failure;

/// Endgame tables: make them, ask them, check them
///
/// Three-man tables need no making. Four-man tables are made once, in a few minutes, and kept in the data folder.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz endgame generate --men 4
  kiebitz endgame probe '8/8/8/8/8/2k5/8/KR6 w - - 0 1'
  kiebitz endgame verify KRK KPK")]
pub struct Endgame {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Generate),
    Probe(probe::Probe),
    Verify(verify::Verify),
}

impl Endgame {
    pub fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Generate(command) => command.run(),
            Command::Probe(command) => command.run(),
            Command::Verify(command) => command.run(),
        }
    }
}

/// Where our own tables are.
#[derive(Args)]
struct Folder {
    /// Where the tables are kept; the data folder unless this says otherwise
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl Folder {
    fn path(&self) -> Result<PathBuf, Failure> {
        self.folder.clone().or_else(knowledge::endgame_folder).ok_or_else(|| {
            Failure::Other("this system has no folder for data; --folder or KIEBITZ_DATA names one".to_string())
        })
    }
}

/// Opens Syzygy folders. Tables that are named and cannot be used are an error here.
fn open_syzygy(folders: &str) -> Result<knowledge::syzygy::Syzygy, Failure> {
    let (syzygy, complaints) = knowledge::syzygy::Syzygy::open(folders);
    if !complaints.is_empty() {
        return Err(Failure::BadInput(complaints.join("\n")));
    }
    if syzygy.files() == 0 {
        return Err(Failure::BadInput(format!("'{folders}': no Syzygy tables (*.rtbw, *.rtbz) there")));
    }
    Ok(syzygy)
}
