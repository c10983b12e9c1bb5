//! Advice for somebody who plays.

use engine::{Bounds, PlayerKind, PlayerSpec, Question, Report};

use crate::refusal::{Code, Refusal};
use crate::wire::{GameState, Hint, LiveGame};
use crate::{limits, show};

/// What is to be searched: what would the program play here?
pub fn question(live: &LiveGame) -> Result<Question, Refusal> {
    if live.state == GameState::Over {
        return Err(Refusal::new(Code::GameOver, "the game is over"));
    }
    Ok(Question {
        start: Some(live.start.clone()),
        moves: codes(live),
        player: PlayerSpec { hash: Some(limits::MOVE_HASH_MIB), ..PlayerSpec::new(PlayerKind::Kiebitz) },
        limits: Bounds {
            nodes: Some(limits::HINT_NODES),
            time_ms: Some(limits::HINT_TIME.as_millis() as u64),
            ..Bounds::default()
        },
        ..Question::new(&live.game)
    })
}

/// What was found.
pub fn answer(live: &LiveGame, lines: &[Report]) -> Result<Hint, Refusal> {
    let nothing = || Refusal::new(Code::Fault, "no move was found");
    let line = lines.first().ok_or_else(nothing)?;
    let board = show::set_up(&live.game, Some(&live.start), &codes(live))?;
    let shown = show::best_line(&*board, line).ok_or_else(nothing)?;
    Ok(Hint {
        mv: shown.pv.first().cloned().ok_or_else(nothing)?,
        code: shown.codes.first().cloned().ok_or_else(nothing)?,
        cells: shown.cells,
        score: shown.score,
        depth: line.depth,
        pv: shown.pv,
    })
}

fn codes(live: &LiveGame) -> Vec<String> {
    live.moves.iter().map(|mv| mv.code.clone()).collect()
}
