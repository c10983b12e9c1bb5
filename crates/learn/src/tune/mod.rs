//! Weights fitted to played games by gradient descent.
//!
//! The method is the one P. Österlund used for his program Texel: the judgement of a quiet position is turned into a chance
//! of winning by a logistic curve, and the weights are changed until that chance agrees best with how the games ended.
//! See <https://www.chessprogramming.org/Texel%27s_Tuning_Method>. Where games end by a margin the judgement is compared
//! with the margin itself.
//!
//! * `rows`: the positions as rows of counts, each with what it should be worth.
//! * `loss`: how wrong a set of weights is, and in which direction it should change.
//! * `fit`: the descent.

mod fit;
mod loss;
mod rows;

use std::path::PathBuf;

use boards::othello::{Othello, OthelloEval};
use chess::Position as Chess;
use eval::Classical;
use game::{Linear, Spec, SpecError};
use search::Control;

use fit::Beginning;
pub use fit::Epoch;
pub use loss::Curve;

use crate::Error;
use crate::data::Games;
use loss::Loss;
use rows::{Rows, read};

/// How weights are fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Where randomness begins: which games are kept for validation, and the order of the positions.
    pub seed: u64,
    /// At most so many times through all positions.
    pub epochs: usize,
    /// How many threads; the result does not depend on it.
    pub threads: usize,
    /// The part of the games that is not learned from, but shows when to stop.
    pub validation: f64,
    /// How much the result of the game counts; the rest is what the search thought of the position.
    pub lambda: f64,
    /// How many score steps a weight may well differ from where it began, if nothing else is known: weights that few
    /// positions speak for are held by it.
    pub prior: f64,
    /// The first step of the descent, in score steps.
    pub rate: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 1, epochs: 200, threads: 1, validation: 0.1, lambda: 0.7, prior: 50.0, rate: 2.0 }
    }
}

/// What the tuner was given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Given {
    /// Games to learn from, and games to validate with.
    pub games: [usize; 2],
    /// Their positions.
    pub positions: [usize; 2],
    /// What the weights are fitted to.
    pub curve: Curve,
}

/// Losses on the positions to learn from, and on the others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// On the positions to learn from.
    pub train: f64,
    /// On those kept for validation.
    pub validation: f64,
}

/// A weight, what it was and what it has become, stage by stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// What it was.
    pub before: Vec<i32>,
    /// What it is now.
    pub after: Vec<i32>,
}

/// The outcome of tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The evaluator.
    pub evaluator: &'static str,
    /// What it was given.
    pub given: Given,
    /// The losses of the weights as they were.
    pub before: Losses,
    /// The losses of the new weights, rounded as they are written.
    pub after: Losses,
    /// How many times it went through all positions.
    pub epochs: usize,
    /// All weights, old and new.
    pub weights: Vec<Change>,
    /// The new text of the file that holds the weights.
    pub source: String,
    /// That file, as the project calls it.
    pub file: &'static str,
}

/// Fits the weights of the game's default evaluator to the games in `files`, starting from the weights it has. When
/// `control` stops it, the best weights so far are the answer. `report` is called after every epoch.
pub fn texel(
    game: &str,
    files: &[PathBuf],
    settings: &Settings,
    control: &Control,
    report: &mut (dyn FnMut(&Given, &Epoch) + Send),
) -> Result<Tuned, Error> {
    let spec: Spec = game.parse().map_err(engine::Error::from)?;
    match spec.name() {
        "chess" | "chess960" => tune::<Chess, Classical>(&spec, files, settings, control, report),
        "othello" => tune::<Othello, OthelloEval>(&spec, files, settings, control, report),
        name if engine::games().iter().any(|known| known.name == name) => {
            let reason = "its evaluator has no table of weights to fit; those of chess, chess960 and othello have";
            Err(Error::Engine(SpecError::new(game, reason).into()))
        }
        _ => Err(engine::open(game).err().map_or_else(|| Error::Request(game.to_string()), Error::Engine)),
    }
}

fn tune<G: game::Game, E: Linear<G>>(
    spec: &Spec,
    files: &[PathBuf],
    settings: &Settings,
    control: &Control,
    report: &mut (dyn FnMut(&Given, &Epoch) + Send),
) -> Result<Tuned, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build();
    let pool = pool.map_err(|error| Error::Request(format!("{} threads: {error}", settings.threads)))?;
    pool.install(|| {
        let mut data = [Rows::new(E::STAGES), Rows::new(E::STAGES)];
        for path in files {
            let file = Games::read(path)?;
            let own: Spec = file.header.game.parse().map_err(engine::Error::from)?;
            if own.name() != spec.name() {
                return Err(Error::Request(format!("{}: games of {own}, not of {}", path.display(), spec.name())));
            }
            read::<G, E>(&file, &G::start(&own).map_err(engine::Error::from)?, settings, &mut data)?;
        }
        let [train, validation] = &data;
        if train.is_empty() || validation.is_empty() {
            return Err(Error::Request(format!(
                "{} positions to learn from and {} to validate with: there must be some of both; use more games",
                train.len(),
                validation.len()
            )));
        }
        let old = E::weights();
        let start: Vec<f64> = old.iter().map(|&weight| weight.into()).collect();
        let held: Vec<bool> = (0..start.len()).map(|weight| E::is_held(weight / E::STAGES)).collect();
        let loss = Loss::new(E::TARGET, settings.lambda, G::UNIT, train, &start);
        let given = Given {
            games: [train.games, validation.games],
            positions: [train.len(), validation.len()],
            curve: loss.curve,
        };
        let losses =
            |weights: &[f64]| Losses { train: loss.mean(train, weights), validation: loss.mean(validation, weights) };
        let begin = Beginning { weights: &start, held: &held };
        let (fitted, epochs) =
            fit::descend(train, validation, &loss, begin, settings, control, &mut |epoch| report(&given, epoch));
        let new: Vec<i32> = fitted.iter().map(|weight| weight.round() as i32).collect();
        let rounded: Vec<f64> = new.iter().map(|&weight| weight.into()).collect();
        let rows = old.chunks_exact(E::STAGES).zip(new.chunks_exact(E::STAGES));
        Ok(Tuned {
            evaluator: E::NAME,
            given,
            before: losses(&start),
            after: losses(&rounded),
            epochs,
            weights: E::names()
                .into_iter()
                .zip(rows)
                .map(|(name, (before, after))| Change { name, before: before.to_vec(), after: after.to_vec() })
                .collect(),
            source: E::source(&new),
            file: E::FILE,
        })
    })
}
