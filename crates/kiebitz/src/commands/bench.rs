//! `kiebitz bench`: a fixed workload.

use clap::Args;
use engine::{Go, Identity, Options, Resources};

use crate::interrupt;
use crate::output::{self, Failure};

/// A fixed single-thread workload; prints `N nodes M nps` last
///
/// The number of nodes is the signature of what the engine plays: the same number means that nothing has changed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz bench          all games: the signature of a commit
  kiebitz bench chess    chess alone: the speed of the engine
  kiebitz bench chess --eval 'classical(weights=mine.toml)'")]
pub struct Bench {
    /// Only this game, without parameters
    game: Option<String>,

    /// Another evaluator of this game than its default one
    #[arg(long, value_name = "NAME", requires = "game")]
    eval: Option<String>,

    /// A hundredth of the work, for a quick look; its count is another one
    #[arg(long)]
    quick: bool,
}

/// Game, position and depth: of every game an opening, and positions in which other things matter.
const POSITIONS: &[(&str, &str, i32)] = &[
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

impl Bench {
    pub fn run(self) -> Result<(), Failure> {
        let mut total = 0;
        let clock = engine::start_clock();
        let name = |game: &'static str| game.split('(').next().unwrap_or(game);
        let chosen: Vec<_> = POSITIONS
            .iter()
            .filter(|(game, ..)| self.game.as_deref().is_none_or(|wanted| name(game) == wanted))
            .collect();
        if let (Some(game), true) = (&self.game, chosen.is_empty()) {
            return Err(Failure::BadInput(format!("bench '{game}': no such game; `kiebitz games` lists them")));
        }
        for &&(game, position, depth) in &chosen {
            let depth = if self.quick { (depth + 1) / 2 } else { depth };
            let mut engine = engine::open(game)?;
            engine.set_position(position)?;
            let player = Identity { evaluator: self.eval.clone(), ..Identity::default() };
            let options = Options { player, ..Options::from(Resources::table(16)) };
            let (answer, stopped) = interrupt::stoppable(|control| {
                (engine.go(&options, &Go::depth(depth), control, &mut |_| {}), control.stopped())
            });
            if stopped {
                return Err(Failure::Other("stopped: half a count is no signature".to_string()));
            }
            let answer = answer?;
            let nodes = answer.lines.first().map_or(0, |line| line.nodes);
            total += nodes;
            let best = answer.best.unwrap_or_default().text;
            output::line(format!("{game:<40} depth {depth:>3}  {best:<8} {:>14} nodes", output::thousands(nodes)))?;
        }
        output::line(format!("{total} nodes {} nps", output::speed(total, clock.elapsed())))
    }
}
