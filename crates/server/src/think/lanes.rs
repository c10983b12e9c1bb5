//! Who works on what: separate threads for searches, for other programs, and for long work of other kinds, so that none of them
//! waits behind another. Small questions are answered by none of these, but by [`crate::app::off_the_loop`].
//!
//! Reference: bulkheads, M. Nygard, *Release It!*, chapter 5.

use std::sync::Arc;

use engine::Control;

use super::errand;
use super::pool::{Manning, Pool};
use crate::limits;
use crate::memory::{Memory, Part};
use crate::refusal::Refusal;

/// The threads of the server that work.
pub struct Lanes {
    /// Searches of our own, and experiments made of them.
    pub searches: Pool,
    /// Other programs, which mostly are waited for.
    pub foreign: Pool,
    /// Long work that is no search: texts, animations, files.
    pub long: Pool,
}

impl Lanes {
    /// As many threads as the machine has cores for searches, and a few for the others.
    pub fn new(memory: &Arc<Memory>) -> std::io::Result<Lanes> {
        Lanes::with_searches(limits::searches(), memory)
    }

    /// The same with so many threads for searches.
    pub fn with_searches(threads: usize, memory: &Arc<Memory>) -> std::io::Result<Lanes> {
        let pool = |name, threads, part, per_client, waiting| {
            Pool::new(Manning { name, threads, part, per_client, waiting }, Arc::clone(memory))
        };
        let (own, all) = (limits::SEARCHES_PER_CLIENT, limits::WAITING_SEARCHES);
        Ok(Lanes {
            searches: pool("search", threads, Part::Searches, own, all)?,
            foreign: pool("foreign", limits::FOREIGN_THREADS, Part::Searches, own, all)?,
            // Most of what comes here does not say whose it is.
            long: pool("long", limits::LONG_THREADS, Part::Texts, limits::LONG_WAITING, limits::LONG_WAITING)?,
        })
    }

    /// Does work that is too long for the threads of small questions, with so much memory while it runs. Dropping the future
    /// cancels the work, and so does the time.
    pub async fn long<T: Send + 'static>(
        &self,
        client: &Arc<str>,
        memory: u64,
        work: impl FnOnce(&Control) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        errand::run(&self.long, client, limits::LONG_TIME, memory, work).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Work that nobody waits for any more is told to stop, and what waited behind it has its turn.
    #[tokio::test]
    async fn long_work_ends_with_whoever_asked_for_it() {
        let lanes = Arc::new(Lanes::with_searches(1, &Arc::new(Memory::new(limits::MEMORY_MIB))).unwrap());
        let client: Arc<str> = Arc::from("somebody");
        let (tell, told) = mpsc::channel();
        let endless: Vec<_> = (0..limits::LONG_THREADS)
            .map(|_| {
                let (lanes, client, tell) = (Arc::clone(&lanes), Arc::clone(&client), tell.clone());
                tokio::spawn(async move {
                    let work = move |control: &Control| {
                        let _ = tell.send("began");
                        while !control.stopped() {
                            std::thread::yield_now();
                        }
                        let _ = tell.send("stopped");
                        Ok(())
                    };
                    lanes.long(&client, 0, work).await
                })
            })
            .collect();
        let mut heard = Vec::new();
        while heard.len() < 2 * limits::LONG_THREADS {
            tokio::task::yield_now().await;
            heard.extend(told.try_recv());
            if heard.iter().filter(|word| **word == "began").count() == limits::LONG_THREADS {
                endless.iter().for_each(tokio::task::JoinHandle::abort);
            }
        }
        assert_eq!(lanes.long(&client, 0, |_| Ok(7)).await, Ok(7));
    }
}
