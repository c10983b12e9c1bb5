//! A game as others want it: the page, the history.

use engine::{Engine, Side};
use history::{Participant, PlayedGame};

use super::clock::Clock;
use super::saved::Saved;
use crate::show;
use crate::wire::{self, GameState, LiveGame};

/// As it goes over the wire.
pub fn live(saved: &Saved, board: &dyn Engine, clock: Option<&Clock>, draw_offer: Option<Side>) -> LiveGame {
    let mut view = show::view(board);
    if saved.state == GameState::Over {
        view.moves.clear();
    }
    LiveGame {
        id: saved.id.clone(),
        version: saved.version,
        game: saved.game.clone(),
        players: saved.players.clone(),
        clock: clock.map(Clock::state),
        start: saved.start.clone(),
        moves: saved.moves.clone(),
        view,
        state: saved.state,
        end: saved.end.clone(),
        draw_offer: draw_offer.map(wire::Side::from),
        thinking: None,
        created: saved.created / 1000,
    }
}

/// As the history keeps it.
pub fn record(saved: &Saved, board: &dyn Engine, winner: Option<Side>) -> PlayedGame {
    let usual = engine::open(&saved.game).is_ok_and(|board| board.position() == saved.start);
    let participant = |side| {
        let name = saved.player(side).label();
        let options = if saved.is_human(side) { String::new() } else { name.clone() };
        Participant { name, options, rating: None }
    };
    PlayedGame {
        game: board.game(),
        start: (!usual).then(|| saved.start.clone()),
        course: board.course(),
        result: winner.into(),
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
