//! The small games: each a [`game::Game`] with its evaluators, in a module of its own.

pub mod connect_four;
pub mod draughts;
pub mod go;
pub mod othello;
pub mod tic_tac_toe;
