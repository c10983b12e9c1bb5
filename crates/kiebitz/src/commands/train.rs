//! `kiebitz train`: a network learned from played games.

use std::path::{Path, PathBuf};

use clap::Args;
use learn::train::{Given, Harvest, Imitate, Report, Settings, Trained, train};
use serde_json::{Value, json};

use crate::commands::args::{between, whole};
use crate::interrupt;
use crate::output::{self, Failure};

/// Trains a neural network on played games
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz data generate connect-four --games 4000 --nodes 500 --out four.games
  kiebitz train connect-four --data four.games --width 64 --out four.kbn
  kiebitz match connect-four kiebitz:eval=network:four.kbn,nodes=2000 kiebitz:nodes=2000 --games 200

The network learns to expect what the searches of the games expected, and to a small part how the games ended. It is judged by games
that it has not seen: 'results' says how surprising their results are to it, beside what they are to the evaluation that the game
has without a network and to the searches themselves; less is better. The state is kept in FILE.state: after Ctrl-C, or worse,
the same command with --resume goes on. The same data and seed give the same network, on any number of threads.")]
pub struct Train {
    /// The game: chess, connect-four, othello, or draughts of any kind
    game: String,

    /// Files of games, as `kiebitz data generate` makes them
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,

    /// The file of the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// How many hidden units look at the board for each side: a multiple of 64, or 0 for a sum of weights of patterns (Othello)
    #[arg(long, value_name = "N", default_value_t = Settings::default().width, allow_negative_numbers = true,
          value_parser = whole(0, 1_000_000_usize))]
    width: usize,

    /// How many times through all positions
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs, allow_negative_numbers = true,
          value_parser = whole(1, 1_000_000_usize))]
    epochs: usize,

    /// How much the result of a game counts, the rest is the score of the search; two numbers, as in 0.1:0.3, for the beginning
    /// and the end
    #[arg(long, value_name = "PART", default_value = "0.1", value_parser = parts)]
    lambda: [f64; 2],

    /// The greatest length of a step
    #[arg(long, value_name = "RATE", default_value_t = Settings::default().rate, value_parser = between(1e-6, 1.0))]
    rate: f64,

    /// How many positions make a step [default: 4096]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, 1_000_000_usize))]
    batch: Option<usize>,

    /// The part of the games that is kept to judge by
    #[arg(long, value_name = "PART", default_value_t = Settings::default().validation, allow_negative_numbers = true,
          value_parser = between(0.0001, 0.9))]
    validation: f64,

    /// Learn from the played positions only, where files also have positions from inside the searches
    #[arg(long)]
    no_harvest: bool,

    /// Of the positions from inside the searches, learn from bounds too and not from exact values alone
    #[arg(long, conflicts_with = "no_harvest")]
    bounds: bool,

    /// Learn what this evaluator thinks of positions near those of the games, instead of scores and results: a beginning for --from
    #[arg(long, value_name = "EVAL", conflicts_with_all = ["bounds", "no_harvest"])]
    imitate: Option<String>,

    /// With --imitate: how many positions near each position of a game
    #[arg(long, value_name = "N", default_value_t = 4, requires = "imitate", allow_negative_numbers = true,
          value_parser = whole(1, 100_usize))]
    neighbors: usize,

    /// Where random numbers begin
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed, allow_negative_numbers = true,
          value_parser = whole(0, u64::MAX))]
    seed: u64,

    /// How many threads, up to 8 [default: one for each core]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = whole(1, engine::MAX_THREADS))]
    threads: Option<usize>,

    /// Begin with this network instead of random numbers
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    from: Option<PathBuf>,

    /// Go on where a command with the same settings ended
    #[arg(long)]
    resume: bool,

    /// Draw the learning curve, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Train {
    pub fn run(self) -> Result<(), Failure> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let mut state = self.out.clone().into_os_string();
        state.push(".state");
        let settings = Settings {
            data: self.data,
            width: self.width,
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            lambda: self.lambda,
            validation: self.validation,
            harvest: match (self.no_harvest, self.bounds) {
                (true, _) => Harvest::Nothing,
                (false, false) => Harvest::Exact,
                (false, true) => Harvest::Bounds,
            },
            imitate: self.imitate.map(|evaluator| Imitate { evaluator, neighbors: self.neighbors }),
            seed: self.seed,
            threads: self.threads.unwrap_or_else(cores),
            begin: self.from,
            checkpoint: Some(PathBuf::from(&state)),
            resume: self.resume,
        };
        if let Some(folder) = self.out.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
            return Err(Failure::BadInput(format!(
                "--out {}: there is no folder {}",
                self.out.display(),
                folder.display()
            )));
        }
        let mut account = output::Account::new("reading the games", self.json);
        let trained = interrupt::stoppable(|control| {
            train(&self.game, &settings, control, &mut |given: &Given, report: &Report| {
                account.bar.set_message(progress(report));
                account.tell(control, || print_given(given), || print_report(report));
            })
        });
        let printed = account.end();
        let trained = trained?;
        printed?;
        output::write_whole(&self.out, trained.weights.to_bytes())?;
        if let Some(path) = &self.plot {
            output::write_whole(path, curve(&self.game, &trained))?;
        }
        if self.json {
            return output::json(&as_json(&trained, &self.out));
        }
        let size = std::fs::metadata(&self.out).map_or(0, |data| data.len());
        output::line(format!("Written: {} ({} kB)", self.out.display(), size / 1000))?;
        if !trained.finished {
            output::line("Stopped. The same command with --resume goes on from here.")?;
        }
        output::line(format!("Play with it: eval=network:{}", self.out.display()))
    }
}

/// Reads `0.1` or `0.1:0.3`.
fn parts(text: &str) -> Result<[f64; 2], String> {
    let part = |text: &str| match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("expected a number from 0 to 1, or two of them as in 0.1:0.3".to_string()),
    };
    match text.split_once(':') {
        None => part(text).map(|number| [number; 2]),
        Some((first, last)) => Ok([part(first)?, part(last)?]),
    }
}

fn progress(report: &Report) -> String {
    let left = report.elapsed.mul_f64(
        (report.steps - report.step) as f64 * report.visits as f64
            / report.step as f64
            / report.visits_now.max(1) as f64,
    );
    format!(
        "{} % of the steps, {} positions/s, {} left",
        100 * report.step / report.steps.max(1),
        output::thousands(output::speed(report.visits_now, report.elapsed)),
        output::seconds(left)
    )
}

fn print_given(given: &Given) -> Result<(), Failure> {
    let count = |number: usize| output::thousands(number as u64);
    output::line(format!(
        "{} positions of {} games to learn from, {} of {} to judge by; {} numbers, batches of {}",
        count(given.positions[0]),
        count(given.games[0]),
        count(given.positions[1]),
        count(given.games[1]),
        count(given.numbers),
        count(given.batch),
    ))?;
    output::line(format!(
        "Results of unseen games: {:.4} by the evaluation without a network, {:.4} by the searches that played them",
        given.own, given.search
    ))?;
    output::line(format!(
        "{:>7} {:>9} {:>10} {:>8} {:>9} {:>12}",
        "visits", "train", "validation", "results", "rate", "positions/s"
    ))
}

fn print_report(report: &Report) -> Result<(), Failure> {
    output::line(format!(
        "{:>6.1}M {:>9.6} {:>10.6} {:>8.4} {:>9.6} {:>12}",
        report.visits as f64 / 1e6,
        report.train,
        report.validation,
        report.results,
        report.rate,
        output::thousands(output::speed(report.visits_now, report.elapsed)),
    ))
}

/// The learning curve.
fn curve(game: &str, trained: &Trained) -> String {
    use lab::plot::{Axis, Series, lines};
    let at = |report: &Report| report.visits as f64 / 1e6;
    let begun = || trained.reports.iter().filter(|report| 5 * report.step > report.steps);
    let network = Series {
        name: "the network".to_string(),
        // Before the rate has risen it knows next to nothing: that would leave no room for the rest.
        points: begun().map(|report| (at(report), report.results)).collect(),
        theory: false,
    };
    let level = |name: &str, value: f64| {
        let ends = [begun().next(), begun().next_back()];
        Series {
            name: name.to_string(),
            points: ends.into_iter().flatten().map(|report| (at(report), value)).collect(),
            theory: true,
        }
    };
    let series = [
        network,
        level("the evaluation without a network", trained.given.own),
        level("the searches that played", trained.given.search),
    ];
    let title = format!("A network for {game}: results of unseen games");
    lines(&title, "positions learned from, in millions", "cross entropy", Axis::Linear, &series)
}

fn as_json(trained: &Trained, out: &Path) -> Value {
    let Trained { weights, given, reports, finished } = trained;
    let provenance: serde_json::Map<String, Value> =
        weights.provenance().iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "file": out.display().to_string(),
        "game": weights.shape().game,
        "width": weights.shape().width,
        "scale": weights.scale(),
        "finished": finished,
        "positions": given.positions[0],
        "validation_positions": given.positions[1],
        "results_without_network": given.own,
        "results_of_searches": given.search,
        "provenance": provenance,
        "reports": reports.iter().map(|report| json!({
            "visits": report.visits,
            "train": report.train,
            "validation": report.validation,
            "results": report.results,
            "rate": report.rate,
        })).collect::<Vec<_>>(),
    })
}
