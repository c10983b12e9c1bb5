//! Random walks through a Polyglot book, printed for comparison with another reader of such books:
//! `cargo run --release -p kiebitz-knowledge --example book_walks -- BOOK [WALKS] [SEED]`.
//!
//! Each line is a position: the moves to it in UCI notation, and after a `|` the entries of the book as `move:weight:learn`, in
//! the order of the book. `tests/check_book.py` compares them with python-chess.

use std::path::Path;
use std::process::ExitCode;

use chess::{Move, Position};
use game::{Rng, Rules};
use knowledge::book::Book;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("book_walks BOOK [WALKS] [SEED]");
        return ExitCode::from(2);
    };
    let mut number = |default| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (walks, seed) = (number(1000), number(1));
    let book = match Book::open_file(Path::new(&path)) {
        Ok(book) => book,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut rng = Rng::new(seed);
    for _ in 0..walks {
        let mut position = Position::default();
        let mut last: Option<Move> = None;
        let mut played = Vec::new();
        // Mostly along the book; now and then another move, so that transpositions and misses are walked through too.
        for _ in 0..40 {
            let found = book.moves(&position, last);
            let entries: Vec<String> = found
                .iter()
                .map(|entry| format!("{}:{}:{}", position.uci_text(entry.mv, false), entry.weight, entry.learn))
                .collect();
            println!("{} | {}", played.join(" "), entries.join(" "));
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let mv = if found.is_empty() || rng.below(10) == 0 { rng.pick(&moves) } else { rng.pick(&found).mv };
            played.push(position.uci_text(mv, false));
            position.play(mv);
            last = Some(mv);
        }
    }
    ExitCode::SUCCESS
}
