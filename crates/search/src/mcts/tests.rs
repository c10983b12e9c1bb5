//! Monte-Carlo tree search, tested on games whose truth is known.

use boards::connect_four::ConnectFour;
use boards::go::Go;
use boards::othello::Othello;
use boards::tic_tac_toe::TicTacToe;
use game::{Abilities, Game, Outcome, Rng, Rules, Side};

use super::{Limits, Proven, Report, Settings, search};

fn run<G: Game>(position: &G, playouts: u64, seed: u64) -> Report<G::Move> {
    search(position, &Settings { seed, ..Settings::default() }, &Limits::playouts(playouts), &mut |_| {})
}

fn read<G: Game>(spec: &str, position: &str) -> G {
    G::start(&spec.parse().unwrap()).unwrap().parse_position(position).unwrap()
}

/// The best move as text.
fn best<G: Game>(position: &G, playouts: u64) -> String {
    position.move_text(run(position, playouts, 1).best.expect("a move"))
}

/// The value for the side to move, by looking at everything.
fn minimax<G: Game>(position: &G) -> i32 {
    let side = position.side_to_move();
    match position.outcome() {
        Some(outcome) => outcome.winner().map_or(0, |winner| if winner == side { 1 } else { -1 }),
        None => position.moves().into_iter().map(|mv| -minimax(&position.after(mv))).max().expect("a move"),
    }
}

#[test]
fn there_is_always_a_move() {
    let position = TicTacToe::default();
    let limits = Limits { playouts: None, stop: &|| true };
    let report = search(&position, &Settings::default(), &limits, &mut |_| {});
    assert_eq!((report.playouts, report.line.len()), (0, 1));
    assert!(report.best.is_some_and(|best| best == report.line[0] && position.moves().contains(&best)));
}

#[test]
fn tic_tac_toe_is_proven_a_draw() {
    let report = run(&TicTacToe::default(), 200_000, 1);
    assert_eq!(report.proven, Some(Proven::Draw));
    assert!(report.playouts < 200_000, "the search stops when it knows");
    assert_eq!(report.win_rate, 0.5);
}

/// Random positions after `plies` moves: whatever is proven of their moves is true, and in the end everything is proven.
fn proofs_are_true<G: Game>(spec: &str, plies: usize, positions: u64) {
    let start: G = G::start(&spec.parse().unwrap()).unwrap();
    let mut unfinished = 0;
    for seed in 0.. {
        if unfinished == positions {
            break;
        }
        let (mut position, mut rng) = (start.clone(), Rng::new(seed));
        for _ in 0..plies {
            if position.outcome().is_none() {
                position.play(rng.pick(&position.moves()));
            }
        }
        if position.outcome().is_some() {
            continue;
        }
        unfinished += 1;
        // So few playouts that not everything gets proven.
        for found in run(&position, 150, seed).moves {
            if let Some(proven) = found.proven {
                let value = -minimax(&position.after(found.mv));
                assert_eq!(proven as i32 - 1, value, "{position:?} {found:?}");
            }
        }
        let solved = run(&position, 200_000, seed);
        assert_eq!(solved.proven.map(|proven| proven as i32 - 1), Some(minimax(&position)), "{position:?}");
        assert_eq!(-minimax(&position.after(solved.best.unwrap())), minimax(&position), "{position:?}");
    }
}

#[test]
fn whatever_is_proven_is_true() {
    proofs_are_true::<TicTacToe>("tic-tac-toe", 3, 40);
    proofs_are_true::<ConnectFour>("connect-four", 31, 15);
    proofs_are_true::<Othello>("othello", 52, 10);
}

#[test]
fn proves_a_win_some_moves_ahead() {
    // Three in a row with both ends open after the next move, at Connect Four.
    let position: ConnectFour = read("connect-four", "4455");
    let report = run(&position, 5_000, 1);
    assert_eq!(report.proven, Some(Proven::Win));
    assert!(["3", "6"].contains(&position.move_text(report.best.unwrap()).as_str()));
}

#[test]
fn never_loses_at_tic_tac_toe() {
    for seed in 0..20 {
        let (mut position, mut rng) = (TicTacToe::default(), Rng::new(seed));
        let me = if seed % 2 == 0 { Side::First } else { Side::Second };
        while position.outcome().is_none() {
            let mv = if position.side_to_move() == me {
                run(&position, 2_000, seed).best.unwrap()
            } else {
                // A perfect opponent who chooses among the best at random.
                let value = minimax(&position);
                let perfect: Vec<_> =
                    position.moves().into_iter().filter(|&mv| -minimax(&position.after(mv)) == value).collect();
                rng.pick(&perfect)
            };
            position.play(mv);
        }
        assert_eq!(position.outcome(), Some(Outcome::Draw), "seed {seed}");
    }
}

#[test]
fn finds_the_forced_win_and_the_forced_block() {
    let win: TicTacToe = read("tic-tac-toe", "XX-OO----");
    let report = run(&win, 500, 1);
    assert_eq!((win.move_text(report.best.unwrap()).as_str(), report.proven), ("3", Some(Proven::Win)));
    assert_eq!(report.line.len(), 1);
    assert_eq!(best(&read::<TicTacToe>("tic-tac-toe", "XX--O----"), 500), "3");
    // O on an edge against X in the middle and a corner: X has a fork, a win in five plies.
    let fork: TicTacToe = read("tic-tac-toe", "XO--X---O");
    assert_eq!(minimax(&fork), 1);
    assert_eq!(run(&fork, 5_000, 1).proven, Some(Proven::Win));
}

#[test]
fn a_finished_game_has_no_move_but_a_value() {
    let report = run(&read::<TicTacToe>("tic-tac-toe", "XXXOO----"), 100, 1);
    assert_eq!((report.best, report.playouts, report.proven), (None, 0, Some(Proven::Loss)));
}

#[test]
fn takes_a_group_in_atari_and_saves_its_own() {
    // Three white stones have D3 as their last liberty. Who plays there wins the game.
    for side in ["b", "w"] {
        let go: Go = read("go(size=5,komi=0)", &format!("1X1X1/XXXXX/OOO2/XXXO1/3O1 {side} 0"));
        assert_eq!(best(&go, 2_000), "D3", "{side} to move");
    }
}

#[test]
fn passes_when_that_wins() {
    let go: Go = read("go(size=5,komi=0)", "1X1XX/XXXXX/XX1X1/OOOOO/1O1O1 b 1");
    let report = run(&go, 500, 3);
    assert_eq!((go.move_text(report.best.unwrap()).as_str(), report.proven), ("pass", Some(Proven::Win)));
}

#[test]
fn beats_the_random_player_at_go() {
    for seed in 0..20 {
        let mut go: Go = read("go(size=7,komi=6.5)", "");
        let mut rng = Rng::new(seed);
        let me = if seed % 2 == 0 { Side::First } else { Side::Second };
        for _ in 0..300 {
            if go.end().is_some() {
                break;
            }
            let mv = if go.side_to_move() == me {
                run(&go, 200, seed).best.unwrap()
            } else {
                go.playout_move(&mut rng, &mut Vec::new()).unwrap()
            };
            go.play(mv);
        }
        assert_eq!(go.outcome().and_then(Outcome::winner), Some(me), "seed {seed} {go:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let go: Go = read("go(size=9)", "");
    assert_eq!(run(&go, 1_500, 7), run(&go, 1_500, 7));
    assert_ne!(run(&go, 1_500, 7), run(&go, 1_500, 8));
}

#[test]
fn keeps_to_its_limits() {
    let go: Go = read("go(size=9)", "");
    let settings = Settings { max_nodes: 500, report_every: 100, ..Settings::default() };
    let mut reports = Vec::new();
    let report = search(&go, &settings, &Limits::playouts(1_000), &mut |report| reports.push(report.playouts));
    assert_eq!((report.playouts, reports.len()), (1_000, 10));
    assert!(report.nodes <= 500);
    assert_eq!(report.moves.iter().map(|found| found.visits).sum::<u64>(), 1_000);
    let stopped = search(&go, &settings, &Limits { playouts: None, stop: &|| true }, &mut |_| {});
    assert!(stopped.playouts == 0 && stopped.best.is_some());
}
