//! The solver finds exact values: of whole small games, and of published test positions.

mod common;

use boards::connect_four::{ConnectFour, SizedConnectFour};
use boards::othello::Othello;
use boards::tic_tac_toe::TicTacToe;
use game::{Abilities, Game, Rng, Rules, Score};
use search::{Control, Solution, Solver, Table, reference};

use common::{shared, start};

fn solve<G: Game>(position: &G, table: &Table) -> Solution<G::Move> {
    let control = Control::timeless();
    Solver::new(table, &control).solve(position, Score::DRAW, &mut |_, _, _| {}).expect("a finite game")
}

/// The line that comes with a value leads to it.
fn check_line<G: Game>(position: &G, solution: &Solution<G::Move>) {
    let mut end = position.clone();
    for &mv in &solution.pv {
        assert!(end.is_legal(mv));
        end.play(mv);
    }
    let outcome = end.outcome().expect("best play leads to the end");
    let score = outcome.score(position.side_to_move());
    assert_eq!(score.from_node(solution.pv.len()), solution.score, "{}", position.position_text());
}

#[test]
fn small_games() {
    let table = Table::with_megabytes(8);
    let position: TicTacToe = start("tic-tac-toe");
    assert_eq!(solve(&position, &table).score, Score::DRAW);
    // 4x4 Othello is known to end 3:11 with best play; two squares stay empty and count for the winner.
    table.clear();
    let position: Othello = start("othello(size=4)");
    let solution = solve(&position, &table);
    assert_eq!(position.exact_score(solution.score), -10);
    check_line(&position, &solution);
}

/// J. Tromp's table of who wins on boards of other sizes: 4x4, 5x4, 4x5, 5x5 are draws; 6x5 too.
#[test]
fn connect_four_on_small_boards() {
    for spec in ["width=4,height=4", "width=5,height=4", "width=4,height=5"] {
        let table = Table::with_megabytes(16);
        let position: SizedConnectFour = start(&format!("connect-four({spec})"));
        assert_eq!(solve(&position, &table).score, Score::DRAW, "{spec}");
    }
}

#[test]
fn the_value_is_that_of_minimax() {
    fn check<G: Game>(start: &G, plies: usize) {
        let table = Table::with_megabytes(8);
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut position = start.clone();
            while position.plies_left().is_some_and(|left| left > plies) {
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                position.play(rng.pick(&moves));
            }
            let solution = solve(&position, &table);
            let depth = position.plies_left().unwrap_or(0) as u32;
            assert_eq!(
                solution.score,
                reference::alpha_beta(&position, &mut (), depth).value,
                "{}",
                position.position_text()
            );
            check_line(&position, &solution);
        }
    }
    check(&start::<TicTacToe>("tic-tac-toe"), 9);
    check(&ConnectFour::default(), 11);
    check(&start::<SizedConnectFour>("connect-four(width=5,height=5)"), 11);
    check(&start::<Othello>("othello"), 8);
    check(&start::<Othello>("othello(size=6)"), 10);
}

/// The three thousand positions of P. Pons, each with its exact score.
#[test]
fn connect_four_test_positions() {
    let table = Table::with_megabytes(64);
    for file in ["Test_L3_R1", "Test_L2_R1", "Test_L1_R1"] {
        let Some(text) = shared(&format!("connect-four/{file}")) else { continue };
        let mut nodes = 0;
        for line in text.lines() {
            let (moves, score) = line.split_once(' ').expect("moves and score");
            let position = ConnectFour::default().parse_position(moves).unwrap();
            let solution = solve(&position, &table);
            assert_eq!(position.exact_score(solution.score).to_string(), score.trim(), "{line}");
            nodes += solution.nodes;
        }
        println!("{file}: {} positions, {nodes} nodes", text.lines().count());
    }
}

/// Endgame positions of the FFO suite: the best score, for those that take little time (40 has 20 empty squares).
#[test]
fn othello_test_positions() {
    let table = Table::with_megabytes(64);
    for (file, lines) in [("fforum-1-19.obf", 19), ("fforum-20-39.obf", 12), ("fforum-40-59.obf", 1)] {
        let Some(text) = shared(&format!("othello/{file}")) else { continue };
        for line in text.lines().take(lines) {
            let mut parts = line.split(';').map(str::trim);
            let position = start::<Othello>("othello").parse_position(parts.next().unwrap()).unwrap();
            let best = parts.filter_map(|part| part.split_once(':')?.1.parse::<i32>().ok()).max().unwrap();
            table.clear();
            let solution = solve(&position, &table);
            assert_eq!(position.exact_score(solution.score), best, "{line}");
            check_line(&position, &solution);
        }
    }
}
