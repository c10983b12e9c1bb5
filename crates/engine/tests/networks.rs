//! The networks that the program carries: they know what pieces are worth, and they can be looked at. What holds here holds for every network that
//! was learned well, whichever it is.

use engine::{Engine, Identity, InputsVisitor, Insight, Playable, Visitor};
use game::{Inputs, Rng};
use network::Weights;

const GAMES: &[&str] = &[
    "chess",
    "chess960(white=17,black=902)",
    "connect-four",
    "connect-four(width=5,height=4)",
    "othello",
    "othello(size=6)",
    "draughts",
    "draughts(rules=international)",
    "draughts(rules=russian)",
    "draughts(rules=italian)",
];

/// The names of all networks of chess.
fn generations() -> Vec<&'static str> {
    let chess = engine::open("chess").expect("a game");
    chess.evaluators().iter().copied().filter(|name| name.starts_with("network")).collect()
}

fn at(fen: &str) -> Box<dyn Engine> {
    let mut chess = engine::open("chess").expect("a game");
    chess.set_position(fen).expect("a position");
    chess
}

/// What an evaluator thinks of a position of chess, in hundredths of a pawn, from the side to move.
fn judge(evaluator: &str, fen: &str) -> i32 {
    let player = Identity { evaluator: Some(evaluator.to_string()), ..Identity::default() };
    at(fen).judgement(&player).expect(evaluator).value()
}

fn look(board: &dyn Engine, evaluator: &str) -> Insight {
    board.insight(evaluator).expect(evaluator).expect("a network")
}

/// Test 8 of a network that was learned: the start is about even, and a queen, a rook, a minor piece and a pawn less are worth so much that no
/// search can overlook it.
#[test]
fn material_counts() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for evaluator in generations() {
        let even = judge(evaluator, start);
        assert!(even.abs() <= 50, "{evaluator}: the start position is worth {even}");
        let mut last = 0;
        for (piece, fen, least) in [
            ("pawn", "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
            ("knight", "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 200),
            ("rook", "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1", 300),
            ("queen", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 500),
        ] {
            let more = judge(evaluator, fen);
            assert!(more > least && more > last, "{evaluator}: a {piece} more is worth {more}");
            let less = judge(evaluator, &fen.replace(" w ", " b "));
            assert!(less < -least, "{evaluator}: a {piece} less is worth {less}");
            last = more;
        }
    }
}

/// What is shown of a piece has the right sign and size: a queen is worth more to its owner than a rook, whoever is to move.
#[test]
fn pieces_are_worth_something() {
    for evaluator in generations() {
        for turn in ["w", "b"] {
            let board = at(&format!("r2q1rk1/pp1b1ppp/2n1pn2/8/8/2N1PN2/PP1B1PPP/R2Q1RK1 {turn} - - 0 12"));
            let insight = look(&*board, evaluator);
            assert_eq!(insight.pieces.len(), 24, "all but the kings");
            let worth = |square: &str| {
                let piece = insight.pieces.iter().find(|piece| piece.square == square);
                piece.unwrap_or_else(|| panic!("{square}")).worth
            };
            for (queen, rook, knight, pawn) in [("d1", "a1", "c3", "a2"), ("d8", "a8", "c6", "a7")] {
                let [queen, rook, knight, pawn] = [queen, rook, knight, pawn].map(worth);
                assert!(
                    queen > rook && rook > pawn && knight > pawn,
                    "{evaluator} {turn}: {queen} {rook} {knight} {pawn}"
                );
                assert!(queen > 4.0 && pawn > 0.0, "{evaluator} {turn}: {queen} {pawn}");
            }
        }
    }
}

/// The accumulators stay far from the ends of 16 bits, on positions of random games, which are wilder than any that was learned from.
#[test]
fn accumulators_do_not_run_over() {
    struct Largest;
    impl InputsVisitor for Largest {
        type Result = i64;

        fn visit<G: Playable + Inputs>(self, start: G) -> i64 {
            let mut largest = 0;
            for bytes in start.networks() {
                let weights = Weights::from_bytes(bytes).expect("a network");
                let (numbers, width, mut rng) = (weights.numbers(), weights.shape().width, Rng::new(3));
                let mut position = start.clone();
                for _ in 0..400 {
                    for side in game::Side::BOTH {
                        let mut units: Vec<i64> = numbers.bias.iter().map(|&bias| bias.into()).collect();
                        for (set, &word) in position.sets().as_ref().iter().enumerate() {
                            for cell in (0..64).filter(|cell| word >> cell & 1 == 1) {
                                let input = position.input(side, position.view(side), set, cell);
                                let row = &numbers.first[input * width..][..width];
                                units.iter_mut().zip(row).for_each(|(unit, &weight)| *unit += i64::from(weight));
                            }
                        }
                        largest = units.iter().map(|unit| unit.abs()).fold(largest, i64::max);
                    }
                    let moves = position.moves();
                    if moves.is_empty() { position = start.clone() } else { position.play(rng.pick(&moves)) }
                }
            }
            largest
        }
    }
    let largest = engine::visit_inputs("chess", Largest).expect("chess");
    assert!((1..=20_000).contains(&largest), "{largest}");
}

/// Nine queens a side, nothing but pawns, bare kings: whatever is legal has a value.
#[test]
fn every_legal_position_has_a_value() {
    for evaluator in generations() {
        for fen in [
            "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1",
            "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        ] {
            let value = judge(evaluator, fen);
            assert!(value.abs() <= game::Score::MAX_JUDGEMENT.value(), "{evaluator}: {value} {fen}");
            assert!(look(&*at(fen), evaluator).stage < 8);
        }
    }
}

/// What a network sees lies on the board where it is printed: every piece once, and it is its owner's.
#[test]
fn what_is_seen_is_what_is_printed() {
    struct Printed;
    impl InputsVisitor for Printed {
        type Result = ();

        fn visit<G: Playable + Inputs>(self, start: G) {
            let mut rng = Rng::new(11);
            let mut position = start.clone();
            for _ in 0..300 {
                let diagram = position.diagram();
                let mut seen: Vec<usize> = Vec::new();
                let sets = position.sets();
                let half = sets.as_ref().len() / 2;
                for (set, &word) in sets.as_ref().iter().enumerate() {
                    for cell in (0..64).filter(|cell| word >> cell & 1 == 1) {
                        let cell = position.printed(set, cell);
                        let (owner, ..) = diagram.cells[cell].piece.unwrap_or_else(|| panic!("{cell} is empty"));
                        assert_eq!(owner.index(), set / half, "{}", position.position_text());
                        seen.push(cell);
                    }
                }
                seen.sort_unstable();
                let pieces: Vec<usize> =
                    (0..diagram.cells.len()).filter(|&cell| diagram.cells[cell].piece.is_some()).collect();
                assert_eq!(seen, pieces, "{}", position.position_text());
                let moves = position.moves();
                if moves.is_empty() { position = start.clone() } else { position.play(rng.pick(&moves)) }
            }
        }
    }
    for game in GAMES {
        engine::visit_inputs(game, Printed).expect(game);
    }
}

/// Generations have names that nothing else has; `network` is the newest.
#[test]
fn generations_are_named() {
    struct Names;
    impl Visitor for Names {
        type Result = usize;

        fn visit<G: Playable>(self, start: G) -> usize {
            start.networks().len()
        }
    }
    let count = engine::visit("chess", Names).expect("chess");
    let start = engine::open("chess").expect("chess");
    assert_eq!(look(&*start, "network"), look(&*start, &format!("network-{}", count - 1)));
    assert_ne!(look(&*start, "network"), look(&*start, "network-0"));
    let refused = |game: &str, evaluator: &str| {
        engine::open(game).expect("a game").insight(evaluator).expect_err(evaluator).to_string()
    };
    assert!(
        refused("chess", "network-99").contains("carries network-0 to network-"),
        "{}",
        refused("chess", "network-99")
    );
    assert!(refused("othello(size=6)", "network-0").contains("carries no network for othello(size=6)"));
    assert!(refused("chess", "network:").contains("expected a file"));
    // Neither a generation nor a file: an evaluator that there is not.
    for name in ["network-", "network-01", "network--1", "network-+1", "networks"] {
        assert_eq!(start.insight(name), Ok(None), "{name}");
        let player = Identity { evaluator: Some(name.to_string()), ..Identity::default() };
        assert!(start.judgement(&player).is_err(), "{name}");
    }
}
