//! A move that a game waits for: of our own program or of another one.

use std::sync::{Arc, Mutex, PoisonError};

use arena::Turn;
use engine::{Control, Engine, Method, Ply, Report};
use tokio::sync::oneshot;

use super::pool::{Pool, Work};
use super::question::{Asked, Found, Progress, slice, submit};
use crate::players::{self, Mind};
use crate::refusal::{Code, Refusal};
use crate::{limits, show};

/// A move that is wanted.
pub struct Reply {
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
}

impl Reply {
    /// Puts it to the pool. A search of our own is interrupted while others wait, since it can resume. Another program cannot, and
    /// playouts would start over.
    pub fn ask(self, pool: &Pool, client: &Arc<str>) -> Result<Asked, Refusal> {
        let sliced = match &self.mind {
            Mind::Own { options, .. } => match options.player.method {
                Method::Natural => !engine::open(&self.game).is_ok_and(|board| board.prefers_mcts()),
                Method::Search => true,
                Method::Mcts | Method::Random => false,
            },
            Mind::Other(_) => false,
        };
        submit(pool, client, sliced, |progress, answer| Thinking {
            question: self,
            progress,
            engine: None,
            visited: 0,
            found: None,
            answer,
        })
    }
}

struct Thinking {
    question: Reply,
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
        let found = self.think(control);
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
        true
    }
}

impl Thinking {
    fn think(&mut self, control: &Control) -> Result<Found, Refusal> {
        let question = &self.question;
        let (options, go) = match &question.mind {
            Mind::Own { options, go } => (options, go),
            Mind::Other(program) => return think_outside(question, program, control, &self.progress),
        };
        let mut options = (**options).clone();
        options.resources.fit_table(go.nodes);
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(show::set_up(&question.game, Some(&question.start), &question.moves)?),
        };
        let go = players::allowance(go, question.clocks[engine.side_to_move().index()]);
        slice(&mut **engine, &options, &go, &mut self.visited, &self.progress, control)
    }
}

/// Lets another program think. It is started for this one move: nothing of it stays behind.
fn think_outside(
    question: &Reply,
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
    let mut player = arena::start(&timed, &question.game, limits::MOVE_TIME, &past).map_err(fault)?;
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
