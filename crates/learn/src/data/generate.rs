//! Many games on many threads, into one file that does not depend on how many there were.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc;

use engine::{EndgameTables, Playable, Visitor};
use game::Rng;
use search::Control;

use super::file::{Appender, Header, beginning, to_block};
use super::played::Played;
use super::selfplay::{self, SHUFFLED, Setting, Settings};
use crate::Error;

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games in the file, those of earlier runs among them.
    pub games: u32,
    /// Their quiet positions.
    pub positions: u64,
}

impl Progress {
    /// Counts a game.
    pub(super) fn add(&mut self, game: &Played) {
        self.games += 1;
        self.positions += game.quiet() as u64;
    }
}

/// What a run leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generated {
    /// What was in the file at the beginning.
    pub before: Progress,
    /// What is in it now.
    pub now: Progress,
}

/// Plays the games of these numbers into the file at `path`. A file that was begun with the same settings is continued.
/// When `control` stops it, the games that are finished are in the file. `progress` is called after every game.
pub fn generate(
    game: &str,
    settings: &Settings,
    numbers: Range<u32>,
    threads: usize,
    path: &Path,
    control: &Control,
    progress: &mut dyn FnMut(Progress),
) -> Result<Generated, Error> {
    engine::visit(game, Generate { settings, numbers, threads, path, control, progress })?
}

struct Generate<'a> {
    settings: &'a Settings,
    numbers: Range<u32>,
    threads: usize,
    path: &'a Path,
    control: &'a Control,
    progress: &'a mut dyn FnMut(Progress),
}

impl Visitor for Generate<'_> {
    type Result = Result<Generated, Error>;

    fn visit<G: Playable>(self, start: G) -> Result<Generated, Error> {
        let Generate { settings, numbers, threads, path, control, progress } = self;
        let (header, ground) = Ground::of(&start, settings, numbers.start)?;
        let (mut file, before) = Appender::open(path, &header)?;
        let mut now = before;
        progress(now);

        let setting = ground.setting(&start, settings);
        let next = AtomicU32::new(numbers.start + now.games);
        let (send, receive) = mpsc::channel::<Played>();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (send, setting, next, end) = (send.clone(), setting.clone(), &next, numbers.end);
                let work = move || {
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= end || control.stopped() {
                            break;
                        }
                        let played = selfplay::play(&setting, number, control);
                        // Nobody receives any more when writing has failed.
                        if played.is_none_or(|played| send.send(played).is_err()) {
                            break;
                        }
                    }
                };
                let spawned = search::thread("game").spawn_scoped(scope, work);
                spawned.map_err(|error| Error::Request(format!("{threads} threads: {error}")))?;
            }
            drop(send);
            // Games arrive as they end, and are written in the order of their numbers.
            let mut waiting = BTreeMap::new();
            for played in receive {
                waiting.insert(played.number, played);
                while let Some(played) = waiting.remove(&(numbers.start + now.games)) {
                    if let Err(error) = file.add(&played) {
                        control.stop();
                        return Err(error);
                    }
                    now.add(&played);
                    progress(now);
                }
            }
            Ok(Generated { before, now })
        })
    }
}

/// What games are played with, besides what the settings say themselves.
pub(super) struct Ground<G: Playable> {
    evaluator: G::Evaluator,
    shuffled: u8,
    tables: EndgameTables,
}

impl<G: Playable> Ground<G> {
    /// The same, and how a file of such games begins.
    pub(super) fn of(start: &G, settings: &Settings, from: u32) -> Result<(Header, Ground<G>), Error> {
        let name = settings.evaluator.as_deref().unwrap_or(start.evaluators()[0]);
        let evaluator = start.evaluator(name)?;
        let has_others = start.another_start(&mut Rng::new(0)).is_some();
        let shuffled = settings.shuffled.unwrap_or(if has_others { SHUFFLED } else { 0 });
        if shuffled > 0 && !has_others {
            let reason = format!("{} begins in one way only; games of chess can begin as Chess960", start.spec());
            return Err(Error::Request(reason));
        }
        let men = if G::HAS_ENDGAMES { settings.men.unwrap_or_else(EndgameTables::own_men) } else { 0 };
        let tables = EndgameTables::exactly(men)?;
        let header = Header {
            game: start.spec(),
            evaluator: name.to_string(),
            nodes: settings.nodes,
            seed: settings.seed,
            random_plies: settings.random_plies,
            balance: settings.balance as i32 * G::UNIT / 100,
            shuffled,
            men,
            harvest: settings.harvest,
            from,
        };
        Ok((header, Ground { evaluator, shuffled, tables }))
    }

    fn setting<'a>(&'a self, start: &'a G, settings: &'a Settings) -> Setting<'a, G> {
        let Ground { evaluator, shuffled, tables } = self;
        Setting { start, evaluator: evaluator.clone(), settings, shuffled: *shuffled, tables }
    }
}

/// The games of these numbers as the bytes of the file that [`generate`] would write; `None` if `control` stopped it before the last one.
pub fn part(game: &str, settings: &Settings, numbers: Range<u32>, control: &Control) -> Result<Option<Vec<u8>>, Error> {
    engine::visit(game, Part { settings, numbers, control })?
}

struct Part<'a> {
    settings: &'a Settings,
    numbers: Range<u32>,
    control: &'a Control,
}

impl Visitor for Part<'_> {
    type Result = Result<Option<Vec<u8>>, Error>;

    fn visit<G: Playable>(self, start: G) -> Self::Result {
        let (header, ground) = Ground::of(&start, self.settings, self.numbers.start)?;
        let setting = ground.setting(&start, self.settings);
        let mut bytes = beginning(&header);
        for number in self.numbers {
            let Some(played) = selfplay::play(&setting, number, self.control) else { return Ok(None) };
            bytes.extend(to_block(&played.to_bytes()));
        }
        Ok(Some(bytes))
    }
}
