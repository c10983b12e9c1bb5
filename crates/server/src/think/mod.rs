//! Thinking: questions about positions, the pool of threads that answers them in turn, and what is known so far.

mod errand;
mod pool;
mod question;

pub use errand::errand;
pub use pool::{Pool, Ticket, Work};
pub use question::{Snapshot, ask};
