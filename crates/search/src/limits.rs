//! When a search ends.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::Depth;

/// What bounds a search. Nothing set means: until [`Control::stop`].
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The greatest depth.
    pub depth: Option<Depth>,
    /// The greatest number of nodes of this thread, kept exactly.
    pub nodes: Option<u64>,
    /// Do not start an iteration after about this time; stretched and shrunk by how settled the best move is.
    pub soft_time: Option<Duration>,
    /// Stop at this time whatever happens.
    pub hard_time: Option<Duration>,
    /// Stop when a win in at most so many plies is found.
    pub win_in: Option<usize>,
}

impl Limits {
    /// A search to a fixed depth.
    pub fn depth(plies: i32) -> Limits {
        Limits { depth: Some(Depth::new(plies)), ..Limits::default() }
    }

    /// A search of a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search that uses `time` whole.
    pub fn time(time: Duration) -> Limits {
        Limits { hard_time: Some(time), ..Limits::default() }
    }
}

/// The way to reach a search that runs: tells it to stop, tells it the time.
pub struct Control {
    stop: AtomicBool,
    clock: Box<dyn Fn() -> Duration + Send + Sync>,
}

impl Control {
    /// `clock` gives the time since the search was asked for.
    pub fn new(clock: impl Fn() -> Duration + Send + Sync + 'static) -> Control {
        Control { stop: AtomicBool::new(false), clock: Box::new(clock) }
    }

    /// For searches that know no time: the clock stands still.
    pub fn timeless() -> Control {
        Control::new(|| Duration::ZERO)
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Has it been told to stop?
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        (self.clock)()
    }
}
