//! A question that is put to the pool: what has been found so far, and the answer.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{Bound, Control, Engine, Go, Method, Options, Question, Report};
use tokio::sync::oneshot;

use super::lanes::Lanes;
use super::pool::{Ticket, Work};
use crate::limits;
use crate::refusal::{Code, Refusal};

/// The answer.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best lines, the best first. Empty if the program says nothing about its thinking.
    pub lines: Vec<Report>,
    /// How long it took, without waiting.
    pub took: Duration,
}

/// What is known of a question that is being thought about.
#[derive(Default)]
pub struct Progress(Mutex<Known>);

#[derive(Default)]
struct Known {
    lines: Vec<Report>,
    /// Below this depth all is known already: the search was interrupted and begins again.
    floor: i32,
    /// Nodes of earlier slices.
    nodes_before: u64,
    control: Option<Arc<Control>>,
}

/// What is known at one moment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The best lines, the best first.
    pub lines: Vec<Report>,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far, without waiting.
    pub time: Duration,
}

impl Progress {
    /// What is known now.
    pub fn snapshot(&self) -> Snapshot {
        let known = self.lock();
        let reported = known.lines.iter().map(|line| line.nodes).max().unwrap_or(0);
        let (running, time) = known
            .control
            .as_ref()
            .map_or((0, None), |control| (known.nodes_before + control.nodes(), Some(control.elapsed())));
        let time = time.unwrap_or_else(|| known.lines.iter().map(|line| line.time).max().unwrap_or_default());
        Snapshot { lines: known.lines.clone(), nodes: reported.max(running), time }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin(&self, control: &Arc<Control>) {
        let mut known = self.lock();
        known.floor = known.lines.first().map_or(0, |line| line.depth);
        known.control = Some(Arc::clone(control));
    }

    pub(super) fn pause(&self) {
        let mut known = self.lock();
        if let Some(control) = known.control.take() {
            known.nodes_before += control.nodes();
        }
    }

    pub(super) fn hear(&self, report: &Report) {
        let mut known = self.lock();
        // A bound is no value; the value follows.
        if report.bound != Bound::Exact || report.depth < known.floor || report.pv.is_empty() {
            return;
        }
        let mut report = report.clone();
        report.nodes += known.nodes_before;
        let place = report.line.saturating_sub(1).min(known.lines.len());
        known.lines.truncate(limits::LINES);
        if place < known.lines.len() {
            known.lines[place] = report;
        } else {
            known.lines.push(report);
        }
        // An older line that begins like this one has had its day.
        let first = known.lines[place].pv[0].clone();
        let mut index = 0;
        known.lines.retain(|line| {
            index += 1;
            index - 1 <= place || line.pv[0] != first
        });
    }
}

/// Puts a question to the threads that search. A search is interrupted while others wait, since it can resume; playouts would start over.
/// What somebody waits for at the board is `urgent`.
pub fn ask(lanes: &Lanes, client: &Arc<str>, question: Question, urgent: bool) -> Result<Asked, Refusal> {
    let game = engine::open(&question.game)?;
    let (mut options, go) = question.options(&*game)?;
    options.resources.fit_table(go.nodes);
    let playouts = match options.player.method {
        Method::Natural => game.prefers_mcts(),
        Method::Mcts => true,
        Method::Search | Method::Random => false,
    };
    let sliced = !playouts && options.player.method != Method::Random;
    let progress = Arc::new(Progress::default());
    let (answer, waiting) = oneshot::channel();
    let work = Thinking {
        question,
        board: None,
        options,
        go,
        urgent,
        playouts,
        progress: Arc::clone(&progress),
        visited: 0,
        found: None,
        answer,
    };
    let ticket = lanes.searches.submit(client, sliced, Box::new(work))?;
    Ok(Asked { progress, answer: waiting, _ticket: ticket })
}

/// A question that was asked. Dropping it ends the search.
pub struct Asked {
    /// What is known so far.
    pub progress: Arc<Progress>,
    /// The answer.
    pub answer: oneshot::Receiver<Result<Found, Refusal>>,
    _ticket: Ticket,
}

impl Asked {
    /// Waits for the answer.
    pub async fn wait(mut self) -> Result<Found, Refusal> {
        (&mut self.answer).await.unwrap_or_else(|_| Err(Refusal::new(Code::Busy, "the search was broken off")))
    }
}

struct Thinking {
    question: Question,
    /// Set up in the first slice, and kept from slice to slice: its table remembers what was searched.
    board: Option<Box<dyn Engine>>,
    options: Options,
    go: Go,
    urgent: bool,
    /// Does it search by playouts? They cannot be interrupted, and keep a tree instead of a table.
    playouts: bool,
    progress: Arc<Progress>,
    /// Nodes of the slices before.
    visited: u64,
    found: Option<Result<Found, Refusal>>,
    answer: oneshot::Sender<Result<Found, Refusal>>,
}

impl Work for Thinking {
    fn run(&mut self, control: &Arc<Control>) -> bool {
        self.progress.begin(control);
        let found = self.think(control);
        self.progress.pause();
        let more = found.is_ok() && control.stopped() && self.go.time.is_none_or(|limit| control.elapsed() < limit);
        self.found = Some(found);
        more
    }

    fn finish(self: Box<Self>) {
        let found = self.found.unwrap_or_else(|| Err(Refusal::new(Code::Fault, "nothing was searched")));
        // Nobody may be waiting any more.
        let _ = self.answer.send(found);
    }

    fn refuse(self: Box<Self>, refusal: Refusal) {
        let _ = self.answer.send(Err(refusal));
    }

    fn is_reply(&self) -> bool {
        self.urgent
    }

    fn memory(&self) -> u64 {
        if self.playouts { limits::PLAYOUT_MEMORY } else { (self.options.resources.table_megabytes as u64) << 20 }
    }

    fn shed(&mut self) {
        self.board = None;
    }
}

impl Thinking {
    /// Searches until the control says stop. What an earlier slice has found may be more than this one comes to: then that is the answer.
    fn think(&mut self, control: &Control) -> Result<Found, Refusal> {
        let Thinking { question, board, options, go, visited, progress, .. } = self;
        let board = match board {
            Some(board) => board,
            none => none.insert(question.open()?),
        };
        let nodes = go.nodes.map(|nodes| nodes.saturating_sub(*visited).max(1));
        let answer = board.go(options, &Go { nodes, ..go.clone() }, control, &mut |report| progress.hear(report))?;
        *visited += answer.lines.first().map_or(0, |line| line.nodes);
        let known = progress.snapshot().lines;
        let shallower = |line: &Report| known.first().is_some_and(|known| line.depth < known.depth);
        let lines = match answer.lines.first() {
            Some(line) if shallower(line) => known,
            _ => answer.lines,
        };
        Ok(Found { lines, took: control.elapsed() })
    }
}
