//! Many machines: [`Job`]s as lines of text, the [`Worker`] that does them, the [`Queue`] that says who gets which, and the driver of
//! workers ([`drive`]), which are processes, or behind a socket that somebody else carries their lines to.
//!
//! [`peers`] is the other way to use several machines: for one position instead of many jobs.
//!
//! A worker writes nothing but its answers; whoever drives it keeps them. So a job that is done twice, because a machine was lost,
//! frozen or slow, has one result. Nothing here prints.

mod carrier;
mod contest;
mod driver;
mod harvest;
mod inquiry;
mod job;
mod lots;
pub mod peers;
mod queue;
pub mod root;
mod serve;
mod tuning;
mod worker;

pub use carrier::Carrier;
pub use contest::{Contest, Heard};
pub use driver::{Account, News, Next, Verdict, Work, drive};
pub use harvest::Harvest;
pub use inquiry::Inquiry;
pub use job::{
    Candidate, Command, Done, Hello, Job, Judged, Meeting, Outcome, Pair, Reply, Request, Selfplay, VERSION,
};
pub use queue::{Lapse, Patience, Queue};
pub use serve::{LONGEST_ANSWER, LONGEST_JOB, Line, next_line, serve};
pub use tuning::{Away, Tuning, tuning};
pub use worker::Worker;
