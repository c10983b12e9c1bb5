//! `kiebitz analyse`: games of chess with a word on every move.

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::Args;
use lab::analyse::{self, AnnotatedGame, Effort, Settings};
use record::Record;
use serde_json::json;

use super::args::{seconds, whole};
use crate::interrupt;
use crate::output::{self, Failure};
use crate::words;

/// Games of chess with a word on every move, as PGN
///
/// Every position is searched; every move gets its value (%eval, White's view), mistakes get ?!, ? or ?? by the winning chance
/// they cost (5, 10 and 15 %), a comment that says why, and a better line.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz analyse games.pgn --out annotated.pgn
  kiebitz analyse games.pgn --nodes 50000 --lang de
  kiebitz analyse games.pgn --time 0.5 --json

A game that cannot be read is told with its number and line, and left out. The file is written whole or not at all.")]
pub struct Analyse {
    /// The games, plain or zstd-compressed
    file: PathBuf,

    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 200_000, allow_negative_numbers = true, value_parser = whole(1, u64::MAX))]
    nodes: u64,

    /// Seconds for each position instead
    #[arg(long, value_name = "T", conflicts_with = "nodes", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,

    /// Write to this file instead of printing
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// JSON instead of PGN
    #[arg(long)]
    json: bool,
}

impl Analyse {
    pub fn run(self) -> Result<(), Failure> {
        let effort = self.time.map_or(Effort::Nodes(self.nodes), Effort::Time);
        let settings = Settings { effort, language: words::language() };
        let file = knowledge::games::open(&self.file)?;
        let bar = output::byte_bar("");
        bar.set_length(file.size);
        let mut broken: Vec<String> = Vec::new();
        let games = interrupt::stoppable(|control| -> Result<Option<Vec<AnnotatedGame>>, Failure> {
            let mut games = Vec::new();
            for game in file.games {
                let game = match game?.and_then(Record::whole) {
                    Ok(game) => game,
                    Err(reason) => {
                        broken.push(reason.to_string());
                        continue;
                    }
                };
                let mut progress = |done: usize, all: usize| {
                    bar.set_position(file.read.load(Relaxed));
                    bar.set_message(format!("game {}, move {done} of {all}", game.number));
                };
                match analyse::annotate(&game, &settings, control, &mut progress) {
                    Ok(Some(annotated)) => games.push(annotated),
                    Ok(None) => return Ok(None),
                    Err(reason) => broken.push(format!("game {}, line {}: {reason}", game.number, game.line)),
                }
            }
            Ok(Some(games))
        });
        bar.finish_and_clear();
        let Some(games) = games? else {
            return Err(Failure::Other("stopped; nothing was written".to_string()));
        };
        if games.is_empty() {
            let why = broken.first().map_or("there is no game in it".to_string(), Clone::clone);
            return Err(Failure::BadInput(format!("{}: {why}", self.file.display())));
        }
        let text = match self.json {
            true => format!("{:#}\n", json!(games)),
            false => games.iter().map(AnnotatedGame::pgn).collect(),
        };
        match &self.out {
            Some(path) => output::write_whole(path, &text)?,
            None => output::print(&text)?,
        }
        match broken.as_slice() {
            [] => Ok(()),
            broken => Err(Failure::Other(format!("left out: {}", broken.join("; ")))),
        }
    }
}
