//! What a program sees while it thinks: a line that changes in place and is gone afterwards, and below it one to type in.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use console::{Term, truncate_str};
use engine::{Engine, Ply, Report};

use crate::output::{self, Failure};
use crate::words::{self, say};

/// The line is written anew at most this often.
const PAUSE: Duration = Duration::from_millis(50);

/// The lines of a thinking player.
pub struct Thinking<'a> {
    name: &'a str,
    watched: bool,
    /// Somebody may type meanwhile.
    typing: bool,
    last: Option<Instant>,
    shown: bool,
}

impl Thinking<'_> {
    /// Shown only if somebody watches.
    pub fn new(name: &str, typing: bool) -> Thinking<'_> {
        let watched = std::io::stdout().is_terminal();
        Thinking { name, watched, typing: typing && watched, last: None, shown: false }
    }

    /// Is it time to show something new?
    pub fn is_due(&self) -> bool {
        self.watched && self.last.is_none_or(|last| last.elapsed() >= PAUSE)
    }

    pub fn show(&mut self, what: &str) -> Result<(), Failure> {
        if !self.watched {
            return Ok(());
        }
        self.last = Some(Instant::now());
        // The last column stays free: some terminals begin a new line with it.
        let width = usize::from(Term::stdout().size().1).saturating_sub(1);
        let text = say("thinks", &[("name", &self.name), ("what", &what)]);
        let text = truncate_str(&text, width, "...");
        match (self.typing, std::mem::replace(&mut self.shown, true)) {
            (false, _) => output::print(&format!("\r\x1b[K{text}")),
            // Where a person types while the program thinks.
            (true, false) => output::print(&format!("\r\x1b[K{text}\n{} ", say("meanwhile", &[]))),
            // One line up and back to where somebody may be typing.
            (true, true) => output::print(&format!("\x1b7\x1b[1A\r\x1b[K{text}\x1b8")),
        }
    }

    /// A line has been typed: the cursor stands below it, and what comes next is shown there.
    pub fn typed(&mut self) {
        self.shown = false;
        self.last = None;
    }

    /// Takes the lines away.
    pub fn end(self) -> Result<(), Failure> {
        match (self.shown, self.typing) {
            (false, _) => Ok(()),
            (true, false) => output::print("\r\x1b[K"),
            (true, true) => output::print("\r\x1b[K\x1b[1A\r\x1b[K"),
        }
    }
}

/// Value, effort and line of a report, the moves as people of the language write them.
pub fn summary(engine: &dyn Engine, report: &Report) -> String {
    let moves: Vec<String> = Ply::texts(&report.pv).iter().map(|mv| words::move_text(engine, mv)).collect();
    format!("{}: {}", effort(report), moves.join(" "))
}

/// Value and effort of a report.
pub fn effort(report: &Report) -> String {
    let count = output::thousands(report.nodes);
    let (score, unit) = (words::score(&report.score_text), words::word("unit", report.unit));
    let name = if report.unit == "nodes" { "effort" } else { "effort-without-depth" };
    say(name, &[("score", &score), ("depth", &report.depth), ("count", &count), ("unit", &unit)])
}
