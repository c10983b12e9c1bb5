//! Sentences that can be true, by predicate, with hash indexes over parts of them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::terms::{Symbol, Term, Terms, blend};

/// A key is a hash already.
#[derive(Default)]
pub struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are 64-bit numbers")
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// A part of a sentence that an index looks at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// The term at a path of argument numbers.
    Value(Vec<u8>),
    /// The symbol at a path: sentences with another one are not in the index.
    Functor(Vec<u8>, Symbol),
}

/// The rows of a relation by some parts of them.
#[derive(Clone)]
pub struct Index {
    parts: Vec<Part>,
    /// The rows by the hash of their parts.
    pub rows: HashMap<u64, Vec<u32>, BuildHasherDefault<Plain>>,
    filled: usize,
}

/// The sentences of one predicate that can be true.
#[derive(Clone, Default)]
pub struct Relation {
    /// The sentences in the order in which they were found.
    pub rows: Vec<Term>,
    /// Those before `old` were there before the last round, those before `now` were found in it.
    pub old: usize,
    /// See `old`.
    pub now: usize,
    /// Its indexes.
    pub indexes: Vec<Index>,
}

/// Which rows of a relation count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// Those from before the last round.
    Old,
    /// Those of the last round.
    New,
    /// All of both.
    All,
}

impl Relation {
    /// Where a range begins and ends.
    pub fn bounds(&self, range: Range) -> (usize, usize) {
        match range {
            Range::Old => (0, self.old),
            Range::New => (self.old, self.now),
            Range::All => (0, self.now),
        }
    }

    /// The index over some parts, with all rows in it, and how many had to be put there.
    pub fn index(&mut self, terms: &Terms, parts: Vec<Part>) -> (usize, usize) {
        let number = match self.indexes.iter().position(|index| index.parts == parts) {
            Some(number) => number,
            None => {
                self.indexes.push(Index { parts, rows: HashMap::default(), filled: 0 });
                self.indexes.len() - 1
            }
        };
        (number, self.fill(terms, number))
    }

    /// Puts the rows that are not in an index yet into it. Returns how many those were.
    pub fn fill(&mut self, terms: &Terms, number: usize) -> usize {
        let index = &mut self.indexes[number];
        let before = index.filled;
        for row in index.filled..self.rows.len() {
            if let Some(key) = row_key(terms, &index.parts, self.rows[row]) {
                index.rows.entry(key).or_default().push(row as u32);
            }
        }
        index.filled = self.rows.len();
        index.filled - before
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.rows.clear();
        (self.old, self.now) = (0, 0);
        for index in &mut self.indexes {
            index.rows.clear();
            index.filled = 0;
        }
    }
}

fn row_key(terms: &Terms, parts: &[Part], row: Term) -> Option<u64> {
    let at = |path: &[u8]| path.iter().fold(row, |term, &arg| terms.args(term)[usize::from(arg)]);
    let mut key = 0;
    for part in parts {
        match part {
            Part::Functor(path, symbol) if terms.functor(at(path)) != *symbol => return None,
            Part::Functor(..) => {}
            Part::Value(path) => key = blend(key, at(path)),
        }
    }
    Some(key ^ key >> 31)
}
