//! The transposition table: what is known of positions that were searched before.
//!
//! Shared by all threads without locks. An entry is two atomic words; the first is the key XORed with the second, so that
//! an entry torn between two writers fails its key check and is not found (Hyatt and Mann, ICGA Journal 25, 2002). Four
//! entries share a cache line. Old and shallow entries are replaced first.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use game::{Key, Score};

use crate::{Depth, Parameters};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// This is the value.
    Exact = 3,
}

impl Bound {
    /// The bound that a search with the window (`alpha`, `beta`) gives for the value it returned.
    #[inline]
    pub fn of(value: Score, alpha: Score, beta: Score) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// What the table knows of a position: a copy, safe to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move's code ([`game::Rules::encode`]); 0 for none.
    pub code: u16,
    /// The value, counted from the node itself.
    pub value: Score,
    /// The static evaluation; `None` in check.
    pub judgement: Option<Score>,
    /// How deep the search was.
    pub depth: Depth,
    /// What the value is.
    pub bound: Bound,
}

impl Entry {
    /// Does the entry settle a search with the window (`alpha`, `beta`), as far as its bound goes?
    #[inline]
    pub fn settles(&self, value: Score, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    const NO_JUDGEMENT: i16 = i16::MIN;

    // 16 bits move, 16 value, 16 judgement, 8 depth, 2 bound, 6 age.
    fn pack(self, age: u8) -> u64 {
        let judgement = self.judgement.map_or(Entry::NO_JUDGEMENT, |score| score.value() as i16);
        u64::from(self.code)
            | u64::from(self.value.value() as i16 as u16) << 16
            | u64::from(judgement as u16) << 32
            | u64::from((self.depth.plies() + DEPTH_OFFSET).clamp(0, 255) as u8) << 48
            | u64::from(self.bound as u8 | age << 2) << 56
    }

    fn unpack(data: u64) -> Option<Entry> {
        let judgement = (data >> 32) as u16 as i16;
        Some(Entry {
            code: data as u16,
            value: Score::new(i32::from((data >> 16) as u16 as i16)),
            judgement: (judgement != Entry::NO_JUDGEMENT).then(|| Score::new(i32::from(judgement))),
            depth: depth_of(data),
            bound: match data >> 56 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                3 => Bound::Exact,
                _ => return None,
            },
        })
    }
}

const DEPTH_OFFSET: i32 = 8;
const AGES: u8 = 64;

fn depth_of(data: u64) -> Depth {
    Depth::new((data >> 48) as u8 as i32 - DEPTH_OFFSET)
}

#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// Zeroed memory for the buckets, in huge pages where the system grants them: the table is read at random places, and with
/// small pages most of the time would go into TLB misses.
///
/// The system hands out zeroed pages lazily, but not when asked for a large alignment: then the allocator zeroes everything
/// itself, which takes seconds for a large table. So the block is larger, and the buckets begin at its first huge page.
struct Memory {
    start: std::ptr::NonNull<Bucket>,
    count: usize,
    block: std::ptr::NonNull<u8>,
    layout: Layout,
}

impl Memory {
    const HUGE_PAGE: usize = 2 << 20;

    /// `None` if there is not enough memory.
    fn new(count: usize) -> Option<Memory> {
        let size = count.checked_mul(size_of::<Bucket>())?;
        let align = if size >= Memory::HUGE_PAGE { Memory::HUGE_PAGE } else { align_of::<Bucket>() };
        let layout = Layout::from_size_align(size.checked_add(align)?, align_of::<u64>()).ok()?;
        // SAFETY: the layout is not empty.
        let block = std::ptr::NonNull::new(unsafe { alloc_zeroed(layout) })?;
        // SAFETY: the next multiple of `align` is at most `align` bytes ahead, by which the block is longer than its buckets.
        let start = unsafe { block.add(block.align_offset(align)) };
        #[cfg(target_os = "linux")]
        if align == Memory::HUGE_PAGE {
            const MADV_HUGEPAGE: std::ffi::c_int = 14;
            unsafe extern "C" {
                fn madvise(start: *mut std::ffi::c_void, length: usize, advice: std::ffi::c_int) -> std::ffi::c_int;
            }
            // SAFETY: the range is ours, and the advice changes no contents. If it is refused nothing is lost.
            unsafe { madvise(start.as_ptr().cast(), size, MADV_HUGEPAGE) };
        }
        Some(Memory { start: start.cast(), count, block, layout })
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        // SAFETY: `start` points to `count` buckets and is aligned for them; zero bytes are valid atomic integers; the memory
        // lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with the same layout, and not used after this.
        unsafe { dealloc(self.block.as_ptr(), self.layout) };
    }
}

// SAFETY: the memory holds atomic integers only and is owned by this value.
unsafe impl Send for Memory {}
// SAFETY: as above; shared access goes through the atomics.
unsafe impl Sync for Memory {}

/// The table.
pub struct Table {
    memory: Memory,
    age: AtomicU8,
}

impl Table {
    /// A table of at most `bytes` bytes, but at least one bucket. The system provides the memory as it is touched.
    ///
    /// # Panics
    /// If there is not enough memory; use [`Table::try_new`] for sizes that come from outside.
    pub fn new(bytes: usize) -> Table {
        Table::try_new(bytes).unwrap_or_else(|| panic!("no memory for a table of {bytes} bytes"))
    }

    /// The same; `None` if there is not enough memory.
    pub fn try_new(bytes: usize) -> Option<Table> {
        let memory = Memory::new((bytes / size_of::<Bucket>()).max(1))?;
        Some(Table { memory, age: AtomicU8::new(0) })
    }

    /// A table of `megabytes` MiB.
    pub fn with_megabytes(megabytes: usize) -> Table {
        Table::new(megabytes << 20)
    }

    /// How many bytes it holds.
    pub fn bytes(&self) -> usize {
        size_of_val(self.memory.buckets())
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for bucket in self.memory.buckets() {
            bucket.0.iter().for_each(|entry| entry.iter().for_each(|word| word.store(0, Relaxed)));
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: existing entries grow older and are replaced first.
    pub fn next_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        // The high bits choose the bucket, whatever the number of buckets is.
        let buckets = self.memory.buckets();
        &buckets[((u128::from(key.0) * buckets.len() as u128) >> 64) as usize]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key.0 { Entry::unpack(data) } else { None }
        })
    }

    /// Stores `entry`, replacing an older or shallower one. An entry without a move keeps the move that was stored before.
    #[inline]
    pub fn store(&self, key: Key, mut entry: Entry, parameters: &Parameters) {
        let age = self.age.load(Relaxed);
        let mut worst = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (slot, [check, data]) in bucket.0.iter().enumerate() {
            let old = data.load(Relaxed);
            if old == 0 || check.load(Relaxed) ^ old == key.0 {
                if entry.code == 0 {
                    entry.code = old as u16;
                }
                // A deeper bound on the same position, from the same search, is worth more than a shallower one.
                let same_search = (old >> 58) as u8 == age;
                let much_deeper = depth_of(old) > entry.depth + parameters.table_deeper;
                if old != 0 && same_search && entry.bound != Bound::Exact && much_deeper {
                    return;
                }
                worst.1 = slot;
                break;
            }
            let years = (age + AGES - (old >> 58) as u8) % AGES;
            let worth = depth_of(old).plies() - parameters.table_age * i32::from(years);
            if worth < worst.0 {
                worst = (worth, slot);
            }
        }
        let [check, data] = &bucket.0[worst.1];
        let packed = entry.pack(age);
        check.store(key.0 ^ packed, Relaxed);
        data.store(packed, Relaxed);
    }

    /// Prefetches the bucket of `key` into the cache, where the processor can.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching has no effect on memory, and SSE is part of every x86-64 processor.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// How full the table is with entries of the current search, in thousandths, from a sample.
    pub fn per_mille_full(&self) -> usize {
        let age = self.age.load(Relaxed);
        let buckets = self.memory.buckets();
        let sample = &buckets[..buckets.len().min(250)];
        let used = |[_, data]: &&[AtomicU64; 2]| {
            let data = data.load(Relaxed);
            data != 0 && (data >> 58) as u8 == age
        };
        let count = sample.iter().flat_map(|bucket| &bucket.0).filter(used).count();
        count * 1000 / (4 * sample.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, value: i32) -> Entry {
        Entry {
            code: 77,
            value: Score::new(value),
            judgement: Some(Score::new(-5)),
            depth: Depth::new(depth),
            bound: Bound::Lower,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 16);
        for (depth, value) in [(-3, 0), (0, -31_999), (7, 31_990), (120, 5)] {
            let key = Key(game::mix(depth as u64));
            table.store(key, entry(depth, value), &Parameters::DEFAULT);
            assert_eq!(table.probe(key), Some(entry(depth, value)));
            assert_eq!(table.probe(key ^ Key(1)), None);
        }
        table.clear();
        assert_eq!(table.probe(Key(game::mix(7))), None);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Table::new(1);
        for depth in 1..=4 {
            table.store(Key(depth), entry(depth as i32, 0), &Parameters::DEFAULT);
        }
        table.store(Key(5), entry(5, 0), &Parameters::DEFAULT);
        assert_eq!(table.probe(Key(1)), None);
        assert!(table.probe(Key(4)).is_some());
        assert_eq!(table.per_mille_full(), 1000);
        table.next_search();
        table.store(Key(6), entry(1, 0), &Parameters::DEFAULT);
        assert_eq!(table.probe(Key(2)), None);
        assert!(table.probe(Key(6)).is_some());
    }
}
