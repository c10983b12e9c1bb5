//! The rules of Go, tested: famous situations, random games against the naive rules, the ladder of every game.

use std::path::PathBuf;

use game::{Abilities, Outcome, Rng, Rules, Score, Show, Side, conformance, perft};

use super::board::Content;
use super::naive::Naive;
use super::{Go, GoMove, POINT, Refusal};

fn start(spec: &str) -> Go {
    Go::start(&spec.parse().unwrap()).unwrap()
}

fn small(text: &str) -> Go {
    start("go(size=5,komi=0)").parse_position(text).unwrap()
}

/// The position after moves, which must all be legal.
fn after(mut go: Go, moves: &str) -> Go {
    for word in moves.split_whitespace() {
        go.play(go.parse_move(word).unwrap_or_else(|error| panic!("{error} in\n{}", go.diagram().ascii(&[]))));
    }
    go
}

fn refusal(go: &Go, mv: &str) -> String {
    go.parse_move(mv).unwrap_err().reason
}

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name)
}

#[test]
fn conforms() {
    conformance::check(&start("go(size=5)"), 25);
    conformance::check(&start("go(size=5,suicide=allowed,komi=-3.5)"), 15);
    conformance::check(&start("go(size=7,komi=6.5)"), 6);
    conformance::check(&small("2XO1/1X1XO/2XO1/5/5 w 0"), 10);
    conformance::check(&start("go(size=19)").parse_position("(;SZ[19];B[dd];W[pp];B[];W[tt])").unwrap(), 1);
}

#[test]
fn plays_through() {
    conformance::check_playthrough(&start("go(size=5)"), 9, &data("playthroughs/go.txt"));
}

/// The rows of the perft file, each with its start position.
fn perft_rows() -> Vec<perft::Row> {
    let rows = perft::parse_table(&std::fs::read_to_string(data("go.perft")).unwrap());
    assert!(!rows.is_empty());
    rows
}

#[test]
fn counts_leaves() {
    perft::check_rows::<Go>(&perft_rows(), 2_000_000);
}

/// The numbers of the perft file come from the naive rules; the smaller ones are counted again here.
#[test]
fn naive_rules_count_the_same_leaves() {
    for row in perft_rows() {
        let go = match row.position.as_str() {
            "start" => start(&row.game),
            text => start(&row.game).parse_position(text).unwrap(),
        };
        let naive = naive_twin(&go);
        for (depth, &count) in (1..).zip(&row.counts).take_while(|&(_, &count)| count <= 20_000) {
            assert_eq!(naive.perft(depth), count, "{} {} depth {depth}", row.game, row.position);
        }
    }
}

/// The same position for the naive rules, without its past.
fn naive_twin(go: &Go) -> Naive {
    let color = |point| match go.board.at(point) {
        Content::Stone(side) => side.index() as u8 + 1,
        Content::Empty | Content::Edge => 0,
    };
    let mut naive = Naive::new(go.size(), go.rules.suicide);
    naive.stones = go.board.points().map(color).collect();
    naive.to_move = go.side.index() as u8 + 1;
    naive.seen = [naive.stones.clone()].into();
    naive
}

/// Random games in which nobody passes while there is a move, so that boards fill up, captures are big and kos are
/// fought.
#[test]
fn agrees_with_naive_rules_in_random_games() {
    let mut repetitions_refused = 0;
    for seed in 0..60 {
        let (size, suicide) = ([5, 5, 5, 6, 7][seed as usize % 5], seed % 2 == 1);
        let mut go =
            start(&format!("go(size={size},komi=0,suicide={})", if suicide { "allowed" } else { "forbidden" }));
        let mut naive = Naive::new(size, suicide);
        let mut rng = Rng::new(seed);
        for ply in 0..250 {
            let plays: Vec<GoMove> = go.moves().into_iter().filter(|&mv| mv != GoMove::Pass).collect();
            let found: Vec<usize> = plays.iter().map(|&mv| go.action(mv)).collect();
            assert_eq!(found, naive.plays(), "seed {seed} ply {ply}\n{}", go.diagram().ascii(&[]));
            assert_eq!(go.margin(), Score::new(naive.area_difference() * POINT));
            repetitions_refused +=
                go.board.empty().iter().filter(|&&point| matches!(go.check(point), Err(Refusal::Superko))).count();
            // Passing only when there is nothing else lets the long fights happen.
            let mv = if plays.is_empty() { GoMove::Pass } else { rng.pick(&plays) };
            naive.play((mv != GoMove::Pass).then(|| go.action(mv)));
            go.play(mv);
            if go.end().is_some() {
                break;
            }
        }
    }
    assert!(repetitions_refused > 20, "the games met superko only {repetitions_refused} times");
}

#[test]
fn ko_forbids_to_retake_at_once() {
    let go = after(small("5/1XO2/X1XO1/1XO2/5 w 0"), "B3");
    assert_eq!(go.position_text(), "5/1XO2/XO1O1/1XO2/5 b 0 C3");
    assert!(refusal(&go, "C3").starts_with("ko:"), "{}", refusal(&go, "C3"));
    // The ban is part of the key and survives being written.
    let read = small(&go.position_text());
    assert_eq!((read.key(), read.moves()), (go.key(), go.moves()));
    assert_ne!(small("5/1XO2/XO1O1/1XO2/5 b 0").key(), go.key());
    // After a threat and its answer the ko may be retaken, and then the other side must look for a threat.
    let go = after(go, "E1 A1 C3");
    assert!(refusal(&go, "B3").starts_with("ko:"));
}

#[test]
fn sending_two_returning_one_is_superko() {
    // White sends a second stone to C1, Black takes both from A1; taking that stone from B1 would bring the first
    // board back.
    let go = small("2OX1/2OX1/OOOX1/OXXX1/1O1X1 w 0");
    let taken = after(go.clone(), "C1 A1");
    assert_eq!(taken.position_text(), "2OX1/2OX1/OOOX1/OXXX1/X2X1 w 0 -");
    assert!(refusal(&taken, "B1").starts_with("superko:"), "{}", refusal(&taken, "B1"));
    // It is the past that forbids it, not the board: with one stone more elsewhere it is allowed.
    assert!(small(&taken.position_text()).parse_move("B1").is_ok());
    assert!(after(taken, "A5 pass").parse_move("B1").is_ok());
}

#[test]
fn snapback_gives_one_stone_for_five() {
    // White throws a stone into the corner. Black takes it, and now the whole chain has a single liberty.
    let go = after(small("5/5/OOOO1/XXXO1/2XO1 w 0"), "A1 B1");
    assert_eq!(go.position_text(), "5/5/OOOO1/XXXO1/1XXO1 w 0 -");
    assert_eq!(go.gain(go.parse_move("A1").unwrap()), 5 * 2 * POINT);
    assert_eq!(after(go, "A1").position_text(), "5/5/OOOO1/3O1/O2O1 b 0 -");
}

#[test]
fn suicide_is_refused_with_an_explanation() {
    // No liberty, but it captures: not suicide.
    assert_eq!(after(small("1XO2/XXO2/OOO2/5/5 w 0"), "A5").position_text(), "O1O2/2O2/OOO2/5/5 b 0 -");
    let lone = small("5/1X3/X1X2/1X3/5 w 0");
    assert!(refusal(&lone, "B3").starts_with("suicide"), "{}", refusal(&lone, "B3"));
    // Even where suicide is allowed, one stone's alone only brings the board back.
    let allowed = start("go(size=5,suicide=allowed)").parse_position("5/1X3/X1X2/1X3/5 w 0").unwrap();
    assert!(refusal(&allowed, "B3").starts_with("superko"));
    let two = start("go(size=5,suicide=allowed)").parse_position("5/XX3/O1X2/XX3/5 w 0").unwrap();
    assert_eq!(after(two, "B3").position_text(), "5/XX3/2X2/XX3/5 b 0 -");
    assert!(refusal(&small("5/XX3/O1X2/XX3/5 w 0"), "B3").starts_with("suicide"));
}

#[test]
fn seki_counts_the_stones_and_not_the_shared_liberties() {
    // Both chains in the middle share C5 and C1: the side that plays there first loses its chain.
    let go = small("XX1OO/XXXOO/XXXOO/XXXOO/XX1OO b 2");
    assert_eq!(go.outcome(), Some(Outcome::Margin(Score::new((13 - 10) * POINT))));
}

#[test]
fn area_is_stones_and_what_only_one_side_reaches() {
    assert_eq!(small("5/5/5/5/5 b 2").outcome(), Some(Outcome::Margin(Score::DRAW)));
    assert_eq!(small("5/5/2X2/5/5 b 2").outcome(), Some(Outcome::Margin(Score::new(25 * POINT))));
    let komi = start("go(size=5,komi=6.5)").parse_position("1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 b 2").unwrap();
    assert_eq!(komi.outcome(), Some(Outcome::Margin(Score::new(-325))));
    assert_eq!(komi.score_text(komi.margin()), "W+6.5");
}

#[test]
fn two_passes_end_the_game_and_a_stone_between_does_not() {
    assert!(after(start("go"), "pass E5 pass").end().is_none());
    let over = after(start("go"), "E5 pass pass");
    assert_eq!(over.outcome().and_then(Outcome::winner), Some(Side::First));
    assert!(over.moves().is_empty());
    assert!(refusal(&over, "pass").contains("over"));
}

#[test]
fn playouts_end_and_leave_eyes_open() {
    // Black lives with two eyes in the corner; no playout may fill them.
    let go = small("1X1XO/XXXXO/OOOO1/5/5 b 0");
    for seed in 0..200 {
        let (mut position, mut rng) = (go.clone(), Rng::new(seed));
        let mut plies = 0;
        while let Some(mv) = position.playout_move(&mut rng, &mut Vec::new()) {
            assert!(position.is_legal(mv));
            if position.side_to_move() == Side::First {
                assert!(!["A5", "C5"].contains(&position.move_text(mv).as_str()));
            }
            position.play(mv);
            plies += 1;
            assert!(plies < 1_000, "a playout does not end");
        }
        assert!(position.end().is_some());
        assert!(position.position_text().starts_with("1X1X"), "{}", position.position_text());
    }
}

#[test]
fn reads_what_people_write() {
    let go = start("go");
    let expected = after(go.clone(), "E5 G7 pass");
    assert_eq!(go.parse_position("e5 G7 PASS").unwrap(), expected);
    assert_eq!(go.parse_position("(;GM[1]SZ[9]C[a \\] b];B[ee];W[gc](;B[])(;B[aa]))").unwrap(), expected);
    let handicap = go.parse_position("(;GM[1]SZ[9]AB[cc][gg]PL[W];W[ee])").unwrap();
    assert_eq!(handicap.position_text(), "9/9/2X6/9/4O4/9/6X2/9/9 b 0 -");
    assert_eq!(go.move_text(go.parse_move("j9").unwrap()), "J9");
    assert_eq!(go.spec(), "go(size=9,komi=7.5)");
    // A position is the same whatever the order of its moves; but a different past makes it another.
    assert_eq!(after(go.clone(), "A1 B1 A3 pass").key(), after(go.clone(), "A3 B1 A1 pass").key());
    assert_ne!(after(go.clone(), "A1 B1 A3 pass"), after(go.clone(), "A3 B1 A1 pass"));
}

#[test]
fn refuses_what_cannot_be_and_says_why() {
    let go = start("go(size=5)");
    let error = |text: &str| go.parse_position(text).unwrap_err().reason;
    for (text, reason) in [
        ("5/5/5/5 b 0", "4 rows, expected 5"),
        ("5/5/5/5/6 b 0", "row 1 '6' has 6 points"),
        ("5/5/2Y2/5/5 b 0", "row 3 '2Y2' has 'Y'"),
        ("5/5/99999999999999999999999/5/5", "row 3"),
        ("5/5/5/5/5 x", "expected b or w"),
        ("5/5/5/5/5 b 3", "0 to 2"),
        ("5/5/5/5/5 b 0 C3", "the ko point 'C3' cannot be"),
        ("5/5/5/O4/XO3 b 0", "the chain at A1 has no liberty"),
        ("C3 C3", "at move 2: move 'C3': C3 is occupied"),
        ("(;SZ[9])", "SZ[9] does not fit"),
        ("(;GM[2])", "not Go"),
        ("(;B[aa]", "closing parenthesis"),
        ("(;B[zz])", "from a to e"),
        ("(;B[a", "closing bracket"),
    ] {
        assert!(error(text).contains(reason), "'{text}' is refused with: {}", error(text));
    }
    assert!(refusal(&go, "I5").contains("no column I"));
    assert!(refusal(&go, "F1").contains("A1 to E5"));
    for spec in ["go(size=4)", "go(size=20)", "go(komi=0.3)", "go(komi=101)", "go(komi=nan)", "go(suicide=maybe)"] {
        assert!(Go::start(&spec.parse().unwrap()).is_err(), "{spec}");
    }
}

#[test]
fn symmetric_positions_share_their_canonical_key() {
    let keys = ["B2", "D2", "B4", "D4"].map(|mv| after(small("5/5/5/5/5"), mv).canonical_key());
    assert!(keys.iter().all(|&key| key == keys[0]));
    assert_ne!(after(small("5/5/5/5/5"), "B3").canonical_key(), keys[0]);
}

/// Prints the numbers for the perft file, by the naive rules:
/// `cargo test --release -p kiebitz-boards naive_perft -- --ignored --nocapture`.
#[test]
#[ignore = "makes the perft file, takes minutes"]
fn naive_perft() {
    for row in perft_rows() {
        let go = start(&row.game);
        let go = if row.position == "start" { go } else { go.parse_position(&row.position).unwrap() };
        let mut counts = Vec::new();
        while counts.last().is_none_or(|&count| count < 1_000_000) {
            counts.push(naive_twin(&go).perft(counts.len() + 1));
        }
        println!("game {}\nposition {}\nperft {counts:?}", row.game, row.position);
    }
}

/// Black has four columns and White three; White's stone on C3 is dead.
const DECIDED: &str = "XXXXOOO/X1XXOOO/XXXXO1O/XXXXOOO/X1OXO1O/XXXXOOO/1X1XO1O b 0";

#[test]
fn dead_stones_are_seen() {
    let go = start("go(size=7,komi=5)").parse_position(DECIDED).unwrap();
    let found = go.settlement().unwrap();
    assert_eq!((found.dead, found.counts, found.settled), (vec![4 * 7 + 2], [28.0, 26.0], true));
    assert_eq!(go.counts(), Some([26.0, 27.0]), "as it stands two points are nobody's and one is White's");
    // The same position, the same estimate, whoever is to move.
    assert_eq!(after(go.clone(), "pass pass").settlement().unwrap().counts, [28.0, 26.0]);
}

#[test]
fn what_is_open_is_not_settled() {
    assert_eq!(start("go").settlement(), None);
    // The column in the middle is still to be had.
    let open = "1XX1OO1/XXX1OOO/XXX1OOO/XXX1OOO/XXX1OOO/XXX1OOO/1XX1OO1 b 0";
    let found = start("go(size=7,komi=0)").parse_position(open).unwrap().settlement().unwrap();
    assert_eq!((found.dead, found.counts, found.settled), (vec![], [21.0, 21.0], false));
}
