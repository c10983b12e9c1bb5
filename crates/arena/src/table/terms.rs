//! What is agreed before a game: who is a person, who has which clock, and by which further rules it is played.

use std::time::Duration;

use engine::PlayerSpec;

use crate::adjudication::Adjudication;
use crate::{TimeControl, clock_of};

/// By which rules games are played, besides those of the game itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// So far below zero a program's clock may run, once a game: what the machine takes, the player did not.
    pub margin: Duration,
    /// How long to wait for a player that no clock limits, and for a program to get ready.
    pub patience: Duration,
    /// May all players think in the opponent's time? Otherwise those may that say so themselves.
    pub ponder: bool,
    /// When a game is ended before its end; never, unless asked.
    pub adjudication: Adjudication,
    /// A longer game is a draw.
    pub max_plies: Option<usize>,
    /// Does nobody's clock run before the first move? So it is where people come to the board one after the other.
    pub clocks_wait: bool,
    /// Where a game is counted: are dead pieces taken off first, as people would? Otherwise what stands on the board counts. Programs of
    /// ours pass then when everything is decided.
    pub takes_off_dead: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            ponder: false,
            adjudication: Adjudication::default(),
            max_plies: None,
            clocks_wait: false,
            takes_off_dead: false,
        }
    }
}

/// What is agreed before a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Terms {
    /// Is a side played by a person?
    pub people: [bool; 2],
    /// The time controls, by side.
    pub controls: [Option<TimeControl>; 2],
    /// The time for each move, by side, where it is fixed and whoever takes longer loses.
    pub limits: [Option<Duration>; 2],
    /// May a side think in the opponent's time?
    pub ponders: [bool; 2],
    /// Further rules.
    pub rules: Rules,
}

impl Terms {
    /// The terms of a game between these players: a time control of a player's own comes before the common one.
    pub fn of(players: [&PlayerSpec; 2], clock: Option<TimeControl>, rules: &Rules) -> Terms {
        Terms {
            people: players.map(PlayerSpec::is_human),
            controls: players.map(|player| clock_of(player).ok().flatten().or(clock)),
            limits: [None, None],
            ponders: players.map(|player| rules.ponder || player.ponder),
            rules: rules.clone(),
        }
    }
}
