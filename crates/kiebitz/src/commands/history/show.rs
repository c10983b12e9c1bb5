//! `kiebitz history show`: the explorer.

use clap::Args;
use engine::{Engine, Side};
use history::{Explored, StoredGame};
use serde_json::{Value, json};

use super::Store;
use crate::commands::args::position;
use crate::output::{self, Failure};

/// What was played in a position, and what came of it
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz history show
  kiebitz history show 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' --json
  kiebitz history show othello --position f5d6c3

The bar shows wins of the first player (#), draws (=) and wins of the second (.); the rating is the mean of those who made
the move.")]
pub struct Show {
    /// The game, or a position of chess as FEN
    #[arg(value_name = "GAME|FEN", default_value = "chess")]
    what: String,

    /// The position in the game's own notation
    #[arg(long, value_name = "P", allow_hyphen_values = true, value_parser = position)]
    position: Option<String>,

    /// How many of the last games to list
    #[arg(long, value_name = "N", default_value_t = 5)]
    games: usize,

    #[command(flatten)]
    store: Store,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

const BAR: usize = 20;

impl Show {
    pub fn run(self) -> Result<(), Failure> {
        let engine = self.open()?;
        let history = self.store.open()?;
        let explored = history.moves(&engine.game(), engine.key())?;
        let mut recent: Vec<(i64, &str)> =
            explored.iter().flat_map(|found| found.recent.iter().map(|&id| (id, found.mv.as_str()))).collect();
        recent.sort_unstable_by_key(|(id, _)| std::cmp::Reverse(*id));
        recent.dedup_by_key(|(id, _)| *id);
        let mut games: Vec<(StoredGame, String)> = Vec::new();
        for (id, mv) in recent.into_iter().take(self.games) {
            games.extend(history.game(id)?.map(|game| (game, text(&*engine, mv))));
        }
        let moves: Vec<(String, &Explored)> = explored.iter().map(|found| (text(&*engine, &found.mv), found)).collect();
        if self.json { output::json(&as_json(&*engine, &moves, &games)) } else { print(&*engine, &moves, &games) }
    }

    /// The position that is meant: a game, or a FEN of chess.
    fn open(&self) -> Result<Box<dyn Engine>, Failure> {
        match engine::open(&self.what) {
            Ok(mut engine) => {
                engine.set_position(self.position.as_deref().unwrap_or("start"))?;
                Ok(engine)
            }
            Err(_) if self.what.contains('/') && self.position.is_none() => {
                let mut engine = engine::open("chess")?;
                engine.set_position(&self.what)?;
                Ok(engine)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// A move of the store as people write it.
fn text(engine: &dyn Engine, mv: &str) -> String {
    engine.read_line(&[mv.to_string()]).pop().map_or(mv.to_string(), |ply| ply.text)
}

fn as_json(engine: &dyn Engine, moves: &[(String, &Explored)], games: &[(StoredGame, String)]) -> Value {
    let list = moves.iter().map(|(mv, found)| {
        json!({
            "move": mv,
            "games": found.games(),
            "first_wins": found.results[0],
            "draws": found.results[1],
            "second_wins": found.results[2],
            "share": found.share(),
            "rating": found.rating,
        })
    });
    let last = games.iter().map(|(game, mv)| {
        json!({
            "id": game.id,
            "date": game.date,
            "first": game.players[0].name,
            "second": game.players[1].name,
            "ratings": [game.players[0].rating, game.players[1].rating],
            "result": game.result.text(),
            "move": mv,
            "source": game.source,
        })
    });
    json!({
        "game": engine.game(),
        "position": engine.position(),
        "moves": list.collect::<Vec<_>>(),
        "last_games": last.collect::<Vec<_>>(),
    })
}

fn print(engine: &dyn Engine, moves: &[(String, &Explored)], games: &[(StoredGame, String)]) -> Result<(), Failure> {
    output::line(format!("{}: {}", engine.game(), engine.position()))?;
    if let Some(opening) = engine.opening() {
        output::line(format!("{} {} ({})", opening.eco, opening.english, opening.german))?;
    }
    if moves.is_empty() {
        return output::line("No game in the history has gone on from here.");
    }
    let [first, second] = Side::BOTH.map(|side| engine.side_name(side));
    let total: u64 = moves.iter().map(|(_, found)| found.games()).sum();
    output::line(format!(
        "{:<8} {:>9} {:>7}  {:<w$}  {:>7} {:>7}",
        "move",
        "games",
        "share",
        format!("{first}/=/{second}"),
        "score",
        "rating",
        w = BAR + 2
    ))?;
    for (mv, found) in moves {
        output::line(format!(
            "{mv:<8} {:>9} {:>5.1} %  {}  {:>5.1} % {:>7}",
            output::thousands(found.games()),
            100.0 * found.games() as f64 / total as f64,
            bar(found),
            100.0 * found.share(),
            found.rating.map_or(String::new(), |rating| rating.to_string()),
        ))?;
    }
    output::line("\nLast games:")?;
    for (game, mv) in games {
        let player = |index: usize| {
            let player = &game.players[index];
            player.rating.map_or(player.name.clone(), |rating| format!("{} ({rating})", player.name))
        };
        let line = format!("  {}  {} - {}  {}  {mv}", game.date, player(0), player(1), game.result.text());
        output::line(output::visible(&line))?;
    }
    Ok(())
}

/// Wins of the first player, draws, wins of the second as parts of a bar.
fn bar(found: &Explored) -> String {
    let games = found.games().max(1) as usize;
    let [first, draws, _] = found.results.map(|count| count as usize);
    let until = |count: usize| (count * BAR + games / 2) / games;
    let (wins, not_lost) = (until(first), until(first + draws));
    format!("[{}{}{}]", "#".repeat(wins), "=".repeat(not_lost - wins), ".".repeat(BAR - not_lost))
}
