//! The way to reach a game that is being played.

use std::sync::Arc;

use engine::Side;
use tokio::sync::{mpsc, oneshot, watch};

use crate::refusal::Refusal;
use crate::wire::{self, LiveGame};

/// What a game can be told.
#[derive(Clone, Debug)]
pub enum Command {
    /// Nothing: how is it?
    Look,
    /// A person moves.
    Move {
        /// The move, in any notation.
        mv: String,
        /// How many moves the person has seen.
        ply: Option<usize>,
    },
    /// A person gives up.
    Resign(Option<Side>),
    /// A person offers a draw, or accepts one.
    Draw(Option<Side>),
    /// A person takes back.
    TakeBack(Option<Side>),
    /// Clocks and programs stand still.
    Pause,
    /// They go on.
    Resume,
}

/// What comes back.
pub type Answer = Result<Arc<LiveGame>, Refusal>;

/// The way to reach a game.
#[derive(Clone)]
pub struct Handle {
    /// Whose page began it.
    pub client: Arc<str>,
    pub(super) requests: mpsc::Sender<(Command, oneshot::Sender<Answer>)>,
    /// The game as it was after the last change.
    pub state: watch::Receiver<Arc<LiveGame>>,
    /// What the program whose turn it is has found so far.
    pub thinking: watch::Receiver<Option<wire::Thinking>>,
}

impl Handle {
    /// Is the game still in memory?
    pub fn is_there(&self) -> bool {
        !self.requests.is_closed()
    }

    /// Tells the game something; `None` if it has just left the memory.
    pub async fn tell(&self, command: Command) -> Option<Answer> {
        let (reply, answer) = oneshot::channel();
        self.requests.send((command, reply)).await.ok()?;
        answer.await.ok()
    }
}
