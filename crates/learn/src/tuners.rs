//! The ways to better weights beside each other: the same start, the same number of games, the same openings, and a judge that none of them
//! has seen.
//!
//! Everything is kept in a folder as soon as it is there: a run that was broken off goes on where it was, and comes to the same end.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use engine::{Playable, Visitor};
use game::{Tunable, WeightTable, mix};
use rayon::prelude::*;
use search::Control;
use serde::{Deserialize, Serialize};

use crate::evolve::{self, Contest, Games, Genetic, Individual, Method, Random, Spsa, Terms, write_text};
use crate::{Error, data, tune};

/// What is compared, and how much of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game with its parameters.
    pub game: String,
    /// The evaluator, whose weights are the start.
    pub evaluator: String,
    /// Nodes for each move.
    pub nodes: u64,
    /// Games that each run may take.
    pub games: u32,
    /// How many threads; no result depends on it.
    pub threads: usize,
    /// Where everything is kept.
    pub folder: PathBuf,
}

/// A way to better weights.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// The genetic algorithm as M. J. Staud designed it in 2007.
    Genetic,
    /// The same as one would do it today.
    GeneticWithSense,
    /// Simultaneous perturbation.
    Spsa,
    /// The games are played by the start weights, and the weights are fitted to their positions.
    Texel,
    /// The same in four rounds, each played by the weights of the round before.
    TexelInRounds,
    /// Random search, the control.
    Random,
}

impl Arm {
    /// All of them.
    pub const ALL: [Arm; 6] =
        [Arm::Genetic, Arm::GeneticWithSense, Arm::Spsa, Arm::Texel, Arm::TexelInRounds, Arm::Random];

    /// Its name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Arm::Genetic => "genetic",
            Arm::GeneticWithSense => "genetic-with-sense",
            Arm::Spsa => "spsa",
            Arm::Texel => "texel",
            Arm::TexelInRounds => "texel-in-rounds",
            Arm::Random => "random",
        }
    }
}

/// What a run has come to after some of its games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// Games played so far.
    pub games: u64,
    /// Seconds of processor time so far, of all threads; of a run that was broken off only what was kept.
    pub seconds: f64,
    /// The weights: of a population their mean.
    pub weights: Vec<i32>,
    /// Of a population, those of its best.
    pub champion: Option<Vec<i32>>,
}

/// How many times a run is looked at: after each quarter.
pub const STAGES: u32 = 4;

/// One run of one arm, to its end or until `control` stops it: its stages.
pub fn run(plan: &Plan, arm: Arm, seed: u64, control: &Control) -> Result<Vec<Stage>, Error> {
    let path = plan.file(arm, seed, "json");
    let mut stages: Vec<Stage> = match path.exists() {
        true => read(&path)?,
        false => Vec::new(),
    };
    while stages.len() < STAGES as usize && !control.stopped() {
        let (cpu, wall) = (processor_seconds(), Instant::now());
        let number = stages.len() as u32 + 1;
        let found = match arm {
            Arm::Texel | Arm::TexelInRounds => fitted(plan, arm, seed, number, control)?,
            _ => engine::visit(&plan.game, Evolving { plan, arm, seed, number, control })??,
        };
        let Some((games, weights, champion)) = found else { break };
        let spent = cpu.zip(processor_seconds()).map_or(wall.elapsed().as_secs_f64(), |(from, to)| to - from);
        let seconds = stages.last().map_or(0.0, |last| last.seconds) + spent;
        stages.push(Stage { games, seconds, weights, champion });
        write_text(&path, &serde_json::to_string(&stages).map_err(|error| Error::Request(error.to_string()))?)?;
    }
    Ok(stages)
}

/// The weights that all begin with.
pub fn start(plan: &Plan) -> Result<WeightTable, Error> {
    struct Start<'a>(&'a str);
    impl Visitor for Start<'_> {
        type Result = Result<WeightTable, Error>;

        fn visit<G: Playable>(self, start: G) -> Self::Result {
            let table = start.own(self.0)?.table();
            if table.terms.is_empty() {
                let reason = format!("{}: its evaluator '{}' has no weights to tune", start.spec(), table.evaluator);
                return Err(Error::Request(reason));
            }
            Ok(table)
        }
    }
    engine::visit(&plan.game, Start(&plan.evaluator))?
}

/// What a stage has found: games, weights, champion; nothing if it was stopped.
type Found = Option<(u64, Vec<i32>, Option<Vec<i32>>)>;

struct Evolving<'a> {
    plan: &'a Plan,
    arm: Arm,
    seed: u64,
    number: u32,
    control: &'a Control,
}

impl Visitor for Evolving<'_> {
    type Result = Result<Found, Error>;

    fn visit<G: Playable>(self, start: G) -> Self::Result {
        let Evolving { plan, arm, seed, number, control } = self;
        let evaluator = start.own(&plan.evaluator)?;
        let games = Games::new(start, evaluator, false, Terms { nodes: plan.nodes, seed });
        let genetic = Genetic { generations: u64::MAX, ..Genetic::default() };
        let method: Box<dyn Method> = match arm {
            Arm::GeneticWithSense => Box::new(Genetic { sense: true, ..genetic }),
            Arm::Spsa => Box::new(Spsa { pairs: u64::from(plan.games) / 2, ..Spsa::default() }),
            Arm::Random => Box::new(Random { candidates: u64::MAX, ..Random::default() }),
            _ => Box::new(genetic),
        };
        let (budget, file) = (plan.until(number).into(), plan.file(arm, seed, "state"));
        let state = pool(plan.threads)?
            .install(|| evolve::evolve(&games, &*method, seed, budget, Some(&file), control, &mut |_| {}))?;
        if control.stopped() {
            return Ok(None);
        }
        let genes = Contest::genes(&games);
        let mean = Individual::new(evolve::mean(&state.individuals)).weights(genes);
        let champion = (state.individuals.len() > 1).then(|| state.individuals[0].weights(genes));
        Ok(Some((state.games, mean, champion)))
    }
}

/// Weights fitted to games, by themselves or by those of the round before.
fn fitted(plan: &Plan, arm: Arm, seed: u64, number: u32, control: &Control) -> Result<Found, Error> {
    let weights = |round: u32| plan.folder.join(format!("{}-{seed}-{round}.toml", arm.name()));
    let in_rounds = arm == Arm::TexelInRounds;
    let evaluator = match in_rounds && number > 1 {
        true => {
            let file = weights(number - 1).display().to_string().replace(',', "\\,");
            format!("{}(weights={file})", plan.evaluator)
        }
        false => plan.evaluator.clone(),
    };
    let games = |round: u32| match in_rounds {
        true => plan.folder.join(format!("{}-{seed}-{round}.games", arm.name())),
        false => plan.file(arm, seed, "games"),
    };
    let settings = data::Settings {
        evaluator: Some(evaluator.clone()),
        nodes: plan.nodes,
        seed,
        // As the games of the others: the usual start, and nobody who knows the end.
        shuffled: Some(0),
        men: Some(0),
        // Weights are fitted to played positions.
        harvest: 0,
        ..data::Settings::default()
    };
    let from = if in_rounds { plan.until(number - 1) } else { 0 };
    let numbers = from..plan.until(number);
    data::generate(&plan.game, &settings, numbers, plan.threads, &games(number), control, &mut |_| {})?;
    if control.stopped() {
        return Ok(None);
    }
    let files: Vec<PathBuf> = match in_rounds {
        true => (1..=number).map(games).collect(),
        false => vec![games(number)],
    };
    let fit = tune::Settings { seed, threads: plan.threads, ..tune::Settings::default() };
    let tuned = tune::texel(&plan.game, &evaluator, &files, &fit, control, &mut |_, _| {})?;
    if control.stopped() {
        return Ok(None);
    }
    write_text(&weights(number), &tuned.table.text())?;
    Ok(Some((plan.until(number).into(), tuned.table.weights(), None)))
}

impl Plan {
    /// The games of a run up to and with this stage.
    fn until(&self, stage: u32) -> u32 {
        (u64::from(self.games) * u64::from(stage) / u64::from(STAGES)) as u32
    }

    fn file(&self, arm: Arm, seed: u64, ending: &str) -> PathBuf {
        self.folder.join(format!("{}-{seed}.{ending}", arm.name()))
    }
}

/// Judges by games that nobody was tuned with, and remembers what came out.
pub struct Judge<'a> {
    plan: &'a Plan,
    path: PathBuf,
    known: BTreeMap<String, [u64; 5]>,
}

/// Where the openings of the judge begin: far from those of any run.
const UNSEEN: u64 = 0x6a75_6467_6500_0000;

impl<'a> Judge<'a> {
    /// With what it remembers from before.
    pub fn new(plan: &'a Plan) -> Result<Judge<'a>, Error> {
        let path = plan.folder.join("judged.json");
        let known = if path.exists() { read(&path)? } else { BTreeMap::new() };
        Ok(Judge { plan, path, known })
    }

    /// How often pairs of games brought `one` 0, ½, 1, 1½ and 2 points against `other`; `None` if it was stopped.
    pub fn judge(
        &mut self,
        one: &[i32],
        other: &[i32],
        nodes: u64,
        pairs: u64,
        control: &Control,
    ) -> Result<Option<[u64; 5]>, Error> {
        let digest = |weights: &[i32]| weights.iter().fold(0, |hash, &weight| mix(hash ^ mix(weight as u64)));
        let key = format!("{:016x} {:016x} {nodes} {pairs}", digest(one), digest(other));
        if let Some(found) = self.known.get(&key) {
            return Ok(Some(*found));
        }
        let work = Pairs { plan: self.plan, weights: [one, other], nodes, pairs, control };
        let Some(found) = engine::visit(&self.plan.game, work)?? else { return Ok(None) };
        self.known.insert(key, found);
        let text = serde_json::to_string(&self.known).map_err(|error| Error::Request(error.to_string()))?;
        write_text(&self.path, &text)?;
        Ok(Some(found))
    }
}

struct Pairs<'a> {
    plan: &'a Plan,
    weights: [&'a [i32]; 2],
    nodes: u64,
    pairs: u64,
    control: &'a Control,
}

impl Visitor for Pairs<'_> {
    type Result = Result<Option<[u64; 5]>, Error>;

    fn visit<G: Playable>(self, start: G) -> Self::Result {
        let evaluator = start.own(&self.plan.evaluator)?;
        let games = Games::new(start, evaluator, false, Terms { nodes: self.nodes, seed: UNSEEN });
        let [one, other] = self.weights;
        let played: Option<Vec<(f64, u64)>> = pool(self.plan.threads)?.install(|| {
            (0..self.pairs).into_par_iter().map(|number| games.pair(one, other, number, self.control)).collect()
        });
        Ok(played.map(|played| {
            let mut counts = [0; 5];
            played.iter().for_each(|(points, _)| counts[(points * 2.0) as usize] += 1);
            counts
        }))
    }
}

fn pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::Request(format!("{threads} threads: {error}")))
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    let wrong = |error: serde_json::Error| {
        Error::Request(format!("{}: no result of this comparison: {error}; delete it to begin again", path.display()))
    };
    serde_json::from_str(&text).map_err(wrong)
}

/// The processor time of this program so far, of all threads. `None` where the system does not tell it in this way.
fn processor_seconds() -> Option<f64> {
    /// What Linux counts in, whatever the machine's own clock.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, which may hold anything, ends with the last parenthesis.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS)
}
