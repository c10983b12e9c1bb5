//! The threads that search: as many as the machine has cores, and a queue before them that is fair to clients.
//!
//! Each client has a lane of its own, and the lanes take turns: who asks for a hundred searches waits for his own and holds up
//! nobody. Moves that a game waits for have lanes of their own, and every second turn is theirs: a player sits before the board, while
//! analysis only grows deeper. A search that may take long gives way after a slice of time if anybody waits, and goes on where it was when it is
//! its turn again.
//!
//! Reference: round-robin scheduling with preemption, A. S. Tanenbaum, *Modern Operating Systems*, chapter 2.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::Control;

use crate::limits;
use crate::refusal::{Code, Refusal};

/// Something to be worked out on one of the threads.
pub trait Work: Send {
    /// Works until it is done or `control` says stop. Answers whether there is more to do.
    fn run(&mut self, control: &Arc<Control>) -> bool;

    /// Called at the end, but not if the work was taken back.
    fn finish(self: Box<Self>);

    /// Does a game wait for it?
    fn is_reply(&self) -> bool {
        false
    }
}

/// How often it is looked whether a long search has to give way.
const LOOK: Duration = Duration::from_millis(25);

struct Job {
    number: u64,
    client: Arc<str>,
    /// May it be interrupted for others?
    sliced: bool,
    /// Time on a thread so far.
    spent: Duration,
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
    next_number: u64,
    /// Is the next turn for a reply, if there is one?
    replies_first: bool,
    closed: bool,
}

struct Shared {
    state: Mutex<State>,
    /// There is something to do.
    work: Condvar,
    /// Somebody waits: for the one who looks after slices.
    waiting: Condvar,
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
    /// A pool of so many threads.
    pub fn new(threads: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared { state: Mutex::default(), work: Condvar::new(), waiting: Condvar::new() });
        let pool = Pool { shared };
        for _ in 0..threads {
            let shared = Arc::clone(&pool.shared);
            let thread = engine::thread("search");
            thread.spawn(move || shared.search())?;
        }
        let shared = Arc::clone(&pool.shared);
        std::thread::Builder::new().name("slices".to_string()).spawn(move || shared.look_after_slices())?;
        Ok(pool)
    }

    /// Puts work into a client's lane. With `sliced` it may be interrupted while others wait.
    pub fn submit(&self, client: &Arc<str>, sliced: bool, work: Box<dyn Work>) -> Result<Ticket, Refusal> {
        let mut state = self.shared.lock();
        let running = state.running.iter().filter(|one| one.client == *client).count();
        let waiting = state.replies.of(client) + state.others.of(client);
        if running + waiting >= limits::SEARCHES_PER_CLIENT {
            let message = format!("{} searches are running or waiting, more are not taken", running + waiting);
            return Err(Refusal::new(Code::TooMany, message));
        }
        if state.replies.len() + state.others.len() >= limits::WAITING_SEARCHES {
            return Err(Refusal::new(Code::Busy, "too many searches are waiting; try again later"));
        }
        state.next_number += 1;
        let number = state.next_number;
        state.put(Job { number, client: Arc::clone(client), sliced, spent: Duration::ZERO, work });
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
            let more = job.work.run(&control);
            state = self.lock();
            job.spent += since.elapsed();
            let place = state.running.iter().position(|one| one.number == job.number);
            let ran = place.map(|place| state.running.swap_remove(place));
            match ran {
                Some(ran) if ran.taken_back || state.closed => {
                    drop(state);
                    drop(job);
                }
                Some(ran) if ran.gives_way && more => {
                    state.put(job);
                    continue;
                }
                _ => {
                    drop(state);
                    job.work.finish();
                }
            }
            state = self.lock();
        }
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
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Takes a while, and tells who it was.
    struct Busy {
        name: &'static str,
        steps: usize,
        done: mpsc::Sender<&'static str>,
    }

    /// The same, but a game waits for it.
    struct Reply(Busy);

    impl Work for Reply {
        fn run(&mut self, control: &Arc<Control>) -> bool {
            self.0.run(control)
        }

        fn finish(self: Box<Self>) {
            Box::new(self.0).finish();
        }

        fn is_reply(&self) -> bool {
            true
        }
    }

    impl Work for Busy {
        fn run(&mut self, control: &Arc<Control>) -> bool {
            while self.steps > 0 && !control.stopped() {
                std::thread::sleep(Duration::from_millis(5));
                self.steps -= 1;
            }
            self.steps > 0
        }

        fn finish(self: Box<Self>) {
            let _ = self.done.send(self.name);
        }
    }

    fn client(name: &str) -> Arc<str> {
        Arc::from(name)
    }

    #[test]
    fn lanes_take_turns_and_long_work_gives_way() {
        let pool = Pool::new(1).unwrap();
        let (done, order) = mpsc::channel();
        let busy = |name, steps| Box::new(Busy { name, steps, done: done.clone() });
        let (one, other) = (client("one"), client("other"));
        let long = pool.submit(&one, true, busy("long", 400)).unwrap();
        while pool.shared.lock().running.is_empty() {
            std::thread::yield_now();
        }
        let second = pool.submit(&one, false, busy("second", 1)).unwrap();
        let third = pool.submit(&one, false, busy("third", 1)).unwrap();
        let theirs = pool.submit(&other, false, busy("theirs", 1)).unwrap();
        let names: Vec<&str> = (0..4).map(|_| order.recv().unwrap()).collect();
        // The long one stands behind what its own client asked for later, and the other client waits for one job only.
        assert_eq!(names, ["second", "theirs", "third", "long"]);
        drop((long, second, third, theirs));
    }

    /// Clients that play without a pause have their analyses done as well, all equally often.
    #[test]
    fn who_plays_may_analyse() {
        let (done, _order) = mpsc::channel();
        let mut state = State::default();
        let names = ["one", "two", "three", "four"];
        for name in names {
            for is_reply in [false, true] {
                let busy = Busy { name, steps: 1, done: done.clone() };
                let work: Box<dyn Work> = if is_reply { Box::new(Reply(busy)) } else { Box::new(busy) };
                state.put(Job { number: 0, client: client(name), sliced: false, spent: Duration::ZERO, work });
            }
        }
        let mut turns = std::collections::BTreeMap::new();
        for _ in 0..40 {
            let job = state.take().unwrap();
            *turns.entry((job.client.to_string(), job.work.is_reply())).or_insert(0) += 1;
            state.put(job);
        }
        assert_eq!(turns.len(), 8, "{turns:?}");
        assert!(turns.values().all(|&count| count == 5), "{turns:?}");
    }

    #[test]
    fn replies_have_every_second_turn() {
        let pool = Pool::new(1).unwrap();
        let (done, order) = mpsc::channel();
        let busy = |name, steps| Busy { name, steps, done: done.clone() };
        let first = pool.submit(&client("first"), false, Box::new(busy("first", 20))).unwrap();
        while pool.shared.lock().running.is_empty() {
            std::thread::yield_now();
        }
        let analyses =
            ["a", "b", "c", "d"].map(|name| pool.submit(&client(name), false, Box::new(busy(name, 1))).unwrap());
        let replies = ["x", "y"].map(|name| pool.submit(&client(name), false, Box::new(Reply(busy(name, 1)))).unwrap());
        let names: Vec<&str> = (0..7).map(|_| order.recv().unwrap()).collect();
        let place = |name: &str| names.iter().position(|other| *other == name).unwrap();
        // Both are done before the second half of the analyses, which keep their order.
        assert!(place("x") <= 2 && place("y") <= 4 && place("x") < place("y"), "{names:?}");
        assert!(names.iter().filter(|name| name.len() == 1 && **name < "x").is_sorted(), "{names:?}");
        drop((first, analyses, replies));
    }

    #[test]
    fn work_can_be_taken_back() {
        let pool = Pool::new(1).unwrap();
        let (done, order) = mpsc::channel();
        let busy = |name, steps| Box::new(Busy { name, steps, done: done.clone() });
        let client = client("one");
        let endless = pool.submit(&client, false, busy("endless", usize::MAX)).unwrap();
        let waiting = pool.submit(&client, false, busy("waiting", 1)).unwrap();
        let last = pool.submit(&client, false, busy("last", 1)).unwrap();
        drop(waiting);
        drop(endless);
        assert_eq!(order.recv(), Ok("last"));
        drop(last);
        drop(pool);
        drop(done);
        assert!(order.recv().is_err(), "nothing else was finished");
    }

    #[test]
    fn a_client_has_so_many_and_no_more() {
        let pool = Pool::new(1).unwrap();
        let (done, _order) = mpsc::channel();
        let client = client("greedy");
        let busy = || Box::new(Busy { name: "busy", steps: usize::MAX, done: done.clone() });
        let tickets: Vec<Ticket> =
            (0..limits::SEARCHES_PER_CLIENT).map(|_| pool.submit(&client, false, busy()).unwrap()).collect();
        assert_eq!(pool.submit(&client, false, busy()).err().map(|refusal| refusal.code), Some(Code::TooMany));
        assert!(pool.submit(&Arc::from("modest"), false, busy()).is_ok());
        drop(tickets);
    }
}
