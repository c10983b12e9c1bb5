//! A question about a position: who thinks about it, what it has found so far, and the answer.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use arena::Turn;
use engine::{Bound, Control, Engine, Go, Method, Options, Ply, Report};
use tokio::sync::oneshot;

use super::pool::{Pool, Ticket, Work};
use crate::players::{self, Mind};
use crate::refusal::{Code, Refusal};
use crate::{limits, show};

/// A question.
pub struct Question {
    /// The game with its parameters.
    pub game: String,
    /// Where it began.
    pub start: String,
    /// The moves since.
    pub moves: Vec<String>,
    /// Who thinks.
    pub mind: Mind,
    /// The clocks, by side.
    pub clocks: [Option<engine::Clock>; 2],
    /// Does a game wait for the answer?
    pub reply: bool,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Found {
    /// The move; `None` if the game is over.
    pub best: Option<String>,
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

    fn begin(&self, control: &Arc<Control>) {
        let mut known = self.lock();
        known.floor = known.lines.first().map_or(0, |line| line.depth);
        known.control = Some(Arc::clone(control));
    }

    fn pause(&self) {
        let mut known = self.lock();
        if let Some(control) = known.control.take() {
            known.nodes_before += control.nodes();
        }
    }

    fn hear(&self, report: &Report) {
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

impl Question {
    /// Puts the question to the pool. A search of our own is interrupted while others wait, since it can resume. Another
    /// program cannot, and playouts would start over.
    pub fn ask(self, pool: &Pool, client: &Arc<str>) -> Result<Asked, Refusal> {
        let sliced = match &self.mind {
            Mind::Own { options, .. } => match options.method {
                Method::Natural => !engine::open(&self.game).is_ok_and(|board| board.prefers_mcts()),
                Method::Search => true,
                Method::Mcts | Method::Random => false,
            },
            Mind::Other(_) => false,
        };
        let progress = Arc::new(Progress::default());
        let (answer, waiting) = oneshot::channel();
        let work =
            Thinking { question: self, progress: Arc::clone(&progress), engine: None, visited: 0, found: None, answer };
        let ticket = pool.submit(client, sliced, Box::new(work))?;
        Ok(Asked { progress, answer: waiting, _ticket: ticket })
    }
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
    progress: Arc<Progress>,
    /// Kept from slice to slice: its table remembers what was searched.
    engine: Option<Box<dyn Engine>>,
    /// Nodes of the slices before.
    visited: u64,
    found: Option<Result<Found, Refusal>>,
    answer: oneshot::Sender<Result<Found, Refusal>>,
}

impl Work for Thinking {
    fn run(&mut self, control: &Arc<Control>) -> bool {
        self.progress.begin(control);
        let found = match &self.question.mind {
            Mind::Own { options, go } => {
                let (mut options, go) = ((**options).clone(), (**go).clone());
                options.fit_table(go.nodes);
                self.search(&options, &go, control)
            }
            Mind::Other(program) => think_outside(&self.question, program, control, &self.progress),
        };
        self.progress.pause();
        let limit = match &self.question.mind {
            Mind::Own { go, .. } => go.time,
            Mind::Other(_) => None,
        };
        let more = found.is_ok() && control.stopped() && limit.is_none_or(|limit| control.elapsed() < limit);
        self.found = Some(found);
        more
    }

    fn finish(self: Box<Self>) {
        let found = self.found.unwrap_or_else(|| Err(Refusal::new(Code::Fault, "nothing was searched")));
        // Nobody may be waiting any more.
        let _ = self.answer.send(found);
    }

    fn is_reply(&self) -> bool {
        self.question.reply
    }
}

impl Thinking {
    fn search(&mut self, options: &Options, go: &Go, control: &Arc<Control>) -> Result<Found, Refusal> {
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => {
                let question = &self.question;
                none.insert(show::set_up(&question.game, Some(&question.start), &question.moves)?)
            }
        };
        let clock = self.question.clocks[engine.side_to_move().index()];
        let go = players::allowance(go, clock);
        let go = Go { nodes: go.nodes.map(|nodes| nodes.saturating_sub(self.visited).max(1)), ..go };
        let answer = engine.go(options, &go, control, &mut |report| self.progress.hear(report))?;
        self.visited += answer.lines.first().map_or(0, |line| line.nodes);
        let known = self.progress.snapshot();
        // What an earlier slice has found may be more than this one has come to.
        let shallower = |line: &Report| known.lines.first().is_some_and(|known| line.depth < known.depth);
        let (best, lines) = match answer.lines.first() {
            Some(line) if shallower(line) => (known.lines[0].pv.first().map(|ply| ply.code.clone()), known.lines),
            _ => (answer.best.map(|ply| ply.code), answer.lines),
        };
        Ok(Found { best, lines, took: control.elapsed() })
    }
}

/// Lets another program think. It is started for this one move: nothing of it stays behind.
fn think_outside(
    question: &Question,
    program: &engine::PlayerSpec,
    halt: &Control,
    progress: &Progress,
) -> Result<Found, Refusal> {
    let fault = |fault: arena::Fault| Refusal::new(Code::Fault, format!("{}: {fault}", program.label()));
    let board = show::set_up(&question.game, Some(&question.start), &question.moves)?;
    let mut timed = program.clone();
    if question.clocks.iter().any(Option::is_some) {
        timed.time = None;
    }
    let past = engine::PastGames::default();
    let mut player = arena::start(&timed, &question.game, limits::MOVE_TIME, &past, halt).map_err(fault)?;
    player.new_game(&question.start, 1).map_err(fault)?;
    let side = board.side_to_move();
    let (moves, clock) = (Ply::codes(&board.played()), engine::start_clock_under(halt));
    // It knows its moves in its own notation only.
    let board = Mutex::new(board);
    let whole = |mut report: Report| {
        let board = board.lock().unwrap_or_else(PoisonError::into_inner);
        report.pv = board.read_line(&Ply::codes(&report.pv));
        report
    };
    let turn = Turn {
        moves: &moves,
        side,
        clocks: question.clocks,
        patience: limits::MOVE_TIME,
        control: &clock,
        watch: &|report| progress.hear(&whole(report.clone())),
    };
    let reply = player.think(&turn).map_err(fault)?;
    player.leave();
    Ok(Found { best: Some(reply.mv), lines: reply.report.map(whole).into_iter().collect(), took: reply.took })
}
