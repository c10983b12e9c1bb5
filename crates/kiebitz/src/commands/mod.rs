//! The sub-commands.

mod args;
mod bench;
mod completions;
mod data;
mod games;
mod perft;
mod play;
mod search;
mod solve;
mod tune;
pub mod uci;

use clap::Subcommand;

use crate::output::Failure;

#[derive(Subcommand)]
pub enum Command {
    Games(games::Games),
    Play(play::Play),
    Search(search::Search),
    Solve(solve::Solve),
    Perft(perft::Perft),
    Bench(bench::Bench),
    Data(data::Data),
    Tune(tune::Tune),
    Uci(uci::Uci),
    Completions(completions::Completions),
}

impl Command {
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Command::Games(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Search(command) => command.run(),
            Command::Solve(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Data(command) => command.run(),
            Command::Tune(command) => command.run(),
            Command::Uci(command) => command.run(),
            Command::Completions(command) => command.run(),
        }
    }
}
