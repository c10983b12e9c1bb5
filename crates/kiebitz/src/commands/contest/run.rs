//! Playing a schedule with its journal: what has been played is kept, and `--resume` plays only what is missing.

use std::ops::ControlFlow;
use std::path::PathBuf;

use arena::schedule::{Outcome, Schedule};
use arena::{Arena, Contents, Event, Finished, Journal, Standings};
use serde_json::Value;

use super::Conditions;
use super::progress::Progress;
use crate::interrupt;
use crate::output::{self, Failure};

/// What a run came to.
pub struct Played {
    pub standings: Standings,
    /// All games, those of an earlier run first.
    pub games: Vec<Finished>,
    /// Games a second of this run.
    pub speed: f64,
    /// All games have been played, or it was decided that no more are needed.
    pub complete: bool,
}

/// Plays. `header` names the run in the journal; `status` tells the standings in a few words; `decided` may end the run early.
pub fn run(
    conditions: &Conditions,
    arena: &Arena,
    schedule: &mut dyn Schedule,
    header: &Value,
    status: &dyn Fn(&Standings) -> String,
    decided: &dyn Fn(&Standings) -> bool,
) -> Result<Played, Failure> {
    let total = schedule.total();
    let path = match &conditions.journal {
        Some(path) => path.clone(),
        None => usual_place(header)?,
    };
    let (mut journal, games, notices) = match conditions.resume {
        true => {
            let (journal, Contents { games, lost, .. }) = Journal::resume(&path, header, arena.contestants.len())?;
            let mut notices = vec![format!("{} games have been played before", games.len())];
            let place = path.display();
            notices.extend(lost.iter().map(|(line, why)| format!("{place}: line {line} is of no use: {why}")));
            (journal, games, notices)
        }
        false => {
            let (journal, kept) = Journal::create(&path, header)?;
            let notice = kept.map(|kept| {
                format!(
                    "what was in {}, the games of a run that was broken off, is now in {}",
                    path.display(),
                    kept.display()
                )
            });
            (journal, Vec::new(), notice.into_iter().collect())
        }
    };
    if let Some(clock) = arena.clock.filter(|_| !conditions.json) {
        output::line(format!("Clock: {}.", clock.words()))?;
    }
    let mut progress = Progress::new(arena, total, conditions.pgn.as_deref(), conditions.json)?;
    notices.iter().try_for_each(|notice| progress.notice(notice))?;
    games.iter().try_for_each(|game| progress.add(game))?;
    let earlier: Vec<Outcome> = games.iter().map(Finished::outcome).collect();
    let mut all = games;
    let mut failed: Result<(), Failure> = Ok(());
    let mut complete = decided(&progress.standings);
    if !complete {
        let halted = interrupt::stoppable(|halt| {
            arena.run(schedule, &earlier, halt, &mut |event| {
                // After the decision, or Ctrl-C, games that were about to end may still do so; they are kept.
                let heard = match &event {
                    Event::Game(game) => journal.add(game).map_err(Failure::from),
                    Event::Remark(..) => Ok(()),
                };
                let heard = heard.and_then(|()| progress.hear(&event, status));
                if let Event::Game(game) = event {
                    all.push(*game);
                }
                if failed.is_ok() {
                    failed = heard;
                }
                complete = complete || decided(&progress.standings);
                if failed.is_err() || complete { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            Ok::<bool, arena::Error>(halt.stopped())
        })?;
        complete = complete || !halted;
    }
    failed?;
    if complete {
        journal.finish()?;
    }
    let speed = progress.speed();
    Ok(Played { standings: progress.end(), games: all, speed, complete })
}

/// A place that depends on nothing but the settings, so that the same command finds it again.
fn usual_place(header: &Value) -> Result<PathBuf, Failure> {
    let nowhere = || Failure::Other("there is no folder for data here: set KIEBITZ_DATA or give --journal".to_string());
    let folder = engine::data_folder().ok_or_else(nowhere)?;
    // FNV-1a, by G. Fowler, L. Noll and P. Vo: the same on every machine and in every build.
    let digest = header
        .to_string()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Ok(folder.join("arena").join(format!("{digest:016x}.jsonl")))
}
