//! The tables as read by `shakmaty-syzygy`, and the conversion from our positions to its own.

use std::path::Path;

use chess::{Position, WHITE};
use shakmaty::{CastlingMode, Chess, FromSetup};
use shakmaty_syzygy::{SyzygyError, Tablebase};

use crate::foreign::role;

/// Files of tables.
pub struct Base(Tablebase<Chess>);

impl Base {
    /// No tables yet.
    pub fn empty() -> Base {
        Base(empty())
    }

    /// Takes a file.
    pub fn add_file(&mut self, path: &Path) -> Result<(), String> {
        self.0.add_file(path).map_err(|error| error.to_string())
    }

    /// The greatest number of men of any table; 0 if there is none.
    #[inline]
    pub fn most_men(&self) -> usize {
        self.0.max_pieces()
    }

    /// The result if the fifty-move clock stood at 0, from -2 to 2. `Ok(None)` if no table knows.
    pub fn wdl(&self, position: &Position) -> Result<Option<i32>, String> {
        let Some(chess) = self.convert(position) else { return Ok(None) };
        known(self.0.probe_wdl_after_zeroing(&chess)).map(|wdl| wdl.map(i32::from))
    }

    /// Plies to the next capture or pawn move. `Ok(None)` if no table knows.
    pub fn dtz(&self, position: &Position) -> Result<Option<i32>, String> {
        let Some(chess) = self.convert(position) else { return Ok(None) };
        known(self.0.probe_dtz(&chess)).map(|dtz| dtz.map(|dtz| i32::from(dtz.ignore_rounding())))
    }

    fn convert(&self, position: &Position) -> Option<Chess> {
        if position.castling_rooks().any() || position.board().occupied().count() > self.most_men() {
            return None;
        }
        let mut setup = shakmaty::Setup::empty();
        for (square, piece) in position.board().iter() {
            let color = if piece.color() == WHITE { shakmaty::Color::White } else { shakmaty::Color::Black };
            setup.board.set_piece_at(there(square), role(piece.kind()).of(color));
        }
        setup.turn = if position.turn() == WHITE { shakmaty::Color::White } else { shakmaty::Color::Black };
        setup.ep_square = position.en_passant().map(there);
        // Checks that no last move can have given, from two knights for instance, are in the tables all the same.
        match Chess::from_setup(setup, CastlingMode::Standard) {
            Ok(chess) => Some(chess),
            Err(error) => error.ignore_impossible_check().ok(),
        }
    }
}

/// No tables yet; their files will be mapped into memory, which is several times faster than reading them piece by piece.
#[cfg(target_pointer_width = "64")]
fn empty() -> Tablebase<Chess> {
    // SAFETY: a mapped file must not be changed or shortened while it is in use. Nobody has a reason to write to a Syzygy table
    // once it is there, we never do, and no engine that maps them (all known ones do) survives it.
    unsafe { Tablebase::with_mmap_filesystem() }
}

/// No tables yet; there is not enough address space to map large ones.
#[cfg(not(target_pointer_width = "64"))]
fn empty() -> Tablebase<Chess> {
    Tablebase::new()
}

fn there(square: chess::Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

/// A table that is missing is no error; one that is damaged is.
fn known<T>(result: Result<T, SyzygyError>) -> Result<Option<T>, String> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(SyzygyError::ProbeFailed { .. }) => Err(result.err().map_or(String::new(), |error| error.to_string())),
        Err(_) => Ok(None),
    }
}
