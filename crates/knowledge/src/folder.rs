//! Where data is kept: the platform's folder for it, unless `KIEBITZ_DATA` names another.

use std::path::PathBuf;

/// The folder for data; `None` on a system that has none. It need not exist yet.
pub fn data_folder() -> Option<PathBuf> {
    match std::env::var_os("KIEBITZ_DATA").filter(|folder| !folder.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => dirs::data_dir().map(|folder| folder.join("kiebitz")),
    }
}

/// Where our own endgame tables are kept.
pub fn endgame_folder() -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("endgames"))
}
