//! A search that can be interrupted, and goes on later where it was.

use std::sync::Arc;
use std::time::Duration;

use engine::{Control, Engine, Go, Method, Options, Question, Report};

use crate::limits;
use crate::progress::Progress;
use crate::refusal::Refusal;

/// The answer.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best lines, the best first. Empty if the program says nothing about its thinking.
    pub lines: Vec<Report>,
    /// How long it took, without waiting.
    pub took: Duration,
}

/// A question that is being searched.
pub struct Searching {
    question: Question,
    /// Set up in the first slice, and kept from slice to slice: its table remembers what was searched.
    board: Option<Box<dyn Engine>>,
    options: Options,
    go: Go,
    /// Does it search by playouts? They cannot be interrupted, and keep a tree instead of a table.
    playouts: bool,
    progress: Arc<Progress>,
    /// Nodes of the slices before.
    visited: u64,
}

impl Searching {
    /// Reads a question.
    pub fn of(question: Question) -> Result<Searching, Refusal> {
        let game = engine::open(&question.game)?;
        let (mut options, go) = question.options(&*game)?;
        options.resources.fit_table(go.nodes);
        let playouts = match options.player.method {
            Method::Natural => game.prefers_mcts(),
            Method::Mcts => true,
            Method::Search | Method::Random => false,
        };
        Ok(Searching { question, board: None, options, go, playouts, progress: Arc::default(), visited: 0 })
    }

    /// What is known so far.
    pub fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// Can it be interrupted? A search resumes; playouts would start over.
    pub fn is_sliced(&self) -> bool {
        !self.playouts && self.options.player.method != Method::Random
    }

    /// Bytes that it needs while it runs.
    pub fn memory(&self) -> u64 {
        if self.playouts { limits::PLAYOUT_MEMORY } else { (self.options.resources.table_megabytes as u64) << 20 }
    }

    /// Forgets its table; it begins anew.
    pub fn shed(&mut self) {
        self.board = None;
    }

    /// Searches until the control says stop, whose clock shows the time of all slices. Is there more to be found then?
    pub fn run(&mut self, control: &Arc<Control>) -> (Result<Found, Refusal>, bool) {
        self.progress.begin(control);
        let found = self.think(control);
        self.progress.pause();
        let more = found.is_ok() && control.stopped() && self.go.time.is_none_or(|limit| control.elapsed() < limit);
        (found, more)
    }

    /// What an earlier slice has found may be more than this one comes to: then that is the answer.
    fn think(&mut self, control: &Control) -> Result<Found, Refusal> {
        let Searching { question, board, options, go, visited, progress, .. } = self;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that makes room for others goes on with the nodes that it has left, and not with all of them again.
    #[test]
    fn slices_share_one_budget_of_nodes() {
        const NODES: u64 = 1_000_000;
        let question = Question {
            limits: engine::Bounds { nodes: Some(NODES), ..engine::Bounds::default() },
            ..Question::new("chess")
        };
        let mut searching = Searching::of(question).unwrap();
        let mut slices = 0;
        loop {
            slices += 1;
            let control = Arc::new(engine::start_clock());
            let stop = Arc::clone(&control);
            // The first ones are interrupted; how far they come depends on the machine.
            let interrupt = (slices <= 3).then(|| {
                std::thread::spawn(move || {
                    while stop.nodes() < NODES / 10 && !stop.stopped() {
                        std::thread::yield_now();
                    }
                    stop.stop();
                })
            });
            let (_, more) = searching.run(&control);
            control.stop();
            if let Some(thread) = interrupt {
                thread.join().unwrap();
            }
            if !more {
                break;
            }
        }
        assert!(slices > 1 && searching.visited <= NODES, "{} nodes in {slices} slices", searching.visited);
        assert!(searching.visited > NODES / 2, "{} nodes in {slices} slices", searching.visited);
    }
}
