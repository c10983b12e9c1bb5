//! A game as PGN, with scores and clocks in its comments.

use std::time::Duration;

use arena::pgn::{Headers, result_text, write};
use arena::referee::{Ending, Game, Played, Thinking};
use arena::{Fault, Thought};
use engine::{Score, Side};

use super::saved::player_name;
use crate::refusal::Refusal;
use crate::show;
use crate::wire::{GameState, LiveGame, PlayedMove};

/// The game as PGN.
pub fn pgn(live: &LiveGame) -> Result<String, Refusal> {
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
    let side_names = Side::BOTH.map(|side| board.side_name(side));
    let control = live.clock.as_ref().map_or("-".to_string(), |clock| format!("{}+{}", clock.base_s, clock.inc_s));
    let headers = Headers {
        event: "a game on the page".to_string(),
        date: arena::pgn::date(live.created),
        round: "-".to_string(),
        players: [player_name(&live.players.first), player_name(&live.players.second)],
        game: live.game.clone(),
        side_names: side_names.clone(),
        controls: [control.clone(), control],
    };
    let text = write(&game, &headers);
    if live.state == GameState::Over {
        return Ok(text);
    }
    // A game that goes on has no result yet.
    let result = result_text(None, &side_names);
    let open = text.trim_end().strip_suffix(result).unwrap_or(&text);
    Ok(format!("{}*\n\n", open.replacen(&format!("[Result \"{result}\"]"), "[Result \"*\"]", 1)))
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
