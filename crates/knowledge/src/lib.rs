//! Answers that need no search: opening books, endgame tables, the history of played games.

pub mod endgame;
mod endgames;
mod folder;
pub mod syzygy;

pub use endgames::{Endgames, Probing, TABLE_WIN};
pub use folder::{data_folder, endgame_folder};
