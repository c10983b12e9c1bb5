//! What is known so far of a position that is being searched, perhaps in several slices.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{Bound, Control, Report};

use crate::limits;

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

    /// A slice of the search begins.
    pub fn begin(&self, control: &Arc<Control>) {
        let mut known = self.lock();
        known.floor = known.lines.first().map_or(0, |line| line.depth);
        known.control = Some(Arc::clone(control));
    }

    /// It is over.
    pub fn pause(&self) {
        let mut known = self.lock();
        if let Some(control) = known.control.take() {
            known.nodes_before += control.nodes();
        }
    }

    /// Something was found.
    pub fn hear(&self, report: &Report) {
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
