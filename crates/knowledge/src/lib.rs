//! Answers that need no search: opening books, endgame tables, the history of played games.

pub mod book;
mod data_directory;
mod error;
pub mod history;
pub mod openings;
pub mod pgn;
mod whole_file;

pub use data_directory::data_directory;
pub use error::{Error, Refusal};
pub use whole_file::WholeFile;
