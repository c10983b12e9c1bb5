//! What the search does, made visible: recorded trees ([`tree`]) and explanations of moves ([`explain`], [`analyse`]).
//!
//! Every surface (terminal, server, Python) calls these functions; their results are data that serde can write. Nothing here
//! prints or draws on a screen.

pub mod analyse;
pub mod explain;
pub mod tree;
