//! Weights and numbers of the search, made better by games between them.

use std::path::PathBuf;

use cluster::Candidate;
use learn::evolve as tuners;
use learn::evolve::{Contest, Genetic, Method, Random, Spsa, State, Subject, Terms, Tuned};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::json;

use crate::failure::{InternalError, read, refusal, refused, write};
use crate::learning::write_whole;
use crate::work::{Product, Work};
use crate::workers::{self, Teller, Workers};

/// What is to be tuned, how, and who plays.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Evolve {
    game: String,
    evaluator: String,
    groups: bool,
    parameters: Option<Vec<String>>,
    nodes: u64,
    seed: u64,
    method: Chosen,
    games: Option<u64>,
    state: Option<PathBuf>,
    out: Option<PathBuf>,
    threads: usize,
    workers: Option<Workers>,
}

/// A method; what is not said is as in the commands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
enum Chosen {
    Spsa { pairs: Option<u64>, reach: Option<f64>, rate: Option<f64> },
    Genetic { population: Option<usize>, generations: Option<u64>, pairs: Option<usize>, with_sense: Option<bool> },
    Random { candidates: Option<u64>, pairs: Option<u64>, step: Option<f64> },
}

fn at_least<T: PartialOrd + std::fmt::Display>(name: &str, value: T, least: T) -> PyResult<T> {
    if value >= least { Ok(value) } else { Err(refusal(format!("{name} {value}: expected at least {least}"))) }
}

fn share(name: &str, value: f64, most: f64) -> PyResult<f64> {
    let right = value > 0.0 && value <= most;
    if right { Ok(value) } else { Err(refusal(format!("{name} {value}: expected more than 0 and at most {most}"))) }
}

impl Chosen {
    fn method(&self) -> PyResult<Box<dyn Method + Send>> {
        Ok(match *self {
            Chosen::Spsa { pairs, reach, rate } => {
                let usual = Spsa::default();
                Box::new(Spsa {
                    pairs: at_least("pairs", pairs.unwrap_or(usual.pairs), 1)?,
                    reach: share("reach", reach.unwrap_or(usual.reach), 1.0)?,
                    rate: share("rate", rate.unwrap_or(usual.rate), 10.0)?,
                })
            }
            Chosen::Genetic { population, generations, pairs, with_sense } => {
                let usual = Genetic::default();
                Box::new(Genetic {
                    population: at_least("population", population.unwrap_or(usual.population), 2)?,
                    generations: at_least("generations", generations.unwrap_or(usual.generations), 1)?,
                    pairs: at_least("pairs", pairs.unwrap_or(usual.pairs), 1)?,
                    sense: with_sense.unwrap_or(usual.sense),
                    ..usual
                })
            }
            Chosen::Random { candidates, pairs, step } => {
                let usual = Random::default();
                Box::new(Random {
                    candidates: at_least("candidates", candidates.unwrap_or(usual.candidates), 1)?,
                    pairs: at_least("pairs", pairs.unwrap_or(usual.pairs), 1)?,
                    step: share("step", step.unwrap_or(usual.step), 1.0)?,
                })
            }
        })
    }
}

/// Tunes by games; tells of each step.
#[pyfunction]
pub fn evolve(request: &str) -> PyResult<Work> {
    let asked: Evolve = read(request)?;
    let game = engine::open(&asked.game).map_err(refused)?.game();
    let method = asked.method.method()?;
    at_least("nodes", asked.nodes, 1)?;
    let staff = asked.workers.as_ref().map(Workers::staff).transpose()?;
    let threads = staff.as_ref().map_or(asked.threads, workers::Staff::count);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(at_least("threads", threads, 1)?).build();
    let pool = pool.map_err(refusal)?;
    Work::begin(&game.clone(), move |control, tell| {
        let Evolve { evaluator, groups, parameters, nodes, seed, games, state, out, .. } = asked;
        let teller = Teller::new(tell);
        let subject = Subject {
            evaluator: evaluator.clone(),
            groups,
            parameters: parameters.clone(),
            terms: Terms { nodes, seed },
        };
        let budget = games.unwrap_or(u64::MAX);
        let mut report = |state: &State| {
            let row = state.curve.last();
            teller.tell(&json!({ "done": state.games, "total": games, "what": "games", "row": row }));
        };
        let mut accounts = Ok(Vec::new());
        let mut run = |contest: &dyn Contest| {
            let mut steps = |contest: &dyn Contest| {
                pool.install(|| tuners::evolve(contest, &*method, seed, budget, state.as_deref(), control, &mut report))
            };
            let Some(staff) = &staff else { return steps(contest) };
            let candidate = Candidate {
                game: game.clone(),
                eval: evaluator.clone(),
                groups,
                parameters: parameters.clone(),
                nodes,
                seed,
                one: Vec::new(),
                other: Vec::new(),
                from: 0,
                to: 1,
            };
            let (away, mut tuning) = cluster::tuning(contest, candidate);
            std::thread::scope(|scope| {
                let tuner = scope.spawn(move || steps(&away));
                accounts = staff.drive(&mut tuning, control, &teller);
                // Whoever waits for a pair hears that nobody plays it.
                drop(tuning);
                tuner.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        };
        let tuned = tuners::tuned(&game, &subject, &mut run);
        let accounts = accounts?;
        let Tuned { state, values, text } = tuned.map_err(refusal)?;
        if let Some(out) = &out {
            write_whole(out, text.as_bytes())?;
        }
        let rows = serde_json::to_value(&state.curve).map_err(|error| InternalError::new_err(error.to_string()))?;
        Ok(Product::Json(write(&json!({
            "games": state.games,
            "steps": state.steps,
            "values": values,
            "text": text,
            "rows": rows,
            "workers": workers::rows(&accounts, &[]),
        }))))
    })
}
