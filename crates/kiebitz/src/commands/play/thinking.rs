//! What the search sees while it thinks: one line that changes in place and is gone afterwards.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use console::{Term, truncate_str};
use engine::{Control, Report};

use crate::output::{self, Failure};

/// The line is written anew at most this often.
const PAUSE: Duration = Duration::from_millis(50);

/// The line of a thinking player.
pub struct Thinking<'a> {
    name: &'a str,
    watched: bool,
    last: Option<Instant>,
    failed: Option<Failure>,
}

impl Thinking<'_> {
    /// Shown only if somebody watches.
    pub fn new(name: &str) -> Thinking<'_> {
        Thinking { name, watched: std::io::stdout().is_terminal(), last: None, failed: None }
    }

    pub fn show(&mut self, report: &Report, control: &Control) {
        if !self.watched || report.line != 1 || self.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        // The last column stays free: some terminals begin a new line with it.
        let width = usize::from(Term::stdout().size().1).saturating_sub(1);
        let text = format!("{} thinks: {}", self.name, summary(report));
        if let Err(failure) = output::print(&format!("\r\x1b[K{}", truncate_str(&text, width, "..."))) {
            self.failed = Some(failure);
            control.stop();
        }
    }

    /// Takes the line away.
    pub fn end(self) -> Result<(), Failure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        if self.watched && self.last.is_some() { output::print("\r\x1b[K") } else { Ok(()) }
    }
}

/// Value, effort and line of a report.
pub fn summary(report: &Report) -> String {
    format!("{}: {}", effort(report), report.pv.join(" "))
}

/// Value and effort of a report.
pub fn effort(report: &Report) -> String {
    let count = output::thousands(report.nodes);
    match report.unit {
        "nodes" => format!("{}, depth {}, {count} nodes", report.score_text, report.depth),
        unit => format!("{}, {count} {unit}", report.score_text),
    }
}
