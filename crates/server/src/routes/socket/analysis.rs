//! An analysis: the best lines of one position, as they are found.

use std::sync::Arc;

use answers::analysis::{Analysis, Wish};
use tokio::time::{MissedTickBehavior, interval};

use super::Outbox;
use crate::app::{App, off_the_loop};
use crate::limits;
use crate::refusal::{Code, Refusal};
use crate::think::ask;

/// Searches, and tells what is found at every tick.
pub async fn run(app: Arc<App>, client: Arc<str>, outbox: Outbox, wish: Wish) -> Result<(), Refusal> {
    let Some(analysis) = off_the_loop(move || Analysis::of(wish)).await? else { return Ok(()) };
    let judgements = &app.judgements;
    if let Some(known) = analysis.known(judgements) {
        let _ = outbox.send(known).await;
    }
    let mut searching = ask(&app.house.pool, &client, analysis.question.clone(), false)?;
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
                if let Some(said) = analysis.found(judgements, last) {
                    let _ = outbox.send(said).await;
                }
                return Ok(());
            }
            _ = ticker.tick() => {
                let found = searching.progress.snapshot();
                let state = (found.nodes, found.lines.first().map_or(0, |line| line.depth));
                if state != told && let Some(said) = analysis.found(judgements, found) {
                    told = state;
                    let _ = outbox.send(said).await;
                }
            }
        }
    }
}
