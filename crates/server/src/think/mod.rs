//! Thinking: questions about positions, the threads that answer them in turn, and what is known so far.

mod errand;
mod lanes;
mod pool;
mod question;

pub use errand::errand;
pub use lanes::Lanes;
pub use pool::{Ticket, Work};
pub use question::ask;
