//! Answers that need no search: opening books and endgame tables.

pub mod book;
pub mod endgame;
mod endgames;
mod error;
mod exclusive;
mod folder;
mod foreign;
pub mod games;
pub mod openings;
mod packing;
pub mod syzygy;
mod whole_file;

pub use endgames::{Endgames, Probing, TABLE_WIN};
pub use error::{Error, Refusal};
pub use exclusive::Exclusive;
pub use folder::{data_folder, endgame_folder};
pub use whole_file::{WholeFile, read_at_most};
