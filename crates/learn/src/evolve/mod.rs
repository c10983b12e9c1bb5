//! Weights made better by games between them: no gradient, no positions, nothing but who wins.
//!
//! * [`Contest`]: what is tuned, and who is better of two; [`Games`] plays them.
//! * [`Method`]: how it is tuned: [`Genetic`], [`Spsa`], [`Random`]. All work on one [`State`], step by step.
//! * [`tuned`]: the same of a game, an evaluator and its terms by their names.
//! * [`evolve`]: the steps, one after the other, kept in a file so that they can be gone on with.
//!
//! A step depends on the state before it, the settings and the seed alone: the same on any number of threads, and after being
//! broken off.

mod contest;
mod genetic;
mod spsa;
mod subject;

use std::path::Path;

use engine::WholeFile;
use game::{Rng, mix};
use search::Control;
use serde::{Deserialize, Serialize};

pub use contest::{Contest, Games, Gene, ParameterGames, Terms};
pub use genetic::Genetic;
pub use spsa::{Random, Spsa};
pub use subject::{Subject, Tuned, tuned};

use crate::Error;

/// One set of genes, and how it has done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Individual {
    /// Its genes, in the order of the contest's.
    pub genes: Vec<f64>,
    /// Points from the games that count for its fitness.
    pub points: f64,
    /// How many games those were.
    pub games: f64,
}

impl Individual {
    /// One that has not played yet.
    pub fn new(genes: Vec<f64>) -> Individual {
        Individual { genes, points: 0.0, games: 0.0 }
    }

    /// The share of the points that it has won; half without games.
    pub fn fitness(&self) -> f64 {
        if self.games > 0.0 { self.points / self.games } else { 0.5 }
    }

    /// Its genes as weights: whole numbers within their bounds.
    pub fn weights(&self, genes: &[Gene]) -> Vec<i32> {
        let round = |(value, gene): (&f64, &Gene)| value.round().clamp(gene.low.into(), gene.high.into()) as i32;
        self.genes.iter().zip(genes).map(round).collect()
    }
}

/// What a step has come to.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// Games played so far.
    pub games: u64,
    /// The greatest fitness, and the mean.
    pub best: f64,
    /// The mean of all fitnesses.
    pub mean: f64,
    /// The share of drawn games in this step.
    pub draws: f64,
    /// How different the individuals are: the mean over the genes of the standard deviation in shares of the gene's range.
    pub diversity: f64,
    /// How far their mean has come from the start, counted in the same way.
    pub drift: f64,
}

/// Everything that the next step depends on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// What is tuned and how, so that nobody goes on with something else.
    pub task: String,
    /// How many steps have been made.
    pub steps: u64,
    /// How many games have been played.
    pub games: u64,
    /// The individuals, the best first.
    pub individuals: Vec<Individual>,
    /// Step by step.
    pub curve: Vec<Measured>,
}

/// A way to better weights.
pub trait Method: Sync {
    /// Its name and its settings, for the state.
    fn text(&self) -> String;

    /// The individuals it begins with.
    fn begin(&self, genes: &[Gene], rng: &mut Rng) -> Vec<Individual>;

    /// Makes one step: changes the individuals, and returns how many games that took and how many of them were drawn; `None` if
    /// `control` stopped it.
    fn step(&self, contest: &dyn Contest, state: &mut State, rng: &mut Rng, control: &Control) -> Option<(u64, u64)>;

    /// Is it over, after so many steps and by what they came to?
    fn is_over(&self, state: &State) -> bool;
}

/// Makes steps until the method is done, at least as many games as `budget` have been played, or `control` stops it. With a file the state is
/// kept there after each step, and what is in it is gone on with. `report` is called after each step.
pub fn evolve(
    contest: &dyn Contest,
    method: &dyn Method,
    seed: u64,
    budget: u64,
    file: Option<&Path>,
    control: &Control,
    report: &mut dyn FnMut(&State),
) -> Result<State, Error> {
    let task = format!("{}, {}, seed {seed}", contest.text(), method.text());
    let mut state = match file.filter(|path| path.exists()) {
        Some(path) => read(path, &task, contest.genes().len())?,
        None => {
            let individuals = method.begin(contest.genes(), &mut Rng::new(mix(seed)));
            State { task, steps: 0, games: 0, individuals, curve: Vec::new() }
        }
    };
    while state.games < budget && !method.is_over(&state) && !control.stopped() {
        let mut next = state.clone();
        let mut rng = Rng::new(mix(seed ^ mix(state.steps + 1)));
        let Some((games, drawn)) = method.step(contest, &mut next, &mut rng, control) else { break };
        next.steps += 1;
        next.games += games;
        let measured = measure(&next, contest.genes(), drawn as f64 / games.max(1) as f64);
        next.curve.push(measured);
        state = next;
        if let Some(path) = file {
            write(path, &state)?;
        }
        report(&state);
    }
    Ok(state)
}

fn read(path: &Path, task: &str, genes: usize) -> Result<State, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    let wrong = |reason: String| Error::Request(format!("{}: {reason}", path.display()));
    let state: State = serde_json::from_str(&text).map_err(|error| wrong(format!("no state of a tuner: {error}")))?;
    if state.task != task {
        return Err(wrong(format!("the state of another task ({}), not of this one ({task})", state.task)));
    }
    if state.individuals.is_empty() || state.individuals.iter().any(|one| one.genes.len() != genes) {
        return Err(wrong(format!("individuals that have not {genes} genes each")));
    }
    Ok(state)
}

fn write(path: &Path, state: &State) -> Result<(), Error> {
    write_text(path, &serde_json::to_string(state).map_err(|error| Error::Request(error.to_string()))?)
}

/// Writes a text to a file, whole or not at all.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), Error> {
    let broken = |error: engine::KnowledgeError| Error::Request(error.to_string());
    let mut file = WholeFile::create(path, true).map_err(broken)?;
    std::io::Write::write_all(&mut file, text.as_bytes()).map_err(Error::io(path))?;
    file.finish().map_err(broken)
}

/// The mean of all individuals: what a population as a whole believes.
pub fn mean(individuals: &[Individual]) -> Vec<f64> {
    let count = individuals.len().max(1) as f64;
    let genes = individuals.first().map_or(0, |one| one.genes.len());
    (0..genes).map(|gene| individuals.iter().map(|one| one.genes[gene]).sum::<f64>() / count).collect()
}

fn measure(state: &State, genes: &[Gene], draws: f64) -> Measured {
    let all = &state.individuals;
    let (mean, count) = (mean(all), all.len().max(1) as f64);
    let share = |value: f64, gene: &Gene| value / f64::from((gene.high - gene.low).max(1));
    let spread = |index: usize| {
        let square = all.iter().map(|one| (one.genes[index] - mean[index]).powi(2)).sum::<f64>() / count;
        share(square.sqrt(), &genes[index])
    };
    let of_genes = |value: &dyn Fn(usize) -> f64| (0..genes.len()).map(value).sum::<f64>() / genes.len().max(1) as f64;
    Measured {
        games: state.games,
        best: all.iter().map(Individual::fitness).fold(0.0, f64::max),
        mean: all.iter().map(Individual::fitness).sum::<f64>() / count,
        draws,
        diversity: of_genes(&spread),
        drift: of_genes(&|index| share((mean[index] - f64::from(genes[index].start)).abs(), &genes[index])),
    }
}

/// A number with mean 0 and standard deviation 1, as nearly as twelve dice make it.
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    const SIDES: usize = 1 << 20;
    (0..12).map(|_| rng.below(SIDES) as f64 / SIDES as f64).sum::<f64>() - 6.0
}
