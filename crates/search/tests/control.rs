//! A search stops nobody's control but its own, keeps to its nodes with any number of threads, and fits its stack.

use std::time::{Duration, Instant};

use chess::Position;
use eval::ChessEval;
use game::Rules;
use search::synthetic::{Leaves, Uniform};
use search::{AllOn, Blind, Control, Limits, STACK, Search, Table, Task, mcts};

fn classical() -> Search<Position, ChessEval, AllOn, Blind> {
    Search::new(ChessEval::by_name("classical").expect("an evaluator"), AllOn, Blind)
}

fn clock() -> Control {
    let start = Instant::now();
    Control::new(move || start.elapsed())
}

#[test]
fn one_control_serves_many_searches() {
    let (position, table) = (Position::default(), Table::with_megabytes(4));
    for threads in [1, 3] {
        let control = clock();
        let mut search = classical();
        let task = Task { threads, ..Task::new(&position) };
        let timed = search.run(&task, &Limits::time(Duration::from_millis(30)), &table, &control, &mut |_| {});
        assert!(timed.nodes > 0 && !control.stopped(), "{threads} threads, by time");
        let deep = search.run(&task, &Limits::depth(7), &table, &control, &mut |_| {});
        assert!(deep.depth.plies() == 7 && !control.stopped(), "{threads} threads, by depth");
        control.stop();
        let stopped = search.run(&task, &Limits::depth(30), &table, &control, &mut |_| {});
        assert!(stopped.depth.plies() < 30 && !stopped.pv.is_empty(), "{threads} threads, stopped by its owner");
    }
}

#[test]
fn nodes_are_counted_over_all_threads() {
    let position = Position::default();
    for threads in [1, 2, 4] {
        for nodes in [1, 50, 3_000, 60_000] {
            let (table, control) = (Table::with_megabytes(4), Control::timeless());
            let task = Task { threads, ..Task::new(&position) };
            let found = classical().run(&task, &Limits::nodes(nodes), &table, &control, &mut |_| {});
            assert!(found.nodes <= nodes, "{threads} threads visited {} of {nodes}", found.nodes);
            assert!(threads > 1 || found.nodes == nodes, "one thread visits all of {nodes}, not {}", found.nodes);
        }
    }
}

/// The helpers of a search with several threads keep their statistics, and forget them when told to.
#[test]
fn helpers_come_and_go() {
    let (position, table, control) = (Position::default(), Table::with_megabytes(4), Control::timeless());
    let mut search = classical();
    for threads in [2, 4, 1, 3] {
        let task = Task { threads, ..Task::new(&position) };
        let found = search.run(&task, &Limits::depth(6), &table, &control, &mut |_| {});
        assert_eq!(found.depth.plies(), 6);
        search.forget();
    }
}

#[test]
fn monte_carlo_search_considers_only_the_moves_it_is_given() {
    let position = boards::tic_tac_toe::TicTacToe::default().parse_position("XX-OO----").expect("a position");
    let settings = mcts::Settings::default();
    for mv in position.moves() {
        let found = mcts::search_among(&position, &[mv], &settings, &mcts::Limits::playouts(300), &mut |_| {});
        assert_eq!((found.best, found.line.first(), found.moves.len()), (Some(mv), Some(&mv), 1));
    }
}

/// A line of single moves takes the search as deep as it can go.
#[test]
fn the_deepest_search_fits_its_stack() {
    let deep = || {
        let root = Uniform::new(1, 1);
        let (table, control) = (Table::with_megabytes(1), Control::timeless());
        let mut search = Search::new(Leaves::Random, AllOn, Blind);
        search.run(&Task::new(&root), &Limits::depth(240), &table, &control, &mut |_| {}).deepest
    };
    let thread = std::thread::Builder::new().stack_size(STACK / 2);
    let deepest = thread.spawn(deep).expect("a thread").join().expect("no overflow");
    assert!(deepest >= 200, "{deepest} plies");
}
