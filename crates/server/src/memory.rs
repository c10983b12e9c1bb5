//! The memory that work may take, for the whole server: a budget, of which every table, tree and long text draws its share before
//! it is made, and which it gives back when it is gone.
//!
//! The budget has three parts, so that one kind of work cannot take it from the others: half for searches (tables, trees of
//! playouts, what waits), a quarter for recorded trees, a quarter for texts (what is imported, and long answers until they are
//! sent). What does not draw on it is bounded by [`crate::limits`]: connections, small requests, games in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::refusal::{Code, Refusal};

/// A part of the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Tables and trees of searches.
    Searches,
    /// Trees that were recorded.
    Trees,
    /// Texts that are read, and answers that are sent.
    Texts,
}

/// The budget.
pub struct Memory([Arc<Account>; 3]);

struct Account {
    /// What the part is for.
    purpose: &'static str,
    most: u64,
    used: AtomicU64,
}

/// A share of the budget; given back when dropped.
pub struct Share {
    account: Arc<Account>,
    bytes: u64,
}

impl Memory {
    /// A budget of so many MiB.
    pub fn new(mib: u64) -> Memory {
        let bytes = mib << 20;
        let parts = [("searches", bytes / 2), ("recorded trees", bytes / 4), ("imports and long answers", bytes / 4)];
        Memory(parts.map(|(purpose, most)| Arc::new(Account { purpose, most, used: AtomicU64::new(0) })))
    }

    /// Takes a share.
    pub fn take(&self, part: Part, bytes: u64) -> Result<Share, Refusal> {
        self.take_up_to(part, bytes, self.0[part as usize].most)
    }

    /// Takes a share for work that runs. It leaves an eighth of the part to those who want to wait for their turn.
    pub fn take_to_work(&self, part: Part, bytes: u64) -> Result<Share, Refusal> {
        let most = self.0[part as usize].most;
        self.take_up_to(part, bytes, most - most / 8)
    }

    fn take_up_to(&self, part: Part, bytes: u64, most: u64) -> Result<Share, Refusal> {
        let account = &self.0[part as usize];
        let fits = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= most);
        if account.used.fetch_update(Relaxed, Relaxed, fits).is_ok() {
            return Ok(Share { account: Arc::clone(account), bytes });
        }
        let [used, most, wanted] = [account.used.load(Relaxed), most, bytes].map(|bytes| bytes >> 20);
        let message = format!(
            "the server's memory for {} is used up: {used} of {most} MiB are taken and {wanted} MiB are needed; try again later, or \
             start the server with a larger --memory",
            account.purpose
        );
        Err(Refusal::new(Code::Busy, message))
    }

    /// Bytes in use.
    #[cfg(test)]
    pub fn used(&self, part: Part) -> u64 {
        self.0[part as usize].used.load(Relaxed)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.account.used.fetch_sub(self.bytes, Relaxed);
    }
}

/// Sees to it that large blocks go back to the system when they are freed.
///
/// The C library takes blocks above a threshold from the system, each for itself. Left alone, it raises the threshold to the size of
/// whatever is freed, up to 32 MiB, and from then on cuts tables and texts out of heaps that it keeps, with all their holes: after 18
/// minutes of a soak 277 of 742 MiB were such holes. A threshold that was set stays where it is.
///
/// Reference: `M_MMAP_THRESHOLD` in mallopt(3).
pub fn return_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        static ONCE: std::sync::Once = std::sync::Once::new();
        // SAFETY: it sets a number of the allocator, with the allocator's own lock held, and touches no memory that was given out.
        ONCE.call_once(|| unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, crate::limits::LARGE_BLOCK);
        });
    }
}

/// An answer that was written where the work was done, and holds its share of the memory until it is sent: its client may be slow.
pub struct Prepared {
    kind: &'static str,
    bytes: Bytes,
}

struct Held {
    bytes: Vec<u8>,
    _share: Share,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Prepared {
    /// Bytes of this content type.
    pub fn new(memory: &Memory, kind: &'static str, bytes: Vec<u8>) -> Result<Prepared, Refusal> {
        let share = memory.take(Part::Texts, bytes.len() as u64)?;
        Ok(Prepared { kind, bytes: Bytes::from_owner(Held { bytes, _share: share }) })
    }

    /// A value as JSON.
    pub fn json(memory: &Memory, value: &impl serde::Serialize) -> Result<Prepared, Refusal> {
        let bytes = serde_json::to_vec(value).map_err(|error| Refusal::new(Code::Fault, error.to_string()))?;
        Prepared::new(memory, "application/json", bytes)
    }
}

impl IntoResponse for Prepared {
    fn into_response(self) -> Response {
        let mut response = Body::from(self.bytes).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_used_up_without_the_others() {
        let memory = Memory::new(4);
        let half = memory.take(Part::Searches, 1 << 20).unwrap();
        let rest = memory.take(Part::Searches, 1 << 20).unwrap();
        let refusal = memory.take(Part::Searches, 1).err().unwrap();
        assert_eq!((refusal.code, refusal.code.status()), (Code::Busy, 503));
        assert!(refusal.message.contains("2 of 2 MiB") && refusal.message.contains("--memory"), "{}", refusal.message);
        let tree = memory.take(Part::Trees, 1 << 20);
        assert!(tree.is_ok());
        assert!(
            memory.take_to_work(Part::Texts, 1 << 20).is_err() && memory.take_to_work(Part::Texts, 800 << 10).is_ok()
        );
        drop(half);
        assert_eq!(memory.used(Part::Searches), 1 << 20);
        assert!(memory.take(Part::Searches, 1 << 20).is_ok());
        assert!(memory.take(Part::Searches, u64::MAX).is_err());
        drop(rest);
    }

    /// A block that comes from the system stands behind its header at the beginning of a page.
    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    fn large_blocks_come_from_the_system_and_go_back() {
        return_large_blocks();
        // Without it, this would raise the threshold to 16 MiB.
        drop(std::hint::black_box(vec![1_u8; 16 << 20]));
        // What other tests have left free is used first.
        let blocks: Vec<Vec<u8>> = (0..60).map(|number| vec![1; (2 << 20) + 48 * number]).collect();
        let places: Vec<usize> = blocks[50..].iter().map(|block| block.as_ptr().addr() % 4096).collect();
        assert!(places.iter().all(|&place| place == 16), "{places:?}");
    }

    #[test]
    fn an_answer_holds_its_share_until_it_is_sent() {
        let memory = Memory::new(4);
        let prepared = Prepared::json(&memory, &"x".repeat(98)).unwrap();
        let response = prepared.into_response();
        assert_eq!(memory.used(Part::Texts), 100);
        drop(response);
        assert_eq!(memory.used(Part::Texts), 0);
    }
}
