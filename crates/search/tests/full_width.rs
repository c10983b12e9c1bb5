//! The quiescence of the seminar paper, against a textbook form of the same; and ordering by evaluation.

use chess::Position;
use eval::PieceSquares;
use game::{Evaluator, Game, Rules};
use search::{Blind, Chosen, Control, Limits, Report, Search, Table, Task, reference};

/// The paper's own position (listing 3.4) first; then openings, middle games with much to take, promotions, and endings.
const POSITIONS: [&str; 10] = [
    "b3k3/1n5p/6p1/8/8/8/7P/1Q4K1 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1",
    "6k1/5ppp/8/7n/7R/8/p4PPP/6K1 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
];

fn search<G: Game, E: Evaluator<G>>(position: &G, evaluator: E, techniques: Chosen, depth: i32) -> Report<G::Move> {
    let mut search = Search::new(evaluator, techniques, Blind);
    let (table, control) = (Table::with_megabytes(1), Control::timeless());
    search.run(&Task::new(position), &Limits::depth(depth), &table, &control, &mut |_| {})
}

fn plain() -> Chosen {
    "minimax+alpha-beta".parse().expect("a list")
}

#[test]
fn node_for_node_as_the_paper_prints_it() {
    let mut more = 0;
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect("a position");
        for (depth, plies) in [(1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)] {
            let found = search(&position, PieceSquares::default(), plain().with_full_width(plies), depth);
            let reference = reference::full_width(&position, &mut PieceSquares::default(), depth as u32, plies);
            assert_eq!((found.pv.first().copied(), found.score, found.nodes), reference, "{fen}: {depth} + {plies}");
            let without = search(&position, PieceSquares::default(), plain(), depth);
            more += u64::from(found.nodes > without.nodes);
        }
    }
    assert!(more > 20, "it does search beyond the horizon: {more}");
}

/// The paper's claim: at depth 1 the queen takes the knight and is lost, unless there is quiescence.
#[test]
fn the_poisoned_knight_is_left_alone() {
    let position = Position::from_fen(POSITIONS[0]).expect("a position");
    let best = |techniques: Chosen| {
        let found = search(&position, PieceSquares::default(), techniques, 1);
        found.pv.first().map(|mv| position.protocol_text(*mv))
    };
    assert_eq!(best(plain()).as_deref(), Some("b1b7"));
    for plies in [1, 2] {
        assert_ne!(best(plain().with_full_width(plies)).as_deref(), Some("b1b7"), "{plies}");
    }
}

/// The order of the moves changes how many nodes it takes and not what is found.
#[test]
fn ordering_by_evaluation_changes_nothing_but_the_nodes() {
    let mut nodes = [0, 0];
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect("a position");
        for depth in 1..=3 {
            let found = [plain(), plain().ordered_by_evaluation()]
                .map(|techniques| search(&position, PieceSquares::default(), techniques, depth));
            assert_eq!(found[0].score, found[1].score, "{fen}: {depth}");
            nodes[0] += found[0].nodes;
            nodes[1] += found[1].nodes;
        }
    }
    assert!(nodes[1] * 2 < nodes[0], "it is a good order: {nodes:?}");
}
