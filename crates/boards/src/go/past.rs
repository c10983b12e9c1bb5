//! The earlier boards of a game, for superko: no stone may bring one of them back.
//!
//! A board is remembered by its 64-bit hash; the chance that two boards of one game share a hash is neglected. The list is
//! persistent: clones share all but its last few entries, so a clone costs the same however long the game. A Bloom
//! filter answers nearly all questions without a walk through the list.

use std::sync::Arc;

use game::mix;

/// Entries kept in the position itself before they are sealed into a shared block.
const BLOCK: usize = 16;
/// 2,048 bits: after 110 moves, one question in twenty walks the list for nothing.
const FILTER_WORDS: usize = 32;

/// A set of board hashes that grows with the game.
#[derive(Clone, Default)]
pub(super) struct Past {
    recent: [u64; BLOCK],
    recent_count: usize,
    older: Option<Arc<Block>>,
    filter: [u64; FILTER_WORDS],
    /// Identifies the set, whatever the order of its entries.
    fingerprint: u64,
}

struct Block {
    hashes: [u64; BLOCK],
    older: Option<Arc<Block>>,
}

impl Past {
    /// Remembers a board. It must not be in the set already, which superko guarantees.
    #[inline]
    pub fn insert(&mut self, hash: u64) {
        if self.recent_count == BLOCK {
            self.older = Some(Arc::new(Block { hashes: self.recent, older: self.older.take() }));
            self.recent_count = 0;
        }
        self.recent[self.recent_count] = hash;
        self.recent_count += 1;
        let (word, bit) = place(hash);
        self.filter[word] |= bit;
        self.fingerprint = self.fingerprint.wrapping_add(mix(hash));
    }

    /// Was this board there before?
    #[inline]
    pub fn contains(&self, hash: u64) -> bool {
        let (word, bit) = place(hash);
        self.filter[word] & bit != 0 && self.find(hash)
    }

    fn find(&self, hash: u64) -> bool {
        let mut block = &self.older;
        if self.recent[..self.recent_count].contains(&hash) {
            return true;
        }
        while let Some(older) = block {
            if older.hashes.contains(&hash) {
                return true;
            }
            block = &older.older;
        }
        false
    }

    /// The same for two sets with the same entries, and almost surely only for them.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

/// The word and the bit of the filter that stand for a hash.
#[inline]
fn place(hash: u64) -> (usize, u64) {
    ((hash >> 6) as usize % FILTER_WORDS, 1 << (hash % 64))
}

/// A long list is freed block by block: the default would recurse once for each.
impl Drop for Block {
    fn drop(&mut self) {
        let mut next = self.older.take();
        while let Some(mut block) = next.and_then(Arc::into_inner) {
            next = block.older.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_everything_and_nothing_else() {
        let mut past = Past::default();
        for number in 0..2_000 {
            assert!(!past.contains(mix(number)));
            past.insert(mix(number));
        }
        let before = past.clone();
        past.insert(mix(2_000));
        assert!((0..=2_000).all(|number| past.contains(mix(number))));
        assert!(!before.contains(mix(2_000)));
        assert_ne!(before.fingerprint(), past.fingerprint());
    }

    #[test]
    fn a_very_long_past_is_freed_without_overflowing_the_stack() {
        let mut past = Past::default();
        (0..2_000_000).for_each(|number| past.insert(number));
        drop(past);
    }
}
