//! How long to search.

use std::time::Duration;

use crate::options::within;
use crate::{Error, MAX_DEPTH};

/// A chess clock as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time gained with each move.
    pub increment: Duration,
    /// Moves until more time is added, if the control has periods.
    pub moves_to_go: Option<u32>,
}

/// How long to search. Nothing set means until stopped.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Go {
    /// The greatest depth.
    pub depth: Option<i32>,
    /// The greatest number of nodes; for MCTS, playouts.
    pub nodes: Option<u64>,
    /// The greatest number of playouts where MCTS chooses the move, if it is not `nodes`.
    pub playouts: Option<u64>,
    /// A fixed time, all of it used.
    pub time: Option<Duration>,
    /// A clock to be shared among the moves to come.
    pub clock: Option<Clock>,
    /// Only these moves are considered; all, if empty.
    pub only: Vec<String>,
    /// Look for a win in at most so many plies, and stop when it is found.
    pub win_in: Option<usize>,
}

impl Go {
    /// To a fixed depth.
    pub fn depth(depth: i32) -> Go {
        Go { depth: Some(depth), ..Go::default() }
    }

    /// For a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Go {
        Go { nodes: Some(nodes), ..Go::default() }
    }

    /// For a fixed time.
    pub fn time(time: Duration) -> Go {
        Go { time: Some(time), ..Go::default() }
    }

    /// These limits and those of a player together: whichever is reached first. The moves to choose from and the win that is looked
    /// for are these.
    #[must_use]
    pub fn within(&self, own: &Go) -> Go {
        fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Go {
            depth: least(self.depth, own.depth),
            nodes: least(self.nodes, own.nodes),
            playouts: least(self.playouts, own.playouts),
            time: least(self.time, own.time),
            clock: self.clock.or(own.clock),
            ..self.clone()
        }
    }

    /// Are all numbers within their bounds?
    pub fn check(&self) -> Result<(), Error> {
        self.depth.map_or(Ok(()), |depth| within("depth", depth, 1, MAX_DEPTH))?;
        self.nodes.or(self.playouts).map_or(Ok(()), |nodes| within("nodes", nodes, 1, u64::MAX))
    }

    /// Is there any limit at all?
    pub fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some() || self.clock.is_some()
    }
}
