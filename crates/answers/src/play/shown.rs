//! A game as the page wants it.

use arena::Table;
use engine::{Engine, Instant, Ply, Report};

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
    // What would be counted, or was: after a pass, for whoever passes too agrees.
    let passed = view.ply > 0 && view.last.is_empty();
    let settled = if passed { table.settlement() } else { None };
    let count =
        settled.map(|found| wire::Settlement { dead: found.dead, first: found.counts[0], second: found.counts[1] });
    LiveGame {
        id: saved.id.clone(),
        version: saved.version,
        game: saved.game.clone(),
        players: saved.players.clone(),
        clock: saved.clock.map(|setting| clock::state(setting, table, now)),
        start: saved.start.clone(),
        moves: saved.moves.clone(),
        view,
        count,
        state: saved.state,
        end: saved.end.clone(),
        draw_offer: table.draw_offer().map(Into::into),
        thinking: None,
        created: saved.created / 1000,
        rating: saved.rating.clone(),
    }
}

/// A report whose moves are written as people write them: programs of other makers tell theirs in their own notation.
fn for_people(board: &dyn Engine, mut report: Report) -> Report {
    if report.pv.iter().any(|ply| ply.text.is_empty()) {
        report.pv = board.read_line(&Ply::codes(&report.pv));
    }
    report
}

/// What a program says of the position before its move, and how deep it looked; nothing if it has not searched.
pub fn said(table: &Table, report: Option<Report>) -> Option<(wire::Score, i32)> {
    let report = for_people(table.board(), report?);
    (report.nodes > 0).then(|| (show::score(table.board(), &report), report.depth))
}

/// What the program whose turn it is has found so far.
pub fn thinking(board: &dyn Engine, report: Report) -> wire::Thinking {
    let report = for_people(board, report);
    let nps = report.nodes as f64 / report.time.as_secs_f64().max(0.001);
    wire::Thinking {
        side: board.side_to_move().into(),
        depth: report.depth,
        nodes: report.nodes,
        nps: nps as u64,
        score: show::score(board, &report),
        pv: Ply::texts(&report.pv),
    }
}

/// Where a game's randomness begins: other mistakes in each game, but always the same in the same game.
pub fn seed(id: &str) -> u64 {
    // FNV-1a, by Fowler, Noll and Vo.
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
