//! What can go wrong in this crate. Each says what was wrong, where, and what would be right.

use std::fmt;
use std::path::{Path, PathBuf};

/// A request that cannot be carried out.
#[derive(Debug)]
pub enum Error {
    /// A game, an evaluator or another thing asked for does not exist.
    Engine(engine::Error),
    /// Anything else about what was asked for.
    Request(String),
    /// A file cannot be opened, read or written.
    Io(PathBuf, std::io::Error),
    /// A file of games is not what it should be.
    Garbled {
        /// The file.
        path: PathBuf,
        /// The byte at which it goes wrong.
        offset: usize,
        /// What is wrong there.
        reason: String,
    },
}

impl Error {
    /// Is the request to blame, or what it names, rather than the machine?
    pub fn is_bad_input(&self) -> bool {
        match self {
            Error::Engine(_) | Error::Request(_) | Error::Garbled { .. } => true,
            Error::Io(_, error) => error.kind() == std::io::ErrorKind::NotFound,
        }
    }

    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.to_path_buf();
        move |error| Error::Io(path, error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Engine(error) => error.fmt(f),
            Error::Request(reason) => f.write_str(reason),
            Error::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Error::Garbled { path, offset, reason } => write!(f, "{}, byte {offset}: {reason}", path.display()),
        }
    }
}

impl std::error::Error for Error {}

impl From<engine::Error> for Error {
    fn from(error: engine::Error) -> Error {
        Error::Engine(error)
    }
}
