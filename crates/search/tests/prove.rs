//! Proof-number search finds the wins that the textbook's alpha-beta finds, as short, and no others.

mod common;

use boards::connect_four::{ConnectFour, SizedConnectFour};
use boards::draughts::Draughts;
use boards::tic_tac_toe::TicTacToe;
use chess::Position;
use game::{Game, Key, Outcome, Rng, Rules, Score};
use search::{Control, Limits, Proof, Prover, Task, reference};

use common::{shared, start};

fn chess(fen: &str) -> Position {
    start::<Position>("chess").parse_position(fen).unwrap()
}

/// The shortest win or loss within `plies`, as a score with its line.
fn shortest<G: Game>(position: &G, past: &[Key], plies: usize) -> Option<(Score, Vec<G::Move>)> {
    let control = Control::timeless();
    let task = Task { past, ..Task::new(position) };
    // A table so small that much of it is overwritten.
    let mut prover = Prover::new(&task, &Limits::default(), &control, 8 << 10);
    (1..=plies).find_map(|plies| match prover.within(plies, &[]) {
        Proof::Win(line) => Some((if plies % 2 == 1 { Score::win_in(plies) } else { Score::loss_in(plies) }, line)),
        Proof::NoWin => None,
        Proof::Unknown => panic!("there was no limit"),
    })
}

/// Compares with alpha-beta along random games; gives how many wins there were.
fn compare<G: Game>(start: &G, games: u64, plies: usize) -> usize {
    let mut wins = 0;
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = start.clone();
        while let moves = position.moves()
            && !moves.is_empty()
        {
            // One ply more, for it does not see that a leaf has no moves.
            let known = reference::alpha_beta(&position, &mut (), plies as u32 + 1).value;
            let known = Some(known).filter(|value| value.plies_to_end().is_some_and(|end| end <= plies));
            let found = shortest(&position, &[], plies);
            assert_eq!(found.as_ref().map(|(score, _)| *score), known, "{}", position.position_text());
            if let Some((score, line)) = found {
                wins += 1;
                assert_eq!(Some(line.len()), score.plies_to_end(), "{}", position.position_text());
                let mut end = position.clone();
                for mv in line {
                    assert!(end.is_legal(mv), "{}", position.position_text());
                    end.play(mv);
                }
                let winner = if score.is_win() { position.side_to_move() } else { !position.side_to_move() };
                assert_eq!(end.outcome(), Some(Outcome::Win(winner)), "{}", position.position_text());
            }
            position.play(rng.pick(&moves));
        }
    }
    wins
}

#[test]
fn the_wins_are_those_of_alpha_beta() {
    assert!(compare(&start::<TicTacToe>("tic-tac-toe"), 40, 9) > 100);
    assert!(compare(&ConnectFour::default(), 20, 5) > 100);
    assert!(compare(&start::<SizedConnectFour>("connect-four(width=5,height=4)"), 20, 6) > 50);
    assert!(compare(&start::<Draughts<u64>>("draughts"), 5, 5) > 10);
    assert!(compare(&start::<Draughts<u64>>("draughts(rules=international)"), 8, 3) > 5);
}

#[test]
fn the_mates_are_those_of_alpha_beta() {
    // Random games of few men, not far from the end by fifty moves without progress; and one with all men.
    for (fen, games, plies) in [
        ("k7/8/2K5/8/8/8/8/1Q6 w - - 80 1", 20, 4),
        ("3k4/8/3K4/8/8/8/8/QR6 b - - 80 1", 20, 4),
        ("7k/5K2/8/8/3P4/8/3Q2p1/8 w - - 80 1", 20, 4),
        ("k7/8/1K6/8/8/8/8/QR4nb b - - 80 1", 20, 4),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 97 60", 4, 3),
    ] {
        assert!(compare(&chess(fen), games, plies) >= games as usize, "{fen}");
    }
}

/// The shared mates: of the longer ones a sample, for a build that is not optimized.
#[test]
fn mates_of_the_suites() {
    for (moves, step) in [(1, 1), (2, 4), (3, 25), (4, 250)] {
        let Some(text) = shared(&format!("chess/suites/mate_in_{moves}.epd")) else { continue };
        for line in text.lines().step_by(step) {
            let fields: Vec<&str> = line.split(' ').take(4).collect();
            let position = chess(&format!("{} 0 1", fields.join(" ")));
            let found = shortest(&position, &[], 2 * moves).map(|(score, _)| score);
            assert_eq!(found, Some(Score::win_in(2 * moves - 1)), "{line}");
        }
    }
}

#[test]
fn quiet_first_moves_and_best_defence() {
    for (fen, mate, first) in [
        // P. Morphy's problem: whatever Black does opens the way for the mate.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, Some("Ra6")),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5, Some("Ra6+")),
        ("8/8/8/8/8/2k5/8/KR6 b - - 0 1", 0, None),
    ] {
        let position = chess(fen);
        match shortest(&position, &[], 5) {
            Some((score, line)) if mate > 0 => {
                assert_eq!(score, Score::win_in(mate), "{fen}");
                assert!(first.is_none_or(|first| position.move_text(line[0]) == first), "{fen}");
            }
            found => assert!(mate == 0 && found.is_none(), "{fen}: {found:?}"),
        }
    }
}

/// What would be there for the third time does not win.
#[test]
fn a_win_must_not_repeat() {
    let position = chess("7k/8/5K2/8/8/8/8/6Q1 w - - 8 10");
    let (score, line) = shortest(&position, &[], 3).expect("a mate");
    assert_eq!(score, Score::win_in(1));
    // Not even a mate is reached twice, but let us say it was.
    let after = position.after(line[0]).key();
    let other = shortest(&position, &[after, after], 3).expect("another mate").1;
    assert_ne!(other[0], line[0]);
}

#[test]
fn only_the_moves_that_are_asked_about() {
    let position = chess("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    let control = Control::timeless();
    let mut prover = Prover::new(&Task::new(&position), &Limits::default(), &control, 1 << 20);
    let mv = |text: &str| position.parse_move(text).unwrap();
    assert_eq!(prover.within(1, &[mv("Qg7")]), Proof::Win(vec![mv("Qg7")]));
    assert_eq!(prover.within(1, &[mv("Qg2")]), Proof::NoWin);
    assert!(matches!(prover.within(3, &[mv("Qg2")]), Proof::Win(line) if line[0] == mv("Qg2")));
    assert!(matches!(prover.within(1, &[]), Proof::Win(_)));
}

#[test]
fn limits_are_kept() {
    let position: Position = start("chess");
    let control = Control::timeless();
    let mut prover = Prover::new(&Task::new(&position), &Limits::nodes(1000), &control, 1 << 20);
    assert_eq!(prover.within(15, &[]), Proof::Unknown);
    assert!((1000..1100).contains(&prover.nodes()), "{}", prover.nodes());
    control.stop();
    let mut prover = Prover::new(&Task::new(&position), &Limits::default(), &control, 1 << 20);
    assert_eq!(prover.within(15, &[]), Proof::Unknown);
}
