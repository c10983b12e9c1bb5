//! What can go wrong before games begin: a request that cannot be carried out.

use std::fmt;

/// A request that cannot be carried out: what was wrong, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(String);

impl Error {
    /// An error in words.
    pub fn new(message: impl Into<String>) -> Error {
        Error(message.into())
    }

    /// An error of a file.
    pub fn file(path: &std::path::Path, error: impl fmt::Display) -> Error {
        Error(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<engine::Error> for Error {
    fn from(error: engine::Error) -> Error {
        Error(error.to_string())
    }
}
