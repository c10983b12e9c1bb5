//! When a search ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::Depth;

/// What bounds a search. Nothing set means: until [`Control::stop`].
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The greatest depth.
    pub depth: Option<Depth>,
    /// The greatest number of nodes of all threads together, never exceeded.
    pub nodes: Option<u64>,
    /// Do not start an iteration after so many nodes; one that has started may finish.
    pub soft_nodes: Option<u64>,
    /// Do not start an iteration after about this time, which is scaled by how stable the best move is.
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

    /// A search that uses up `time`.
    pub fn time(time: Duration) -> Limits {
        Limits { hard_time: Some(time), ..Limits::default() }
    }
}

/// Controls a running search from outside: tells it to stop, and what time it is.
///
/// It belongs to the caller: a search reads it and never stops it, so that one control can serve many searches, one after
/// another. A search that needs a clock or a stop flag of its own gets a [`Control::child`].
///
/// A search may ponder, that is, think on the opponent's time: after [`Control::ponder`] no time limit counts; from
/// [`Control::ponder_hit`] on, time counts as if the search had just begun.
pub struct Control {
    stop: Arc<Flag>,
    /// When time began to count, in nanoseconds on the clock; [`PONDERING`] while it does not.
    counts_from: AtomicU64,
    /// Nodes so far, of all threads, updated now and then.
    nodes: AtomicU64,
    clock: Box<dyn Fn() -> Duration + Send + Sync>,
}

/// A stop flag, which also counts as set when one of its ancestors is.
#[derive(Default)]
struct Flag {
    set: AtomicBool,
    parent: Option<Arc<Flag>>,
    /// Who is asked whether to stop, where nobody can set the flag meanwhile.
    ask: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl Flag {
    fn is_set(&self) -> bool {
        self.set.load(Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_set()) || self.asks()
    }

    fn asks(&self) -> bool {
        let stop = self.ask.as_ref().is_some_and(|ask| ask());
        if stop {
            self.set.store(true, Relaxed);
        }
        stop
    }
}

/// Time does not count yet.
const PONDERING: u64 = u64::MAX;

impl Control {
    /// `clock` gives the time since the search was asked for.
    pub fn new(clock: impl Fn() -> Duration + Send + Sync + 'static) -> Control {
        Control::with(Flag::default(), clock)
    }

    /// The same, for a place where nobody can call [`Control::stop`] while the search runs, such as the only thread of a browser's
    /// worker: `stop` is asked at every poll whether to stop, and must be quick.
    pub fn asking(
        clock: impl Fn() -> Duration + Send + Sync + 'static,
        stop: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Control {
        Control::with(Flag { ask: Some(Box::new(stop)), ..Flag::default() }, clock)
    }

    fn with(stop: Flag, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Control {
        let (counts_from, nodes) = (AtomicU64::new(0), AtomicU64::new(0));
        Control { stop: Arc::new(stop), counts_from, nodes, clock: Box::new(clock) }
    }

    /// A control for a part of the work, with a clock and a stop flag of its own. Stopping this one stops the child too, but
    /// not the other way round.
    #[must_use]
    pub fn child(&self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Control {
        Control::with(Flag { parent: Some(Arc::clone(&self.stop)), ..Flag::default() }, clock)
    }

    /// For searches without time limits: the clock stands still.
    pub fn timeless() -> Control {
        Control::new(|| Duration::ZERO)
    }

    /// Ends the search at its next poll.
    pub fn stop(&self) {
        self.stop.set.store(true, Relaxed);
    }

    /// Has it been stopped, or one of its ancestors?
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Has an ancestor been stopped? Then nobody waits for an answer anymore.
    pub fn abandoned(&self) -> bool {
        self.stop.parent.as_ref().is_some_and(|parent| parent.is_set())
    }

    /// About how many nodes the search has visited, for observers between reports.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(crate) fn tell_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
    }

    /// Time does not count for now: it is the opponent's turn.
    pub fn ponder(&self) {
        self.counts_from.store(PONDERING, Relaxed);
    }

    /// The opponent has made the expected move: time counts from now on.
    pub fn ponder_hit(&self) {
        self.counts_from.store(self.elapsed().as_nanos() as u64, Relaxed);
    }

    /// The time that counts towards limits; `None` while pondering.
    pub fn spent(&self) -> Option<Duration> {
        match self.counts_from.load(Relaxed) {
            PONDERING => None,
            from => Some(self.elapsed().saturating_sub(Duration::from_nanos(from))),
        }
    }

    /// The time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        (self.clock)()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_stops_with_its_parent_and_not_the_other_way_round() {
        let parent = Control::new(|| Duration::from_millis(10));
        let child = parent.child(|| Duration::from_millis(3));
        let grandchild = child.child(|| Duration::ZERO);
        assert_eq!((parent.elapsed().as_millis(), child.elapsed().as_millis()), (10, 3));
        child.stop();
        assert!(!parent.stopped() && child.stopped() && !child.abandoned());
        assert!(grandchild.stopped() && grandchild.abandoned());
        let other = parent.child(|| Duration::ZERO);
        assert!(!other.stopped());
        parent.stop();
        assert!(other.stopped() && other.abandoned() && !parent.abandoned());
    }

    #[test]
    fn who_asks_is_told_to_stop_and_stays_stopped() {
        let asked = Arc::new(AtomicU64::new(0));
        let count = asked.clone();
        let control = Control::asking(|| Duration::ZERO, move || count.fetch_add(1, Relaxed) == 1);
        let child = control.child(|| Duration::ZERO);
        assert!(!child.stopped() && child.stopped() && control.stopped());
        assert!(child.abandoned() && !control.abandoned());
        assert_eq!(asked.load(Relaxed), 2, "the answer is kept");
    }

    #[test]
    fn time_counts_from_the_ponder_hit() {
        let now = Arc::new(AtomicU64::new(0));
        let clock = now.clone();
        let control = Control::new(move || Duration::from_millis(clock.load(Relaxed)));
        now.store(5, Relaxed);
        assert_eq!(control.spent(), Some(Duration::from_millis(5)));
        control.ponder();
        assert_eq!(control.spent(), None);
        now.store(1000, Relaxed);
        control.ponder_hit();
        now.store(1030, Relaxed);
        assert_eq!(control.spent(), Some(Duration::from_millis(30)));
        assert_eq!(control.elapsed(), Duration::from_millis(1030));
    }
}
