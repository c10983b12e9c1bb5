//! A game as others want it: the page, the history.

use std::time::Instant;

use arena::Table;
use engine::{Ply, Report, Side};
use history::{Participant, PlayedGame};

use super::clock;
use super::saved::Saved;
use crate::show;
use crate::wire::{self, GameState, LiveGame};

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

/// A report whose moves are written as people write them: programs of other makers tell theirs in their own notation.
pub fn for_people(table: &Table, mut report: Report) -> Report {
    if report.pv.iter().any(|ply| ply.text.is_empty()) {
        report.pv = table.board().read_line(&Ply::codes(&report.pv));
    }
    report
}

/// What the program whose turn it is has found so far.
pub fn thinking(table: &Table, report: Report) -> wire::Thinking {
    let report = for_people(table, report);
    let nps = report.nodes as f64 / report.time.as_secs_f64().max(0.001);
    wire::Thinking {
        side: table.side_to_move().into(),
        depth: report.depth,
        nodes: report.nodes,
        nps: nps as u64,
        score: show::score(table.board(), &report),
        pv: Ply::texts(&report.pv),
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
