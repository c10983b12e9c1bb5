//! `kiebitz tune texel`: weights fitted to played games.

use std::path::{Path, PathBuf};

use clap::Args;
use learn::tune::{Change, Curve, Epoch, Given, Settings, Tuned, texel};
use serde_json::{Value, json};

use crate::commands::args::{between, whole};
use crate::interrupt;
use crate::output::{self, Failure};

/// Fits all weights of an evaluator to played games by gradient descent
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz tune texel chess --data a.games b.games --threads 2 --out mine.toml
  kiebitz tune texel 'draughts(rules=international)' --data draughts.games --out mine.toml
  kiebitz tune texel othello --data othello.games --write

It begins with the weights that are built in, or with those of --eval 'classical(weights=FILE)', and writes a file for
players: kiebitz:eval=classical,weights=mine.toml. With --write, or a name that ends in .rs, it writes the source that holds
the weights that are built in. The same data and seed give the same weights, on any number of threads. Ctrl-C ends it with
the best weights so far.")]
pub struct Texel {
    /// The game with its parameters; `kiebitz games` lists them
    game: String,

    /// The evaluator [default: the first of the game's]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    eval: String,

    /// Files of games, as `kiebitz data generate` makes them
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,

    /// Where random numbers begin
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed, allow_negative_numbers = true,
          value_parser = whole(0, u64::MAX))]
    seed: u64,

    /// At most so many times through all positions
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs, allow_negative_numbers = true,
          value_parser = whole(0, 1_000_000_usize))]
    epochs: usize,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = whole(1, engine::MAX_THREADS))]
    threads: Option<usize>,

    /// The part of the games that is kept to validate with
    #[arg(long, value_name = "PART", default_value_t = Settings::default().validation, allow_negative_numbers = true,
          value_parser = between(0.001, 0.9))]
    validation: f64,

    /// How much the result of a game counts; the rest is the score of the search
    #[arg(long, value_name = "PART", default_value_t = Settings::default().lambda, allow_negative_numbers = true,
          value_parser = between(0.0, 1.0))]
    lambda: f64,

    /// How many score steps a weight may well move if little is known of it
    #[arg(long, value_name = "STEPS", default_value_t = Settings::default().prior, allow_negative_numbers = true,
          value_parser = between(0.1, 1e6))]
    prior: f64,

    /// How long the first steps of the descent are, in score steps
    #[arg(long, value_name = "STEPS", default_value_t = Settings::default().rate, allow_negative_numbers = true,
          value_parser = between(0.001, 1000.0))]
    rate: f64,

    /// Write the new weights to this file
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    out: Option<PathBuf>,

    /// Write it to its place in the source tree, which must be the current directory or above it
    #[arg(long)]
    write: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Texel {
    pub fn run(self) -> Result<(), Failure> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let settings = Settings {
            seed: self.seed,
            epochs: self.epochs,
            threads: self.threads.unwrap_or_else(cores),
            validation: self.validation,
            lambda: self.lambda,
            prior: self.prior,
            rate: self.rate,
        };
        let mut account = output::Account::new("reading the games", self.json);
        let tuned = interrupt::stoppable(|control| {
            texel(&self.game, &self.eval, &self.data, &settings, control, &mut |given: &Given, epoch: &Epoch| {
                account.bar.set_message(format!("epoch {} of at most {}", epoch.number, self.epochs));
                account.tell(control, || print_given(given), || print_epoch(epoch));
            })
        });
        let printed = account.end();
        let tuned = tuned?;
        printed?;
        let no_source = || {
            let reason = "its weights have no source file of their own; --out FILE.toml writes a file of weights";
            Failure::BadInput(format!("{} of {}: {reason}", tuned.evaluator, self.game))
        };
        let target = match &tuned.source {
            _ if !self.write => self.out,
            Some((file, _)) => Some(in_source_tree(file)?),
            None => return Err(no_source()),
        };
        if let Some(path) = &target {
            let text = match &tuned.source {
                Some((_, source)) if is_rust(path) => source.clone(),
                None if is_rust(path) => return Err(no_source()),
                _ => tuned.table.text(),
            };
            output::write_whole(path, &text)?;
        }
        if self.json {
            return output::json(&as_json(&tuned, target.as_deref()));
        }
        print(&tuned)?;
        match target {
            Some(path) => output::line(format!("Written: {}", path.display())),
            None => output::line("Nothing was written; --out FILE or --write does."),
        }
    }
}

/// Is it source that goes into this file?
fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs")
}

/// The file of this name in the source tree around the current directory.
fn in_source_tree(file: &str) -> Result<PathBuf, Failure> {
    let here = std::env::current_dir()?;
    here.ancestors().map(|folder| folder.join(file)).find(|path| path.is_file()).ok_or_else(|| {
        Failure::BadInput(format!("--write: there is no {file} here or above; run it in the source tree, or use --out"))
    })
}

fn print_given(given: &Given) -> Result<(), Failure> {
    let count = |number: usize| output::thousands(number as u64);
    output::line(format!(
        "{} positions of {} games to learn from, {} of {} to validate with",
        count(given.positions[0]),
        count(given.games[0]),
        count(given.positions[1]),
        count(given.games[1]),
    ))?;
    output::line(match given.curve {
        Curve::Logistic { scale } => format!("Loss: logarithmic; {scale:.1} score steps multiply the odds by e"),
        Curve::Square { .. } => "Loss: the square of the error in the final margin".to_string(),
    })?;
    output::line(format!("{:>5} {:>10} {:>10} {:>8}", "epoch", "train", "validation", "rate"))
}

fn print_epoch(epoch: &Epoch) -> Result<(), Failure> {
    output::line(format!(
        "{:>5} {:>10.6} {:>10.6} {:>8.4}{}",
        epoch.number,
        epoch.losses.train,
        epoch.losses.validation,
        epoch.rate,
        if epoch.best { " best" } else { "" }
    ))
}

fn print(tuned: &Tuned) -> Result<(), Failure> {
    let moved = |change: &Change| {
        let steps = change.before.iter().zip(&change.after).map(|(before, after)| (before - after).abs());
        steps.max().unwrap_or(0)
    };
    let mut changes: Vec<&Change> = tuned.weights.iter().filter(|change| moved(change) > 0).collect();
    changes.sort_by_key(|change| std::cmp::Reverse(moved(change)));
    const SHOWN: usize = 12;
    output::line(format!(
        "\n{} of {} rows of weights of {} have changed; the most:",
        changes.len(),
        tuned.weights.len(),
        tuned.evaluator
    ))?;
    for change in changes.iter().take(SHOWN) {
        output::line(format!("  {:<48} {:?} -> {:?}", change.name, change.before, change.after))?;
    }
    output::line(format!(
        "Train loss: {:.6} before, {:.6} after\nValidation loss: {:.6} before, {:.6} after ({} epochs)",
        tuned.before.train, tuned.after.train, tuned.before.validation, tuned.after.validation, tuned.epochs
    ))
}

fn as_json(tuned: &Tuned, written: Option<&Path>) -> Value {
    let losses = |losses: &learn::tune::Losses| json!({ "train": losses.train, "validation": losses.validation });
    let split = |[train, validation]: [usize; 2]| json!({ "train": train, "validation": validation });
    let weights: Vec<Value> = tuned
        .weights
        .iter()
        .map(|change| json!({ "name": change.name, "before": change.before, "after": change.after }))
        .collect();
    json!({
        "evaluator": tuned.evaluator,
        "games": split(tuned.given.games),
        "positions": split(tuned.given.positions),
        "scale": match tuned.given.curve { Curve::Logistic { scale } => Some(scale), Curve::Square { .. } => None },
        "before": losses(&tuned.before),
        "after": losses(&tuned.after),
        "epochs": tuned.epochs,
        "written": written.map(|path| path.display().to_string()),
        "weights": weights,
    })
}
