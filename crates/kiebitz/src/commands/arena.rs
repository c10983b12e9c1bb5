//! `kiebitz arena check`: does a program speak UCI as others expect it to?

use arena::check::{self, Finding, Verdict};
use clap::{Args, Subcommand};
use engine::{PastGames, PlayerSpec};
use serde_json::{Value, json};

use crate::output::{self, Failure};

/// Tools around games between programs
#[derive(Args)]
pub struct ArenaCommand {
    #[command(subcommand)]
    command: Tool,
}

#[derive(Subcommand)]
enum Tool {
    Check(Check),
}

/// Tries whether a program speaks UCI as other programs expect it to
///
/// Each line is something that a known engine once did wrong. The exit code is 1 if anything is wrong.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz arena check stockfish
  kiebitz arena check uci:gnuchess,arg=--uci --json

The program is a path or a name in PATH, or a player as in `kiebitz match`: uci:PATH,arg=A,option.NAME=VALUE.")]
struct Check {
    /// The program
    program: String,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ArenaCommand {
    pub fn run(self) -> Result<(), Failure> {
        let Tool::Check(check) = self.command;
        check.run()
    }
}

impl Check {
    fn run(self) -> Result<(), Failure> {
        let text = match self.program.starts_with("uci:") {
            true => self.program.clone(),
            false => format!("uci:{}", self.program.replace(',', "\\,")),
        };
        let player: PlayerSpec = text.parse()?;
        arena::check_player(&player, &*engine::open("chess")?, &PastGames::default())?;
        let launch = arena::launch(&player).ok_or_else(|| Failure::BadInput(format!("'{text}' is not a program")))?;
        let name = player.label();
        let bar = output::spinner("checking");
        let mut failed = Ok(());
        let findings = check::check(&launch, &mut |finding| {
            if !self.json && failed.is_ok() {
                failed = bar.suspend(|| output::print(&in_words(finding)));
            }
        });
        bar.finish_and_clear();
        failed?;
        let findings = findings.map_err(|fault| Failure::Other(format!("{name}: {fault}")))?;
        let count = |wanted: fn(&Verdict) -> bool| findings.iter().filter(|finding| wanted(&finding.verdict)).count();
        let wrong = count(|verdict| matches!(verdict, Verdict::Wrong(_)));
        let untried = count(|verdict| matches!(verdict, Verdict::Untried(_)));
        if self.json {
            let list: Vec<Value> = findings.iter().map(as_json).collect();
            output::json(&json!({
                "program": name, "right": findings.len() - wrong - untried, "wrong": wrong, "untried": untried,
                "findings": list,
            }))?;
        } else {
            let right = findings.len() - wrong - untried;
            output::line(format!("{name}: {right} right, {wrong} wrong, {untried} untried"))?;
        }
        match wrong {
            0 => Ok(()),
            _ => Err(Failure::Other(format!("things that {name} does wrong: {wrong}"))),
        }
    }
}

fn in_words(finding: &Finding) -> String {
    let Finding { number, expected, verdict, matters } = finding;
    match verdict {
        Verdict::Right => format!("{number:>2} right   {expected}\n"),
        Verdict::Untried(reason) => format!("{number:>2} untried {expected}\n           {reason}\n"),
        Verdict::Wrong(what) => {
            format!(
                "{number:>2} WRONG   {expected}\n           {}\n           why it matters: {matters}\n",
                output::visible(what)
            )
        }
    }
}

fn as_json(finding: &Finding) -> Value {
    let (verdict, detail) = match &finding.verdict {
        Verdict::Right => ("right", None),
        Verdict::Wrong(what) => ("wrong", Some(what)),
        Verdict::Untried(reason) => ("untried", Some(reason)),
    };
    json!({
        "number": finding.number, "expected": finding.expected, "verdict": verdict, "detail": detail,
        "matters": finding.matters,
    })
}
