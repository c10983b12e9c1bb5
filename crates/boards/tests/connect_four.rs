//! Connect Four against data: perft numbers, counts of positions, golden games, solved positions.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use boards::connect_four::{ConnectFour, ConnectFourEval, SizedConnectFour};
use game::{Abilities, Evaluator, Game, Rules, Score, Side, conformance, perft};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sized(spec: &str) -> SizedConnectFour {
    SizedConnectFour::start(&spec.parse().unwrap()).unwrap()
}

fn position(text: &str) -> ConnectFour {
    ConnectFour::default().parse_position(text).unwrap()
}

#[test]
fn conforms() {
    conformance::check(&ConnectFour::default(), 200);
    for spec in ["connect-four", "connect-four(width=8,height=7)", "connect-four(width=4,height=12)"] {
        conformance::check(&sized(spec), 50);
    }
    conformance::check(&sized("connect-four(width=12,height=4)"), 50);
}

#[test]
fn abilities_are_sound() {
    conformance::check_values(&ConnectFour::default(), 300, 9);
    conformance::check_values(&sized("connect-four(width=4,height=4)"), 100, 11);
    conformance::check_values(&sized("connect-four(width=5,height=5)"), 100, 10);
}

#[test]
fn perft_numbers() {
    let table = std::fs::read_to_string(workspace().join("tests/data/connect-four.perft")).unwrap();
    let rows = perft::parse_table(&table);
    perft::check_rows::<SizedConnectFour>(&rows, 100_000);
    let standard: Vec<_> = rows.into_iter().filter(|row| row.game == "connect-four").collect();
    perft::check_rows::<ConnectFour>(&standard, 3_000_000);
}

#[test]
fn playthrough() {
    let path = workspace().join("tests/data/playthroughs/connect-four.txt");
    conformance::check_playthrough(&ConnectFour::default(), 1, &path);
}

#[test]
fn distinct_positions_after_each_ply() {
    let mut level: HashMap<_, _> = [(ConnectFour::default().key(), ConnectFour::default())].into();
    let counts = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623];
    for (ply, expected) in counts.into_iter().enumerate() {
        assert_eq!(level.len(), expected, "ply {ply}");
        if ply + 1 == counts.len() {
            break;
        }
        let next = level.values().flat_map(|board| board.moves().into_iter().map(|mv| board.after(mv)));
        level = next.map(|board| (board.key(), board)).collect();
    }
}

#[test]
fn mirrored_positions_share_a_canonical_key() {
    assert_eq!(position("1124").canonical_key(), position("7764").canonical_key());
    assert_ne!(position("1124").canonical_key(), position("7765").canonical_key());
    let wide = sized("connect-four(width=8,height=7)");
    let keys: HashSet<_> = ["18", "81"].map(|text| wide.parse_position(text).unwrap().canonical_key()).into();
    assert_eq!(keys.len(), 1);
}

#[test]
fn reads_both_notations() {
    let board = position("4453");
    assert_eq!(board.position_text(), "7/7/7/7/3O3/2OXX2");
    assert_eq!(position("7/7/7/7/3O3/2OXX2"), board);
    assert_eq!(position("").position_text(), "7/7/7/7/7/7");
    let wide = sized("connect-four(width=12,height=4)");
    assert_eq!(wide.parse_position("12 12,1").unwrap().position_text(), "12/12/11O/X10X");
}

#[test]
fn refuses_what_cannot_be() {
    let start = ConnectFour::default();
    for (text, reason) in [
        ("48", "column from 1 to 7"),
        ("4444444", "the column is full"),
        ("12121213", "the game is over"),
        ("7/7/7/7/7", "expected 6 rows"),
        ("7/7/7/7/7/8", "does not have 7 cells"),
        ("7/7/7/7/7/99999999999999999999", "does not have 7 cells"),
        ("7/7/7/7/X6/7", "hangs in the air"),
        ("7/7/7/7/7/XX5", "cannot arise"),
        ("7/7/7/7/7/Z6", "expected X, O"),
        ("7/7/X6/XO5/XO5/XOO4", "has four"),
    ] {
        let error = start.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    for spec in ["connect-four(width=9,height=7)", "connect-four(width=3)", "connect-four(depth=3)"] {
        assert!(SizedConnectFour::start(&spec.parse().unwrap()).is_err(), "{spec}");
    }
    assert!(ConnectFour::start(&"connect-four(width=8)".parse().unwrap()).is_err());
}

#[test]
fn judges_threats() {
    for &name in ConnectFourEval::NAMES {
        assert!(ConnectFourEval::by_name(name).is_some());
    }
    let mut judge = ConnectFourEval::default();
    assert_eq!(judge.evaluate(&ConnectFour::default()), Score::DRAW);
    // X holds the middle.
    let board = position("4142");
    assert_eq!(board.side_to_move(), Side::First);
    assert!(judge.evaluate(&board) > Score::DRAW);
    assert_eq!(ConnectFourEval::None.evaluate(&board), Score::DRAW);
}

/// The value by alpha-beta with a table of exact values below the root window: small, slow and enough for endgames.
fn solve<G: Game>(board: &G, mut alpha: Score, beta: Score, table: &mut HashMap<u64, Score>) -> Score {
    let (low, high) = board.bounds();
    if low >= beta || low == high {
        return low;
    }
    if let Some(value) = board.known_value(alpha, beta) {
        return value;
    }
    // The table holds upper bounds, as those are what most nodes of a null-window search prove.
    let high = table.get(&board.key().0).map_or(high, |&bound| high.min(bound));
    if high <= alpha {
        return high;
    }
    let mut moves = Vec::new();
    board.generate_relevant(&mut moves);
    moves.sort_by_key(|&mv| -board.hint(mv));
    let mut best = -Score::INFINITY;
    for mv in moves {
        let value = -solve(&board.after(mv), -beta.to_node(1), -alpha.to_node(1), table).from_node(1);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            return best;
        }
    }
    table.insert(board.key().0, best);
    best
}

/// Small boards are drawn (J. Tromp's table).
#[test]
fn solved_small_boards() {
    for spec in ["connect-four(width=4,height=4)", "connect-four(width=4,height=5)", "connect-four(width=5,height=4)"] {
        let value = solve(&sized(spec), -Score::INFINITY, Score::INFINITY, &mut HashMap::new());
        assert_eq!(value, Score::DRAW, "{spec}");
    }
}

#[test]
fn solved_positions() {
    let data = std::env::var_os("KIEBITZ_TEST_DATA").map_or(workspace().join("../shared/data"), PathBuf::from);
    for (file, step) in [("Test_L3_R1", 1), ("Test_L2_R1", 5), ("Test_L1_R1", 50)] {
        let path = data.join("connect-four").join(file);
        let Ok(text) = std::fs::read_to_string(&path) else {
            // Not eprintln!: the test runner hides that for a test that passes.
            let _ = std::io::Write::write_all(
                &mut std::io::stderr(),
                format!("SKIPPED: solved Connect Four positions, {} is not there\n", path.display()).as_bytes(),
            );
            continue;
        };
        for line in text.lines().step_by(step) {
            let (moves, score) = line.split_once(' ').unwrap();
            let board = position(moves);
            let value = solve(&board, -Score::INFINITY, Score::INFINITY, &mut HashMap::new());
            assert_eq!(board.exact_score(value).to_string(), score.trim(), "{moves}");
        }
    }
}
