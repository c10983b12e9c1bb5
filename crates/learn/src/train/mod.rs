//! Networks learned from played games.
//!
//! * `positions`: the quiet positions of the games in memory, each with the score of the search and the result of its game.
//! * `net`: the network while it learns, its value and its gradient.
//! * `descent`: the steps downhill.
//! * `checkpoint`: the state of it all as a file, to go on from.
//!
//! The target of a position is a mixture of what the search thought of it and how its game ended, both as a share of the points; the
//! loss is the square of the error. What is learned, and how, follows the practice of the engines with such networks; numbers
//! and their sources are in `docs/network.md`.

mod checkpoint;
mod descent;
mod net;
mod positions;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{InputsVisitor, Playable};
use game::{Inputs, Rng, mix};
use network::{Provenance, Shape, TILE, Weights};
use rayon::prelude::*;
use search::Control;

use crate::Error;
use crate::data::surprise;
use descent::{Descent, State};
use net::{Layout, Lesson, Room, forward, logistic};
use positions::{Eyes, Loaded, Positions, is_even, load};

/// Positions are drawn in blocks of so many, which lie side by side in memory after the shuffle.
const BLOCK: usize = 16;
/// A network cannot learn from fewer positions.
const FEWEST: usize = 8 * BLOCK;
/// How many positions make a batch. Larger ones use the processor a little better, but the same visits then make fewer steps, and with the games
/// that two cores can play in a day steps are what is short.
const BATCH: usize = 4_096;
/// The rate rises to its full value within so many steps, or a tenth of all...
const WARM_UP: u64 = 1600;
/// ...and falls to this part of it at the end, along half a cosine.
const LAST_RATE: f64 = 0.01;
/// The validation looks at no more positions than this.
const VALIDATED: usize = 200_000;
/// How many positions are validated together.
const VALIDATION_CHUNK: usize = 512;
/// How many reports in all.
const REPORTS: u64 = 40;
/// A checkpoint is written this often.
const CHECKPOINTS: Duration = Duration::from_secs(180);

/// What is learned from positions inside the searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Harvest {
    /// Nothing.
    Nothing,
    /// Their values, where those are exact.
    #[default]
    Exact,
    /// Their values, and bounds on them: a bound teaches in one direction only.
    Bounds,
}

/// An evaluator to be imitated: its judgements are learned instead of the scores of searches and the results of games. The positions are
/// those of the games and neighbors of them. A network that has learned what is known already is a better beginning than random
/// numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imitate {
    /// Its name.
    pub evaluator: String,
    /// How many positions are taken for each position of a game.
    pub neighbors: usize,
}

/// How a network is trained.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Files of games, as [`crate::data::generate`] makes them.
    pub data: Vec<PathBuf>,
    /// How many hidden units for each side; 0 for a sum of weights, one for what stands on each place of each of the game's patterns.
    pub width: usize,
    /// How many times through all positions.
    pub epochs: usize,
    /// How many positions make a step; 4,096 if `None`.
    pub batch: Option<usize>,
    /// The greatest length of a step.
    pub rate: f64,
    /// How much the result of a game counts at the beginning and at the end; the rest is the score of the search.
    pub lambda: [f64; 2],
    /// The part of the games that is not learned from, but measures what was learned.
    pub validation: f64,
    /// What is learned from positions inside the searches, where the files have them.
    pub harvest: Harvest,
    /// Whose judgements are learned instead, if anybody's.
    pub imitate: Option<Imitate>,
    /// Where randomness begins.
    pub seed: u64,
    /// How many threads; the result does not depend on it.
    pub threads: usize,
    /// A network to begin with, instead of random numbers.
    pub begin: Option<PathBuf>,
    /// Where the state is written from time to time.
    pub checkpoint: Option<PathBuf>,
    /// Go on from that file?
    pub resume: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            data: Vec::new(),
            width: 2 * TILE,
            epochs: 20,
            batch: None,
            rate: 1e-3,
            lambda: [0.1, 0.1],
            validation: 0.02,
            harvest: Harvest::Exact,
            imitate: None,
            seed: 1,
            threads: 1,
            begin: None,
            checkpoint: None,
            resume: false,
        }
    }
}

impl Settings {
    fn check(&self) -> Result<(), Error> {
        let within = |name: &str, value: f64, low: f64, high: f64| {
            if (low..=high).contains(&value) {
                return Ok(());
            }
            Err(Error::Request(format!("{name} {value}: expected {low} to {high}")))
        };
        if !self.width.is_multiple_of(TILE) || self.width > network::MAX_WIDTH {
            let most = network::MAX_WIDTH;
            return Err(Error::Request(format!(
                "width {}: expected 0, or a multiple of {TILE} up to {most}",
                self.width
            )));
        }
        within("epochs", self.epochs as f64, 1.0, 1e6)?;
        within("batch", self.batch.unwrap_or(BATCH) as f64, FEWEST as f64, 1e6)?;
        within("rate", self.rate, 1e-6, 1.0)?;
        within("lambda", self.lambda[0], 0.0, 1.0)?;
        within("lambda", self.lambda[1], 0.0, 1.0)?;
        within("validation", self.validation, 0.0001, 0.9)
    }
}

/// A file that was learned from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Its name, without the folder.
    pub file: String,
    /// The evaluator that played the games.
    pub evaluator: String,
    /// Nodes of the search for each move.
    pub nodes: u64,
    /// Where the randomness of the games began.
    pub seed: u64,
    /// How many positions were taken from it.
    pub positions: usize,
}

/// What the trainer was given.
#[derive(Clone, PartialEq, Debug)]
pub struct Given {
    /// Games to learn from, and games to validate with.
    pub games: [usize; 2],
    /// Their positions.
    pub positions: [usize; 2],
    /// The files.
    pub sources: Vec<Source>,
    /// How surprising the results of the validation's games are to the evaluation that the game has without a network: the mean cross
    /// entropy.
    pub own: f64,
    /// How surprising they are to the searches that played the games: what a network can hardly get below.
    pub search: f64,
    /// How many positions make a step.
    pub batch: usize,
    /// How many numbers the network has.
    pub numbers: usize,
}

/// What was reached at a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Report {
    /// How many steps were done, of how many.
    pub step: u64,
    /// All steps there will be.
    pub steps: u64,
    /// The mean square error on the positions learned from, since the last report.
    pub train: f64,
    /// The mean square error on the positions kept for validation.
    pub validation: f64,
    /// How surprising the results of the validation's games are to the network.
    pub results: f64,
    /// The length of a step now.
    pub rate: f64,
    /// How many positions were learned from in all.
    pub visits: u64,
    /// The time it took, since the beginning or since it was resumed.
    pub elapsed: Duration,
    /// How many positions were learned from in that time.
    pub visits_now: u64,
}

/// The outcome.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network.
    pub weights: Arc<Weights>,
    /// What it was learned from.
    pub given: Given,
    /// All reports.
    pub reports: Vec<Report>,
    /// Was it done to the end?
    pub finished: bool,
}

/// Trains a network for a game. When `control` stops it, the state so far is written to the checkpoint, and is the answer. `report` is
/// called from time to time.
pub fn train(
    game: &str,
    settings: &Settings,
    control: &Control,
    report: &mut (dyn FnMut(&Given, &Report) + Send),
) -> Result<Trained, Error> {
    settings.check()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build();
    let pool = pool.map_err(|error| Error::Request(format!("{} threads: {error}", settings.threads)))?;
    struct Train<'a, 'b> {
        settings: &'a Settings,
        control: &'a Control,
        report: &'a mut (dyn FnMut(&Given, &Report) + Send + 'b),
    }
    impl InputsVisitor for Train<'_, '_> {
        type Result = Result<Trained, Error>;

        fn visit<G: Playable + Inputs>(self, start: G) -> Self::Result {
            learn(&start, self.settings, self.control, self.report)
        }
    }
    pool.install(|| engine::visit_inputs(game, Train { settings, control, report }))?
}

/// What changes from step to step by a plan.
struct Schedule {
    steps: u64,
    rate: f64,
    lambda: [f64; 2],
}

impl Schedule {
    fn rate(&self, step: u64) -> f64 {
        let warm_up = WARM_UP.min(self.steps / 10);
        if step < warm_up {
            return self.rate * (step + 1) as f64 / warm_up as f64;
        }
        let progress = (step - warm_up) as f64 / (self.steps - warm_up).max(1) as f64;
        let cosine = (1.0 + (std::f64::consts::PI * progress).cos()) / 2.0;
        self.rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
    }

    fn lambda(&self, step: u64) -> f64 {
        let [first, last] = self.lambda;
        first + (last - first) * step as f64 / self.steps.max(1) as f64
    }
}

/// The order in which the blocks come in an epoch.
fn order(blocks: usize, seed: u64, epoch: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..blocks as u32).collect();
    let mut rng = Rng::new(mix(seed ^ mix(epoch + 1)));
    for end in (1..order.len()).rev() {
        order.swap(end, rng.below(end + 1));
    }
    order
}

fn learn<G: Playable + Inputs>(
    start: &G,
    settings: &Settings,
    control: &Control,
    report: &mut (dyn FnMut(&Given, &Report) + Send),
) -> Result<Trained, Error> {
    let eyes = Eyes::new(start, settings.width)?;
    let Loaded { train, validation, games, yardstick, sources } = load(start, settings)?;
    let inputs = eyes.count(start);
    let shape = Shape { game: start.network_game(), inputs, width: settings.width, stages: G::STAGES };
    let layout = Layout::new(&shape);
    let batch = settings.batch.unwrap_or(BATCH).min(train.len()) / BLOCK * BLOCK;
    let validated = validation.len() as f64;
    let given = Given {
        games,
        positions: [train.len(), validation.len()],
        sources,
        own: yardstick.own / validated,
        search: yardstick.search / validated,
        batch,
        numbers: layout.count(),
    };
    let train = train.shuffled(settings.seed);
    let validation = validation.shuffled(settings.seed);

    let blocks = train.len() / BLOCK;
    let steps_an_epoch = (blocks * BLOCK / batch) as u64;
    let steps = steps_an_epoch * settings.epochs as u64;
    let schedule = Schedule { steps, rate: settings.rate, lambda: settings.lambda };
    let task = task(&shape, settings, &given);
    let checkpoint = settings.checkpoint.as_deref();
    let mut state = match (settings.resume, checkpoint, &settings.begin) {
        (true, Some(path), _) => checkpoint::read(path, &task, layout.count())?,
        (true, None, _) => return Err(Error::Request("to resume, the file of the state must be known".to_string())),
        (false, _, Some(path)) => State::new(begin(path, &shape, layout)?),
        (false, _, None) => State::new(net::random(layout, settings.seed)),
    };
    if state.step > steps {
        return Err(Error::Request(format!("the file is at step {} of {steps}", state.step)));
    }

    let mut descent = Descent::new(layout, &train, &eyes);
    let (clock, first_step) = (Instant::now(), state.step);
    let (mut reports, mut losses, mut written) = (Vec::new(), (0.0, 0_u64), Instant::now());
    let mut current: Option<(u64, Vec<u32>)> = None;
    while state.step < steps && !control.stopped() {
        let epoch = state.step / steps_an_epoch;
        if current.as_ref().is_none_or(|(number, _)| *number != epoch) {
            current = Some((epoch, order(blocks, settings.seed, epoch)));
        }
        let Some((_, order)) = &current else { break };
        let begin = (state.step % steps_an_epoch) as usize * (batch / BLOCK);
        let (rate, lambda) = (schedule.rate(state.step), schedule.lambda(state.step));
        let blocks = &order[begin..begin + batch / BLOCK];
        losses.0 += descent.step(&mut state, blocks, BLOCK, rate as f32, lambda as f32);
        losses.1 += 1;
        let at_report = |step: u64| step * REPORTS / steps;
        if at_report(state.step) > at_report(state.step - 1) {
            let measured = measure(layout, &state.values, &validation, &eyes, schedule.lambda(state.step) as f32);
            let now = Report {
                step: state.step,
                steps,
                train: losses.0 / losses.1 as f64,
                validation: measured.square,
                results: measured.results,
                rate,
                visits: state.step * batch as u64,
                elapsed: clock.elapsed(),
                visits_now: (state.step - first_step) * batch as u64,
            };
            losses = (0.0, 0);
            report(&given, &now);
            reports.push(now);
        }
        if let Some(path) = checkpoint.filter(|_| written.elapsed() >= CHECKPOINTS) {
            checkpoint::write(path, &task, &state)?;
            written = Instant::now();
        }
    }
    if let Some(path) = checkpoint {
        checkpoint::write(path, &task, &state)?;
    }
    let finished = state.step == steps;
    let measured = measure(layout, &state.values, &validation, &eyes, settings.lambda[1] as f32);
    // A judgement is as large, on the whole, as the scores that the margins of the search are made for.
    let scale = yardstick.scores / measured.outputs.max(1.0);
    let scale = scale.round().clamp(1.0, 100_000.0) as i32;
    let provenance = provenance(settings, &given, state.step * batch as u64, measured.results);
    let weights = Weights::new(shape, scale, provenance, net::to_numbers(layout, &state.values));
    let weights = weights.map_err(|reason| Error::Request(format!("the network cannot be used: {reason}")))?;
    Ok(Trained { weights, given, reports, finished })
}

/// The numbers of a network to begin with.
fn begin(path: &Path, shape: &Shape, layout: Layout) -> Result<Vec<f32>, Error> {
    let weights = Weights::read(path).map_err(|error| Error::Request(format!("{}: {error}", path.display())))?;
    let found = weights.shape();
    if found != shape {
        return Err(Error::Request(format!(
            "{}: a network for {} with {} hidden units; expected one for {} with {}",
            path.display(),
            found.game,
            found.width,
            shape.game,
            shape.width
        )));
    }
    Ok(net::from_numbers(layout, &weights.numbers()))
}

/// What is being learned, from what, and how: the same text means the same result.
fn task(shape: &Shape, settings: &Settings, given: &Given) -> String {
    let Settings { epochs, rate, lambda, validation, harvest, imitate, seed, .. } = settings;
    let mut task = format!(
        "game={}\nwidth={}\nepochs={epochs}\nbatch={}\nrate={rate}\nlambda={lambda:?}\nvalidation={validation}\nharvest={harvest:?}\nseed={seed}\n",
        shape.game, shape.width, given.batch
    );
    if let Some(Imitate { evaluator, neighbors }) = imitate {
        task += &format!("imitate={evaluator}, {neighbors}\n");
    }
    for source in &given.sources {
        task += &format!("data={}, {} positions, seed {}\n", source.file, source.positions, source.seed);
    }
    task
}

/// An evaluator from a file by the name of the file alone: where it lay on the machine that trained is nobody's business.
fn without_folder(evaluator: &str) -> &str {
    evaluator.rsplit(['/', '\\']).next().unwrap_or(evaluator)
}

fn provenance(settings: &Settings, given: &Given, visits: u64, results: f64) -> Provenance {
    let mut groups: Vec<(String, u64, usize, usize)> = Vec::new();
    for source in &given.sources {
        match groups.iter_mut().find(|group| group.0 == source.evaluator && group.1 == source.nodes) {
            Some(group) => (group.2, group.3) = (group.2 + 1, group.3 + source.positions),
            None => groups.push((source.evaluator.clone(), source.nodes, 1, source.positions)),
        }
    }
    let learned = settings.imitate.as_ref().map_or(String::new(), |Imitate { evaluator, .. }| {
        format!("judgements of {} near ", without_folder(evaluator))
    });
    let data = groups.iter().map(|(evaluator, nodes, files, positions)| {
        let evaluator = without_folder(evaluator);
        format!("{learned}{positions} positions of self-play by {evaluator} at {nodes} nodes a move in {files} files")
    });
    // Where a beginning came from is part of where its end does.
    let from = settings.begin.as_ref().and_then(|path| Weights::read(path).ok());
    let of = |name: &str| from.iter().flat_map(|weights| weights.provenance()).find(|(of, _)| of == name);
    let begun = of("data").map_or("random numbers", |(_, data)| data);
    let begun = of("visits").map_or(begun.to_string(), |(_, visits)| format!("{begun}, {visits} visits"));
    [
        ("program", format!("kiebitz {}", env!("CARGO_PKG_VERSION"))),
        ("data", data.collect::<Vec<_>>().join("; ")),
        ("begun", begun),
        ("visits", visits.to_string()),
        ("batch", given.batch.to_string()),
        ("rate", settings.rate.to_string()),
        ("lambda", format!("{}:{}", settings.lambda[0], settings.lambda[1])),
        ("seed", settings.seed.to_string()),
        ("results", format!("{results:.5}")),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .to_vec()
}

/// How good a network is on the positions kept for validation.
#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    /// The mean square error.
    square: f64,
    /// The mean cross entropy of the results.
    results: f64,
    /// The sum of the outputs of even positions without their signs, as if all positions had been looked at.
    outputs: f64,
}

fn measure(layout: Layout, values: &[f32], validation: &Positions, eyes: &Eyes, lambda: f32) -> Measured {
    let count = validation.len().min(VALIDATED);
    let chunks: Vec<Measured> = (0..count.div_ceil(VALIDATION_CHUNK))
        .into_par_iter()
        .map_init(
            || (Lesson::default(), Room::default()),
            |(lesson, room), chunk| {
                let range = chunk * VALIDATION_CHUNK..((chunk + 1) * VALIDATION_CHUNK).min(count);
                lesson.clear();
                validation.teach(range.clone(), eyes, lambda, lesson);
                forward(layout, values, lesson, room);
                let mut sum = Measured::default();
                for ((index, &output), &target) in range.zip(&room.outputs).zip(&lesson.targets) {
                    let chance = logistic(output);
                    let (result, expected) = validation.shares(index);
                    sum.square += f64::from((chance - target).powi(2));
                    sum.results += surprise(chance.into(), result.into());
                    if is_even(expected) {
                        sum.outputs += f64::from(output.abs());
                    }
                }
                sum
            },
        )
        .collect();
    let mut sum = chunks.iter().fold(Measured::default(), |sum, part| Measured {
        square: sum.square + part.square,
        results: sum.results + part.results,
        outputs: sum.outputs + part.outputs,
    });
    sum.square /= count as f64;
    sum.results /= count as f64;
    sum.outputs *= validation.len() as f64 / count as f64;
    sum
}
