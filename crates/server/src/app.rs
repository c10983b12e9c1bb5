//! The server put together: what the handlers see.

use std::sync::Arc;

use crate::guard::Guard;
use crate::house::House;
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
    /// The trees that were recorded.
    pub trees: Trees,
    /// Who may come in.
    pub guard: Arc<Guard>,
}

/// Does work that takes more than an instant away from the threads that listen.
pub async fn off_the_loop<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let failed = |_| Err(Refusal::new(Code::Fault, "the request could not be worked on"));
    tokio::task::spawn_blocking(work).await.unwrap_or_else(failed)
}
