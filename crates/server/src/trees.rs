//! The trees that were recorded, in memory: each client has a few, each is forgotten after a while, and all together are bounded.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lab::tree::{LeafCounts, RecordedTree};

use crate::house::new_id;
use crate::limits;
use crate::memory::{Memory, Part, Share};
use crate::refusal::{Code, Refusal};

/// A tree that was recorded.
pub struct Recorded {
    /// Its id.
    pub id: String,
    /// The game with its parameters.
    pub game: String,
    /// The tree.
    pub tree: Box<dyn RecordedTree>,
    /// The leaves of a tree of numbers; a tree of a game has none.
    pub leaves: Option<LeafCounts>,
    /// Was the time up before the depth was reached?
    pub stopped: bool,
    /// How long it was searched.
    pub took: Duration,
    /// Its memory, once it is kept.
    share: Option<Share>,
}

struct Entry {
    client: Arc<str>,
    recorded: Arc<Recorded>,
    used: Instant,
}

/// All trees, the one that was used last at the end.
pub struct Trees {
    memory: Arc<Memory>,
    entries: Mutex<Vec<Entry>>,
}

impl Trees {
    /// No trees; those to come draw on this memory.
    pub fn new(memory: Arc<Memory>) -> Trees {
        Trees { memory, entries: Mutex::default() }
    }

    /// Keeps a tree. Older ones make room.
    pub fn keep(&self, client: &Arc<str>, mut recorded: Recorded) -> Result<Arc<Recorded>, Refusal> {
        let bytes = u64::from(recorded.tree.len()) * limits::TREE_NODE_MEMORY;
        let mut entries = self.lock();
        make_room(&mut entries, client);
        recorded.share = loop {
            match self.memory.take(Part::Trees, bytes) {
                Ok(share) => break Some(share),
                Err(refusal) if entries.is_empty() => return Err(refusal),
                Err(_) => drop(entries.remove(0)),
            }
        };
        let recorded = Arc::new(recorded);
        entries.push(Entry { client: Arc::clone(client), recorded: Arc::clone(&recorded), used: Instant::now() });
        Ok(recorded)
    }

    /// The tree of this id.
    pub fn find(&self, id: &str) -> Result<Arc<Recorded>, Refusal> {
        let mut entries = self.lock();
        let place = entries.iter().position(|entry| entry.recorded.id == id);
        let gone = || Refusal::new(Code::UnknownId, "this tree is not kept any more; record it again");
        let mut entry = entries.remove(place.ok_or_else(gone)?);
        entry.used = Instant::now();
        let recorded = Arc::clone(&entry.recorded);
        entries.push(entry);
        Ok(recorded)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name for a new tree.
pub fn new_tree(tree: Box<dyn RecordedTree>, leaves: Option<LeafCounts>, stopped: bool, took: Duration) -> Recorded {
    Recorded { id: new_id(), game: tree.summary().game, tree, leaves, stopped, took, share: None }
}

/// Drops what is old, and what the client would have too many of with one more.
fn make_room(entries: &mut Vec<Entry>, client: &Arc<str>) {
    entries.retain(|entry| entry.used.elapsed() < limits::TREE_IDLE);
    let own = entries.iter().filter(|entry| entry.client == *client).count();
    let mut surplus = (own + 1).saturating_sub(limits::TREES_PER_CLIENT);
    entries.retain(|entry| {
        let goes = surplus > 0 && entry.client == *client;
        surplus -= usize::from(goes);
        !goes
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded() -> Recorded {
        let request = lab::tree::Request { depth: 1, ..lab::tree::Request::new("tic-tac-toe") };
        let tree = lab::tree::record(&request, &engine::Control::timeless()).unwrap();
        new_tree(tree, None, false, Duration::ZERO)
    }

    #[test]
    fn a_client_loses_the_tree_it_has_not_used_for_longest() {
        let trees = Trees::new(Arc::new(Memory::new(4)));
        let (one, other): (Arc<str>, Arc<str>) = (Arc::from("one"), Arc::from("other"));
        let theirs = trees.keep(&other, recorded()).unwrap().id.clone();
        let mine: Vec<String> =
            (0..limits::TREES_PER_CLIENT).map(|_| trees.keep(&one, recorded()).unwrap().id.clone()).collect();
        assert!(trees.find(&mine[0]).is_ok());
        trees.keep(&one, recorded()).unwrap();
        let there: Vec<bool> = mine.iter().map(|id| trees.find(id).is_ok()).collect();
        assert_eq!(there, [true, false, true, true]);
        assert!(trees.find(&theirs).is_ok());
        assert_eq!(trees.find("nothing").err().map(|refusal| refusal.code), Some(Code::UnknownId));
    }

    #[test]
    fn older_trees_make_room_in_the_memory() {
        let memory = Arc::new(Memory::new(1));
        let trees = Trees::new(Arc::clone(&memory));
        let size = u64::from(recorded().tree.len()) * limits::TREE_NODE_MEMORY;
        let room = (256 << 10) / size;
        let client = |number: u64| -> Arc<str> { Arc::from(format!("client-{number}")) };
        let ids: Vec<String> =
            (0..room + 2).map(|number| trees.keep(&client(number), recorded()).unwrap().id.clone()).collect();
        assert!(memory.used(Part::Trees) <= 256 << 10);
        assert!(trees.find(&ids[0]).is_err() && trees.find(&ids[1]).is_err());
        assert!(trees.find(&ids[2]).is_ok() && trees.find(&ids[ids.len() - 1]).is_ok());
    }
}
