//! Commands for people who sit at the protocol: a look at the board, the judgement, perft, the benchmark.

use clap::Parser;
use engine::{Engine, Identity, Score, Side};
use protocol::uci::Position;

use crate::commands::thoughts;
use crate::output::{self, Failure};

/// The answer to `help`.
pub const HELP: &str = "\
Kiebitz speaks the Universal Chess Interface (UCI).

  uci                                   who this is, and the options
  isready                               readyok, when everything before is done
  ucinewgame                            forgets the last game
  position startpos [moves M ...]       sets up a position
  position fen FEN [moves M ...]
  setoption name N [value V]            sets an option
  go [wtime T] [btime T] [winc T] [binc T] [movestogo N] [movetime T] [depth N] [nodes N] [mate N]
     [infinite] [ponder] [searchmoves M ...]
  stop, ponderhit, quit

For people:

  d                                     the board, FEN, key, and the pieces that give check
  eval                                  the judgement of the position without search, White's view
  go perft N                            counts the move sequences of length N
  flip                                  the same position with colors exchanged
  bench                                 a fixed workload: nodes and speed
  spsa                                  the parameters of the search, where the build lets them be set
";

/// The commands for people, as they begin.
pub const COMMANDS: &[&str] = &["help", "d", "eval", "go perft", "flip", "bench", "spsa"];

/// A command for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Console {
    Help,
    Show,
    Eval,
    Perft(usize),
    Flip,
    Bench,
    /// The parameters of the search, for a tuner.
    Spsa,
}

impl Console {
    /// Reads a command that begins with one of [`COMMANDS`]; `None` if it does not, or goes on wrongly.
    pub fn parse(text: &str) -> Option<Console> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["help", ..] => Some(Console::Help),
            ["d", ..] => Some(Console::Show),
            ["eval", ..] => Some(Console::Eval),
            ["go", "perft", depth, ..] => depth.parse().ok().map(Console::Perft),
            ["flip", ..] => Some(Console::Flip),
            ["bench", ..] => Some(Console::Bench),
            ["spsa", ..] => Some(Console::Spsa),
            _ => None,
        }
    }
}

/// The board and what belongs to it.
pub fn show(engine: &dyn Engine) -> Result<(), Failure> {
    let mut text =
        format!("\n{}\nFen: {}\nKey: {:016X}\n", engine.diagram().ascii(&[]), engine.position(), engine.key().0);
    for (name, value) in engine.details() {
        text.push_str(format!("{name}: {value}").trim_end());
        text.push('\n');
    }
    output::print(&text)
}

/// The judgement, from White's view.
pub fn eval(engine: &dyn Engine, player: &Identity) -> Result<(), Failure> {
    if engine.end().is_some_and(|end| !end.by_repetition) {
        return output::line("Evaluation: none, the game is over");
    }
    let score = engine.judgement(player)?;
    let white = if engine.side_to_move() == Side::First { score } else { -score };
    let network = engine.judged_by_network(player);
    let name = player.evaluator.as_deref().unwrap_or(if network { "network" } else { "the default evaluator" });
    let terms = engine.judgement_terms(player);
    if let Some(insight) = engine.insight(player.evaluator.as_deref().unwrap_or_default())? {
        output::line(thoughts::text(&insight, &engine.diagram()))?;
    }
    if !terms.is_empty() {
        // Opening, middle game and endgame of each side, in hundredths of a pawn.
        output::line(format!("{:<24} | {:^17} | {:^17} | {:>6}", "", "White", "Black", "total"))?;
    }
    terms.iter().try_for_each(output::line)?;
    if network && !terms.is_empty() {
        output::line("The terms are those of the classical evaluation; the network judges by itself.")?;
    }
    output::line(format!("Evaluation: {:+.2} (White's view, {name})", pawns(white)))
}

fn pawns(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}

/// Leaves of the move tree, by first move.
pub fn perft(engine: &dyn Engine, depth: usize, threads: usize) -> Result<(), Failure> {
    let mut total = if depth == 0 { 1 } else { 0 };
    if depth > 0 {
        for (mv, count) in engine.divide(depth, threads) {
            total += count;
            output::line(format!("{}: {count}", mv.code))?;
        }
    }
    output::line(format!("\nNodes searched: {total}\n"))
}

/// `kiebitz bench`.
pub fn bench() -> Result<(), Failure> {
    match crate::Cli::try_parse_from(["kiebitz", "bench"]).map(|cli| cli.command) {
        Ok(Some(command)) => command.run(),
        _ => Err(Failure::Other("there is no bench".to_string())),
    }
}

/// The position of a FEN with colors exchanged: what was White's is Black's, seen from the other side of the board.
pub fn flipped(fen: &str) -> Position {
    let swap = |text: &str| -> String {
        let other = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(other).collect()
    };
    let fields: Vec<String> = fen
        .split_whitespace()
        .enumerate()
        .map(|(index, field)| match index {
            0 => swap(&field.rsplit('/').collect::<Vec<_>>().join("/")),
            1 => if field == "w" { "b" } else { "w" }.to_string(),
            2 => swap(field),
            3 => field.replace('3', "x").replace('6', "3").replace('x', "6"),
            _ => field.to_string(),
        })
        .collect();
    Position { fen: Some(fields.join(" ")), moves: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_read() {
        for command in COMMANDS {
            assert!(Console::parse(&format!("{command} 3")).is_some(), "{command}");
            assert!(HELP.contains(&format!("\n  {command} ")) || *command == "help", "{command}");
        }
        assert_eq!(Console::parse("go perft x"), None);
    }

    #[test]
    fn flipping_twice_changes_nothing() {
        let fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3";
        let once = flipped(fen).fen.unwrap();
        assert_eq!(once, "rnbqkb1r/pppp1ppp/5n2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w kqKQ e6 0 3");
        assert_eq!(flipped(&once).fen.unwrap(), fen);
    }
}
