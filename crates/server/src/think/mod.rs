//! Thinking: questions about positions, the pool of threads that answers them in turn, and what is known so far.

mod errand;
mod pool;
mod question;
mod reply;

pub use errand::errand;
pub use pool::Pool;
pub use question::{Asked, Found, Snapshot, ask};
pub use reply::Reply;
