//! The games of a tuner as jobs: whoever tunes asks for a pair and waits, and workers play it.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use engine::Control;
use learn::evolve::{Contest, Gene};

use crate::driver::{Next, Verdict, Work};
use crate::job::{Candidate, Done, Job};

/// How often somebody who waits looks whether it is to end.
const GLANCE: Duration = Duration::from_millis(50);

/// A pair that is wanted.
struct Ask {
    one: Vec<i32>,
    other: Vec<i32>,
    number: u64,
    reply: Sender<(f64, u64)>,
}

/// What is tuned, as a tuner sees it, with games that workers play. It is used from as many threads as there are workers, or more.
pub struct Away<'a> {
    here: &'a dyn Contest,
    asks: Mutex<Sender<Ask>>,
}

impl Contest for Away<'_> {
    fn text(&self) -> String {
        self.here.text()
    }

    fn genes(&self) -> &[Gene] {
        self.here.genes()
    }

    fn pair(&self, one: &[i32], other: &[i32], number: u64, control: &Control) -> Option<(f64, u64)> {
        let (reply, answer) = channel();
        let ask = Ask { one: one.to_vec(), other: other.to_vec(), number, reply };
        self.asks.lock().unwrap_or_else(PoisonError::into_inner).send(ask).ok()?;
        loop {
            match answer.recv_timeout(GLANCE) {
                Ok(points) => return Some(points),
                Err(RecvTimeoutError::Timeout) if !control.stopped() => {}
                // It is to end, or nobody drives the workers any more.
                Err(_) => return None,
            }
        }
    }
}

/// The same as those see it who drive the workers. It is over when the tuner has let go of its half.
pub struct Tuning {
    candidate: Candidate,
    asks: Receiver<Ask>,
    out: HashMap<u64, Sender<(f64, u64)>>,
    next_job: u64,
}

/// Both halves of what `here` tunes, which is what `candidate` says; who plays and which pair is put in.
pub fn tuning(here: &dyn Contest, candidate: Candidate) -> (Away<'_>, Tuning) {
    let (sender, asks) = channel();
    (Away { here, asks: Mutex::new(sender) }, Tuning { candidate, asks, out: HashMap::new(), next_job: 0 })
}

impl Work for Tuning {
    fn next(&mut self) -> Result<Next, String> {
        let Ask { one, other, number, reply } = match self.asks.try_recv() {
            Ok(ask) => ask,
            Err(TryRecvError::Empty) => return Ok(Next::Wait),
            Err(TryRecvError::Disconnected) => return Ok(Next::Done),
        };
        let job = self.next_job;
        self.next_job += 1;
        self.out.insert(job, reply);
        let candidate = Candidate { one, other, from: number, to: number + 1, ..self.candidate.clone() };
        Ok(Next::Job(job, Box::new(Job::Candidate(candidate))))
    }

    fn done(&mut self, job: u64, _: &str, done: Done) -> Verdict {
        match done {
            Done::Points(points) => match points[..] {
                [pair] if (0.0..=2.0).contains(&pair.0) && pair.1 <= 2 => match self.out.remove(&job) {
                    Some(reply) => {
                        // Who has asked may have been told to end.
                        let _ = reply.send(pair);
                        Verdict::Kept(ControlFlow::Continue(()))
                    }
                    None => Verdict::False("it has played what nobody wanted".to_string()),
                },
                _ => Verdict::False(format!("{points:?} are no points of one pair")),
            },
            _ => Verdict::False("its answer is not one to games of a tuner".to_string()),
        }
    }
}
