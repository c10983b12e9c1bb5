//! The store as it is used beside other work, by searches and by the server: opened when it is first asked, and kept open.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Past, PastGames, PastMove, Searched};
use game::Key;

use crate::{Error, History};

/// Where the history of played games is kept; `None` on a system that has no folder for data.
pub fn default_file() -> Option<PathBuf> {
    knowledge::data_folder().map(|folder| folder.join("history.sqlite"))
}

/// The games of a store for searches to learn from; those of [`default_file`] if no other is named. No file is opened or made
/// before a search asks.
///
/// ```
/// let mut options = engine::Options::default();
/// options.resources.past = history::past(None);
/// options.player.set_evaluator("history");
/// ```
pub fn past(path: Option<PathBuf>) -> PastGames {
    PastGames::new(Arc::new(HistoryFile::new(path.or_else(default_file))))
}

/// A store that is opened when it is first asked, and asked by one at a time.
#[derive(Debug)]
pub struct HistoryFile {
    path: Option<PathBuf>,
    open: Mutex<Option<History>>,
}

impl HistoryFile {
    /// The store at `path`; without one, every question is answered with an error.
    pub fn new(path: Option<PathBuf>) -> HistoryFile {
        HistoryFile { path, open: Mutex::new(None) }
    }

    /// Where the file is, or will be.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Puts a question to the store. If it cannot be opened, the next question tries again.
    pub fn ask<R>(&self, question: impl FnOnce(&mut History) -> Result<R, Error>) -> Result<R, Error> {
        let nowhere = || Error::Request("there is no folder for data here: set KIEBITZ_DATA".to_string());
        let path = self.path.as_ref().ok_or_else(nowhere)?;
        // A question that panicked has left no transaction open: SQLite rolls it back.
        let mut kept = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let open = match kept.take() {
            Some(open) => open,
            None => History::open(path)?,
        };
        question(kept.insert(open))
    }
}

impl Past for HistoryFile {
    fn moves(&self, game: &str, key: Key) -> Result<Vec<PastMove>, engine::Error> {
        let found = self.ask(|history| history.moves(game, key))?;
        Ok(found.into_iter().map(|explored| PastMove { mv: explored.mv, results: explored.results }).collect())
    }

    fn searched(&self, game: &str, evaluator: &str, most: usize) -> Result<Vec<Searched>, engine::Error> {
        Ok(self.ask(|history| history.searched(game, evaluator, most))?)
    }

    fn keep(&self, game: &str, evaluator: &str, searched: Searched) -> Result<(), engine::Error> {
        Ok(self.ask(|history| history.keep_searched(game, evaluator, searched))?)
    }
}
