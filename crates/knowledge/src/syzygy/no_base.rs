//! In place of the tables in a build without the feature `syzygy`: there are none.

use std::path::Path;

use chess::Position;

/// No files of tables.
pub struct Base;

impl Base {
    /// No tables.
    pub fn empty() -> Base {
        Base
    }

    /// Refuses every file.
    pub fn add_file(&mut self, _: &Path) -> Result<(), String> {
        Err("this build does not know Syzygy tables: build with the feature syzygy".to_string())
    }

    /// The greatest number of men of any table.
    pub fn most_men(&self) -> usize {
        0
    }

    /// Nothing is known.
    pub fn wdl(&self, _: &Position) -> Result<Option<i32>, String> {
        Ok(None)
    }

    /// Nothing is known.
    pub fn dtz(&self, _: &Position) -> Result<Option<i32>, String> {
        Ok(None)
    }
}
