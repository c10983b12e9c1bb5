//! A game as a record, with scores and clocks in its comments.

use std::time::Duration;

use arena::pgn::Headers;
use arena::referee::{Ending, Game, Played, Thinking};
use arena::{Fault, Thought};
use engine::{Score, Side};
use record::{Colors, GameResult, Record};

use crate::refusal::Refusal;
use crate::show;
use crate::wire::{GameState, LiveGame, PlayedMove};

/// The game as a record.
pub fn record(live: &LiveGame) -> Result<Record, Refusal> {
    let usual = engine::open(&live.game)?.position();
    let board = show::set_up(&live.game, Some(&live.start), &[])?;
    let winner = live.end.as_ref().and_then(|end| end.winner).map(Side::from);
    let reason = live.end.as_ref().map_or("unfinished", |end| end.reason.as_str());
    let ending = match reason {
        "time" => Ending::Fault(Fault::OutOfTime(reason.to_string())),
        "fault" => Ending::Fault(Fault::Crashed(reason.to_string())),
        _ => Ending::Rules(reason.to_string()),
    };
    let game = Game {
        start: (live.start != usual).then(|| live.start.clone()),
        first_to_move: board.side_to_move(),
        moves: live.moves.iter().map(played).collect(),
        winner,
        ending,
        thinking: [Duration::ZERO; 2],
        clock_gap: [Duration::ZERO; 2],
        preparing: Duration::ZERO,
    };
    let control = live.clock.as_ref().map_or("-".to_string(), |clock| format!("{}+{}", clock.base_s, clock.inc_s));
    let headers = Headers {
        event: "a game on the page".to_string(),
        date: record::date(live.created),
        round: "-".to_string(),
        players: [live.players.first.label(), live.players.second.label()],
        game: live.game.clone(),
        colors: Colors::named(Side::BOTH.map(|side| board.side_name(side))),
        controls: [control.clone(), control],
    };
    let mut record = arena::pgn::record(&game, &headers);
    if live.state != GameState::Over {
        record.result = GameResult::Open;
    }
    Ok(record)
}

fn played(mv: &PlayedMove) -> Played {
    let score = mv.score.as_ref().map(|score| {
        let first = match (score.cp, score.mate) {
            (Some(cp), _) => Score::new(cp),
            (None, Some(mate)) if mate > 0 => Score::win_in(2 * mate as usize - 1),
            (None, mate) => Score::loss_in(2 * mate.unwrap_or(0).unsigned_abs() as usize),
        };
        Side::from(mv.side).view(first)
    });
    let thought = Thought { score, depth: mv.depth.map(|depth| depth.max(0) as u32), ..Thought::default() };
    let thinking = mv.think_ms.map(|took| Thinking {
        took: Duration::from_millis(took),
        left: mv.clock_ms.map(Duration::from_millis),
        thought,
    });
    Played { text: mv.text.clone(), thinking }
}
