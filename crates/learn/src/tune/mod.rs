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

use engine::{Playable, Visitor};
use game::{Linear, Spec, Tunable, WeightTable};
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
    /// The new weights as a table.
    pub table: WeightTable,
    /// The file of the project that holds the weights that are built in, and its text with the new ones; `None` if they have no file of
    /// their own.
    pub source: Option<(&'static str, String)>,
}

/// Fits the weights of an evaluator of the game to the games in `files`, starting from the weights it has; an empty `evaluator` names the
/// default one. When `control` stops it, the best weights so far are the answer. `report` is called after every epoch.
pub fn texel(
    game: &str,
    evaluator: &str,
    files: &[PathBuf],
    settings: &Settings,
    control: &Control,
    report: &mut (dyn FnMut(&Given, &Epoch) + Send),
) -> Result<Tuned, Error> {
    engine::visit(game, Texel { evaluator, files, settings, control, report })?
}

/// The losses of evaluators as they are, on all positions of `files`: for each the mean, and how many positions there are. The scale of the
/// logistic curve is fitted to each of them, so that none is worse for being louder.
pub fn losses(
    game: &str,
    evaluators: &[String],
    files: &[PathBuf],
    settings: &Settings,
) -> Result<(Vec<f64>, usize), Error> {
    struct Judge<'a> {
        evaluator: &'a str,
        files: &'a [PathBuf],
        settings: &'a Settings,
    }
    impl Visitor for Judge<'_> {
        type Result = Result<(f64, usize), Error>;

        fn visit<G: Playable>(self, start: G) -> Self::Result {
            let evaluator = start.own(self.evaluator)?;
            let rows = rows(&start, &evaluator, self.files, self.settings)?;
            let weights: Vec<f64> = evaluator.table().weights().iter().map(|&weight| weight.into()).collect();
            let loss = Loss::new(evaluator.target(), self.settings.lambda, G::UNIT, &rows[0], &weights);
            let [train, validation] = rows.each_ref().map(|rows| loss.mean(rows, &weights) * rows.len() as f64);
            let count = rows[0].len() + rows[1].len();
            Ok(((train + validation) / count as f64, count))
        }
    }
    let found: Result<Vec<(f64, usize)>, Error> =
        evaluators.iter().map(|evaluator| engine::visit(game, Judge { evaluator, files, settings })?).collect();
    let found = found?;
    Ok((found.iter().map(|(loss, _)| *loss).collect(), found.first().map_or(0, |(_, count)| *count)))
}

/// The work, before the type of the game is known.
struct Texel<'a> {
    evaluator: &'a str,
    files: &'a [PathBuf],
    settings: &'a Settings,
    control: &'a Control,
    report: &'a mut (dyn FnMut(&Given, &Epoch) + Send),
}

impl Visitor for Texel<'_> {
    type Result = Result<Tuned, Error>;

    fn visit<G: Playable>(self, start: G) -> Result<Tuned, Error> {
        let evaluator = start.own(self.evaluator)?;
        if evaluator.table().terms.is_empty() {
            let name = evaluator.table().evaluator;
            return Err(Error::Request(format!("{}: its evaluator '{name}' has no weights to fit", start.spec())));
        }
        let threads = self.settings.threads;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::Request(format!("{threads} threads: {error}")))?;
        pool.install(|| self.tune(&start, &evaluator))
    }
}

/// The positions to learn from, and those to validate with.
fn rows<G: Playable>(
    start: &G,
    evaluator: &G::Own,
    files: &[PathBuf],
    settings: &Settings,
) -> Result<[Rows; 2], Error> {
    let table = evaluator.table();
    let mut data = [Rows::new(table.stages.len()), Rows::new(table.stages.len())];
    for path in files {
        let file = Games::read(path)?;
        let own: Spec = file.header.game.parse().map_err(engine::Error::from)?;
        let named: Spec = start.spec().parse().map_err(engine::Error::from)?;
        let other = || Error::Request(format!("{}: games of {own}, not of {named}", path.display()));
        if !engine::same_kind(&file.header.game, &start.spec()) {
            return Err(other());
        }
        let first = G::start(&own).map_err(|_| other())?;
        // Games by other rules teach other weights, where the rules have weights of their own.
        let built_in = |game: &G| game.by_name(table.evaluator).map(|evaluator| evaluator.table());
        if built_in(&first) != built_in(start) {
            return Err(other());
        }
        read(&file, &first, evaluator, settings, &mut data)?;
    }
    let [train, validation] = &data;
    if train.is_empty() || validation.is_empty() {
        return Err(Error::Request(format!(
            "{} positions to learn from and {} to validate with: there must be some of both; use more games",
            train.len(),
            validation.len()
        )));
    }
    Ok(data)
}

impl Texel<'_> {
    fn tune<G: Playable>(self, start: &G, evaluator: &G::Own) -> Result<Tuned, Error> {
        let [train, validation] = &rows(start, evaluator, self.files, self.settings)?;
        let table = evaluator.table();
        let (old, stages) = (table.weights(), table.stages.len());
        let start: Vec<f64> = old.iter().map(|&weight| weight.into()).collect();
        let held: Vec<bool> = (0..start.len()).map(|weight| evaluator.is_held(weight / stages)).collect();
        let loss = Loss::new(evaluator.target(), self.settings.lambda, G::UNIT, train, &start);
        let given = Given {
            games: [train.games, validation.games],
            positions: [train.len(), validation.len()],
            curve: loss.curve,
        };
        let losses =
            |weights: &[f64]| Losses { train: loss.mean(train, weights), validation: loss.mean(validation, weights) };
        let begin = Beginning { weights: &start, held: &held };
        let report = self.report;
        let (fitted, epochs) =
            fit::descend(train, validation, &loss, begin, self.settings, self.control, &mut |epoch| {
                report(&given, epoch)
            });
        let most = f64::from(game::MAX_WEIGHT);
        let new: Vec<i32> = fitted.iter().map(|weight| weight.round().clamp(-most, most) as i32).collect();
        let rounded: Vec<f64> = new.iter().map(|&weight| weight.into()).collect();
        let rows = old.chunks_exact(stages).zip(new.chunks_exact(stages));
        Ok(Tuned {
            evaluator: table.evaluator,
            given,
            before: losses(&start),
            after: losses(&rounded),
            epochs,
            weights: table
                .row_names()
                .into_iter()
                .zip(rows)
                .map(|(name, (before, after))| Change { name, before: before.to_vec(), after: after.to_vec() })
                .collect(),
            source: evaluator.with_weights(&new).source(),
            table: table.with(&new),
        })
    }
}
