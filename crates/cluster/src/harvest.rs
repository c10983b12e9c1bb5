//! Games of self-play as jobs: ranges of numbers, whose games the driver alone writes, in their order.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use learn::data::{Assembly, Progress, Settings};

use crate::driver::{Next, Verdict, Work};
use crate::job::{Done, Job, Selfplay};
use crate::lots::Lots;

/// How many games are in a job at most.
const MOST: usize = 10_000;

/// Games of self-play that go into a file.
pub struct Harvest<'a> {
    game: String,
    settings: Settings,
    file: Assembly,
    /// The first number that nobody has, and the one after the last.
    left: Range<u32>,
    lots: Lots,
    out: HashMap<u64, Range<u32>>,
    next_job: u64,
    hear: &'a mut dyn FnMut(Progress),
    /// Why the file cannot be written.
    failed: Option<learn::Error>,
}

impl<'a> Harvest<'a> {
    /// The games up to this number that are not in the file, for so many workers. `hear` hears how far it has come.
    pub fn new(
        game: &str,
        settings: &Settings,
        file: Assembly,
        end: u32,
        workers: usize,
        hear: &'a mut dyn FnMut(Progress),
    ) -> Harvest<'a> {
        let left = file.next()..end.max(file.next());
        Harvest {
            game: game.to_string(),
            settings: settings.clone(),
            file,
            left,
            lots: Lots::new(workers, MOST),
            out: HashMap::new(),
            next_job: 0,
            hear,
            failed: None,
        }
    }

    /// The file, or why it could not be written.
    pub fn end(self) -> Result<Assembly, learn::Error> {
        self.failed.map_or(Ok(self.file), Err)
    }
}

impl Work for Harvest<'_> {
    fn next(&mut self) -> Result<Next, String> {
        if self.left.is_empty() {
            return Ok(Next::Done);
        }
        let job = self.next_job;
        self.next_job += 1;
        let from = self.left.start;
        let to = from + self.lots.take(job, self.left.len()) as u32;
        self.left.start = to;
        self.out.insert(job, from..to);
        let selfplay = Selfplay { game: self.game.clone(), settings: self.settings.clone(), from, to };
        Ok(Next::Job(job, Box::new(Job::Selfplay(selfplay))))
    }

    fn done(&mut self, job: u64, _: &str, done: Done) -> Verdict {
        let Done::Bytes(text) = done else {
            return Verdict::False("its answer is not one to games of self-play".to_string());
        };
        let Some(numbers) = self.out.get(&job).cloned() else {
            return Verdict::False("it has played what nobody wanted".to_string());
        };
        let bytes = STANDARD.decode(text).map_err(|error| error.to_string());
        let games = match bytes.and_then(|bytes| self.file.check(numbers, &bytes)) {
            Ok(games) => games,
            Err(why) => return Verdict::False(why),
        };
        self.out.remove(&job);
        self.lots.done(job);
        if let Err(error) = self.file.add(games) {
            self.failed = Some(error);
            return Verdict::Kept(ControlFlow::Break(()));
        }
        (self.hear)(self.file.generated().now);
        Verdict::Kept(ControlFlow::Continue(()))
    }
}
