//! Kiebitz on the command line: one thin file per sub-command.

mod board;
mod commands;
mod input;
mod interrupt;
mod output;
mod words;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::output::Failure;

/// Plays, analyses and explains board games by game-tree search.
#[derive(Parser)]
#[command(
    name = "kiebitz",
    version,
    after_help = "\
Try:
  kiebitz play                          a game on the terminal; it asks what and against whom
  kiebitz serve --open                  the page, in the browser
  kiebitz games                         the games, their parameters and rule sets
  kiebitz search othello --depth 10     one search, its lines and counters
  kiebitz solve tic-tac-toe             the exact value of a game
  kiebitz explain chess --move f3       why this move, and why not that one"
)]
struct Cli {
    /// The language of games on the terminal and of explanations, en or de [default: that of the environment, LANG]
    #[arg(long, global = true, value_name = "LANG")]
    lang: Option<lab::explain::Language>,

    /// A file with the rules of a game, which then goes by the file's name; may be repeated
    #[arg(long, global = true, value_name = "FILE")]
    rules: Vec<String>,

    #[command(subcommand)]
    command: Option<commands::Command>,
}

fn main() -> ExitCode {
    interrupt::install();
    let arguments = match commands::rules::load_games(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(failure) => return complain(&failure.to_string(), 2),
    };
    // The files with rules have been read before all other arguments.
    let Cli { lang, rules: _, command } = Cli::parse_from(arguments);
    words::choose(lang);
    if !matches!(command, Some(commands::Command::Serve(_))) {
        end_on_panic();
    }
    let result = match command {
        Some(command) => command.run(),
        // A program that starts us without a word is a chess program looking for an engine.
        None if !std::io::stdin().is_terminal() => commands::uci::Uci {}.run(),
        None => {
            let text = Cli::command().render_help();
            output::print(&if std::io::stdout().is_terminal() { text.ansi().to_string() } else { text.to_string() })
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has gone away, as `head` does: nothing to say and nobody to say it to.
        Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::BadInput(message)) => complain(&message, 2),
        Err(Failure::Other(message)) => complain(&message, 1),
    }
}

/// A panic in any thread ends the program: whoever waits for its answer sees that there is none, and does not wait for ever. Only the
/// server goes on, where a panic ends one request (`server::think`, `server::guard`).
fn end_on_panic() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        told(panic);
        std::process::abort();
    }));
}

/// Writes to the error output; if that is closed, the exit code remains.
fn complain(message: &str, code: u8) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "error: {}", output::visible(message));
    ExitCode::from(code)
}
