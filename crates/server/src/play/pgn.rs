//! A game as a record, with scores and clocks in its comments.

use arena::pgn::Headers;
use arena::{Game, Played};
use engine::Side;
use record::{Colors, GameResult, Record};

use super::saved;
use crate::refusal::Refusal;
use crate::show;
use crate::wire::{GameState, LiveGame, PlayedMove};

/// The game as a record.
pub fn record(live: &LiveGame) -> Result<Record, Refusal> {
    let usual = engine::open(&live.game)?.position();
    let board = show::set_up(&live.game, Some(&live.start), &[])?;
    let winner = live.end.as_ref().and_then(|end| end.winner).map(Side::from);
    let reason = live.end.as_ref().map_or("unfinished", |end| end.reason.as_str());
    let game = Game {
        start: (live.start != usual).then(|| live.start.clone()),
        first_to_move: board.side_to_move(),
        moves: live.moves.iter().map(played).collect(),
        winner,
        ending: saved::ending(reason),
    };
    let control = live.clock.as_ref().map_or("-".to_string(), |clock| format!("{}+{}", clock.base_s, clock.inc_s));
    let headers = Headers {
        event: "Kiebitz".to_string(),
        date: record::date(live.created),
        round: "-".to_string(),
        players: [live.players.first.label(), live.players.second.label()],
        game: live.game.clone(),
        colors: Colors::named(Side::BOTH.map(|side| board.side_name(side))),
        controls: [control.clone(), control],
    };
    let mut record = arena::pgn::record(&game, &headers);
    let mut board = board;
    live.moves.iter().try_for_each(|mv| board.play(&mv.code).map(drop))?;
    if let Some(opening) = board.opening() {
        record.tags.set("ECO", opening.eco);
        record.tags.set("Opening", opening.english);
    }
    if live.state != GameState::Over {
        record.result = GameResult::Open;
    }
    Ok(record)
}

fn played(mv: &PlayedMove) -> Played {
    let (text, code, side) = (mv.text.clone(), mv.code.clone(), mv.side.into());
    Played { text, code, side, thinking: saved::thinking(mv) }
}
