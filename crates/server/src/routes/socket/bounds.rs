//! How many sockets there may be, and how much one may say.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::limits;
use crate::refusal::{Code, Refusal};

/// The sockets that are open, by client.
#[derive(Default)]
pub struct Sockets(Arc<Mutex<HashMap<Arc<str>, usize>>>);

/// The right to one socket; given back when dropped.
pub struct Seat {
    open: Arc<Mutex<HashMap<Arc<str>, usize>>>,
    client: Arc<str>,
}

impl Sockets {
    /// Takes a seat for a client.
    pub fn take(&self, client: &Arc<str>) -> Result<Seat, Refusal> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if open.values().sum::<usize>() >= limits::SOCKETS {
            return Err(Refusal::new(Code::Busy, "too many sockets are open"));
        }
        let own = open.entry(Arc::clone(client)).or_insert(0);
        if *own >= limits::SOCKETS_PER_CLIENT {
            let message = format!("{own} sockets of yours are open; close one first");
            return Err(Refusal::new(Code::TooMany, message));
        }
        *own += 1;
        Ok(Seat { open: Arc::clone(&self.0), client: Arc::clone(client) })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.client);
            }
        }
    }
}

/// A bucket of messages that fills as time goes by: short bursts are fine, a flood is not.
///
/// Reference: the token bucket, J. S. Turner, "New directions in communications", 1986.
pub struct Bucket {
    left: f64,
    since: Instant,
}

impl Bucket {
    /// A full one.
    pub fn full() -> Bucket {
        Bucket { left: f64::from(limits::MESSAGE_BURST), since: Instant::now() }
    }

    /// Takes one message out of it; false if there is none.
    pub fn take(&mut self) -> bool {
        let gained = self.since.elapsed().as_secs_f64() * f64::from(limits::MESSAGES_PER_SECOND);
        self.since = Instant::now();
        self.left = (self.left + gained).min(f64::from(limits::MESSAGE_BURST)) - 1.0;
        self.left >= 0.0
    }
}
