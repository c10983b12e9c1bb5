//! What can go wrong with files of knowledge.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A file that could not be used.
#[derive(Debug)]
pub enum Error {
    /// The system did not let us.
    Io(PathBuf, io::Error),
    /// The file is not what it should be.
    Refused(Refusal),
    /// What was asked for makes no sense.
    Request(String),
    /// Canceled by the caller.
    Stopped,
}

/// A file that is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The file.
    pub path: PathBuf,
    /// Where in the file, in bytes, if it can be told.
    pub offset: Option<u64>,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl Error {
    /// For `map_err`: what the system said about this file.
    pub fn io(path: &Path) -> impl Fn(io::Error) -> Error + '_ {
        move |error| Error::Io(path.to_path_buf(), error)
    }

    /// A file that is not what it should be, `offset` bytes from its beginning, and what would be right.
    pub fn refuse(path: &Path, offset: Option<u64>, reason: impl Into<String>) -> Error {
        Error::Refused(Refusal { path: path.to_path_buf(), offset, reason: reason.into() })
    }

    /// Was it the input, and not the machine, that was at fault?
    pub fn is_bad_input(&self) -> bool {
        match self {
            Error::Refused(_) | Error::Request(_) => true,
            Error::Io(_, error) => error.kind() == io::ErrorKind::NotFound,
            Error::Stopped => false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Error::Refused(refusal) => refusal.fmt(f),
            Error::Request(reason) => f.write_str(reason),
            Error::Stopped => f.write_str("stopped before the end"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(offset) = self.offset {
            write!(f, ", offset {offset}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for Error {}
