//! What the search does, made visible: recorded trees ([`tree`]), explanations of moves ([`explain`], [`analyse`]) and experiments
//! with tables and pictures ([`ablate`], [`growth`], [`horizon`], [`quiescence`], [`sizes`], [`terms`]); what evaluators and networks think
//! ([`judgement`]), and how the networks were learned ([`learning`]).
//!
//! Every surface (terminal, server, Python) calls these functions; their results are data that serde can write. Nothing here
//! prints or draws on a screen.

pub mod ablate;
pub mod analyse;
pub mod explain;
pub mod growth;
pub mod horizon;
pub mod judgement;
pub mod learning;
pub mod measure;
pub mod plot;
pub mod positions;
pub mod quiescence;
pub mod sizes;
pub mod terms;
pub mod tree;
