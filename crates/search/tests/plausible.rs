//! Bernstein's plausible moves: a switch that narrows the tree, and nothing else.

use chess::Position;
use eval::PieceSquares;
use game::{Rules, Stage};
use search::{Blind, Chosen, Control, Limits, Report, Search, Table, Task, Technique};

const POSITIONS: [&str; 3] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn plain() -> Chosen {
    Chosen::MINIMAX.with(Technique::AlphaBeta).with(Technique::Ordering)
}

fn search(task: &Task<Position>, techniques: Chosen, depth: i32) -> Report<chess::Move> {
    let mut search = Search::new(PieceSquares::default(), techniques, Blind);
    search.run(task, &Limits::depth(depth), &Table::with_megabytes(1), &Control::timeless(), &mut |_| {})
}

#[test]
fn as_many_as_there_are_changes_nothing() {
    for fen in POSITIONS {
        let position = Position::from_fen(fen).unwrap();
        for depth in 1..=3 {
            let sets = [plain(), plain().with_plausible(300)];
            let [all, many] = sets.map(|set| search(&Task::new(&position), set, depth).score);
            assert_eq!(all, many, "{fen} at depth {depth}");
        }
    }
}

#[test]
fn few_make_a_narrow_tree() {
    for fen in POSITIONS {
        let position = Position::from_fen(fen).unwrap();
        let minimax = Chosen::MINIMAX.with(Technique::Ordering);
        for moves in [1_u64, 3, 7] {
            let nodes = search(&Task::new(&position), minimax.with_plausible(moves as u32), 4).nodes;
            // At every node at most so many: 1 + n + n^2 + n^3 + n^4.
            let most: u64 = (0..=4).map(|ply| moves.pow(ply)).sum();
            assert!(nodes > 4 && nodes <= most, "{fen}: {nodes} nodes, at most {most}");
            assert!(moves > 1 || nodes == most, "{fen}: one line of five positions has {nodes}");
        }
    }
}

/// Whoever asks for a move gets it, plausible or not.
#[test]
fn moves_that_are_asked_for_are_searched() {
    let position = Position::from_fen(POSITIONS[0]).unwrap();
    let mut all = Vec::new();
    position.generate(Stage::All, &mut all);
    for &mv in &all {
        let task = Task { only: &[mv], ..Task::new(&position) };
        assert_eq!(search(&task, plain().with_plausible(1), 2).pv[0], mv);
    }
}
