//! The questions of a page answered inside a browser's worker, without a server.
//!
//! The worker writes a request as JSON into the `room` that it was given and calls `answer`; what comes
//! back is a line of JSON and the bytes of the answer ([`office`]). What the program needs of the browser (the time, chance, whether to
//! stop, somebody who hears what is found) are four imported functions. A panic ends the program in the worker, not the page: its
//! words go out first, and the worker begins a new one.

mod games;
pub mod office;
mod sitting;
pub mod world;

#[cfg(target_family = "wasm")]
pub mod worker;
