//! Moves as text: `11-15`, `22x18`, and `1x10x19` where start and end alone would not say which capture is meant.
//!
//! Read are also `:` for `x`, `-` or a blank in captures, squares of the route given or left out as long as one move fits,
//! and squares as letters with numbers. Why a move is refused is said in [`super::refusal`].

use super::geometry::Variant;
use super::position::{Draughts, Move};
use super::word::Word;

/// A move as it was written.
pub(super) struct Written {
    /// Start, perhaps squares on the way, end.
    pub squares: Vec<u8>,
    /// The move is marked as a capture.
    pub capture: bool,
}

impl Written {
    pub fn from(&self) -> u8 {
        self.squares[0]
    }

    pub fn to(&self) -> u8 {
        self.squares[self.squares.len() - 1]
    }

    /// The squares between start and end.
    pub fn between(&self) -> &[u8] {
        &self.squares[1..self.squares.len() - 1]
    }

    /// Reads squares and what separates them.
    pub fn read<W: Word>(text: &str, variant: &Variant<W>) -> Result<Written, String> {
        let separator = |c: char| matches!(c, '-' | 'x' | 'X' | ':' | '*' | '×' | '–') || c.is_whitespace();
        let mut written = Written { squares: Vec::new(), capture: false };
        // Squares are runs of characters that do not separate; a letter after a digit begins a new one (c3d4).
        let mut names: Vec<String> = Vec::new();
        let mut fresh = true;
        for c in text.trim().chars() {
            if separator(c) {
                written.capture |= matches!(c, 'x' | 'X' | ':' | '*' | '×');
                fresh = true;
                continue;
            }
            let after_digit = names.last().is_some_and(|name| name.ends_with(|c: char| c.is_ascii_digit()));
            if fresh || (c.is_ascii_alphabetic() && after_digit) {
                names.push(String::new());
            }
            fresh = false;
            names.last_mut().expect("one was just pushed").push(c);
        }
        if names.len() < 2 {
            let example = if variant.rules.algebraic { "c3-d4 or c3xe5" } else { "11-15 or 22x18" };
            return Err(format!("expected a move such as {example}"));
        }
        for name in &names {
            written.squares.push(variant.named(name)?);
        }
        Ok(written)
    }
}

impl<W: Word> Draughts<W> {
    /// The moves of a list that fit what was written.
    pub(super) fn fitting(&self, moves: &[Move<W>], written: &Written) -> Vec<Move<W>> {
        let mut ends: Vec<Move<W>> = moves.to_vec();
        ends.retain(|mv| mv.from == written.from() && mv.to == written.to());
        if written.between().is_empty() {
            return ends;
        }
        let with_route = |exactly| {
            let mut moves = ends.clone();
            moves.retain(|&mv| self.route(mv, written.between(), exactly).is_some());
            moves
        };
        // The full route comes first: another capture may touch the same squares and more.
        let full = with_route(true);
        if full.is_empty() { with_route(false) } else { full }
    }

    /// A move with as much of its route as is needed to tell it from the others of the list.
    pub(super) fn write_move(&self, mv: Move<W>, others: &[Move<W>]) -> String {
        let alike = |other: &&Move<W>| other.from == mv.from && other.to == mv.to;
        if others.iter().filter(alike).count() > 1 {
            return self.write_route(mv);
        }
        let separator = if mv.captured.is_empty() { '-' } else { 'x' };
        format!("{}{separator}{}", self.variant.name(mv.from), self.variant.name(mv.to))
    }

    /// A capture with every square it lands on.
    pub(super) fn write_route(&self, mv: Move<W>) -> String {
        let path = self.route(mv, &[], false).unwrap_or_else(|| vec![mv.from, mv.to]);
        let names: Vec<String> = path.into_iter().map(|square| self.variant.name(square)).collect();
        names.join(if mv.captured.is_empty() { "-" } else { "x" })
    }
}
