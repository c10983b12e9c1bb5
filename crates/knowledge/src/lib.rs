//! Answers that need no search: opening books, endgame tables, the history of played games.

pub mod book;
mod error;
mod folder;
pub mod history;
pub mod openings;
pub mod pgn;
mod whole_file;

pub use error::{Error, Refusal};
pub use folder::{data_folder, history_file};
pub use whole_file::WholeFile;
