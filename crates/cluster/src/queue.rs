//! Who gets which job: a queue that knows neither clocks nor machines. Whoever has them tells it what happens and when.
//!
//! A job that is lost with its worker, or whose worker is silent, is handed out again before all others. One that takes much longer than
//! the others is given to a second worker as well. The first result counts, every other is nobody's business any more.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// When to hand out a job again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Patience {
    /// A worker with a job that gives no sign of life for so long is lost.
    pub silence: Duration,
    /// So is one that takes longer than this for a job, whatever it says.
    pub deadline: Duration,
    /// A job that takes so many times as long as the middle one is done a second time by whoever is free...
    pub straggler: f64,
    /// ...but never before this time.
    pub least: Duration,
    /// A job that so many workers could not do is given up.
    pub attempts: usize,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            silence: Duration::from_secs(4),
            deadline: Duration::from_secs(3600),
            straggler: 3.0,
            least: Duration::from_secs(1),
            attempts: 4,
        }
    }
}

/// A job that is not done.
#[derive(Default)]
struct Open {
    /// Who works on it, and since when.
    held: Vec<(usize, Duration)>,
    /// Who could not do it.
    failed: Vec<usize>,
    /// How many workers were lost over it.
    lost: usize,
}

/// A worker that is there.
struct Member {
    /// What it does.
    job: Option<u64>,
    /// When it was last heard of.
    heard: Duration,
}

/// A worker from which nothing more is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lapse {
    /// It gives no sign of life.
    Silent(usize),
    /// It takes too long.
    Late(usize),
}

/// The queue.
pub struct Queue {
    patience: Patience,
    open: BTreeMap<u64, Open>,
    /// Those of them on which nobody works.
    waiting: BTreeSet<u64>,
    members: BTreeMap<usize, Member>,
    /// How long the last jobs took.
    took: VecDeque<Duration>,
}

/// How many jobs say how long a job takes.
const SAMPLE: usize = 101;
/// How many of them it takes at least.
const ENOUGH: usize = 3;
/// A straggler that takes so many times its time goes before new jobs.
const URGENT: u32 = 3;
/// A job over which so many workers were lost is given up.
const DEADLY: usize = 20;
/// How many work on a job at most.
const COPIES: usize = 2;

impl Queue {
    /// Nothing to do and nobody there.
    pub fn new(patience: Patience) -> Queue {
        Queue {
            patience,
            open: BTreeMap::new(),
            waiting: BTreeSet::new(),
            members: BTreeMap::new(),
            took: VecDeque::new(),
        }
    }

    /// Another job. Lower numbers are handed out first.
    pub fn add(&mut self, job: u64) {
        self.open.insert(job, Open::default());
        self.waiting.insert(job);
    }

    /// A worker is there.
    pub fn join(&mut self, worker: usize, now: Duration) {
        self.leave(worker);
        self.members.insert(worker, Member { job: None, heard: now });
    }

    /// A worker is gone; what it did is to be done by another. The job, if so many were lost over it that it is given up: it may be what
    /// ends them.
    pub fn leave(&mut self, worker: usize) -> Option<u64> {
        let job = self.members.remove(&worker)?.job?;
        self.let_go(worker, job);
        let open = self.open.get_mut(&job)?;
        open.lost += 1;
        (open.lost >= DEADLY).then_some(job)
    }

    fn let_go(&mut self, worker: usize, job: u64) {
        if let Some(open) = self.open.get_mut(&job) {
            open.held.retain(|(holder, _)| *holder != worker);
            if open.held.is_empty() {
                self.waiting.insert(job);
            }
        }
    }

    /// Are there jobs that are not done?
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// How many jobs nobody works on.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Who is there and has nothing to do.
    pub fn idle(&self) -> Vec<usize> {
        self.members.iter().filter(|(_, member)| member.job.is_none()).map(|(worker, _)| *worker).collect()
    }

    /// What a worker does.
    pub fn job_of(&self, worker: usize) -> Option<u64> {
        self.members.get(&worker)?.job
    }

    /// Since when it does that.
    pub fn since(&self, worker: usize) -> Option<Duration> {
        let held = &self.open.get(&self.job_of(worker)?)?.held;
        held.iter().find(|(holder, _)| *holder == worker).map(|(_, since)| *since)
    }

    /// After what time a job is a straggler; `None` before that can be said.
    fn straggling(&self) -> Option<Duration> {
        let mut sorted: Vec<Duration> = self.took.iter().copied().collect();
        sorted.sort();
        let middle = (sorted.len() >= ENOUGH).then(|| sorted[sorted.len() / 2])?;
        Some(middle.mul_f64(self.patience.straggler).max(self.patience.least))
    }

    /// Hands a job to a worker that has none: the first that waits and that it has not failed at, else one that takes another too long.
    pub fn take(&mut self, worker: usize, now: Duration) -> Option<u64> {
        if self.members.get(&worker)?.job.is_some() {
            return None;
        }
        let limit = self.straggling();
        let straggler = |limit: Duration| {
            let slow = |(_, open): &(&u64, &Open)| {
                let held = &open.held;
                (1..COPIES).contains(&held.len())
                    && held.iter().all(|(holder, since)| *holder != worker && now.saturating_sub(*since) > limit)
                    && !open.failed.contains(&worker)
            };
            self.open.iter().find(slow).map(|(job, _)| *job)
        };
        let can = |job: &&u64| !self.open[*job].failed.contains(&worker);
        let job = limit
            .and_then(|limit| straggler(limit * URGENT))
            .or_else(|| self.waiting.iter().find(can).copied())
            .or_else(|| straggler(limit?))?;
        self.waiting.remove(&job);
        self.open.get_mut(&job)?.held.push((worker, now));
        let member = self.members.get_mut(&worker)?;
        (member.job, member.heard) = (Some(job), now);
        Some(job)
    }

    /// A worker has given a sign of life.
    pub fn heard(&mut self, worker: usize, now: Duration) {
        if let Some(member) = self.members.get_mut(&worker) {
            member.heard = now;
        }
    }

    /// A worker has done a job. If it is the first, it says so and names the others that work on it: they need not go on.
    pub fn done(&mut self, worker: usize, job: u64, now: Duration) -> Option<Vec<usize>> {
        self.free(worker, job, now);
        let open = self.open.remove(&job)?;
        self.waiting.remove(&job);
        if let Some((_, since)) = open.held.iter().find(|(holder, _)| *holder == worker) {
            self.took.push_back(now.saturating_sub(*since));
            if self.took.len() > SAMPLE {
                self.took.pop_front();
            }
        }
        Some(open.held.into_iter().map(|(holder, _)| holder).filter(|holder| *holder != worker).collect())
    }

    /// A worker has not done a job, though it was to. True if so many could not do it that it is given up.
    pub fn failed(&mut self, worker: usize, job: u64, now: Duration) -> bool {
        self.free(worker, job, now);
        self.let_go(worker, job);
        let Some(open) = self.open.get_mut(&job) else { return false };
        open.failed.push(worker);
        open.failed.len() >= self.patience.attempts
    }

    /// Has everybody who is there failed at a job?
    pub fn is_hopeless(&self, job: u64) -> bool {
        let failed = |open: &Open| self.members.keys().all(|worker| open.failed.contains(worker));
        self.open.get(&job).is_some_and(failed)
    }

    /// A worker has put a job down that was not wanted any more.
    pub fn put_down(&mut self, worker: usize, job: u64, now: Duration) {
        self.free(worker, job, now);
        self.let_go(worker, job);
    }

    fn free(&mut self, worker: usize, job: u64, now: Duration) {
        if let Some(member) = self.members.get_mut(&worker).filter(|member| member.job == Some(job)) {
            (member.job, member.heard) = (None, now);
        }
    }

    /// From whom nothing more is to be expected. They are to be told to leave, and then they have left.
    pub fn lapsed(&self, now: Duration) -> Vec<Lapse> {
        let busy = self.members.iter().filter_map(|(worker, member)| Some((*worker, member, member.job?)));
        busy.filter_map(|(worker, member, job)| {
            let since = self.open.get(&job).and_then(|open| open.held.iter().find(|(holder, _)| *holder == worker));
            match since {
                _ if now.saturating_sub(member.heard) > self.patience.silence => Some(Lapse::Silent(worker)),
                Some((_, since)) if now.saturating_sub(*since) > self.patience.deadline => Some(Lapse::Late(worker)),
                _ => None,
            }
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn queue(jobs: u64, workers: usize) -> Queue {
        let mut queue = Queue::new(Patience::default());
        (0..jobs).for_each(|job| queue.add(job));
        (0..workers).for_each(|worker| queue.join(worker, second(0)));
        queue
    }

    #[test]
    fn every_job_has_one_result() {
        let mut queue = queue(3, 2);
        assert_eq!(
            [queue.take(0, second(0)), queue.take(1, second(0)), queue.take(0, second(0))],
            [Some(0), Some(1), None]
        );
        assert_eq!(queue.done(0, 0, second(1)), Some(vec![]));
        assert_eq!(queue.done(0, 0, second(1)), None, "again");
        assert_eq!(queue.done(0, 9, second(1)), None, "nobody has asked for it");
        assert_eq!(queue.take(0, second(1)), Some(2));
        // A worker that was lost is gone with its job, which the other one gets.
        queue.leave(1);
        assert_eq!(queue.done(0, 2, second(2)), Some(vec![]));
        assert_eq!(queue.take(0, second(2)), Some(1));
        // It was only slow, and its result counts.
        assert_eq!(queue.done(1, 1, second(3)), Some(vec![0]));
        assert!(queue.is_empty());
        queue.put_down(0, 1, second(3));
        assert_eq!(queue.idle(), [0]);
    }

    #[test]
    fn stragglers_are_done_twice() {
        let mut queue = queue(5, 2);
        assert_eq!(queue.take(1, second(0)), Some(0));
        for job in 1..4 {
            assert_eq!(queue.take(0, second(2 * job)), Some(job));
            assert_eq!(queue.done(0, job, second(2 * job + 2)), Some(vec![]));
        }
        queue.heard(1, second(8));
        // Not before others that wait, as long as it is not urgent.
        assert_eq!(queue.take(0, second(8)), Some(4));
        assert_eq!(queue.done(0, 4, second(9)), Some(vec![]));
        assert_eq!(queue.take(0, second(9)), Some(0));
        queue.join(2, second(9));
        assert_eq!(queue.take(2, second(30)), None, "two are enough");
        assert_eq!(queue.done(0, 0, second(11)), Some(vec![1]));
        queue.add(5);
        assert_eq!(queue.take(2, second(12)), Some(5));
        queue.add(6);
        assert_eq!(queue.take(0, second(40)), Some(5), "urgent");
    }

    #[test]
    fn who_is_silent_or_late_is_told_of() {
        let mut queue = queue(2, 2);
        queue.take(0, second(0));
        queue.take(1, second(0));
        for now in 1..4000 {
            queue.heard(1, second(now));
        }
        assert_eq!(queue.lapsed(second(4)), []);
        assert_eq!(queue.lapsed(second(3601)), [Lapse::Silent(0), Lapse::Late(1)]);
        queue.leave(0);
        assert_eq!((queue.waiting(), queue.lapsed(second(3599))), (1, vec![]));
    }

    #[test]
    fn what_nobody_can_do_is_given_up() {
        let mut queue = queue(1, 4);
        for worker in 0..4 {
            assert_eq!(queue.take(worker, second(0)), Some(0));
            assert_eq!(queue.failed(worker, 0, second(1)), worker == 3);
            assert_eq!(queue.take(worker, second(1)), None, "it has failed at it");
        }
    }
}
