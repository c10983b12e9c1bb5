//! The threads that search: as many as the machine has cores, and a queue before them that is fair to clients.
//!
//! Each client has a lane of its own, and the lanes take turns: who asks for a hundred searches waits for his own and holds up
//! nobody. Moves that a game waits for have lanes of their own, and every second turn is theirs: a player sits before the board, while
//! analysis only grows deeper. A search that may take long gives way after a slice of time if anybody waits, and goes on where it was when it is
//! its turn again.
//!
//! Work draws its memory when it begins, not while it waits. A search that gave way keeps its table for its next turn only as long as
//! nobody else needs the memory: then those whose turn is last lose theirs first. Work that panics ends alone.
//!
//! Reference: round-robin scheduling with preemption, A. S. Tanenbaum, *Modern Operating Systems*, chapter 2.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::Control;

use crate::limits;
use crate::memory::{Memory, Part, Share};
use crate::refusal::{Code, Refusal};

/// Something to be worked out on one of the threads.
pub trait Work: Send {
    /// Works until it is done or `control` says stop. Answers whether there is more to do.
    fn run(&mut self, control: &Arc<Control>) -> bool;

    /// Called at the end, but not if the work was taken back.
    fn finish(self: Box<Self>);

    /// Called instead of [`Work::finish`] if it cannot be done.
    fn refuse(self: Box<Self>, refusal: Refusal);

    /// Bytes that it needs while it runs.
    fn memory(&self) -> u64 {
        0
    }

    /// Gives up what it keeps for its next turn.
    fn shed(&mut self) {}

    /// Does a game wait for it?
    fn is_reply(&self) -> bool {
        false
    }
}

/// How often we check whether a long search has to give way.
const LOOK: Duration = Duration::from_millis(25);

struct Job {
    number: u64,
    client: Arc<str>,
    /// May it be interrupted for others?
    sliced: bool,
    /// Time on a thread so far.
    spent: Duration,
    /// The memory of what it keeps.
    share: Option<Share>,
    /// The memory that it needs to wait.
    _place: Share,
    work: Box<dyn Work>,
}

struct Running {
    number: u64,
    client: Arc<str>,
    sliced: bool,
    since: Instant,
    control: Arc<Control>,
    gives_way: bool,
    taken_back: bool,
}

/// One lane for each client that waits, in the order of their turns.
#[derive(Default)]
struct Lanes(VecDeque<(Arc<str>, VecDeque<Job>)>);

#[derive(Default)]
struct State {
    /// Moves that a game waits for. Were they in the same lanes as the rest, a client whose turn is always used up by one would never
    /// have its analysis done.
    replies: Lanes,
    others: Lanes,
    running: Vec<Running>,
    /// Work that is done, and whose memory is about to be given back.
    ending: usize,
    next_number: u64,
    /// Is the next turn for a reply, if there is one?
    replies_first: bool,
    closed: bool,
}

struct Shared {
    manning: Manning,
    memory: Arc<Memory>,
    state: Mutex<State>,
    /// There is something to do.
    work: Condvar,
    /// Somebody waits: for the one who looks after slices.
    waiting: Condvar,
}

/// How a pool is manned, and how much may wait for it.
#[derive(Clone, Copy, Debug)]
pub struct Manning {
    /// What its threads are called.
    pub name: &'static str,
    /// How many there are.
    pub threads: usize,
    /// The part of the memory that its work draws on.
    pub part: Part,
    /// Work of one client, running or waiting.
    pub per_client: usize,
    /// Work that waits, of all clients together: replies, and the rest.
    pub waiting: usize,
}

/// The pool. Dropping it stops all searches.
pub struct Pool {
    shared: Arc<Shared>,
}

/// A place in the pool. Dropping it takes the work back.
pub struct Ticket {
    shared: Arc<Shared>,
    number: u64,
}

impl Pool {
    /// A pool whose work draws on this memory.
    pub fn new(manning: Manning, memory: Arc<Memory>) -> std::io::Result<Pool> {
        let (state, work, waiting) = (Mutex::default(), Condvar::new(), Condvar::new());
        let pool = Pool { shared: Arc::new(Shared { manning, memory, state, work, waiting }) };
        for _ in 0..manning.threads {
            let shared = Arc::clone(&pool.shared);
            let thread = engine::thread(manning.name);
            thread.spawn(move || shared.search())?;
        }
        let shared = Arc::clone(&pool.shared);
        std::thread::Builder::new().name("slices".to_string()).spawn(move || shared.look_after_slices())?;
        Ok(pool)
    }

    /// Puts work into a client's lane. With `sliced` it may be interrupted while others wait.
    pub fn submit(&self, client: &Arc<str>, sliced: bool, work: Box<dyn Work>) -> Result<Ticket, Refusal> {
        let Manning { part, per_client, waiting: most, .. } = self.shared.manning;
        let mut state = self.shared.lock();
        let running = state.running.iter().filter(|one| one.client == *client).count();
        let waiting = state.replies.of(client) + state.others.of(client);
        if running + waiting >= per_client {
            let message = format!("{} requests of yours are running or waiting, more are not taken", running + waiting);
            return Err(Refusal::new(Code::TooMany, message));
        }
        // Games that wait for replies must not keep others from asking.
        let same = if work.is_reply() { &state.replies } else { &state.others };
        if same.len() >= most {
            return Err(Refusal::new(Code::Busy, "too many requests are waiting for their turn; try again later"));
        }
        let place = loop {
            match self.shared.memory.take(part, limits::WAITING_MEMORY) {
                Ok(place) => break place,
                Err(refusal) if !state.shed() => return Err(refusal),
                Err(_) => {}
            }
        };
        state.next_number += 1;
        let number = state.next_number;
        let client = Arc::clone(client);
        state.put(Job { number, client, sliced, spent: Duration::ZERO, share: None, _place: place, work });
        drop(state);
        self.shared.work.notify_one();
        self.shared.waiting.notify_one();
        Ok(Ticket { shared: Arc::clone(&self.shared), number })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.replies.0.clear();
        state.others.0.clear();
        state.running.iter().for_each(|one| one.control.stop());
        drop(state);
        self.shared.work.notify_all();
        self.shared.waiting.notify_all();
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        if let Some(running) = state.running.iter_mut().find(|one| one.number == self.number) {
            running.taken_back = true;
            running.control.stop();
            return;
        }
        let removed = state.replies.remove(self.number).or_else(|| state.others.remove(self.number));
        // Whatever the work holds is dropped without the lock.
        drop(state);
        drop(removed);
    }
}

impl Lanes {
    fn put(&mut self, job: Job) {
        match self.0.iter_mut().find(|(owner, _)| *owner == job.client) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.0.push_back((Arc::clone(&job.client), VecDeque::from([job]))),
        }
    }

    /// The next job of the client whose turn it is; its next turn is after all others'.
    fn take(&mut self) -> Option<Job> {
        let (owner, mut jobs) = self.0.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.0.push_back((owner, jobs));
        }
        job
    }

    /// Puts a job back that was just taken: it is still its turn.
    fn put_back(&mut self, job: Job) {
        let lane = self.0.iter().position(|(owner, _)| *owner == job.client).and_then(|place| self.0.remove(place));
        let (owner, mut jobs) = lane.unwrap_or_else(|| (Arc::clone(&job.client), VecDeque::new()));
        jobs.push_front(job);
        self.0.push_front((owner, jobs));
    }

    /// The job whose turn is last among those that keep something.
    fn last_that_keeps(&mut self) -> Option<&mut Job> {
        self.0.iter_mut().rev().find_map(|(_, jobs)| jobs.iter_mut().rev().find(|job| job.share.is_some()))
    }

    fn remove(&mut self, number: u64) -> Option<Job> {
        let is_it = |job: &Job| job.number == number;
        let lane = self.0.iter().position(|(_, jobs)| jobs.iter().any(is_it))?;
        let jobs = &mut self.0[lane].1;
        let job = jobs.iter().position(is_it).and_then(|place| jobs.remove(place));
        if jobs.is_empty() {
            self.0.remove(lane);
        }
        job
    }

    /// How many jobs of a client wait.
    fn of(&self, client: &Arc<str>) -> usize {
        self.0.iter().find(|(owner, _)| owner == client).map_or(0, |(_, jobs)| jobs.len())
    }

    fn len(&self) -> usize {
        self.0.iter().map(|(_, jobs)| jobs.len()).sum()
    }
}

impl State {
    fn put(&mut self, job: Job) {
        if job.work.is_reply() { self.replies.put(job) } else { self.others.put(job) }
    }

    /// Replies and others in turn, as long as there are both.
    fn take(&mut self) -> Option<Job> {
        self.replies_first = !self.replies_first;
        if self.replies_first {
            self.replies.take().or_else(|| self.others.take())
        } else {
            self.others.take().or_else(|| self.replies.take())
        }
    }

    /// Undoes [`State::take`].
    fn put_back(&mut self, job: Job) {
        self.replies_first = !self.replies_first;
        if job.work.is_reply() { self.replies.put_back(job) } else { self.others.put_back(job) }
    }

    /// Lets one of those that wait lose what it keeps; false if nobody keeps anything.
    fn shed(&mut self) -> bool {
        let Some(job) = self.others.last_that_keeps().or_else(|| self.replies.last_that_keeps()) else { return false };
        job.work.shed();
        job.share = None;
        true
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread of the pool does.
    fn search(&self) {
        let mut state = self.lock();
        loop {
            if state.closed {
                return;
            }
            let Some(mut job) = state.take() else {
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            if job.share.is_none() {
                match self.memory.take_to_work(self.manning.part, job.work.memory()) {
                    Ok(share) => job.share = Some(share),
                    Err(_) if state.shed() => {
                        state.put_back(job);
                        continue;
                    }
                    // What runs gives its memory back.
                    Err(_) if !state.running.is_empty() || state.ending > 0 => {
                        state.put_back(job);
                        state = self.work.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
                        continue;
                    }
                    Err(refusal) => {
                        drop(state);
                        job.work.refuse(refusal);
                        state = self.lock();
                        continue;
                    }
                }
            }
            state = self.run(state, job);
        }
    }

    /// Runs a job to its end, or to the end of its turn.
    fn run<'a>(&'a self, mut state: MutexGuard<'a, State>, mut job: Job) -> MutexGuard<'a, State> {
        let since = Instant::now();
        let before = job.spent;
        let control = Arc::new(Control::new(move || before + since.elapsed()));
        state.running.push(Running {
            number: job.number,
            client: Arc::clone(&job.client),
            sliced: job.sliced,
            since,
            control: Arc::clone(&control),
            gives_way: false,
            taken_back: false,
        });
        drop(state);
        // What panicked is not looked at again, and the next job begins with nothing of it.
        let ended = catch_unwind(AssertUnwindSafe(|| job.work.run(&control)));
        let mut state = self.lock();
        job.spent += since.elapsed();
        let place = state.running.iter().position(|one| one.number == job.number);
        let ran = place.map(|place| state.running.swap_remove(place));
        let taken_back = state.closed || ran.as_ref().is_some_and(|ran| ran.taken_back);
        if !taken_back && ran.is_some_and(|ran| ran.gives_way) && matches!(ended, Ok(true)) {
            state.put(job);
            return state;
        }
        state.ending += 1;
        drop(state);
        let Job { client, share, work, .. } = job;
        if ended.is_err() {
            tracing::error!(client = &*client, "the work of a request has panicked");
            let refusal = Refusal::new(Code::Fault, "the work on this request has failed; this is a bug");
            // Whatever a broken search still holds may break as well.
            let _ = catch_unwind(AssertUnwindSafe(|| work.refuse(refusal)));
        } else if taken_back {
            drop(work);
        } else {
            work.finish();
        }
        drop(share);
        let mut state = self.lock();
        state.ending -= 1;
        // Somebody may have waited for the memory.
        self.work.notify_one();
        state
    }

    /// Interrupts long searches while others wait.
    fn look_after_slices(&self) {
        let mut state = self.lock();
        while !state.closed {
            if state.replies.0.is_empty() && state.others.0.is_empty() {
                state = self.waiting.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            for one in state.running.iter_mut().filter(|one| one.sliced && !one.gives_way) {
                if one.since.elapsed() >= limits::SLICE {
                    one.gives_way = true;
                    one.control.stop();
                }
            }
            state = self.waiting.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
#[path = "pool_tests.rs"]
mod tests;
