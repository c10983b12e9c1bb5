//! A game as others want it: the page, the history.

use std::time::Instant;

use arena::Table;
use engine::Side;
use history::{Participant, PlayedGame};

use super::clock;
use super::saved::Saved;
use crate::show;
use crate::wire::{GameState, LiveGame};

/// As it goes over the wire.
pub fn live(saved: &Saved, table: &Table, now: Instant) -> LiveGame {
    let mut view = show::view(table.board());
    if saved.state == GameState::Over {
        view.moves.clear();
    }
    LiveGame {
        id: saved.id.clone(),
        version: saved.version,
        game: saved.game.clone(),
        players: saved.players.clone(),
        clock: saved.clock.map(|setting| clock::state(setting, table, now)),
        start: saved.start.clone(),
        moves: saved.moves.clone(),
        view,
        state: saved.state,
        end: saved.end.clone(),
        draw_offer: table.draw_offer().map(Into::into),
        thinking: None,
        created: saved.created / 1000,
    }
}

/// As the history keeps it.
pub fn record(saved: &Saved, table: &Table) -> PlayedGame {
    let usual = engine::open(&saved.game).is_ok_and(|board| board.position() == saved.start);
    let participant = |side| {
        let name = saved.player(side).label();
        let options = if saved.is_human(side) { String::new() } else { name.clone() };
        Participant { name, options, rating: None }
    };
    PlayedGame {
        game: table.board().game(),
        start: (!usual).then(|| saved.start.clone()),
        course: table.board().course(),
        result: table.outcome().and_then(|outcome| outcome.winner).into(),
        players: Side::BOTH.map(participant),
        clock: saved.clock.map(|clock| format!("{}+{}", clock.base_s, clock.inc_s)),
        termination: saved.end.as_ref().map(|end| end.reason.clone()),
        source: "serve".to_string(),
        ..PlayedGame::default()
    }
}

/// Where a game's randomness begins: other mistakes in each game, but always the same in the same game.
pub fn seed(id: &str) -> u64 {
    // FNV-1a, by Fowler, Noll and Vo.
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
