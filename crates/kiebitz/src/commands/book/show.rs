//! `kiebitz book show`: what a book says about a position.

use std::path::PathBuf;

use clap::Args;
use engine::{BookSource, Identity};
use serde_json::json;

use crate::commands::args::position;
use crate::output::{self, Failure};

/// The moves of a position in a book, with their weights
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz book show
  kiebitz book show my.bin --moves 'e4 e5 Nf3' --json")]
pub struct Show {
    /// The book; without it, the one that is part of the program
    #[arg(value_name = "FILE.bin")]
    book: Option<PathBuf>,

    /// The position as FEN
    #[arg(long, value_name = "P", default_value = "start", value_parser = position)]
    position: String,

    /// Moves to play from there first
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub fn run(self) -> Result<(), Failure> {
        let mut engine = engine::open("chess")?;
        engine.set_position(&self.position)?;
        for mv in self.moves.split_whitespace() {
            engine.play(mv)?;
        }
        let source = self.book.map_or(BookSource::Embedded, BookSource::File);
        let player = Identity { book: Some(source.clone()), ..Identity::default() };
        let moves = engine.book_moves(&player)?;
        let total: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let share = |weight: u16| 100.0 * f64::from(weight) / total.max(1) as f64;
        let opening = engine.opening();
        if self.json {
            let list =
                moves.iter().map(|(mv, weight)| json!({"move": mv.text, "weight": weight, "share": share(*weight)}));
            return output::json(&json!({
                "book": source.to_string(),
                "position": engine.position(),
                "eco": opening.map(|opening| opening.eco),
                "opening": opening.map(|opening| opening.english),
                "opening_german": opening.map(|opening| opening.german),
                "moves": list.collect::<Vec<_>>(),
            }));
        }
        output::line(engine.position())?;
        if let Some(opening) = opening {
            output::line(format!("{} {} ({})", opening.eco, opening.english, opening.german))?;
        }
        if moves.is_empty() {
            return output::line(format!("The position is not in {source}."));
        }
        for (mv, weight) in moves {
            output::line(format!("  {mv:<8} {weight:>6} {:>5.1} %", share(weight)))?;
        }
        Ok(())
    }
}
