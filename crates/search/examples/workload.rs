//! A fixed workload for the strong instance, for counting instructions: one game, one depth. Prints the nodes.
//!
//! `cargo run --release --example workload -- chess 9`

use boards::connect_four::{ConnectFour, ConnectFourEval};
use boards::draughts::Draughts;
use boards::draughts::evaluate::Positional;
use boards::othello::{Othello, OthelloEval};
use game::{Evaluator, Game};
use search::{AllOn, Blind, Control, Limits, Search, Table, Task};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, game, depth] = &arguments[..] else { panic!("usage: workload GAME DEPTH") };
    let depth = depth.parse().expect("a depth");
    let nodes = match game.as_str() {
        "chess" => run::<chess::Position, _>(game, eval::PieceSquares::default(), depth),
        "connect-four" => run::<ConnectFour, _>(game, ConnectFourEval::Threats, depth),
        "draughts" => run::<Draughts<u64>, _>(game, Positional::default(), depth),
        "othello" => run::<Othello, _>(game, OthelloEval::POSITIONAL, depth),
        _ => panic!("no workload for {game}"),
    };
    println!("{nodes}");
}

fn run<G: Game, E: Evaluator<G>>(game: &str, evaluator: E, depth: i32) -> u64 {
    let position = G::start(&game.parse().expect("a game")).expect("a game");
    let mut search = Search::new(evaluator, AllOn, Blind);
    let table = Table::with_megabytes(1);
    search.run(&Task::new(&position), &Limits::depth(depth), &table, &Control::timeless(), &mut |_| {}).nodes
}
