//! The record of a run that survives its end, however it ends: one line of JSON for each finished game.
//!
//! The first line says which run it is; a line is written whole and brought to the disk before the next one. A last line that is not
//! whole, as a power failure may leave it, is cut off when the run is taken up again.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Error, Finished};

/// An open journal. No two runs can write the same one.
pub struct Journal {
    file: Lock,
    path: PathBuf,
}

#[cfg(unix)]
type Lock = nix::fcntl::Flock<File>;
#[cfg(not(unix))]
type Lock = File;

#[cfg(unix)]
fn lock(file: File, path: &Path) -> Result<Lock, Error> {
    nix::fcntl::Flock::lock(file, nix::fcntl::FlockArg::LockExclusiveNonblock)
        .map_err(|_| Error::file(path, "another run is writing this journal; --journal FILE names another one"))
}

#[cfg(not(unix))]
fn lock(file: File, _path: &Path) -> Result<Lock, Error> {
    Ok(file)
}

impl Journal {
    /// Begins a journal. An older one at this place that holds games is kept beside it: its new name is returned.
    pub fn create(path: &Path, header: &Value) -> Result<(Journal, Option<PathBuf>), Error> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = lock(file.map_err(|error| Error::file(path, error))?, path)?;
        let broken_off = match read(&mut file) {
            Ok((_, games, _)) if !games.is_empty() && !is_done(&mut file) => {
                let kept = path.with_extension("broken-off.jsonl");
                std::fs::copy(path, &kept).map_err(|error| Error::file(&kept, error))?;
                Some(kept)
            }
            _ => None,
        };
        let fresh = file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0)));
        fresh.map_err(|error| Error::file(path, error))?;
        let mut journal = Journal { file, path: path.to_path_buf() };
        journal.write(&header.to_string())?;
        Ok((journal, broken_off))
    }

    /// Takes up a journal again: its games so far. The run must be the same.
    pub fn resume(path: &Path, header: &Value) -> Result<(Journal, Vec<Finished>), Error> {
        let file = OpenOptions::new().read(true).write(true).open(path);
        let file =
            file.map_err(|error| Error::new(format!("there is nothing to resume: {}: {error}", path.display())))?;
        let mut file = lock(file, path)?;
        let (found, games, end) = read(&mut file).map_err(|error| Error::file(path, error))?;
        if found != *header {
            return Err(Error::file(path, difference(&found, header)));
        }
        let cut = file.set_len(end).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| Error::file(path, error))?;
        Ok((Journal { file, path: path.to_path_buf() }, games))
    }

    /// One more game.
    pub fn add(&mut self, game: &Finished) -> Result<(), Error> {
        let line = serde_json::to_string(game).map_err(|error| Error::file(&self.path, error))?;
        self.write(&line)
    }

    /// The run has come to its end.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.write(DONE)
    }

    fn write(&mut self, line: &str) -> Result<(), Error> {
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Error::file(&self.path, error))
    }
}

/// The last line of a run that has come to its end.
const DONE: &str = "{\"done\":true}";

fn is_done(file: &mut File) -> bool {
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).is_ok() && file.read_to_string(&mut text).is_ok() && text.trim_end().ends_with(DONE)
}

/// The header, the games, and where the last whole line ends.
fn read(file: &mut File) -> Result<(Value, Vec<Finished>, u64), Error> {
    let wrong = |error: &dyn std::fmt::Display| Error::new(format!("this is not a journal: {error}"));
    file.seek(SeekFrom::Start(0)).map_err(|error| wrong(&error))?;
    let mut lines = BufReader::new(file);
    let (mut header, mut games, mut end) = (None, Vec::new(), 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = lines.read_until(b'\n', &mut line).map_err(|error| wrong(&error))?;
        if line.last() != Some(&b'\n') {
            break;
        }
        if header.is_none() {
            header = Some(serde_json::from_slice(&line).map_err(|error| wrong(&error))?);
        } else if line.trim_ascii_end() != DONE.as_bytes() {
            match serde_json::from_slice(&line) {
                Ok(game) => games.push(game),
                // Nothing behind it can be trusted.
                Err(_) => break,
            }
        } else {
            // A finished run may be taken up again with nothing left to play; its mark will be written anew.
            break;
        }
        end += length as u64;
    }
    Ok((header.ok_or_else(|| wrong(&"it is empty"))?, games, end))
}

/// In what two runs differ.
fn difference(found: &Value, wanted: &Value) -> String {
    let names = wanted.as_object().into_iter().flatten().map(|(name, _)| name);
    let name = names.clone().find(|name| found.get(name) != wanted.get(name)).map_or("settings", String::as_str);
    let text = |value: &Value| value.get(name).map_or("nothing".to_string(), Value::to_string);
    format!("this is the journal of another run: its {name} is {}, here it is {}", text(found), text(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;
    use crate::schedule::fixture;
    use serde_json::json;

    fn game(pair: usize) -> Finished {
        Finished {
            fixture: fixture(1, pair, 0, 0, 1),
            half_points: 2,
            ending: Ending::Rules("White wins: \"mate\"\n".to_string()),
            plies: 9,
            seconds: 0.5,
            preparing: 0.1,
            thinking: [0.1, 0.2],
            clock_gap: [0.0, 0.0],
            pgn: "[Event \"x\"]\n\n1. e4 1-0\n\n".to_string(),
        }
    }

    fn place(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kiebitz-journal-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder.join("run.jsonl")
    }

    #[test]
    fn survives() {
        let path = place("survives");
        let header = json!({ "games": 4 });
        let (mut journal, old) = Journal::create(&path, &header).unwrap();
        assert_eq!(old, None);
        journal.add(&game(0)).unwrap();
        journal.add(&game(1)).unwrap();
        // Only one may write.
        #[cfg(unix)]
        assert!(Journal::resume(&path, &header).is_err());
        drop(journal);
        // The power fails in the middle of a line.
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"fixture\":{\"rou").unwrap();
        drop(file);
        let (mut journal, games) = Journal::resume(&path, &header).unwrap();
        assert_eq!(games, [game(0), game(1)]);
        journal.add(&game(2)).unwrap();
        journal.finish().unwrap();
        drop(journal);
        assert_eq!(Journal::resume(&path, &header).unwrap().1.len(), 3);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn another_run_is_refused() {
        let path = place("refused");
        assert!(Journal::resume(&path, &json!({})).is_err());
        drop(Journal::create(&path, &json!({ "games": 4, "seed": 1 })).unwrap());
        let error = Journal::resume(&path, &json!({ "games": 4, "seed": 2 })).err().unwrap().to_string();
        assert!(error.contains("its seed is 1, here it is 2"), "{error}");
        std::fs::write(&path, "nonsense\n").unwrap();
        assert!(Journal::resume(&path, &json!({})).err().unwrap().to_string().contains("not a journal"));
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn nothing_is_lost_by_beginning_anew() {
        let path = place("anew");
        let (mut journal, _) = Journal::create(&path, &json!({})).unwrap();
        journal.add(&game(0)).unwrap();
        drop(journal);
        let (mut journal, kept) = Journal::create(&path, &json!({})).unwrap();
        assert_eq!(Journal::resume(&kept.unwrap(), &json!({})).unwrap().1.len(), 1);
        journal.add(&game(0)).unwrap();
        journal.finish().unwrap();
        drop(journal);
        assert_eq!(Journal::create(&path, &json!({})).unwrap().1, None);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}
