//! `kiebitz tune genetic`, `spsa` and `random`: weights made better by games between them.

use std::path::PathBuf;

use clap::Args;
use lab::plot::{self, Axis, Series};
use learn::evolve::{self, Contest, Genetic, Method, Random, Spsa, State, Subject, Terms, Tuned};
use serde_json::json;

use crate::commands::args::{between, whole};
use crate::interrupt;
use crate::output::{self, Failure};

/// What all of them have in common.
#[derive(Args)]
pub struct Common {
    /// The game with its parameters; `kiebitz games` lists them
    game: String,

    /// The evaluator, whose weights are the start [default: the first of the game's]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    eval: String,

    /// Tune what whole groups of terms are multiplied by, and not each weight
    #[arg(long, conflicts_with = "parameters")]
    groups: bool,

    /// Tune the numbers of the search instead of weights: all, or those that are named
    #[arg(long, value_name = "NAMES", value_delimiter = ',', num_args = 0..=1, default_missing_value = "")]
    parameters: Option<Vec<String>>,

    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = whole(1, u64::MAX))]
    nodes: u64,

    /// No further step is begun after so many games [default: as many as the method takes]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(2, u64::MAX))]
    games: Option<u64>,

    /// Where random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole(0, u64::MAX))]
    seed: u64,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = whole(1, engine::MAX_THREADS))]
    threads: Option<usize>,

    /// Keep the state in this file after each step, and go on with what is in it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Write the new weights to this file, for weights=FILE of a player; of parameters, the player with them
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Draw how fitness, diversity and drift have gone
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A population of weights, from which the fittest survive
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz tune genetic connect-four --generations 20 --nodes 100 --out mine.toml --svg population.svg
  kiebitz tune genetic chess --groups --with-sense --state genes.json --out mine.toml

The algorithm is the one that M. J. Staud designed in 2007: random pairs of parents, of each pair of numbers the child gets one
or the other, some numbers change, everybody plays, the fittest survive. With --with-sense all play the best of the last
generation, and a survivor's games of earlier generations count. It ends after --generations, or when most games are
drawn and all are about equally fit. The same seed gives the same population; after Ctrl-C the same command goes on, if it has --state.
The result is the mean of the last population.")]
pub struct GeneticCommand {
    #[command(flatten)]
    common: Common,

    /// How many survive a generation; as many children are born in it
    #[arg(long, value_name = "N", default_value_t = Genetic::default().population, allow_negative_numbers = true,
          value_parser = whole(2, 10_000_usize))]
    population: usize,

    /// How many generations
    #[arg(long, value_name = "N", default_value_t = Genetic::default().generations, allow_negative_numbers = true,
          value_parser = whole(1, u64::MAX))]
    generations: u64,

    /// Pairs of games that everybody plays in a generation
    #[arg(long, value_name = "N", default_value_t = Genetic::default().pairs, allow_negative_numbers = true,
          value_parser = whole(1, 10_000_usize))]
    pairs: usize,

    /// The chance that a number of a child is changed
    #[arg(long, value_name = "PART", default_value_t = Genetic::default().mutation, allow_negative_numbers = true,
          value_parser = between(0.0, 1.0))]
    mutation: f64,

    /// How much it is changed, in shares of its range
    #[arg(long, value_name = "PART", default_value_t = Genetic::default().step, allow_negative_numbers = true,
          value_parser = between(0.0, 1.0))]
    step: f64,

    /// As one would do it today: play the champion, count a whole life
    #[arg(long)]
    with_sense: bool,

    /// Begin with random numbers and not with small changes of the start
    #[arg(long)]
    from_nothing: bool,
}

/// All weights moved at once, a little towards the winner of each pair of games
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz tune spsa draughts --pairs 500 --nodes 100 --out mine.toml
  kiebitz tune spsa chess --groups --state spsa.json --out mine.toml
  kiebitz tune spsa chess --parameters null-base,reduction-base --nodes 2000 --out mine.player

Simultaneous perturbation (J. Spall, 1992): every weight is moved up or down by chance, the two sides of the move play a
pair of games, and all weights go a little towards the winner. The result is where it ends.
With --parameters it tunes the numbers of the search, each within its range, and the result is a player:
kiebitz match chess \"$(cat mine.player)\" kiebitz")]
pub struct SpsaCommand {
    #[command(flatten)]
    common: Common,

    /// How many pairs of games
    #[arg(long, value_name = "N", default_value_t = Spsa::default().pairs, allow_negative_numbers = true,
          value_parser = whole(1, u64::MAX / 4))]
    pairs: u64,

    /// How far weights are moved to see who is better, in shares of their range
    #[arg(long, value_name = "PART", default_value_t = Spsa::default().reach, allow_negative_numbers = true,
          value_parser = between(0.0001, 1.0))]
    reach: f64,

    /// How far a won pair moves them, in shares of that
    #[arg(long, value_name = "PART", default_value_t = Spsa::default().rate, allow_negative_numbers = true,
          value_parser = between(0.0001, 10.0))]
    rate: f64,
}

/// Random changes, kept if they win a match: the control
#[derive(Args)]
#[command(after_help = "\
Example: kiebitz tune random connect-four --candidates 50 --nodes 100 --out mine.toml

A candidate is the best so far with every weight changed by chance; it takes its place if it wins the match. What a method is
worth shows against this one, with as many games.")]
pub struct RandomCommand {
    #[command(flatten)]
    common: Common,

    /// How many candidates
    #[arg(long, value_name = "N", default_value_t = Random::default().candidates, allow_negative_numbers = true,
          value_parser = whole(1, u64::MAX))]
    candidates: u64,

    /// Pairs of games in a match
    #[arg(long, value_name = "N", default_value_t = Random::default().pairs, allow_negative_numbers = true,
          value_parser = whole(1, 100_000_u64))]
    pairs: u64,

    /// How far a candidate is from the best, in shares of the ranges
    #[arg(long, value_name = "PART", default_value_t = Random::default().step, allow_negative_numbers = true,
          value_parser = between(0.0, 1.0))]
    step: f64,
}

impl GeneticCommand {
    pub fn run(self) -> Result<(), Failure> {
        let method = Genetic {
            population: self.population,
            generations: self.generations,
            pairs: self.pairs,
            mutation: self.mutation,
            step: self.step,
            sense: self.with_sense,
            from_nothing: self.from_nothing,
        };
        self.common.run(&method)
    }
}

impl SpsaCommand {
    pub fn run(self) -> Result<(), Failure> {
        self.common.run(&Spsa { pairs: self.pairs, reach: self.reach, rate: self.rate })
    }
}

impl RandomCommand {
    pub fn run(self) -> Result<(), Failure> {
        self.common.run(&Random { candidates: self.candidates, pairs: self.pairs, step: self.step })
    }
}

impl Common {
    fn run(self, method: &dyn Method) -> Result<(), Failure> {
        let bar = output::spinner("playing");
        let (mut head, mut printed) = (false, Ok(()));
        let quiet = self.json;
        let found = interrupt::stoppable(|control| {
            let mut report = |state: &State| {
                bar.set_message(format!("step {}, {} games", state.steps, state.games));
                if quiet || printed.is_err() {
                    return;
                }
                if !std::mem::replace(&mut head, true) {
                    printed = bar.suspend(print_head);
                }
                if printed.is_ok() {
                    printed = bar.suspend(|| print_step(state));
                }
                if printed.is_err() {
                    control.stop();
                }
            };
            let names = |names: &Vec<String>| names.iter().filter(|name| !name.is_empty()).cloned().collect();
            let subject = Subject {
                evaluator: self.eval.clone(),
                groups: self.groups,
                parameters: self.parameters.as_ref().map(names),
                terms: Terms { nodes: self.nodes, seed: self.seed },
            };
            let cores = || std::thread::available_parallelism().map_or(1, usize::from);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or_else(cores)).build();
            let pool = pool.map_err(|error| Failure::Other(error.to_string()))?;
            let budget = self.games.unwrap_or(u64::MAX);
            let mut run = |games: &dyn Contest| {
                pool.install(|| {
                    evolve::evolve(games, method, self.seed, budget, self.state.as_deref(), control, &mut report)
                })
            };
            Ok::<_, Failure>(evolve::tuned(&self.game, &subject, &mut run)?)
        });
        bar.finish_and_clear();
        let Tuned { state, values, text } = found?;
        printed?;
        if let Some(path) = &self.out {
            output::write_whole(path, &text)?;
        }
        if let Some(path) = &self.svg {
            output::write_whole(path, picture(&state))?;
        }
        if self.json {
            let written = self.out.as_ref().map(|path| path.display().to_string());
            return output::json(&json!({ "state": state, "weights": values, "written": written }));
        }
        output::line(format!("{} games in {} steps", output::thousands(state.games), state.steps))?;
        if self.parameters.is_some() {
            output::line(text.trim_end())?;
        }
        match &self.out {
            Some(path) => output::line(format!("Written: {}", path.display())),
            None => output::line("Nothing was written; --out FILE does."),
        }
    }
}

fn print_head() -> Result<(), Failure> {
    output::line(format!(
        "{:>6} {:>9} {:>7} {:>7} {:>7} {:>10} {:>7}",
        "step", "games", "best", "mean", "draws", "diversity", "drift"
    ))
}

fn print_step(state: &State) -> Result<(), Failure> {
    let Some(last) = state.curve.last() else { return Ok(()) };
    output::line(format!(
        "{:>6} {:>9} {:>7.3} {:>7.3} {:>7.3} {:>10.4} {:>7.4}",
        state.steps, last.games, last.best, last.mean, last.draws, last.diversity, last.drift
    ))
}

/// How it has gone, game by game.
fn picture(state: &State) -> String {
    let series = |name: &str, value: fn(&evolve::Measured) -> f64| Series {
        name: name.to_string(),
        points: state.curve.iter().map(|one| (one.games as f64, value(one))).collect(),
        theory: false,
    };
    let all = [
        series("best fitness", |one| one.best),
        series("mean fitness", |one| one.mean),
        series("drawn games", |one| one.draws),
        series("diversity", |one| one.diversity),
        series("drift", |one| one.drift),
    ];
    plot::lines(&state.task, "games", "share", Axis::Linear, &all)
}
