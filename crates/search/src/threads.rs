//! The threads that searches run on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The stack of a thread that searches. A search takes some space for each ply, down to its greatest depth
/// of 250 and through quiescence; a test searches that deep with half of this.
pub const STACK: usize = 8 << 20;

/// A builder for search threads, with a stack that holds the deepest search. Every thread that runs a search is made with it.
pub fn thread(name: &str) -> std::thread::Builder {
    std::thread::Builder::new().name(name.to_string()).stack_size(STACK)
}

/// A part of a search, for a thread of its own.
pub(crate) type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// The threads that help a search. They live between searches, so that none has to be made on somebody's clock.
#[derive(Default)]
pub(crate) struct Crew {
    /// Each takes jobs until its sender is gone.
    members: Vec<Sender<Job<'static>>>,
}

impl Crew {
    /// Makes threads until there are so many. If the system grants no more, there are fewer.
    pub fn man(&mut self, threads: usize) {
        while self.members.len() < threads
            && let Some(member) = hire()
        {
            self.members.push(member);
        }
    }

    /// Sends threads home until there are no more than so many.
    pub fn shrink(&mut self, threads: usize) {
        self.members.truncate(threads);
    }

    /// Does `jobs`, each on a thread of its own, while `work` is done on this one; returns when all are done. No job is begun any more
    /// when it is `enough`, or when the system grants no thread for it.
    ///
    /// # Panics
    ///
    /// If a job did.
    pub fn together<'a, R>(
        &mut self,
        jobs: impl Iterator<Item = Job<'a>>,
        enough: impl Fn() -> bool,
        work: impl FnOnce() -> R,
    ) -> R {
        let busy = Arc::new(Busy::default());
        // Declared first and so dropped last, also if something panics: until then the jobs may use what they borrow.
        let waiting = Waiting(&busy);
        let work = work;
        for (index, job) in jobs.enumerate() {
            if enough() {
                break;
            }
            let signed = Signed { job, sign: Busy::sign_on(&busy) };
            let job: Job<'a> = Box::new(move || signed.run());
            // SAFETY: only the lifetime changes. What the job borrows is not used after it: the job is gone, done or not, before its
            // sign is dropped, and `waiting` lets nobody out of this function before all signs are dropped.
            let job = unsafe { std::mem::transmute::<Job<'a>, Job<'static>>(job) };
            if self.give(index, job).is_none() {
                break;
            }
        }
        let result = work();
        drop(waiting);
        assert!(!busy.lock().failed, "a thread of the search has failed");
        result
    }

    /// Gives a job to a thread. `None` if there is none to be had.
    fn give(&mut self, index: usize, job: Job<'static>) -> Option<()> {
        self.man(index + 1);
        self.members.get(index)?.send(job).ok()
    }
}

/// A new thread that does what it is sent. A job that panics is told of by its sign; the thread goes on, for one that is about to end would
/// still be sent jobs.
fn hire() -> Option<Sender<Job<'static>>> {
    let (sender, jobs) = channel::<Job<'static>>();
    let work = move || {
        for job in jobs {
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    };
    thread("search").spawn(work).ok().map(|_| sender)
}

/// How many jobs there are that are not done.
#[derive(Default)]
struct Busy {
    state: Mutex<State>,
    done: Condvar,
}

#[derive(Default)]
struct State {
    jobs: usize,
    /// One of them has panicked.
    failed: bool,
}

/// Held by a job until it is done, or is dropped without having been done.
struct Sign(Arc<Busy>);

/// A job with its sign. If it is dropped, the job goes first: fields are dropped in their order.
struct Signed<'a> {
    job: Job<'a>,
    sign: Sign,
}

impl Signed<'_> {
    fn run(self) {
        let Signed { job, sign } = self;
        job();
        drop(sign);
    }
}

impl Busy {
    fn sign_on(busy: &Arc<Busy>) -> Sign {
        busy.lock().jobs += 1;
        Sign(Arc::clone(busy))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Sign {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.jobs -= 1;
        state.failed |= std::thread::panicking();
        self.0.done.notify_all();
    }
}

/// Waits for all jobs when it is dropped.
struct Waiting<'a>(&'a Busy);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        while state.jobs > 0 {
            state = self.0.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread::{ThreadId, current};

    use super::*;

    /// The threads on which so many jobs are done.
    fn threads(crew: &mut Crew, jobs: usize) -> Vec<ThreadId> {
        let mut found = vec![None; jobs];
        let work = found.iter_mut().map(|place| -> Job<'_> { Box::new(move || *place = Some(current().id())) });
        assert_eq!(crew.together(work, || false, || 7), 7);
        found.into_iter().map(|thread| thread.expect("a job that was done")).collect()
    }

    #[test]
    fn threads_live_from_search_to_search() {
        let mut crew = Crew::default();
        crew.man(2);
        let first = threads(&mut crew, 3);
        assert!(first[0] != first[1] && !first.contains(&current().id()));
        assert_eq!(threads(&mut crew, 3), first);
        assert_eq!(threads(&mut crew, 2), first[..2]);
        crew.shrink(1);
        assert_eq!(threads(&mut crew, 2)[0], first[0]);
        assert_ne!(threads(&mut crew, 2)[1], first[1]);
    }

    #[test]
    fn enough_is_enough() {
        let mut done = [false; 4];
        let jobs = done.iter_mut().map(|done| -> Job<'_> { Box::new(|| *done = true) });
        let asked = std::cell::Cell::new(0);
        let enough = || asked.replace(asked.get() + 1) == 2;
        Crew::default().together(jobs, enough, || ());
        assert_eq!(done, [true, true, false, false]);
    }

    /// Nobody is left behind: what jobs borrow is theirs until they are done, whatever happens beside them.
    #[test]
    fn a_panic_is_told_and_costs_nothing_else() {
        let mut crew = Crew::default();
        let before = threads(&mut crew, 2);
        let mut done = false;
        let jobs: Vec<Job> = vec![Box::new(|| panic!("on purpose")), Box::new(|| done = true)];
        assert!(catch_unwind(AssertUnwindSafe(|| crew.together(jobs.into_iter(), || false, || ()))).is_err());
        assert!(done);
        let after = threads(&mut crew, 2);
        assert_eq!(after, before);
        let mut slow = false;
        let jobs: Vec<Job> = vec![Box::new(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            slow = true;
        })];
        let work = || panic!("on purpose");
        assert!(catch_unwind(AssertUnwindSafe(|| crew.together(jobs.into_iter(), || false, work))).is_err());
        assert!(slow);
    }
}
