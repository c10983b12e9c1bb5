//! The Go Text Protocol, version 2.
//!
//! A controller sends [`Request`]s, each a [`Command`] with an optional number; the engine answers every one with a
//! [`Response`]. Points (`D4`, `pass`) stay text.
//!
//! Reference: G. Farnebäck, "Specification of the Go Text Protocol, version 2", draft 2, 2002.

mod request;
mod response;

pub use request::{Color, Command, Request};
pub use response::Response;
