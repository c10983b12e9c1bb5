//! Games into the history. That a game cannot be kept does not spoil it: it is said, and play goes on.

use std::io::Write;

use history::{History, PlayedGame};

use crate::output;

/// Keeps a game in the history, if any move was played.
pub fn keep(game: &PlayedGame) {
    if game.course.is_empty() {
        return;
    }
    let Some(path) = history::default_file() else { return };
    if let Err(error) = History::open(&path).and_then(|mut history| history.record(game)) {
        let message = output::visible(&format!("the game was not kept: {error}"));
        let _ = writeln!(std::io::stderr(), "note: {message}");
    }
}
