//! What searches of the same position in several processes tell each other: entries of the transposition table, the deep ones, with
//! their full keys.
//!
//! The search hands entries in where it stores them; whoever has the connection fetches them. What came from elsewhere is written to the
//! table by one thread that lives as long as the search. Both ways are bounded: who is slow loses the oldest entries and nothing else.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::Key;

use crate::{Bound, Depth, Entry, Parameters, Table};

/// An entry on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parcel {
    /// The position.
    pub key: Key,
    /// What is known of it.
    pub entry: Entry,
}

/// The meeting point of a search and those who help it.
#[derive(Debug)]
pub struct Exchange {
    least: Depth,
    outward: Mutex<VecDeque<Parcel>>,
    inward: Mutex<Inward>,
    arrived: Condvar,
    /// Entries that were told, were heard, and were lost because somebody was slow.
    told: AtomicU64,
    heard: AtomicU64,
    lost: AtomicU64,
}

/// What came from elsewhere.
#[derive(Debug, Default)]
struct Inward {
    /// With the number of whoever has told it.
    parcels: VecDeque<(usize, Parcel)>,
    /// How often each could be compared with what we have found ourselves, and how often it said the opposite.
    compared: HashMap<usize, (u32, u32)>,
}

/// Entries from this depth on are told: more would be many times as many, and of no more use.
const LEAST: Depth = Depth::new(4);
/// How many entries wait on either way.
const WAITING: usize = 1 << 15;
/// How long the writing thread sleeps where nothing arrives.
const PAUSE: Duration = Duration::from_millis(2);
/// What differs by so many hundredths of the game's swing, or more, at the same depth is the opposite...
const OPPOSITE: i32 = 100;
/// ...and who says so in so many cases, and in this part of all (one of so many), is not believed any more.
const TOO_OFTEN: (u32, u32) = (64, 3);

impl Exchange {
    /// An empty one.
    pub fn new() -> Exchange {
        Exchange {
            least: LEAST,
            outward: Mutex::default(),
            inward: Mutex::default(),
            arrived: Condvar::new(),
            told: AtomicU64::new(0),
            heard: AtomicU64::new(0),
            lost: AtomicU64::new(0),
        }
    }

    /// From this depth on entries are told.
    pub(crate) fn least(&self) -> Depth {
        self.least
    }

    /// Tells an entry.
    pub(crate) fn tell(&self, key: Key, entry: Entry) {
        self.told.fetch_add(1, Relaxed);
        self.push(&mut lock(&self.outward), Parcel { key, entry });
    }

    fn push<T>(&self, queue: &mut VecDeque<T>, parcel: T) {
        if queue.len() >= WAITING {
            queue.pop_front();
            self.lost.fetch_add(1, Relaxed);
        }
        queue.push_back(parcel);
    }

    /// Fetches what was told since the last time.
    pub fn fetch(&self) -> Vec<Parcel> {
        std::mem::take(&mut *lock(&self.outward)).into()
    }

    /// Hands in what somebody else, who goes by this number, has told.
    pub fn hand_in(&self, from: usize, parcels: &[Parcel]) {
        let mut inward = lock(&self.inward);
        self.heard.fetch_add(parcels.len() as u64, Relaxed);
        for parcel in parcels {
            self.push(&mut inward.parcels, (from, *parcel));
        }
        self.arrived.notify_one();
    }

    /// Is what this one tells the opposite of what we find, too often for chance?
    pub fn contradicts(&self, from: usize) -> bool {
        let (compared, opposite) = lock(&self.inward).compared.get(&from).copied().unwrap_or_default();
        opposite >= TOO_OFTEN.0 && opposite * TOO_OFTEN.1 >= compared
    }

    /// How many entries were told, were heard, and were lost.
    pub fn traffic(&self) -> (u64, u64, u64) {
        (self.told.load(Relaxed), self.heard.load(Relaxed), self.lost.load(Relaxed))
    }

    /// Writes to the table what arrives, until it is `over`. What we have found ourselves as deep stays. `swing` is the game's.
    pub(crate) fn write(&self, table: &Table, parameters: &Parameters, swing: i32, over: impl Fn() -> bool) {
        let mut verdicts: Vec<(usize, bool)> = Vec::new();
        while !over() {
            let parcels = {
                let mut inward = lock(&self.inward);
                for (from, opposite) in verdicts.drain(..) {
                    let count = inward.compared.entry(from).or_default();
                    *count = (count.0 + 1, count.1 + u32::from(opposite));
                }
                if inward.parcels.is_empty() {
                    inward = self.arrived.wait_timeout(inward, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
                }
                std::mem::take(&mut inward.parcels)
            };
            for (from, Parcel { key, entry }) in parcels {
                match table.probe(key) {
                    Some(own) if own.depth >= entry.depth => {
                        if own.depth == entry.depth && own != entry {
                            verdicts.push((from, opposite(&own, &entry, swing * OPPOSITE / 100)));
                        }
                    }
                    _ => table.store(key, entry, parameters),
                }
            }
        }
    }
}

impl Default for Exchange {
    fn default() -> Exchange {
        Exchange::new()
    }
}

/// Cannot both be true, by a wide margin?
fn opposite(one: &Entry, other: &Entry, margin: i32) -> bool {
    let above = |low: &Entry, high: &Entry| {
        low.bound != Bound::Upper && high.bound != Bound::Lower && low.value > high.value + margin
    };
    above(one, other) || above(other, one)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use game::Score;

    use super::*;

    fn entry(depth: i32, value: i32, bound: Bound) -> Entry {
        Entry { code: 3, value: Score::new(value), judgement: None, depth: Depth::new(depth), bound }
    }

    fn write(exchange: &Exchange, table: &Table) {
        let rounds = Cell::new(0);
        exchange.write(table, &Parameters::DEFAULT, 100, || rounds.replace(rounds.get() + 1) == 2);
    }

    #[test]
    fn the_oldest_are_dropped() {
        let exchange = Exchange::new();
        for number in 0..WAITING as u64 + 10 {
            exchange.tell(Key(number), entry(5, 0, Bound::Exact));
        }
        let told = exchange.fetch();
        assert_eq!((told.len(), told[0].key, exchange.traffic().2), (WAITING, Key(10), 10));
        assert!(exchange.fetch().is_empty());
    }

    #[test]
    fn what_arrives_is_written_where_we_know_less() {
        let (exchange, table) = (Exchange::new(), Table::new(1 << 16));
        table.store(Key(1 << 60), entry(6, 50, Bound::Exact), &Parameters::DEFAULT);
        table.store(Key(2 << 60), entry(6, 50, Bound::Exact), &Parameters::DEFAULT);
        let parcel = |key: u64, depth| Parcel { key: Key(key << 60), entry: entry(depth, -900, Bound::Exact) };
        exchange.hand_in(0, &[parcel(1, 6), parcel(2, 7), parcel(3, 4)]);
        write(&exchange, &table);
        let value = |key: u64| table.probe(Key(key << 60)).map(|entry| entry.value.value());
        assert_eq!([value(1), value(2), value(3)], [Some(50), Some(-900), Some(-900)]);
    }

    #[test]
    fn who_says_the_opposite_again_and_again_is_found_out() {
        let (exchange, table) = (Exchange::new(), Table::new(1 << 20));
        for number in 0..100 {
            let key = Key(game::mix(number));
            table.store(key, entry(6, 0, Bound::Lower), &Parameters::DEFAULT);
            exchange.hand_in(1, &[Parcel { key, entry: entry(6, 40, Bound::Upper) }]);
            exchange.hand_in(2, &[Parcel { key, entry: entry(6, -140, Bound::Upper) }]);
        }
        write(&exchange, &table);
        assert!(!exchange.contradicts(1) && exchange.contradicts(2));
    }
}
