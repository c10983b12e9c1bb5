//! `kiebitz lab tuners`: the ways to better weights, compared at an equal number of games.

use std::path::PathBuf;

use arena::grid::Grid;
use arena::stats::{self, Estimate};
use clap::Args;
use engine::Control;
use lab::plot::{self, Axis, Series};
use learn::tuners::{self, Arm, Judge, Plan, Stage};
use serde_json::{Value, json};

use super::sheet::{Picture, Sheet};
use crate::commands::args::whole;
use crate::interrupt;
use crate::output::{self, Failure};

/// The ways to better weights, compared at an equal number of games
///
/// Genetic as designed in 2007, genetic with sense, SPSA, Texel in one and in four rounds, random search: the same start, the
/// same openings, several seeds each, judged by games that none of them has seen, at the speed of the tuning and ten times slower.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz lab tuners --folder tuners --out tuners.md --out tuners.svg
  kiebitz lab tuners connect-four --eval threats --games 400 --nodes 50 --folder c4
  kiebitz lab tuners --full --folder full --out full.md --out full.svg --out full.json

The small version is meant for about ten minutes on two idle cores, --full (20,000 games at 2,000 nodes, five seeds, 2,000 pairs to judge)
days. Everything is kept in the folder: after Ctrl-C the same command goes on, and comes to the same end.")]
pub struct Tuners {
    /// The game with its parameters
    #[arg(default_value = "chess")]
    game: String,

    /// The evaluator, whose weights are the start
    #[arg(long, value_name = "NAME", default_value = "staud")]
    eval: String,

    /// The size of the experiment for a result that lasts; the other sizes still come first
    #[arg(long)]
    full: bool,

    /// Games of each run [default: 1200]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(20, 100_000_000_u32))]
    games: Option<u32>,

    /// Nodes for each move; the judge also asks ten times as many [default: 200]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, u64::MAX / 10))]
    nodes: Option<u64>,

    /// How many seeds each way gets [default: 2]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, 1000_u64))]
    seeds: Option<u64>,

    /// Pairs of games that judge; a quarter of them at ten times the nodes and in the round robin [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(4, 1_000_000_u64))]
    pairs: Option<u64>,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = whole(1, engine::MAX_THREADS))]
    threads: Option<usize>,

    /// Where everything is kept
    #[arg(long, value_name = "FOLDER", default_value = "tuners")]
    folder: PathBuf,

    #[command(flatten)]
    sheet: Sheet,
}

/// What a run has come to, and what the judge thinks of it.
struct Row {
    arm: Arm,
    /// The best of a population, and not its mean?
    champion: bool,
    seed: u64,
    stages: Vec<Stage>,
    /// After each stage, at the nodes of the tuning.
    course: Vec<Option<Estimate>>,
    /// At the end, at ten times the nodes.
    slow: Option<Estimate>,
}

/// Elo from pairs of games; nothing if all ended alike.
fn elo(counts: [u64; 5]) -> Option<Estimate> {
    stats::Pairs(counts).strength().map(|strength| strength.elo).filter(|elo| elo.error().is_finite())
}

fn shown(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".to_string(), |found| format!("{:+.0} ± {:.0}", found.value, found.error()))
}

impl Row {
    fn name(&self) -> String {
        format!("{}{}", self.arm.name(), if self.champion { ", champion" } else { "" })
    }

    fn weights<'a>(&self, stage: &'a Stage) -> &'a [i32] {
        stage.champion.as_ref().filter(|_| self.champion).unwrap_or(&stage.weights)
    }

    fn last(&self) -> Option<Estimate> {
        self.course.last().copied().flatten()
    }

    fn json(&self) -> Value {
        let of = |found: &Option<Estimate>| found.map(|found| json!({ "elo": found.value, "error": found.error() }));
        json!({
            "arm": self.name(),
            "seed": self.seed,
            "games": self.stages.iter().map(|stage| stage.games).collect::<Vec<_>>(),
            "processor_seconds": self.stages.iter().map(|stage| stage.seconds).collect::<Vec<_>>(),
            "elo": self.course.iter().map(of).collect::<Vec<_>>(),
            "elo_at_ten_times_the_nodes": of(&self.slow),
            "weights": self.stages.last().map(|stage| self.weights(stage)),
        })
    }
}

/// The medians of the arms against each other.
type Crosses = Vec<(String, String, Option<Estimate>)>;

impl Tuners {
    pub fn run(self) -> Result<(), Failure> {
        self.sheet.check()?;
        std::fs::create_dir_all(&self.folder).map_err(|error| {
            Failure::BadInput(format!(
                "--folder {}: {error}; a folder that can be written is needed",
                self.folder.display()
            ))
        })?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let or = |small: u64, full: u64| if self.full { full } else { small };
        let plan = Plan {
            game: self.game.clone(),
            evaluator: self.eval.clone(),
            nodes: self.nodes.unwrap_or(or(200, 2_000)),
            games: self.games.unwrap_or(or(1_200, 20_000) as u32),
            threads: self.threads.unwrap_or_else(cores),
            folder: self.folder.clone(),
        };
        let seeds = self.seeds.unwrap_or(or(2, 5));
        let pairs = self.pairs.unwrap_or(or(100, 2_000));
        self.same_plan(&plan)?;
        let bar = output::spinner("playing");
        let found = interrupt::stoppable(|control| {
            let rows = runs(&plan, seeds, control, &|what| bar.set_message(what))?;
            let rows = judged(&plan, rows, pairs, control, &|what| bar.set_message(what))?;
            let crosses = round_robin(&plan, &rows, (pairs / 4).max(1), control)?;
            Ok::<_, Failure>((rows, crosses))
        });
        bar.finish_and_clear();
        let (rows, crosses) = found?;
        self.deliver(&plan, seeds, pairs, &rows, &crosses)
    }

    /// A folder belongs to one plan: what is in it was made with it.
    fn same_plan(&self, plan: &Plan) -> Result<(), Failure> {
        let text = format!("{}, {}, {} games, {} nodes\n", plan.game, plan.evaluator, plan.games, plan.nodes);
        let path = self.folder.join("plan.txt");
        match std::fs::read_to_string(&path) {
            Ok(kept) if kept == text => Ok(()),
            Ok(kept) => Err(Failure::BadInput(format!(
                "--folder {}: it holds another comparison ({}), not this one ({}); name another folder",
                self.folder.display(),
                kept.trim(),
                text.trim()
            ))),
            Err(_) => output::write_whole(&path, text),
        }
    }

    fn deliver(&self, plan: &Plan, seeds: u64, pairs: u64, rows: &[Row], crosses: &Crosses) -> Result<(), Failure> {
        let grid = grid(plan, rows);
        let robin = Grid {
            header: ["of the medians", "against", "Elo"].map(str::to_string).to_vec(),
            rows: crosses.iter().map(|(one, other, found)| vec![one.clone(), other.clone(), shown(*found)]).collect(),
            texts: 2,
        };
        let about = format!(
            "{} of {}, {} games a run at {} nodes a move, {seeds} seeds; judged against the start by {pairs} pairs of unseen games at {} \
             nodes and {} at {}",
            plan.evaluator,
            plan.game,
            plan.games,
            plan.nodes,
            plan.nodes,
            (pairs / 4).max(1),
            10 * plan.nodes
        );
        let value = || {
            let crosses = crosses.iter().map(|(one, other, found)| {
                json!({ "one": one, "other": other, "elo": found.map(|found| found.value), "error": found.map(|found| found.error()) })
            });
            json!({
                "about": about,
                "runs": rows.iter().map(Row::json).collect::<Value>(),
                "round_robin": crosses.collect::<Value>(),
            })
        };
        let by_games = || picture(rows, "games", |stage| stage.games as f64);
        let by_time = || picture(rows, "seconds of processor time", |stage| stage.seconds);
        let pictures: [Picture; 2] = [("", &by_games), ("time", &by_time)];
        let text = || format!("{about}\n\n{}\n{}", grid.fitting(output::width()), robin.fitting(output::width()));
        self.sheet.deliver(&grid, &value, &pictures, &text)?;
        // A table of its own, beside the first.
        for path in self.sheet.out.iter().filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            output::write_whole(&path.with_file_name(format!("{stem}-robin.md")), robin.markdown())?;
        }
        Ok(())
    }
}

fn stopped() -> Failure {
    Failure::Other("stopped: the same command goes on where it was".to_string())
}

/// All arms with all seeds.
fn runs(plan: &Plan, seeds: u64, control: &Control, tell: &dyn Fn(String)) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for arm in Arm::ALL {
        for seed in 1..=seeds {
            tell(format!("{}, seed {seed} of {seeds}", arm.name()));
            let stages = tuners::run(plan, arm, seed, control)?;
            if stages.len() < tuners::STAGES as usize {
                return Err(stopped());
            }
            let population = stages.last().is_some_and(|stage| stage.champion.is_some());
            let row = |champion| Row { arm, champion, seed, stages: stages.clone(), course: Vec::new(), slow: None };
            rows.push(row(false));
            rows.extend(population.then(|| row(true)));
        }
    }
    Ok(rows)
}

/// What the judge thinks of them.
fn judged(
    plan: &Plan,
    mut rows: Vec<Row>,
    pairs: u64,
    control: &Control,
    tell: &dyn Fn(String),
) -> Result<Vec<Row>, Failure> {
    let start = tuners::start(plan)?.weights();
    let mut judge = Judge::new(plan)?;
    for row in &mut rows {
        tell(format!("judging {}, seed {}", row.name(), row.seed));
        let stages = row.stages.clone();
        for stage in &stages {
            let found = judge.judge(row.weights(stage), &start, plan.nodes, pairs, control)?;
            row.course.push(elo(found.ok_or_else(stopped)?));
        }
        if let Some(last) = stages.last() {
            let found = judge.judge(row.weights(last), &start, 10 * plan.nodes, (pairs / 4).max(1), control)?;
            row.slow = elo(found.ok_or_else(stopped)?);
        }
    }
    Ok(rows)
}

/// The median of each arm against those of the others.
fn round_robin(plan: &Plan, rows: &[Row], pairs: u64, control: &Control) -> Result<Crosses, Failure> {
    let mut judge = Judge::new(plan)?;
    let median = |arm: Arm| {
        let mut own: Vec<&Row> = rows.iter().filter(|row| row.arm == arm && !row.champion).collect();
        let value = |row: &Row| row.last().map_or(f64::NEG_INFINITY, |found| found.value);
        own.sort_by(|one, other| value(one).total_cmp(&value(other)));
        own.get(own.len().saturating_sub(1) / 2).copied()
    };
    let medians: Vec<&Row> = Arm::ALL.into_iter().filter_map(median).collect();
    let mut crosses = Vec::new();
    for (index, one) in medians.iter().enumerate() {
        for other in &medians[index + 1..] {
            let (Some(first), Some(second)) = (one.stages.last(), other.stages.last()) else { continue };
            let found = judge.judge(&first.weights, &second.weights, plan.nodes, pairs, control)?;
            crosses.push((one.name(), other.name(), elo(found.ok_or_else(stopped)?)));
        }
    }
    Ok(crosses)
}

fn grid(plan: &Plan, rows: &[Row]) -> Grid {
    let quarters = (1..=tuners::STAGES).map(|stage| format!("Elo after {stage}/{}", tuners::STAGES));
    let header = ["way", "seed", "games", "processor s"].into_iter().map(str::to_string).chain(quarters);
    let row = |row: &Row| {
        let last = row.stages.last();
        let mut cells = vec![
            row.name(),
            row.seed.to_string(),
            last.map_or(String::new(), |stage| stage.games.to_string()),
            last.map_or(String::new(), |stage| format!("{:.0}", stage.seconds)),
        ];
        cells.extend(row.course.iter().map(|found| shown(*found)));
        cells.push(shown(row.slow));
        cells
    };
    Grid {
        header: header.chain([format!("at {} nodes", 10 * plan.nodes)]).collect(),
        rows: rows.iter().map(row).collect(),
        texts: 1,
    }
}

/// Elo over what it took, each way the mean of its seeds.
fn picture(rows: &[Row], across: &str, place: impl Fn(&Stage) -> f64) -> String {
    let of = |arm: Arm| {
        let own: Vec<&Row> = rows.iter().filter(|row| row.arm == arm && !row.champion).collect();
        let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let point = |index: usize| {
            let at = mean(own.iter().filter_map(|row| row.stages.get(index)).map(&place).collect());
            let values: Vec<f64> = own.iter().filter_map(|row| Some(row.course.get(index).copied()??.value)).collect();
            (!values.is_empty()).then(|| (at, mean(values)))
        };
        let points = std::iter::once((0.0, 0.0)).chain((0..tuners::STAGES as usize).filter_map(point)).collect();
        Series { name: arm.name().to_string(), points, theory: false }
    };
    plot::lines("Ways to better weights", across, "Elo over the start", Axis::Linear, &Arm::ALL.map(of))
}
