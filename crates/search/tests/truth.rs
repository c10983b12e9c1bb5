//! On every game and on random positions: minimax, alpha-beta, principal-variation search and everything else that does not
//! prune unsoundly find the same value at equal depth, which is the value of the textbook's minimax.

use boards::connect_four::{ConnectFour, ConnectFourEval, SizedConnectFour};
use boards::draughts::Draughts;
use boards::draughts::evaluate::{Material, Positional};
use boards::go::{Go, GoEval};
use boards::othello::{Othello, OthelloEval};
use boards::tic_tac_toe::TicTacToe;
use game::{Evaluator, Game, Rng, Rules, Score};
use search::{Blind, Chosen, Control, Counters, Limits, Search, Table, Task, reference};

/// Everything that must not change the value of a search of fixed depth, step by step and all together.
const SOUND: &[&str] = &[
    "minimax",
    "minimax+alpha-beta",
    "minimax+alpha-beta+ordering",
    "minimax+alpha-beta+principal-variation",
    "minimax+transposition-table",
    "minimax+iterative-deepening+transposition-table+ordering",
    "minimax+alpha-beta+transposition-table",
    "minimax+alpha-beta+ordering+iterative-deepening+transposition-table+aspiration",
    "minimax+alpha-beta+ordering+killers+history+continuation-history+capture-history+countermoves",
    "minimax+mate-distance",
    "minimax+alpha-beta+ordering+iterative-deepening+transposition-table+aspiration+principal-variation+killers\
     +history+continuation-history+capture-history+countermoves+mate-distance",
];

/// Positions some random moves from the start.
fn random_positions<G: Game>(start: &G, count: u64, plies: usize) -> Vec<G> {
    (0..count)
        .map(|seed| {
            let mut rng = Rng::new(seed);
            let mut position = start.clone();
            for _ in 0..rng.below(plies + 1) {
                match position.moves() {
                    moves if moves.is_empty() => break,
                    moves => position.play(rng.pick(&moves)),
                }
            }
            position
        })
        .collect()
}

/// How many plies quiescence may follow. Without alpha-beta it would hardly end where every threat must be answered (Connect
/// Four) or captures abound (chess).
fn quiescence_limit<G: Game>(position: &G) -> Option<u32> {
    let explosive = ["connect-four", "chess"];
    explosive.iter().any(|game| position.spec().starts_with(game)).then_some(3)
}

fn value<G: Game, E: Evaluator<G>>(position: &G, evaluator: &E, techniques: &str, depth: i32) -> Score {
    let techniques: Chosen = techniques.parse().expect("a list of techniques");
    let mut search = Search::new(evaluator.clone(), techniques.at_equal_depth_only(), Blind);
    search.quiescence_limit = quiescence_limit(position);
    let table = Table::with_megabytes(1);
    let control = Control::timeless();
    search.run(&Task::new(position), &Limits::depth(depth), &table, &control, &mut |_| {}).score
}

fn check<G: Game, E: Evaluator<G>>(spec: &str, evaluator: E, count: u64, plies: usize, depth: i32) {
    let start = G::start(&spec.parse().expect("a game")).expect("a game");
    for position in random_positions(&start, count, plies) {
        if position.outcome().is_some() {
            continue;
        }
        for depth in 1..=depth {
            let expected = reference::minimax(&position, &mut evaluator.clone(), depth as u32).value;
            let textbook = reference::alpha_beta(&position, &mut evaluator.clone(), depth as u32).value;
            assert_eq!(textbook, expected, "textbook alpha-beta, {spec} {} depth {depth}", position.position_text());
            for techniques in SOUND {
                let found = value(&position, &evaluator, techniques, depth);
                assert_eq!(found, expected, "{techniques}, {spec} {} depth {depth}", position.position_text());
            }
            // Quiescence changes the value, but it is the same value however it is searched.
            let expected = value(&position, &evaluator, "minimax+quiescence", depth);
            for techniques in SOUND {
                let found = value(&position, &evaluator, &format!("{techniques}+quiescence"), depth);
                assert_eq!(found, expected, "{techniques}+quiescence, {spec} {}", position.position_text());
            }
        }
    }
}

#[test]
fn tic_tac_toe() {
    check::<TicTacToe, _>("tic-tac-toe", (), 30, 5, 5);
}

#[test]
fn chess() {
    check::<chess::Position, _>("chess", eval::PieceSquares::default(), 12, 80, 2);
    check::<chess::Position, _>("chess960(start=77)", eval::Material::default(), 6, 80, 2);
}

#[test]
fn connect_four() {
    check::<ConnectFour, _>("connect-four", ConnectFourEval::Threats, 40, 30, 4);
    check::<SizedConnectFour, _>("connect-four(width=5,height=4)", ConnectFourEval::Threats, 20, 14, 5);
}

#[test]
fn othello() {
    check::<Othello, _>("othello", OthelloEval::POSITIONAL, 30, 58, 4);
    check::<Othello, _>("othello(size=4)", OthelloEval::POSITIONAL, 30, 10, 6);
}

#[test]
fn draughts() {
    for rules in ["english", "optional", "russian", "italian", "frisian"] {
        check::<Draughts<u64>, _>(&format!("draughts(rules={rules})"), Positional::default(), 12, 90, 4);
    }
    check::<Draughts<u64>, _>("draughts(rules=international)", Material::default(), 10, 100, 3);
    check::<Draughts<u128>, _>("draughts(rules=international,order=6)", Material::default(), 5, 60, 2);
}

#[test]
fn go() {
    check::<Go, _>("go(size=5)", GoEval::AREA, 10, 30, 2);
}

/// Any set of techniques is a valid search: it ends, with a legal move and a line of legal moves.
#[test]
fn all_combinations_are_valid() {
    fn any<G: Game, E: Evaluator<G>>(start: &G, evaluator: E) {
        let positions = random_positions(start, 40, 40);
        let table = Table::with_megabytes(1);
        for (seed, position) in positions.iter().enumerate().filter(|(_, position)| position.outcome().is_none()) {
            let mut rng = Rng::new(seed as u64 + 1000);
            let techniques = search::Technique::ALL
                .iter()
                .filter(|_| rng.below(2) == 0)
                .fold(Chosen::MINIMAX, |chosen, &technique| chosen.with(technique));
            let mut search = Search::new(evaluator.clone(), techniques, Counters::default());
            let limits = Limits { nodes: Some(20_000), ..Limits::depth(5) };
            let report = search.run(&Task::new(position), &limits, &table, &Control::timeless(), &mut |_| {});
            let mut line = position.clone();
            assert!(!report.pv.is_empty(), "{techniques} {}", position.position_text());
            for &mv in &report.pv {
                assert!(line.is_legal(mv), "{techniques} {}", position.position_text());
                line.play(mv);
            }
        }
    }
    any(&ConnectFour::default(), ConnectFourEval::Threats);
    any(&Othello::start(&"othello".parse().unwrap()).unwrap(), OthelloEval::POSITIONAL);
    any(&Draughts::<u64>::start(&"draughts".parse().unwrap()).unwrap(), Positional::default());
}

/// Rxd8 Kxd8 completes an exchange of equals: what follows is looked at one ply deeper. Where nothing is taken, nothing changes.
#[test]
fn taking_back_is_extended() {
    let nodes = |fen: &str, techniques: &str| {
        let position = chess::Position::from_fen(fen).unwrap();
        let mut search = Search::new(eval::Material::default(), techniques.parse::<Chosen>().unwrap(), Blind);
        let (table, control) = (Table::with_megabytes(1), Control::timeless());
        search.run(&Task::new(&position), &Limits::depth(2), &table, &control, &mut |_| {}).nodes
    };
    let plain = "minimax+alpha-beta+ordering";
    let extended = "minimax+alpha-beta+ordering+recapture-extensions";
    let [exchange, quiet] = ["3rk3/p7/8/8/8/8/P7/3RK3 w - - 0 1", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1"];
    assert!(nodes(exchange, extended) > nodes(exchange, plain));
    assert_eq!(nodes(quiet, extended), nodes(quiet, plain));
}

/// The same search twice is the same search; watching it changes nothing.
#[test]
fn searches_repeat_and_are_not_disturbed() {
    let start = Draughts::<u64>::start(&"draughts".parse().unwrap()).unwrap();
    let limits = Limits::depth(9);
    let run = |search: &mut dyn FnMut(&Table) -> (u64, Score)| search(&Table::with_megabytes(4));
    let strong = || {
        run(&mut |table| {
            let mut search = Search::new(Positional::default(), search::AllOn, Blind);
            let report = search.run(&Task::new(&start), &limits, table, &Control::timeless(), &mut |_| {});
            (report.nodes, report.score)
        })
    };
    let counted = run(&mut |table| {
        let mut search = Search::new(Positional::default(), Chosen::ALL, Counters::default());
        let report = search.run(&Task::new(&start), &limits, table, &Control::timeless(), &mut |_| {});
        assert_eq!(search.observer.total(), report.nodes);
        (report.nodes, report.score)
    });
    assert_eq!(strong(), strong());
    assert_eq!(strong(), counted);
}

#[test]
fn more_threads_find_the_same_win() {
    let position = ConnectFour::default().parse_position("4444445").unwrap();
    let table = Table::with_megabytes(4);
    for threads in [1, 2, 3] {
        let mut search = Search::new(ConnectFourEval::Threats, search::AllOn, Blind);
        let task = Task { threads, ..Task::new(&position) };
        let report = search.run(&task, &Limits::depth(12), &table, &Control::timeless(), &mut |_| {});
        assert!(!report.pv.is_empty() && report.nodes > 0, "{threads} threads");
    }
}
