//! `kiebitz search`: one search.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use cluster::{Carrier, Inquiry, Judged, News, Patience, root};
use engine::{Answer, Answered, Bound, Bounds, Line, PlayerKind, PlayerSpec, Ply, Question, Report};
use serde_json::json;

use super::args::{Place, seconds, whole};
use super::peer::{call, secret};
use super::workers::{self, Workers};
use crate::interrupt;
use crate::output::{self, Failure};

/// One search, its lines and counters
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz search othello --depth 8
  kiebitz search connect-four --position 4455 --techniques minimax+alpha-beta --depth 8
  kiebitz search draughts --time 2 --techniques all+no-late-move-reductions --json

Techniques are a list that begins with minimax (nothing) or all (everything):
minimax+alpha-beta+ordering, all+no-null-move. Without a limit the search takes two seconds.
Ctrl-C ends it and prints the best move so far.")]
pub struct Search {
    #[command(flatten)]
    place: Place,

    /// The greatest depth in plies
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = whole(1, engine::MAX_DEPTH))]
    depth: Option<i32>,

    /// How long to search, in seconds
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,

    /// The greatest number of nodes
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, u64::MAX))]
    nodes: Option<u64>,

    /// Which techniques are on
    #[arg(long, value_name = "LIST")]
    techniques: Option<String>,

    /// The evaluator; `kiebitz games` lists them. `history` adds what came of past games to the default one,
    /// NAME+history to another
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,

    /// How many best lines
    #[arg(long, value_name = "K", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole(1, engine::MAX_LINES))]
    multipv: usize,

    /// How many plies of noisy moves quiescence may follow
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = whole(0, 1000_u32))]
    quiescence_depth: Option<u32>,

    /// Monte Carlo tree search instead; --nodes counts playouts
    #[arg(long)]
    mcts: bool,

    /// How many threads [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, engine::MAX_THREADS))]
    threads: Option<usize>,

    /// The size of the table in MiB [default: 64]
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, value_parser = whole(1, engine::MAX_TABLE))]
    hash: Option<usize>,

    /// Count what happens in the search: cuts and their reasons, leaves, hits of the table. It costs a little time, so that the
    /// speed is not quite the engine's. Where techniques are named, it is done anyway
    #[arg(long)]
    counters: bool,

    /// Where random numbers begin (Monte Carlo tree search)
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
          value_parser = whole(0, u64::MAX))]
    seed: u64,

    /// Let other processes help, HOST:PORT each, where `kiebitz peer` listens
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    peers: Vec<String>,

    /// Let workers share the moves of the position, which gives the value of each: local:N on this machine, ssh:HOST/N on another one, as
    /// `kiebitz match` has them. Time and nodes are shared among the moves, a depth is that of each
    #[arg(long, value_name = "LIST", value_parser = workers::read, conflicts_with = "peers")]
    workers: Option<Workers>,

    /// The file with the secret that the peers know
    #[arg(long, value_name = "FILE", requires = "peers")]
    secret: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// For a search with no limit given.
const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// How long peers are waited for before the search begins; who comes later helps from then on.
const GATHERING: Duration = Duration::from_secs(2);
/// In MiB.
const DEFAULT_HASH: usize = 64;

impl Search {
    pub fn run(self) -> Result<(), Failure> {
        let question = self.question();
        if let Some(Workers(carriers)) = &self.workers {
            return self.share(&question, carriers);
        }
        let mut engine = question.open()?;
        let (mut options, go) = question.options(&*engine)?;
        options.resources.past = history::past(None);
        engine.check(&options, &go)?;
        if !self.peers.is_empty() {
            let told = |text: String| drop(output::complain(&text));
            let (peers, calls) = call(&self.peers, &secret(self.secret.as_ref())?, told)?;
            options.resources.peers = peers;
            calls.wait(GATHERING);
        }
        if self.json {
            let answer = interrupt::stoppable(|control| engine.go(&options, &go, control, &mut |_| {}))?;
            return output::json(&json!(Answered::from(&answer)));
        }
        if let Some(verdict) = engine.verdict() {
            return output::line(format!("The game is over. {verdict}."));
        }
        output::line(format!("{:>5} {:>11} {:>14} {:>10}  line", "depth", "score", self.unit(), "time"))?;
        let mut printed = Ok(());
        let answer = interrupt::stoppable(|control| {
            engine.go(&options, &go, control, &mut |report| {
                if printed.is_ok() {
                    printed = output::line(as_line(report));
                } else {
                    control.stop();
                }
            })
        })?;
        printed?;
        print(&answer)
    }

    /// What is counted.
    fn unit(&self) -> &'static str {
        if self.mcts { "playouts" } else { "nodes" }
    }

    /// Lets workers share the moves.
    fn share(&self, question: &Question, carriers: &[Carrier]) -> Result<(), Failure> {
        if let Some(verdict) = question.open()?.verdict()
            && !self.json
        {
            return output::line(format!("The game is over. {verdict}."));
        }
        let questions = root::split(question, carriers.len())?;
        let (local, bench) = (workers::local()?, engine::signature()?);
        let count = questions.len();
        let begun = Instant::now();
        let mut answers = Vec::with_capacity(count);
        let mut printed = Ok(());
        let mut hear = |_: usize, judged: Judged| {
            if let (Judged::Answer(answer), false, true) = (&judged, self.json, printed.is_ok())
                && let Some(line) = &answer.best
            {
                printed = output::line(format!("{:>3} of {count} {}", answers.len() + 1, as_text(line)));
            }
            answers.push(judged);
        };
        let mut inquiry = Inquiry::new(questions, carriers.len(), &mut hear);
        let mut tell = |news: News| {
            if let News::Of { worker, text } = news {
                drop(output::complain(&format!("{worker}: {}", output::visible(&text))));
            }
        };
        let done = interrupt::stoppable(|halt| {
            cluster::drive(carriers, &local, bench, Patience::default(), &mut inquiry, halt, &mut tell)
        });
        drop(inquiry);
        done.map_err(Failure::Other)?;
        printed?;
        if answers.len() < count {
            drop(output::complain(&format!("Stopped: {} of {count} moves were searched.", answers.len())));
        }
        let found = root::gather(question, answers).map_err(Failure::BadInput)?;
        if self.json {
            return output::json(&json!(found));
        }
        output::line("\nThe best:")?;
        found.lines.iter().try_for_each(|line| output::line(as_text(line)))?;
        let nodes = output::thousands(found.best.as_ref().map_or(0, |line| line.nodes));
        output::line(format!("\n{nodes} {} in {}", self.unit(), output::seconds(begun.elapsed())))?;
        output::line(format!("Best move: {}", found.mv.as_deref().unwrap_or("none")))
    }

    fn question(&self) -> Question {
        // Monte Carlo tree search has neither, and whoever asks for them with it is told so.
        let has_table = !self.mcts;
        let player = PlayerSpec {
            techniques: self.techniques.clone(),
            eval: self.eval.clone(),
            quiescence_depth: self.quiescence_depth,
            seed: Some(self.seed),
            threads: self.threads.or(has_table.then_some(1)),
            hash: self.hash.or(has_table.then_some(DEFAULT_HASH)),
            ..PlayerSpec::new(if self.mcts { PlayerKind::Mcts } else { PlayerKind::Kiebitz })
        };
        let unlimited = self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        let time = self.time.or(unlimited.then_some(DEFAULT_TIME));
        let time_ms = time.map(|time| time.as_millis().max(1) as u64);
        Question {
            start: Some(self.place.position.clone()),
            player,
            limits: Bounds { depth: self.depth, nodes: self.nodes, time_ms, ..Bounds::default() },
            lines: self.multipv,
            counters: self.counters || self.techniques.is_some() && self.workers.is_none(),
            ..Question::new(&self.place.game)
        }
    }
}

fn as_line(report: &Report) -> String {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => ">=",
        Bound::Upper => "<=",
    };
    format!(
        "{:>5} {:>11} {:>14} {:>10}  {}",
        report.depth,
        format!("{bound}{}", report.score_text),
        output::thousands(report.nodes),
        output::seconds(report.time),
        Ply::texts(&report.pv).join(" ")
    )
}

/// One of the best lines: its depth, value and moves.
fn as_text(line: &Line) -> String {
    format!("{:>5} {:>11}  {}", line.depth, line.score_text, line.pv.join(" "))
}

fn print(answer: &Answer) -> Result<(), Failure> {
    if let Some(line) = answer.lines.first() {
        let speed = output::thousands(output::speed(line.nodes, line.time));
        output::line(format!(
            "\n{} {unit} in {}, {speed} {unit}/s",
            output::thousands(line.nodes),
            output::seconds(line.time),
            unit = line.unit,
        ))?;
    }
    for (name, value) in &answer.counters {
        let value = if value.fract() == 0.0 { output::thousands(*value as u64) } else { format!("{value:.2}") };
        output::line(format!("  {name:<36} {value:>16}"))?;
    }
    output::line(format!("Best move: {}", answer.best.as_ref().map_or("none", |ply| &ply.text)))
}
