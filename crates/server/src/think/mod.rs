//! Thinking: questions about positions, the pool of threads that answers them in turn, and what is known so far.

mod pool;
mod question;

pub use pool::{Pool, Ticket};
pub use question::{Asked, Found, Progress, Question, Snapshot};
