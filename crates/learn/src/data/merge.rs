//! Files that were made in parts, put together.

use std::path::{Path, PathBuf};

use super::file::{Appender, Header, Reader};
use super::generate::Progress;
use crate::Error;

/// Puts the games of several files, made with the same settings for ranges of numbers that follow one another, into one file:
/// the same bytes as if it had been made at once. `out` must not exist; it appears whole or not at all.
pub fn merge(files: &[PathBuf], out: &Path) -> Result<Progress, Error> {
    let mut parts = files.iter().map(|path| Reader::open(path)).collect::<Result<Vec<_>, _>>()?;
    parts.sort_by_key(|part| part.header.from);
    let Some(first) = parts.first() else { return Err(Error::Request("no files to merge".to_string())) };
    if out.exists() {
        return Err(Error::Request(format!("{}: it is there already; choose another file", out.display())));
    }
    let header = first.header.clone();
    let first_path = first.path.clone();
    if let Some(other) = parts.iter().find(|part| Header { from: header.from, ..part.header.clone() } != header) {
        return Err(Error::Request(format!(
            "{} was made with other settings ({}) than {} ({})",
            other.path.display(),
            other.header.summary(),
            first_path.display(),
            header.summary()
        )));
    }
    let mut aside = out.as_os_str().to_owned();
    aside.push(".part");
    let aside = PathBuf::from(aside);
    // What is there is of an earlier try that was killed, or else somebody has it.
    let file = Appender::create(&aside, &header)?;
    match copy(&mut parts, file, header.from) {
        Ok(done) => std::fs::rename(&aside, out).map_err(Error::io(out)).map(|()| done),
        Err(error) => {
            // Nothing is left of what could not be finished, if it can be removed.
            let _ = std::fs::remove_file(&aside);
            Err(error)
        }
    }
}

fn copy(parts: &mut [Reader], mut file: Appender, mut next: u32) -> Result<Progress, Error> {
    let mut done = Progress::default();
    for part in parts {
        if part.header.from != next {
            return Err(Error::Request(format!(
                "{}: it begins with game {}, but game {next} comes next: there is a {}",
                part.path.display(),
                part.header.from,
                if part.header.from > next { "gap" } else { "overlap" }
            )));
        }
        for game in part.by_ref() {
            let game = game?;
            file.add(&game)?;
            done.add(&game);
            next += 1;
        }
    }
    Ok(done)
}
