//! The table of the proof-number search: the numbers of positions, each with the plies that are left.

use game::Key;

use super::Effort;

/// Entries in a bucket.
const BUCKET: usize = 4;
/// It starts small, because most proofs are short and a small table stays in the cache, and grows by a factor when half full.
const FIRST: usize = 1 << 16;
const GROWTH: usize = 4;

/// The key, with the plies left in its last byte, and the two numbers.
type Slot = (u64, Effort);

const EMPTY: Slot = (0, Effort { succeed: 0, fail: 0 });

pub(super) struct ProofTable {
    slots: Vec<Slot>,
    used: usize,
    /// The greatest number of slots.
    most: usize,
}

impl ProofTable {
    /// A table that grows up to `bytes` bytes, if there is that much memory.
    pub fn new(bytes: usize) -> ProofTable {
        let most = (bytes / size_of::<Slot>() / BUCKET).max(1) * BUCKET;
        ProofTable { slots: vec![EMPTY; FIRST.min(most)], used: 0, most }
    }

    /// How full it is, in thousandths of what it may become.
    pub fn full(&self) -> usize {
        self.used * 1000 / self.most
    }

    /// The numbers stored for this position and these plies.
    pub fn probe(&self, key: Key, left: usize) -> Option<Effort> {
        let tag = tag(key, left);
        let bucket = self.bucket(tag);
        self.slots[bucket..bucket + BUCKET].iter().find(|slot| slot.0 == tag && **slot != EMPTY).map(|slot| slot.1)
    }

    /// Stores the numbers of a position.
    pub fn store(&mut self, key: Key, left: usize, effort: Effort) {
        if self.used * 2 > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        self.put((tag(key, left), effort));
    }

    /// Replaces the entry with the fewest plies left, which is the cheapest to compute again.
    fn put(&mut self, slot: Slot) {
        let bucket = self.bucket(slot.0);
        let slots = &mut self.slots[bucket..bucket + BUCKET];
        let cheapest = || (0..BUCKET).min_by_key(|&index| slots[index].0 & 0xff);
        let index = slots.iter().position(|old| old.0 == slot.0).or_else(cheapest).unwrap_or(0);
        self.used += usize::from(slots[index] == EMPTY);
        slots[index] = slot;
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * GROWTH).min(self.most);
        let mut larger = Vec::new();
        if larger.try_reserve_exact(size).is_err() {
            self.most = self.slots.len();
            return;
        }
        larger.resize(size, EMPTY);
        self.used = 0;
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot != EMPTY {
                self.put(slot);
            }
        }
    }

    fn bucket(&self, tag: u64) -> usize {
        let mixed = (tag.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        mixed % (self.slots.len() / BUCKET) * BUCKET
    }
}

fn tag(key: Key, left: usize) -> u64 {
    key.0 & !0xff | left as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_keeps_survives_growing() {
        let mut table = ProofTable::new(8 << 20);
        let numbers = |index: u64| Effort { succeed: index as u32 + 1, fail: 7 };
        let key = |index: u64| Key(index.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let count = 100_000;
        (0..count).for_each(|index| table.store(key(index), 3, numbers(index)));
        assert!(table.slots.len() > FIRST);
        let kept = (0..count).filter(|&index| table.probe(key(index), 3) == Some(numbers(index))).count();
        // A few buckets are full even so.
        assert!(kept > 95_000, "{kept}");
        assert_eq!(table.probe(key(1), 5), None);
        assert!(table.full() <= 1000 && table.slots.len() <= table.most);
    }
}
