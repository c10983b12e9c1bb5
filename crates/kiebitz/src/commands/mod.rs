//! The sub-commands.

mod bench;
mod completions;
mod games;
mod perft;
mod play;
mod search;
mod solve;

use clap::{Args, Subcommand};
use engine::Engine;

use crate::output::Failure;

#[derive(Subcommand)]
pub enum Command {
    Games(games::Games),
    Perft(perft::Perft),
    Solve(solve::Solve),
    Search(search::Search),
    Play(play::Play),
    Bench(bench::Bench),
    Completions(completions::Completions),
}

impl Command {
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Command::Games(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Solve(command) => command.run(),
            Command::Search(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Completions(command) => command.run(),
        }
    }
}

/// A game and a position, as most commands take them.
#[derive(Args)]
pub struct Place {
    /// The game, such as othello or 'draughts(rules=international)'; `kiebitz games` lists them
    game: String,

    /// The position in the game's own notation
    #[arg(long, value_name = "P", default_value = "start", allow_hyphen_values = true)]
    position: String,
}

impl Place {
    pub fn open(&self) -> Result<Box<dyn Engine>, Failure> {
        let mut engine = engine::open(&self.game)?;
        engine.set_position(&self.position)?;
        Ok(engine)
    }
}

/// A number of seconds.
pub fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number of seconds, such as 2.5".to_string())?;
    std::time::Duration::try_from_secs_f64(number).map_err(|_| "expected a number of seconds, 0 or more".to_string())
}
