//! The server put together: what the handlers see.

use std::sync::Arc;

use crate::guard::Guard;
use crate::house::House;
use crate::judgements::Judgements;
use crate::play::Hall;
use crate::refusal::{Code, Refusal};
use crate::routes::Sockets;
use crate::trees::Trees;
use crate::wire::Registry;

/// What the handlers see.
pub struct App {
    /// What all parts share.
    pub house: Arc<House>,
    /// The games.
    pub hall: Hall,
    /// What there is.
    pub registry: Registry,
    /// The sockets that are open.
    pub sockets: Sockets,
    /// What was found out about positions.
    pub judgements: Judgements,
    /// The trees that were recorded.
    pub trees: Trees,
    /// Who may come in.
    pub guard: Arc<Guard>,
}

/// Answers a small question away from the threads that listen, in one of a few threads that do nothing else: what may take longer
/// than a blink goes to [`crate::think::Lanes`]. A question whose client has gone before its turn is not answered.
pub async fn off_the_loop<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let mut task = TakenBack(tokio::task::spawn_blocking(work));
    (&mut task.0).await.unwrap_or_else(|error| {
        if error.is_panic() {
            tracing::error!("the work of a small question has panicked");
        }
        Err(Refusal::new(Code::Fault, "the work on this request has failed; this is a bug"))
    })
}

/// Dropping it takes the work back, if it has not begun.
struct TakenBack<T>(tokio::task::JoinHandle<T>);

impl<T> Drop for TakenBack<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
