//! Opening books: what to play without thinking.
//!
//! A [`Book`] is a Polyglot book: a file, mapped into memory, or the one compiled from our own repertoire.
//! [`build`] makes one from games.

pub mod build;
mod choice;
pub mod polyglot;

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use chess::{Move, Position};
use game::Rules;
use memmap2::Mmap;

pub use self::choice::Choice;
use self::polyglot::{ENTRY, Entry};
use crate::{Error, openings};

/// Where a book comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// The one compiled into the program.
    #[default]
    Embedded,
    /// A file.
    File(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Embedded => f.write_str("the embedded book"),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

/// An opening book, sorted by key.
#[derive(Clone)]
pub struct Book {
    bytes: Arc<Bytes>,
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, legal in the position that was asked about.
    pub mv: Move,
    /// How good or frequent it is among the moves of the position; 0 is never played.
    pub weight: u16,
    /// What a program has learned about it: the last field of a Polyglot entry.
    pub learn: u32,
}

impl Book {
    /// Opens a book. A file that is not a Polyglot book is refused.
    pub fn open(source: &Source) -> Result<Book, Error> {
        match source {
            Source::Embedded => Ok(Book::embedded()),
            Source::File(path) => Book::open_file(path),
        }
    }

    /// Opens a Polyglot file.
    pub fn open_file(path: &Path) -> Result<Book, Error> {
        let file = File::open(path).map_err(Error::io(path))?;
        let length = file.metadata().map_err(Error::io(path))?.len();
        let entry = ENTRY as u64;
        if length == 0 {
            return Err(Error::refuse(path, Some(0), "empty, expected Polyglot entries of 16 bytes"));
        }
        if length % entry != 0 {
            let last = length - length % entry;
            let reason =
                format!("the last entry has {} of 16 bytes: the file is cut off or no Polyglot book", length - last);
            return Err(Error::refuse(path, Some(last), reason));
        }
        // SAFETY: the mapping is read only. Should another process shorten the file meanwhile, the system ends us; books are
        // replaced by renaming, ours at least, which leaves the mapped file as it is.
        let map = unsafe { Mmap::map(&file) }.map_err(Error::io(path))?;
        let book = Book { bytes: Arc::new(Bytes::Mapped(map)) };
        if let Some(index) = book.disorder() {
            let reason = "the key is smaller than the one before it: no Polyglot book, or a damaged one";
            return Err(Error::refuse(path, Some(index as u64 * entry), reason));
        }
        Ok(book)
    }

    /// The book compiled into the program.
    pub fn embedded() -> Book {
        static BOOK: LazyLock<Book> = LazyLock::new(|| Book::from_entries(&repertoire()));
        BOOK.clone()
    }

    fn from_entries(entries: &[Entry]) -> Book {
        Book { bytes: Arc::new(Bytes::Owned(entries.iter().flat_map(|entry| entry.to_bytes()).collect())) }
    }

    fn entries(&self) -> &[[u8; ENTRY]] {
        let bytes: &[u8] = match &*self.bytes {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        };
        bytes.as_chunks().0
    }

    /// How many entries it has.
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Has it no entries at all?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first entry with a smaller key than the one before it.
    fn disorder(&self) -> Option<usize> {
        let keys = || self.entries().iter().map(|bytes| Entry::from_bytes(bytes).key);
        keys().zip(keys().skip(1)).position(|(before, after)| after < before).map(|index| index + 1)
    }

    /// The entries of a key, in the order of the book.
    pub fn find(&self, key: u64) -> impl Iterator<Item = Entry> + '_ {
        let entries = self.entries();
        let start = entries.partition_point(|bytes| Entry::from_bytes(bytes).key < key);
        entries[start..].iter().map(Entry::from_bytes).take_while(move |entry| entry.key == key)
    }

    /// The moves of a position, in the order of the book. Entries that are no legal moves here are passed over: two
    /// positions may share a key. `last` is the move that led here, if it is known (see [`polyglot::key`]).
    ///
    /// ```
    /// use knowledge::book::Book;
    /// let position = chess::Position::default();
    /// let moves = Book::embedded().moves(&position, None);
    /// assert!(moves.iter().any(|found| position.san(found.mv) == "e4"));
    /// ```
    pub fn moves(&self, position: &Position, last: Option<Move>) -> Vec<BookMove> {
        let legal = position.moves();
        self.find(polyglot::key(position, last))
            .filter_map(|entry| {
                let mv = polyglot::decode(&legal, entry.mv)?;
                Some(BookMove { mv, weight: entry.weight, learn: entry.learn })
            })
            .collect()
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Book({} entries)", self.len())
    }
}

/// The repertoire as entries. The weight of a move is the number of named lines that play it here; moves marked as doubtful do
/// not count.
fn repertoire() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in openings::lines() {
        let mut last = None;
        for (position, step) in line.positions().iter().zip(&line.steps) {
            if step.playable {
                entries.push(Entry {
                    key: polyglot::key(position, last),
                    mv: polyglot::encode(step.mv),
                    weight: 1,
                    learn: 0,
                });
            }
            last = Some(step.mv);
        }
    }
    entries.sort_unstable_by_key(|entry| (entry.key, entry.mv));
    entries.dedup_by(|next, kept| {
        let same = (next.key, next.mv) == (kept.key, kept.mv);
        if same {
            kept.weight += next.weight;
        }
        same
    });
    polyglot::sort(&mut entries);
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> (Position, Option<Move>) {
        let mut position = Position::default();
        let mut last = None;
        for mv in moves.split_whitespace() {
            let mv = position.read_move(mv).unwrap();
            position.play(mv);
            last = Some(mv);
        }
        (position, last)
    }

    fn sans(moves: &str) -> Vec<String> {
        let (position, last) = after(moves);
        Book::embedded().moves(&position, last).iter().map(|found| position.san(found.mv)).collect()
    }

    #[test]
    fn the_embedded_book_plays_sound_moves_only() {
        let first = sans("");
        assert_eq!(first, ["d4", "e4", "c4", "Nf3", "b3", "g3"]);
        assert!(!sans("e4 e5").contains(&"f4".to_string()));
        // The answer to what we would not play.
        assert_eq!(sans("e4 e5 Nf3 f5"), ["Nxe5"]);
        assert!(Book::embedded().disorder().is_none());
        // Castling is in it.
        assert!(sans("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6").contains(&"O-O".to_string()));
    }

    #[test]
    fn damaged_files_are_refused_with_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.bin");
        let refused = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            match Book::open_file(&path) {
                Err(Error::Refused(refusal)) => (refusal.offset, refusal.path == path),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(refused(b""), (Some(0), true));
        let good: Vec<u8> = Book::embedded().entries().concat();
        assert_eq!(refused(&good[..good.len() - 3]), (Some(good.len() as u64 - 16), true));
        let swapped = [&good[..160], &good[320..336], &good[160..]].concat();
        assert_eq!(refused(&swapped), (Some(176), true));
        std::fs::write(&path, &good).unwrap();
        assert_eq!(Book::open_file(&path).unwrap().len(), good.len() / 16);
        assert!(matches!(Book::open_file(&folder.path().join("none")), Err(Error::Io(..))));
    }
}
