//! One search for every game.

pub mod mcts;
