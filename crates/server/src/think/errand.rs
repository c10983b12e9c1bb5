//! Work of any kind for the threads of a pool: an explanation, a recorded tree, an experiment, a text. It runs in one piece, and is
//! told to stop when its time is up; what it has found until then is its answer.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use engine::Control;
use tokio::sync::oneshot;
use tokio::time::interval;

use super::lanes::Lanes;
use super::pool::{Pool, Work};
use crate::limits;
use crate::refusal::{Code, Refusal};

/// How often we check whether the time is up.
const LOOK: Duration = Duration::from_millis(20);

struct Errand<T, F> {
    work: Option<F>,
    memory: u64,
    found: Option<Result<T, Refusal>>,
    /// Known as soon as it runs.
    control: Arc<OnceLock<Arc<Control>>>,
    answer: oneshot::Sender<Result<T, Refusal>>,
}

impl<T: Send, F: FnOnce(&Control) -> Result<T, Refusal> + Send> Work for Errand<T, F> {
    fn run(&mut self, control: &Arc<Control>) -> bool {
        let _ = self.control.set(Arc::clone(control));
        self.found = self.work.take().map(|work| work(control));
        false
    }

    fn finish(self: Box<Self>) {
        let found = self.found.unwrap_or_else(|| Err(Refusal::new(Code::Fault, "nothing was done")));
        // Nobody may be waiting any more.
        let _ = self.answer.send(found);
    }

    fn refuse(self: Box<Self>, refusal: Refusal) {
        let _ = self.answer.send(Err(refusal));
    }

    fn memory(&self) -> u64 {
        self.memory
    }
}

/// Lets the threads that search do some work for a client, for a limited time. Dropping the future cancels the work.
pub async fn errand<T: Send + 'static>(
    lanes: &Lanes,
    client: &Arc<str>,
    time: Duration,
    work: impl FnOnce(&Control) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    run(&lanes.searches, client, time, limits::ERRAND_MEMORY, work).await
}

/// The same in the threads of a pool, with so much memory while it runs.
pub(super) async fn run<T: Send + 'static>(
    pool: &Pool,
    client: &Arc<str>,
    time: Duration,
    memory: u64,
    work: impl FnOnce(&Control) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (answer, mut waiting) = oneshot::channel();
    let control = Arc::new(OnceLock::<Arc<Control>>::new());
    let errand = Errand { work: Some(work), memory, found: None, control: Arc::clone(&control), answer };
    let _ticket = pool.submit(client, false, Box::new(errand))?;
    let mut ticker = interval(LOOK);
    loop {
        tokio::select! {
            found = &mut waiting => {
                return found.unwrap_or_else(|_| Err(Refusal::new(Code::Busy, "the work was broken off")));
            }
            _ = ticker.tick() => if let Some(control) = control.get().filter(|control| control.elapsed() >= time) {
                control.stop();
            }
        }
    }
}
