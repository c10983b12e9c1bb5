//! `kiebitz ratings`: a rating list from games.

use std::io::Write;
use std::path::PathBuf;

use arena::rating_list::RatingList;
use arena::results;
use clap::Args;
use serde_json::json;

use crate::output::{self, Failure};

/// A rating list from PGN files
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz ratings games.pgn
  kiebitz ratings *.pgn --anchor stockfish=3600 --svg ratings.svg

The ratings are those under which the results are most likely (Bradley and Terry); the errors
are for a chance of 95 %, against the anchor if there is one, else against the mean, which is 0.")]
pub struct Ratings {
    /// Files with games, plain or compressed with zstd
    #[arg(value_name = "FILE.pgn", required = true)]
    files: Vec<PathBuf>,

    /// A player and its rating, from which the others are counted
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<String>,

    /// Leave out players with fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,

    /// Draw the list to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Ratings {
    pub fn run(self) -> Result<(), Failure> {
        let anchor = self.anchor.as_deref().map(read_anchor).transpose()?;
        let mut games = Vec::new();
        let (mut complaints, mut remarks) = (Vec::new(), Vec::new());
        for path in &self.files {
            let found = results::read(path)?;
            games.extend(found.games);
            complaints.extend(found.complaints);
            remarks.extend(found.remarks);
        }
        for complaint in complaints.iter().chain(&remarks) {
            // Nobody may listen; that is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{}", output::visible(complaint));
        }
        if self.min_games > 1 {
            let mut counts = std::collections::HashMap::new();
            for game in &games {
                *counts.entry(game.first.clone()).or_insert(0) += 1;
                *counts.entry(game.second.clone()).or_insert(0) += 1;
            }
            games.retain(|game| counts[&game.first].min(counts[&game.second]) >= self.min_games);
        }
        if games.is_empty() {
            return Err(Failure::BadInput("there is no game with two players and a result in these files".to_string()));
        }
        let anchor = anchor.as_ref().map(|(name, elo)| (name.as_str(), *elo));
        if let Some((name, _)) = anchor
            && !games.iter().any(|game| game.first == name || game.second == name)
        {
            return Err(Failure::BadInput(format!("--anchor: no game of these files has a player named '{name}'")));
        }
        let list = RatingList::new(&[], &games, anchor);
        if let Some(path) = &self.svg {
            output::write_whole(path, list.svg("Ratings"))?;
        }
        if self.json {
            let mut value = list.json();
            let map = value.as_object_mut().expect("an object");
            map.insert("games".into(), json!(games.len()));
            map.insert("left_out".into(), json!(complaints.len()));
            return output::json(&value);
        }
        let grid = list.grid();
        let text = if self.markdown { grid.markdown() } else { grid.fitting(output::width()) };
        text.lines().try_for_each(|line| output::line(output::visible(line)))?;
        output::line(format!("\n{} games.", games.len()))?;
        list.remarks().iter().try_for_each(output::line)
    }
}

fn read_anchor(text: &str) -> Result<(String, f64), Failure> {
    let wrong =
        || Failure::BadInput(format!("--anchor '{text}': expected a name and a rating, such as stockfish=3600"));
    let (name, elo) = text.rsplit_once('=').ok_or_else(wrong)?;
    let elo: f64 = elo.trim().parse().map_err(|_| wrong())?;
    if elo.is_finite() && elo.abs() < 1e6 { Ok((name.to_string(), elo)) } else { Err(wrong()) }
}
