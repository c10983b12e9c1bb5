//! Why there is no picture.

use std::fmt;

/// Why there is no picture, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(String);

impl Error {
    pub(crate) fn new(text: impl fmt::Display) -> Error {
        Error(text.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
