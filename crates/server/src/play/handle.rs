//! The way to reach a game that is being played.

use std::sync::Arc;

use engine::Side;
use tokio::sync::{mpsc, oneshot, watch};

use crate::refusal::Refusal;
use crate::wire::{self, GameState, LiveGame};

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

    /// How soon it may leave the memory for others, the lowest first; never while anybody else has a way to reach it. What it is, is
    /// in the store: a game that stands still loses nothing, and one that runs comes back paused.
    pub fn standing(&self) -> Option<(u8, u64)> {
        let live = self.state.borrow();
        let turn = if live.view.turn == wire::Side::First { &live.players.first } else { &live.players.second };
        let class = match live.state {
            GameState::Running if live.clock.is_none() && turn.is_human() => 1,
            GameState::Running => 2,
            GameState::Paused | GameState::Over => 0,
        };
        (self.requests.strong_count() == 1).then_some((class, live.created))
    }

    /// Tells the game something; `None` if it has just left the memory.
    pub async fn tell(&self, command: Command) -> Option<Answer> {
        let (reply, answer) = oneshot::channel();
        self.requests.send((command, reply)).await.ok()?;
        answer.await.ok()
    }
}
