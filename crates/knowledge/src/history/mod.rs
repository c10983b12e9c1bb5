//! The history of played games.
