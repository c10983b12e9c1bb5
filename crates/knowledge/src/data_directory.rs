//! Where what Kiebitz keeps for its user lies.

use std::env;
use std::path::PathBuf;

/// The folder for tables, stores and settings: the variable `KIEBITZ_DATA` if it is set, else what the platform has for it.
/// It need not exist yet. `None` where the platform has none (no home at all).
pub fn data_directory() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(own) = set("KIEBITZ_DATA") {
        return Some(own);
    }
    let base = if cfg!(target_os = "windows") {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        // The XDG base directory specification.
        set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("kiebitz"))
}
