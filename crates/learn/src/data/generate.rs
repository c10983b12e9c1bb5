//! Many games on many threads, into one file that does not depend on how many there were.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc;

use engine::{Playable, Visitor};
use search::Control;

use super::file::{Appender, Header};
use super::played::Played;
use super::selfplay::{self, Settings};
use crate::Error;

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games in the file, those of earlier runs among them.
    pub games: u32,
    /// Their kept positions.
    pub positions: u64,
}

/// What a run leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generated {
    /// What was in the file at the beginning.
    pub before: Progress,
    /// What is in it now.
    pub now: Progress,
}

/// Plays games until the file at `path` holds `games` of them. A file that was begun with the same settings is continued.
/// When `control` stops it, the games that are finished are in the file. `progress` hears of every game.
pub fn generate(
    game: &str,
    settings: &Settings,
    games: u32,
    threads: usize,
    path: &Path,
    control: &Control,
    progress: &mut dyn FnMut(Progress),
) -> Result<Generated, Error> {
    engine::visit(game, Generate { settings, games, threads, path, control, progress })?
}

struct Generate<'a> {
    settings: &'a Settings,
    games: u32,
    threads: usize,
    path: &'a Path,
    control: &'a Control,
    progress: &'a mut dyn FnMut(Progress),
}

impl Visitor for Generate<'_> {
    type Result = Result<Generated, Error>;

    fn visit<G: Playable>(self, start: G) -> Result<Generated, Error> {
        let Generate { settings, games, threads, path, control, progress } = self;
        let name = settings.evaluator.as_deref().unwrap_or(G::EVALUATORS[0]);
        let evaluator = G::evaluator(name).ok_or_else(|| {
            Error::Request(format!("evaluator '{name}': {} has {}", start.spec(), G::EVALUATORS.join(", ")))
        })?;
        let header = Header {
            game: start.spec(),
            evaluator: name.to_string(),
            nodes: settings.nodes,
            seed: settings.seed,
            random_plies: settings.random_plies,
            balance: settings.balance as i32 * G::UNIT / 100,
        };
        let (mut file, begun) = Appender::open(path, &header)?;
        let mut now = Progress { games: begun.len() as u32, positions: begun.iter().map(|g| g.kept() as u64).sum() };
        let before = now;
        progress(now);

        let next = AtomicU32::new(now.games);
        let (send, receive) = mpsc::channel::<Played>();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (send, start, evaluator, next) = (send.clone(), &start, evaluator.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= games || control.stopped() {
                            break;
                        }
                        let played = selfplay::play(start, &evaluator, settings, number, control);
                        // Nobody receives any more when writing has failed.
                        if played.is_none_or(|played| send.send(played).is_err()) {
                            break;
                        }
                    }
                });
            }
            drop(send);
            // Games arrive as they end, and are written in the order of their numbers.
            let mut waiting = BTreeMap::new();
            for played in receive {
                waiting.insert(played.number, played);
                while let Some(played) = waiting.remove(&now.games) {
                    if let Err(error) = file.add(&played) {
                        control.stop();
                        return Err(error);
                    }
                    now = Progress { games: now.games + 1, positions: now.positions + played.kept() as u64 };
                    progress(now);
                }
            }
            Ok(Generated { before, now })
        })
    }
}
