//! An analysis: the best lines of one position, as they are found.

use std::sync::Arc;

use engine::{Bounds, Engine, PlayerKind, PlayerSpec, Question};
use tokio::time::{MissedTickBehavior, interval};

use super::Outbox;
use crate::app::{App, off_the_loop};
use crate::judgements::Place;
use crate::refusal::{Code, Refusal};
use crate::think::{Snapshot, ask};
use crate::wire::{AnalysisLimits, Say};
use crate::{limits, show};

/// What is asked for.
pub struct Wish {
    pub id: u64,
    pub game: String,
    pub position: Option<String>,
    pub moves: Vec<String>,
    pub lines: Option<usize>,
    pub threads: Option<usize>,
    pub hash: Option<usize>,
    pub limits: Option<AnalysisLimits>,
    pub threat: bool,
}

/// Searches, and tells what is found at every tick.
pub async fn run(app: Arc<App>, client: Arc<str>, outbox: Outbox, wish: Wish) -> Result<(), Refusal> {
    let Wish { id, game, position, moves, lines, threads, hash, limits: asked, threat } = wish;
    let player = PlayerSpec {
        threads: Some(within("threads", threads.unwrap_or(1), limits::threads())?),
        hash: Some(within("hash", hash.unwrap_or(limits::USUAL_HASH_MIB), limits::HASH_MIB)?),
        ..PlayerSpec::new(PlayerKind::Kiebitz)
    };
    let lines = within("lines", lines.unwrap_or(1), limits::LINES)?;
    let (mut board, game, start, moves) = off_the_loop(move || {
        let mut board = show::set_up(&game, position.as_deref(), &moves)?;
        if threat {
            let passed = board.passed();
            let start = passed.ok_or_else(|| Refusal::new(Code::NotAllowed, "nobody may pass in this position"))?;
            board.set_position(&start)?;
            return Ok((board, game, start, Vec::new()));
        }
        let start = show::set_up(&game, position.as_deref(), &[])?.position();
        Ok((board, game, start, moves))
    })
    .await?;
    if board.end().is_some() {
        return Ok(());
    }
    let asked = asked.unwrap_or_default();
    // Playouts cannot be interrupted for others and go on later, so they have less time.
    let longest = if board.prefers_mcts() { limits::MOVE_TIME } else { limits::ANALYSIS_TIME };
    let longest = longest.as_millis() as u64;
    let bounds = Bounds {
        depth: asked.depth,
        nodes: Some(asked.nodes.unwrap_or(limits::ANALYSIS_NODES).min(limits::ANALYSIS_NODES)),
        time_ms: Some(asked.time_ms.map_or(longest, |time| time.clamp(1, longest))),
        ..Bounds::default()
    };
    let place = Place::new(&board.game(), &start, &engine::Ply::codes(&board.played()));
    let judgements = &app.judgements;
    // What is known is said at once. The search begins anew, and is heard from when it has looked as far.
    let known = Snapshot { lines: judgements.known(&place), ..Snapshot::default() };
    if !known.lines.is_empty() {
        tell(&mut *board, &outbox, id, &known, lines).await;
    }
    let question = Question { start: Some(start), moves, player, limits: bounds, lines, ..Question::new(&game) };
    let mut searching = ask(&app.house.pool, &client, question, false)?;
    let mut ticker = interval(limits::TICK);
    ticker.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut told = (0, 0);
    loop {
        tokio::select! {
            found = &mut searching.answer => {
                let found = found.map_err(|_| Refusal::new(Code::Busy, "the search was broken off"))??;
                let mut last = searching.progress.snapshot();
                last.time = found.took;
                if last.lines.is_empty() {
                    last.lines = found.lines;
                }
                last.lines = judgements.offer(&place, &last.lines);
                tell(&mut *board, &outbox, id, &last, lines).await;
                return Ok(());
            }
            _ = ticker.tick() => {
                let mut known = searching.progress.snapshot();
                known.lines = judgements.offer(&place, &known.lines);
                let state = (known.nodes, known.lines.first().map_or(0, |line| line.depth));
                if !known.lines.is_empty() && state != told {
                    told = state;
                    tell(&mut *board, &outbox, id, &known, lines).await;
                }
            }
        }
    }
}

async fn tell(board: &mut dyn Engine, outbox: &Outbox, id: u64, known: &Snapshot, most: usize) {
    let lines: Vec<_> = known.lines.iter().take(most).filter_map(|line| show::best_line(board, line)).collect();
    let nps = known.nodes as f64 / known.time.as_secs_f64().max(0.001);
    let said = Say::Lines {
        id,
        depth: known.lines.first().map_or(0, |line| line.depth),
        nodes: known.lines.first().map_or(0, |line| line.nodes).max(known.nodes),
        nps: nps as u64,
        time_ms: known.time.as_millis() as u64,
        lines,
    };
    let _ = outbox.send(said).await;
}

fn within(name: &str, value: usize, most: usize) -> Result<usize, Refusal> {
    if (1..=most).contains(&value) {
        return Ok(value);
    }
    Err(Refusal::new(Code::BadRequest, format!("{name} {value}: expected 1 to {most}")))
}
