//! Answers that need no search: opening books, endgame tables, the history of played games.

pub mod endgame;
