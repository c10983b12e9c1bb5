//! `kiebitz history export`: games and counts out of the history.

use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use engine::book::build::Builder;
use engine::{Control, Engine, KnowledgeError, WholeFile};
use history::export::Sums;
use history::{GameResult, History, StoredGame};

use super::Store;
use crate::commands::book::RecipeArgs;
use crate::interrupt;
use crate::output::{self, Failure};

/// Gives games out: as PGN, as a table of positions (CSV), as a Polyglot book
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz history export --format pgn --out all.pgn
  kiebitz history export --format csv --game othello
  kiebitz history export --format polyglot --out my.bin --min-games 2

CSV has a line `board,value` for each position: +1 for each game from it that the first player won, -1 for each that the
second player won. --min-games, --depth, --min-score and --weight are for books.")]
pub struct Export {
    /// What to write
    #[arg(long, value_parser = ["pgn", "csv", "polyglot"])]
    format: String,

    /// The file; without it PGN and CSV are printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Which game
    #[arg(long, default_value = "chess")]
    game: String,

    #[command(flatten)]
    recipe: RecipeArgs,

    /// Replace the file if there is one already
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    store: Store,
}

impl Export {
    pub fn run(self) -> Result<(), Failure> {
        let game = engine::open(&self.game)?.game();
        let history = self.store.open()?;
        let bar = output::spinner("exporting");
        let outcome = interrupt::stoppable(|control| match (self.format.as_str(), &self.out) {
            ("polyglot", None) => {
                Err(KnowledgeError::Request("a book is not for printing: give --out FILE.bin".to_string()))
            }
            ("polyglot", Some(_)) if !engine::info(&game).is_some_and(|info| info.has_books) => {
                Err(KnowledgeError::Request(format!("{game} has no Polyglot books, chess has")))
            }
            ("polyglot", Some(out)) => {
                drop(WholeFile::create(out, self.force)?);
                let mut builder = Builder::new(self.recipe.recipe());
                history.add_to_book(&game, &mut builder, || !control.stopped())?;
                builder.finish(out, self.force).map(drop)
            }
            (format, Some(out)) => {
                let mut file = WholeFile::create(out, self.force)?;
                write(format, &history, &game, &mut file, control)?;
                file.finish()
            }
            (format, None) => {
                let mut out = BufWriter::new(std::io::stdout().lock());
                write(format, &history, &game, &mut out, control)?;
                out.flush().map_err(printing)
            }
        });
        bar.finish_and_clear();
        outcome.map_err(|error| super::stopped(error, "nothing was written"))
    }
}

fn printing(error: std::io::Error) -> KnowledgeError {
    KnowledgeError::Io("the output".into(), error)
}

fn write(
    format: &str,
    history: &History,
    game: &str,
    out: &mut dyn Write,
    control: &Control,
) -> Result<(), KnowledgeError> {
    if format == "pgn" {
        let board = engine::open(game).map_err(|error| KnowledgeError::Request(error.to_string()))?;
        return history.for_each(game, |stored| {
            out.write_all(stored.pgn(&*board).as_bytes()).map_err(printing)?;
            Ok(!control.stopped())
        });
    }
    let mut sums = Sums::new()?;
    history.for_each(game, |stored| {
        add(&mut sums, &stored)?;
        Ok(!control.stopped())
    })?;
    sums.write("board,value", out)
}

/// Adds the result of a game to each position that occurred in it.
fn add(sums: &mut Sums, stored: &StoredGame) -> Result<(), KnowledgeError> {
    let value = match stored.result {
        GameResult::First => 1,
        GameResult::Second => -1,
        GameResult::Draw => 0,
        GameResult::Open => return Ok(()),
    };
    let wrong = |error: engine::Error| KnowledgeError::Request(format!("game {} of the history: {error}", stored.id));
    let mut engine = engine::open(&stored.game).map_err(wrong)?;
    engine.set_position(stored.start.as_deref().unwrap_or("start")).map_err(wrong)?;
    let mut boards = HashSet::from([board(&*engine)]);
    for mv in &stored.moves {
        engine.play(mv).map_err(wrong)?;
        boards.insert(board(&*engine));
    }
    boards.into_iter().try_for_each(|board| sums.add(board, value))
}

/// The position without what does not belong to it: the clocks of a FEN.
fn board(engine: &dyn Engine) -> String {
    match engine.customs().fen {
        true => engine.position().split(' ').take(4).collect::<Vec<_>>().join(" "),
        false => engine.position(),
    }
}
