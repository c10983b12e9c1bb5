//! The sub-commands.

mod analyse;
mod arena;
mod args;
mod bench;
mod book;
mod completions;
mod contest;
mod data;
mod endgame;
mod eval;
mod explain;
mod games;
mod ggp;
mod gtp;
mod history;
mod hub;
mod lab;
mod man;
mod matches;
mod peer;
mod perft;
mod picture;
mod play;
mod ratings;
pub mod rules;
mod search;
mod serve;
mod solve;
mod sprt;
mod thoughts;
mod tournament;
mod train;
mod tune;
pub mod uci;
mod worker;
mod workers;

use clap::Subcommand;

use crate::output::Failure;

#[derive(Subcommand)]
pub enum Command {
    Games(games::Games),
    Play(play::Play),
    Serve(serve::Serve),
    Search(search::Search),
    Eval(eval::Eval),
    Solve(solve::Solve),
    Explain(explain::Explain),
    Analyse(analyse::Analyse),
    Match(Box<matches::Match>),
    Sprt(Box<sprt::Sprt>),
    Tournament(Box<tournament::Tournament>),
    Ratings(ratings::Ratings),
    Arena(arena::ArenaCommand),
    Lab(lab::Lab),
    Rules(rules::Rules),
    Perft(perft::Perft),
    Svg(picture::Svg),
    Png(picture::Png),
    Gif(picture::Gif),
    Bench(bench::Bench),
    Endgame(endgame::Endgame),
    Book(book::Book),
    History(history::History),
    Data(data::Data),
    Tune(tune::Tune),
    Train(train::Train),
    Worker(worker::Worker),
    Peer(peer::Peer),
    Uci(uci::Uci),
    Gtp(gtp::Gtp),
    Ggp(ggp::Ggp),
    Hub(hub::Hub),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Command::Games(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Serve(command) => command.run(),
            Command::Search(command) => command.run(),
            Command::Eval(command) => command.run(),
            Command::Solve(command) => command.run(),
            Command::Explain(command) => command.run(),
            Command::Analyse(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Sprt(command) => command.run(),
            Command::Tournament(command) => command.run(),
            Command::Ratings(command) => command.run(),
            Command::Arena(command) => command.run(),
            Command::Lab(command) => command.run(),
            Command::Rules(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Svg(command) => command.run(),
            Command::Png(command) => command.run(),
            Command::Gif(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Endgame(command) => command.run(),
            Command::Book(command) => command.run(),
            Command::History(command) => command.run(),
            Command::Data(command) => command.run(),
            Command::Tune(command) => command.run(),
            Command::Train(command) => command.run(),
            Command::Worker(command) => command.run(),
            Command::Peer(command) => command.run(),
            Command::Uci(command) => command.run(),
            Command::Gtp(command) => command.run(),
            Command::Ggp(command) => command.run(),
            Command::Hub(command) => command.run(),
            Command::Completions(command) => command.run(),
            Command::Man(command) => command.run(),
        }
    }
}
