//! Does a program speak UCI as other programs expect it to?
//!
//! Each check is a line on which a known engine has once been wrong. The numbers are those of the list in `docs/arena.md`. What is
//! not promised by the protocol (an option that is not offered) is not asked for.
//!
//! Reference: S. Meyer-Kahlen and R. Huber, "Description of the universal chess interface", April 2006.

mod answers;
mod conversation;
mod manners;

use std::time::{Duration, Instant};

use crate::{Fault, Launch};
use conversation::Conversation;

/// What a check came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As it should be.
    Right,
    /// What is wrong.
    Wrong(String),
    /// It could not be tried, and why.
    Untried(String),
}

/// A check with its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The number in the list; 0 for the introduction.
    pub number: u8,
    /// What is expected.
    pub expected: &'static str,
    /// What was found.
    pub verdict: Verdict,
    /// Why it matters.
    pub matters: &'static str,
}

/// A check: the program is ready, and what it does is judged.
struct Check {
    number: u8,
    expected: &'static str,
    matters: &'static str,
    run: fn(&mut Conversation) -> Result<Verdict, Fault>,
}

/// `Right` if it holds, else what is wrong.
fn holds(condition: bool, wrong: impl FnOnce() -> String) -> Result<Verdict, Fault> {
    Ok(if condition { Verdict::Right } else { Verdict::Wrong(wrong()) })
}

fn untried(reason: &str) -> Result<Verdict, Fault> {
    Ok(Verdict::Untried(reason.to_string()))
}

/// How long a program may take to introduce itself.
const PATIENCE: Duration = Duration::from_secs(10);
/// Who has wasted so much time by not answering is asked nothing more: what hangs at every question would take minutes.
const WASTED: Duration = Duration::from_secs(10);

/// Tries everything, unless the program hangs again and again. `hear` is called with each finding as it comes. `Err` if the program
/// does not even introduce itself.
pub fn check(launch: &Launch, hear: &mut dyn FnMut(&Finding)) -> Result<Vec<Finding>, Fault> {
    let mut conversation = Conversation::start(launch, PATIENCE)?;
    let mut findings = Vec::new();
    let mut garbage = Vec::new();
    let mut wasted = Duration::ZERO;
    for check in manners::CHECKS.iter().chain(answers::CHECKS) {
        let begin = Instant::now();
        let result = match wasted >= WASTED {
            true => untried("it has not answered so often that the rest is left out"),
            false => conversation.be_ready().and_then(|()| (check.run)(&mut conversation)),
        };
        if matches!(result, Err(_) | Ok(Verdict::Wrong(_))) {
            wasted += begin.elapsed();
        }
        garbage.append(&mut conversation.garbage);
        if result.is_err() || conversation.closed {
            // It is restarted, so that one mistake is reported once.
            conversation = Conversation::start(launch, PATIENCE)?;
        }
        let verdict = result.unwrap_or_else(|fault| Verdict::Wrong(format!("{}: {fault}", fault.kind())));
        let finding = Finding { number: check.number, expected: check.expected, verdict, matters: check.matters };
        hear(&finding);
        findings.push(finding);
    }
    let verdict = match garbage.first() {
        None => Verdict::Right,
        Some(line) => Verdict::Wrong(format!("{} lines mean nothing, the first is '{line}'", garbage.len())),
    };
    let finding = Finding {
        number: 12,
        expected: "nothing but UCI on the standard output",
        verdict,
        matters: "a program that reads strictly takes such a line for a fault; notices are written as `info string`",
    };
    hear(&finding);
    findings.push(finding);
    findings.sort_by_key(|finding| finding.number);
    Ok(findings)
}
