//! A fixed workload of searches. The number of its nodes is the signature of what is played: the same number means that nothing has
//! changed.

use crate::{Answer, Control, Error, Go, Identity, Options, Resources};

/// Game, position and depth: of every game an opening, and positions in which other things matter.
pub const WORKLOAD: &[(&str, &str, i32)] = &[
    ("chess", "start", 15),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 13),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 18),
    ("chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 13),
    ("chess", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9", 13),
    ("chess", "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19", 13),
    ("chess", "5rk1/1R3ppp/4p3/p2pP3/r4P2/2P1K1P1/7P/2R5 w - - 0 30", 16),
    ("chess960(start=100)", "start", 13),
    ("tic-tac-toe", "start", 9),
    ("tic-tac-toe", "X---O----", 7),
    ("connect-four", "start", 18),
    ("connect-four", "44444", 20),
    ("connect-four(width=8,height=7)", "start", 18),
    ("othello", "start", 18),
    ("othello", "f5d6c3d3c4f4f6", 18),
    ("othello(size=6)", "start", 20),
    ("draughts", "start", 22),
    ("draughts", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", 23),
    ("draughts(rules=international)", "start", 21),
    ("draughts(rules=russian)", "start", 21),
    ("go", "start", 9),
    ("go", "E5 C3 G3 C7 G7 E3 E7", 9),
    ("go(size=5,komi=0.5)", "start", 10),
];

/// Searches one entry of the workload, as the first search of its game, by this evaluator (the game's default one if `None`).
pub fn search_workload(
    (game, position): (&str, &str),
    depth: i32,
    evaluator: Option<&str>,
    control: &Control,
) -> Result<Answer, Error> {
    let mut engine = crate::open(game)?;
    engine.set_position(position)?;
    let player = Identity { evaluator: evaluator.map(str::to_string), ..Identity::default() };
    let options = Options { player, ..Options::from(Resources::table(TABLE)) };
    engine.go(&options, &Go::depth(depth), control, &mut |_| {})
}

/// The size of the table, in MiB.
const TABLE: usize = 16;
/// The depths of the signature are this part of those of the workload.
const PART: i32 = 3;

/// The nodes of the workload at a third of its depths: quick, and another number where another game is played.
pub fn signature() -> Result<u64, Error> {
    let control = Control::timeless();
    let nodes = |&(game, position, depth): &(&str, &str, i32)| {
        let answer = search_workload((game, position), depth / PART + 1, None, &control)?;
        Ok(answer.lines.first().map_or(0, |line| line.nodes))
    };
    WORKLOAD.iter().map(nodes).sum()
}
