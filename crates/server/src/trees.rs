//! The trees that were recorded, in memory: each client has a few, each is forgotten after a while, and all together are bounded.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use answers::trees::{Recorded, gone};

use crate::limits;
use crate::memory::{Memory, Part, Share};
use crate::refusal::Refusal;

/// A tree with its memory.
pub struct Kept {
    recorded: Recorded,
    _share: Share,
}

impl std::ops::Deref for Kept {
    type Target = Recorded;

    fn deref(&self) -> &Recorded {
        &self.recorded
    }
}

struct Entry {
    client: Arc<str>,
    recorded: Arc<Kept>,
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
    pub fn keep(&self, client: &Arc<str>, recorded: Recorded) -> Result<Arc<Kept>, Refusal> {
        let bytes = u64::from(recorded.tree.len()) * limits::TREE_NODE_MEMORY;
        let mut entries = self.lock();
        make_room(&mut entries, client);
        let share = loop {
            match self.memory.take(Part::Trees, bytes) {
                Ok(share) => break share,
                Err(refusal) if entries.is_empty() => return Err(refusal),
                Err(_) => drop(entries.remove(0)),
            }
        };
        let recorded = Arc::new(Kept { recorded, _share: share });
        entries.push(Entry { client: Arc::clone(client), recorded: Arc::clone(&recorded), used: Instant::now() });
        Ok(recorded)
    }

    /// The tree of this id.
    pub fn find(&self, id: &str) -> Result<Arc<Kept>, Refusal> {
        let mut entries = self.lock();
        let place = entries.iter().position(|entry| entry.recorded.id == id);
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
    use std::time::Duration;

    use super::*;
    use crate::house::new_id;
    use crate::refusal::Code;

    fn recorded() -> Recorded {
        let request = lab::tree::Request { depth: 1, ..lab::tree::Request::new("tic-tac-toe") };
        let tree = lab::tree::record(&request, &engine::Control::timeless()).unwrap();
        let game = tree.summary().game;
        Recorded { id: new_id(), game, tree, leaves: None, stopped: false, took: Duration::ZERO }
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
