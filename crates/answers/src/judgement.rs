//! What a position is worth without a search, and what a network thinks of it.

use lab::judgement::{along, judge};

use crate::refusal::{Code, Refusal};
use crate::show;
use crate::wire::{JudgementAnswer, JudgementRequest};

/// A position judged without a search, and how that changes along a line.
pub fn answer(request: &JudgementRequest) -> Result<JudgementAnswer, Refusal> {
    let JudgementRequest { game, position, moves, ply, evaluator } = request;
    let mut board = show::set_up(game, position.as_deref(), moves)?;
    let source = evaluator.as_deref().unwrap_or_default();
    // By its name alone: an evaluator can be made from a file, and a page names none.
    if !source.is_empty() && !board.evaluators().contains(&source) {
        let short: String = source.chars().take(40).collect();
        let message = format!("evaluator '{short}': {game} has {}", board.evaluators().join(", "));
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let at = ply.unwrap_or(moves.len());
    if at > moves.len() {
        return Err(Refusal::new(Code::BadRequest, format!("ply {at}: the line has {} moves", moves.len())));
    }
    let line = along(&*board, source)?;
    for _ in at..moves.len() {
        board.undo();
    }
    Ok(JudgementAnswer { judgement: judge(&*board, source)?, line })
}
