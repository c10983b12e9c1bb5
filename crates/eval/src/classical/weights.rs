//! The weights in use: the flat table, and what is made of it for speed.

use std::fmt::Write;

use chess::{Kind, Square};

use super::tapered::Tapered;
use super::term::{Term, WEIGHTS, folded};
use super::values::VALUES;

/// One weight for each count of the evaluation.
#[derive(Clone, PartialEq)]
pub struct Weights {
    values: [Tapered; WEIGHTS],
    /// Material and squares added up, by kind and by square from the owner's side.
    placed: [[Tapered; 64]; 6],
}

impl Default for Weights {
    /// The weights of the file `values.rs`.
    fn default() -> Weights {
        let values = VALUES.iter().flat_map(|(_, row)| row.iter());
        let mut table = [Tapered::ZERO; WEIGHTS];
        for (weight, &[opening, middle, endgame]) in table.iter_mut().zip(values) {
            *weight = Tapered::new(opening.into(), middle.into(), endgame.into());
        }
        Weights::new(table)
    }
}

/// Every term has its row, in order and of the right length, or the program does not compile.
const _: () = {
    assert!(VALUES.len() == Term::ALL.len());
    let mut index = 0;
    while index < VALUES.len() {
        let (term, row) = VALUES[index];
        assert!(term as usize == index && row.len() == term.size());
        index += 1;
    }
};

impl Weights {
    /// Weights in the order of the table: the row of [`Term`] after term.
    pub fn new(values: [Tapered; WEIGHTS]) -> Weights {
        let mut placed = [[Tapered::ZERO; 64]; 6];
        for kind in Kind::ALL {
            let material =
                if kind == Kind::King { Tapered::ZERO } else { values[Term::Material.offset() + kind.index()] };
            for square in Square::all() {
                let worth = values[Term::squares(kind).offset() + folded(square)];
                placed[kind.index()][square.index()] = material + worth;
            }
        }
        Weights { values, placed }
    }

    /// All weights in order.
    pub fn values(&self) -> &[Tapered; WEIGHTS] {
        &self.values
    }

    /// One weight of a term.
    #[inline(always)]
    pub fn get(&self, term: Term, index: usize) -> Tapered {
        debug_assert!(index < term.size());
        self.values[term.offset() + index]
    }

    /// What a piece is worth on a square seen from its owner's side.
    #[inline(always)]
    pub(super) fn placed(&self, kind: Kind, square: Square) -> Tapered {
        self.placed[kind.index()][square.index()]
    }

    /// The weights as Rust source: the whole of the file `values.rs`.
    pub fn source(&self) -> String {
        let mut text = String::from(HEADER);
        for &term in Term::ALL {
            let row: Vec<String> =
                (0..term.size()).map(|index| format!("{:?}", self.get(term, index).parts())).collect();
            text.push('\n');
            for line in wrapped(&format!("{}:{}", term.name(), term.about())) {
                let _ = writeln!(text, "    //{line}");
            }
            let _ = write!(text, "    (Term::{term:?}, &[");
            if let [only] = &row[..] {
                let _ = writeln!(text, "{only}]),");
            } else {
                let wide = if term.size() == 36 { 6 } else { 4 };
                for part in row.chunks(wide) {
                    let _ = write!(text, "\n        {},", part.join(", "));
                }
                text.push_str("\n    ]),\n");
            }
        }
        text.push_str("];\n");
        text
    }
}

/// Lines of words, each after a space, that fit into a comment.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        if lines.last().is_some_and(|line| line.len() + word.len() > 110) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            let _ = write!(line, " {word}");
        }
    }
    lines
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}

const HEADER: &str = "\
//! The weight table: for each term what one count is worth in the opening, the middle game and the endgame, in
//! centipawns.
//!
//! This file is written by `Weights::source` (a test compares); numbers may be changed by hand or by a tuner, comments
//! come from `term.rs`.

use super::term::Term;

#[rustfmt::skip]
pub(super) const VALUES: &[(Term, &[[i16; 3]])] = &[";

#[cfg(test)]
mod tests {
    use super::*;

    /// With `KIEBITZ_GOLDEN=1` the file is written anew, after a change of names or comments.
    #[test]
    fn the_file_is_what_the_program_would_write() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/classical/values.rs");
        let source = Weights::default().source();
        if std::env::var_os("KIEBITZ_GOLDEN").is_some() {
            std::fs::write(path, &source).expect("the source directory can be written to");
        }
        let file = std::fs::read_to_string(path).expect("the source file is there");
        assert!(file == source, "{path} differs from Weights::source; KIEBITZ_GOLDEN=1 rewrites it");
    }
}
