//! Every technique is a switch that switches something: with it and without it another tree is searched somewhere.

use engine::{Chosen, Control, Go, Options, Technique};

/// Positions in which somebody has something to do: middle games, an exchange, a mate, a check.
const POSITIONS: &[(&str, &str)] = &[
    ("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("chess", "r1b2rk1/pp3ppp/2n1pn2/q1bp4/2P5/2N1PN2/PPQ1BPPP/R1B2RK1 w - - 0 1"),
    ("chess", "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1"),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
];

/// Nodes and the value of a search of this depth.
fn searched(game: &str, position: &str, techniques: Chosen, depth: i32) -> (u64, String) {
    let mut board = engine::open(game).unwrap();
    board.set_position(position).unwrap();
    let mut options = Options::default();
    options.player.techniques = techniques;
    options.player.set_evaluator("piece-squares");
    let answer = board.go(&options, &Go::depth(depth), &Control::timeless(), &mut |_| {}).unwrap();
    (answer.lines[0].nodes, answer.lines[0].score_text.clone())
}

#[test]
fn every_technique_changes_a_search() {
    for &technique in Technique::ALL {
        let alpha_beta = Chosen::MINIMAX.with(Technique::AlphaBeta);
        let (base, depth) = match technique {
            // Without these two a search of all that is left takes too long to be run here.
            Technique::AlphaBeta | Technique::Ordering => (alpha_beta, 3),
            // With iterative deepening a search ends at the first mate.
            Technique::MateDistance => (alpha_beta.with(Technique::Ordering), 4),
            _ => (Chosen::ALL, 9),
        };
        let (with, without) = (base.with(technique), base.without(technique));
        let changes = |(game, position): &(&str, &str)| {
            searched(game, position, with, depth) != searched(game, position, without, depth)
        };
        assert!(POSITIONS.iter().any(changes), "{} changes nothing", technique.name());
    }
}
