//! What all experiments have in common: a table and pictures, printed or written to files.

use std::path::{Path, PathBuf};

use arena::grid::Grid;
use clap::Args;
use engine::Control;
use serde_json::Value;

use crate::output::{self, Failure};

/// Where the result of an experiment goes.
#[derive(Args)]
pub struct Sheet {
    /// Write to a file that ends in .md, .csv, .json, .tex or .svg; may be given several times
    #[arg(long, value_name = "FILE")]
    pub out: Vec<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A picture: what distinguishes its file from that of the first, and how to draw it.
pub type Picture<'a> = (&'a str, &'a dyn Fn() -> String);

impl Sheet {
    /// Are the names such that we know what to write? Asked before the work begins.
    pub fn check(&self) -> Result<(), Failure> {
        check(&self.out)
    }

    /// Prints the result, and writes the files.
    pub fn deliver(
        &self,
        grid: &Grid,
        value: &dyn Fn() -> Value,
        pictures: &[Picture],
        text: &dyn Fn() -> String,
    ) -> Result<(), Failure> {
        deliver(&self.out, self.json, grid, value, pictures, text)
    }
}

/// See [`Sheet::check`].
pub fn check(out: &[PathBuf]) -> Result<(), Failure> {
    let known = |path: &Path| matches!(ending(path), "md" | "csv" | "json" | "tex" | "svg");
    if let Some(path) = out.iter().find(|path| !known(path)) {
        return Err(Failure::BadInput(format!(
            "--out {}: expected a name that ends in .md, .csv, .json, .tex or .svg",
            path.display()
        )));
    }
    // A folder that is missing should not be found out at the end of an hour's work.
    let folder = |path: &PathBuf| path.parent().map(Path::to_path_buf).filter(|folder| !folder.as_os_str().is_empty());
    match out.iter().find(|path| folder(path).is_some_and(|folder| !folder.is_dir())) {
        Some(path) => Err(Failure::BadInput(format!("--out {}: there is no such folder", path.display()))),
        None => Ok(()),
    }
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// See [`Sheet::deliver`].
pub fn deliver(
    out: &[PathBuf],
    json: bool,
    grid: &Grid,
    value: &dyn Fn() -> Value,
    pictures: &[Picture],
    text: &dyn Fn() -> String,
) -> Result<(), Failure> {
    for path in out {
        match ending(path) {
            "md" => output::write_whole(path, grid.markdown())?,
            "csv" => output::write_whole(path, grid.csv())?,
            "tex" => output::write_whole(path, grid.latex())?,
            "json" => output::write_whole(path, format!("{:#}\n", value()))?,
            _ => {
                for (name, draw) in pictures {
                    let place = if name.is_empty() { path.clone() } else { beside(path, name) };
                    output::write_whole(&place, draw())?;
                }
            }
        }
    }
    if json { output::json(&value()) } else { output::print(&text()) }
}

/// `a.svg` with the name `time` is `a-time.svg`.
fn beside(path: &Path, name: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{name}.svg"))
}

/// An experiment that was stopped is no wrong request.
pub fn failed(error: engine::Error, halt: &Control) -> Failure {
    if halt.stopped() { Failure::Other(error.to_string()) } else { error.into() }
}
