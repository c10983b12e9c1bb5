//! A position, looked at and judged without any memory of who asks.

use engine::{Control, Engine, HANDMADE, Identity, Score, Side};

use crate::refusal::{Code, Refusal};
use crate::wire::{JudgedGroup, PositionAnswer, PositionRequest, WeightsAnswer, WeightsRequest};
use crate::{limits, show};

/// A position after some moves, with its legal moves.
pub fn answer(request: &PositionRequest, control: &Control) -> Result<PositionAnswer, Refusal> {
    let PositionRequest { game, position, moves, each } = request;
    let mut board = show::set_up(game, position.as_deref(), &[])?;
    let start = board.position();
    let line = show::line(game, position.as_deref(), moves)?;
    let mut views = Vec::new();
    for step in &line {
        if control.stopped() {
            return Err(Refusal::new(Code::Busy, "the line was not shown in time; ask for fewer moves"));
        }
        if *each {
            views.push(show::view(&*board));
        }
        board.play(&step.code)?;
    }
    let view = show::view(&*board);
    if *each {
        views.push(view.clone());
    }
    Ok(PositionAnswer { view, views, start, line })
}

/// What a position is worth without a search, group by group of terms, with some of the weights turned.
pub fn weights(request: &WeightsRequest) -> Result<WeightsAnswer, Refusal> {
    if request.scales.len() > limits::SCALES {
        let message = format!("{} scales: at most {} are taken", request.scales.len(), limits::SCALES);
        return Err(Refusal::new(Code::TooLarge, message));
    }
    let board = show::set_up(&request.game, request.position.as_deref(), &[])?;
    let scales: Vec<(&str, String)> =
        request.scales.iter().map(|scale| (scale.group.as_str(), format!("{}%", scale.percent))).collect();
    let scales: Vec<(&str, &str)> = scales.iter().map(|(group, factor)| (*group, factor.as_str())).collect();
    let turned = engine::with_scales(HANDMADE, &scales)?;
    let table = board.weights(&turned)?;
    let total = |source: &str| {
        let judge = Identity { evaluator: Some(source.to_string()), ..Identity::default() };
        board.judgement(&judge).map(|score| board.first_score_text(score))
    };
    let groups = match table.terms.is_empty() {
        true => Vec::new(),
        false => board.group_totals(&turned)?.into_iter().zip(board.group_totals(HANDMADE)?).collect(),
    };
    let groups = groups.into_iter().map(|((name, value), (_, usual))| JudgedGroup {
        name: name.to_string(),
        value,
        text: first_text(&*board, value),
        usual,
    });
    Ok(WeightsAnswer {
        groups: groups.collect(),
        total: total(&turned)?,
        usual: total(HANDMADE)?,
        evaluator: table.evaluator.to_string(),
    })
}

/// A value from the first player's view, as the game's players write it.
fn first_text(board: &dyn Engine, value: f64) -> String {
    let score = Score::new(value.round() as i32);
    board.first_score_text(if board.side_to_move() == Side::First { score } else { -score })
}
