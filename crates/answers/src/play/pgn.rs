//! A game as a record, with scores and clocks in its comments.

use arena::pgn::Headers;
use arena::{Game, Played};
use engine::{RecordFormat, Side};
use record::{Colors, GameResult, Record};

use super::saved;
use crate::refusal::{Code, Refusal};
use crate::wire::{GameState, LiveGame, PlayedMove, WrittenGame};
use crate::{import, show};

/// A game as a file.
pub struct Written {
    /// What is in it.
    pub text: String,
    /// Its type.
    pub kind: String,
    /// Its name.
    pub name: String,
}

/// The game as a file. Every game can be PGN, and besides what its players use.
pub fn write(live: &LiveGame, format: RecordFormat) -> Result<Written, Refusal> {
    let usual = engine::open(&live.game)?.customs().record;
    if format != RecordFormat::Pgn && format != usual {
        let message = format!("{} is not written as {}, but as {}", live.game, format.name(), usual.name());
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let WrittenGame { text, media_type, .. } = import::text(record(live)?, &live.game, format)?;
    let game: String = live.game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let (game, date) = (game.trim_end_matches('-'), record::date(live.created).replace('.', "-"));
    let short: String = live.id.chars().take(4).collect();
    let name = format!("kiebitz-{game}-{date}-{short}.{}", format.name().to_lowercase());
    Ok(Written { text, kind: format!("{media_type}; charset=utf-8"), name })
}

/// The game as a record.
fn record(live: &LiveGame) -> Result<Record, Refusal> {
    let board = show::set_up(&live.game, Some(&live.start), &[])?;
    let usual = import::usual_start(&*board)?;
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
        customs: board.customs(),
        colors: Colors::named(Side::BOTH.map(|side| board.side_name(side))),
        controls: [control.clone(), control],
    };
    let mut record = arena::pgn::record(&game, &headers);
    let mut board = board;
    live.moves.iter().try_for_each(|mv| board.advance(&mv.code))?;
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
