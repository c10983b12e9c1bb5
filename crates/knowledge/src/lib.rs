//! Answers that need no search: opening books, endgame tables, the history of played games.

pub mod book;
pub mod endgame;
mod endgames;
mod error;
mod folder;
mod foreign;
pub mod games;
pub mod history;
pub mod openings;
pub mod syzygy;
mod whole_file;

pub use endgames::{Endgames, Probing, TABLE_WIN};
pub use error::{Error, Refusal};
pub use folder::{data_folder, endgame_folder, history_file};
pub use whole_file::WholeFile;
