//! `kiebitz history rating`: the ratings of people.

use clap::Args;
use history::rating::{RatedGame, Standing};
use serde_json::{Value, json};

use super::Store;
use crate::output::{self, Failure};

/// The ratings of the people who played here, and the games that made them
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz history rating
  kiebitz history rating --name Ana --games 20 --json

A game counts if one person plays a level from 1 to 9 or a rating (kiebitz:elo=N), from the usual start and without a hint, a
move taken back or 'now'. Who has no rating yet begins with that of the first opponent. K is 40 for the first 30 games, then
20, and 10 from 2400 on. How the levels were measured: docs/elo.md.")]
pub struct Rating {
    /// Only this person; who gave no name is `human`
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// How many of the last games to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: usize,

    #[command(flatten)]
    store: Store,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A person's rating in a game.
struct Course {
    game: String,
    person: String,
    standing: Standing,
    games: Vec<RatedGame>,
}

impl Rating {
    pub fn run(self) -> Result<(), Failure> {
        let history = self.store.open()?;
        let mut courses = Vec::new();
        for (game, person) in history.rated_people()? {
            if self.name.as_ref().is_some_and(|name| *name != person) {
                continue;
            }
            let standing = history.standing(&game, &person)?;
            let games = history.rated_games(&game, &person, self.games)?;
            courses.push(Course { game, person, standing, games });
        }
        if self.json {
            return output::json(&courses.iter().map(Course::json).collect::<Value>());
        }
        if courses.is_empty() {
            return output::line("Nobody has a rating here. A game of chess against a level from 1 to 9 makes one.");
        }
        courses.iter().try_for_each(Course::print)
    }
}

impl Course {
    fn print(&self) -> Result<(), Failure> {
        let Course { game, person, standing, games } = self;
        output::line(output::visible(&format!(
            "{game}, {person}: {:.0} after {} games, K = {}",
            standing.rating.unwrap_or_default(),
            standing.games,
            standing.k()
        )))?;
        output::line(format!(
            "  {:<10} {:>6} {:>8} {:>8} {:>5} {:>3} {:>6}  {}",
            "date", "before", "opponent", "expected", "score", "K", "after", "played against"
        ))?;
        for played in games {
            let line = format!(
                "  {:<10} {:>6.0} {:>8} {:>6.0} % {:>5} {:>3} {:>6.0}  {}",
                played.date,
                played.forecast.before,
                played.forecast.opponent,
                100.0 * played.forecast.expected(),
                played.score,
                played.forecast.k,
                played.after,
                played.opponent,
            );
            output::line(output::visible(&line))?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let games = self.games.iter().map(|played| {
            json!({
                "id": played.id,
                "date": played.date,
                "opponent": played.opponent,
                "opponent_rating": played.forecast.opponent,
                "before": played.forecast.before,
                "expected": played.forecast.expected(),
                "score": played.score,
                "k": played.forecast.k,
                "after": played.after,
            })
        });
        json!({
            "game": self.game,
            "person": self.person,
            "rating": self.standing.rating,
            "games": self.standing.games,
            "k": self.standing.k(),
            "course": games.collect::<Value>(),
        })
    }
}
