//! `kiebitz match`: two players, many games, and how sure the result is.

use arena::Standings;
use arena::schedule::Listed;
use clap::Args;
use serde_json::json;

use super::args::whole;
use super::contest::{Conditions, PLAYERS, report, run};
use crate::output::{self, Failure};

/// Two players against each other
#[derive(Args)]
#[command(after_help = format!("\
Examples:
  kiebitz match kiebitz:nodes=2000 kiebitz:nodes=1000 --games 100
  kiebitz match kiebitz uci:stockfish,option.Threads=1 --games 400 --clock 1+0.01 --concurrency 2 --openings book.epd
  kiebitz match othello kiebitz:depth=4 mcts:playouts=500 --games 20 --pgn games.pgn

{PLAYERS}"))]
pub struct Match {
    /// The game, if it is not chess, and the two players
    #[arg(value_names = ["[GAME] PLAYER", "PLAYER"], required = true, num_args = 2..=3)]
    who: Vec<String>,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true,
          value_parser = whole(1, 10_000_000_usize))]
    games: usize,

    #[command(flatten)]
    conditions: Conditions,
}

impl Match {
    pub fn run(self) -> Result<(), Failure> {
        let arena = self.conditions.arena(&self.who)?;
        if arena.contestants.len() != 2 {
            let count = arena.contestants.len();
            return Err(Failure::BadInput(format!("a match is between two players, and here are {count}")));
        }
        let mut schedule = Listed::pair_match(self.games);
        let header = self.conditions.header("match", &self.who, json!({ "games": self.games }));
        let played = run(&self.conditions, &arena, &mut schedule, &header, &status, &|_| false)?;
        let (standings, speed, workers) = (played.standings, played.speed, played.workers);
        let score = standings.against(0, 1);
        let [one, other] = [0, 1].map(|index: usize| output::visible(&arena.contestants[index].label()));
        if self.conditions.json {
            let mut value = json!({ "game": arena.game, "players": report::players_json(&arena, &standings) });
            let map = value.as_object_mut().expect("an object");
            map.extend(report::score_json(score));
            map.insert("adjudicated".into(), json!(standings.adjudicated()));
            map.insert("games_per_second".into(), json!((speed * 1e3).round() / 1e3));
            map.insert("overhead".into(), json!(standings.overhead().map(|share| (share * 1e4).round() / 1e4)));
            return output::json(&report::with_workers(value, &workers));
        }
        output::line(format!("{one} against {other}: {}", report::score(score)))?;
        for line in report::strength(score).into_iter().chain(report::remarks(&arena, &standings)).chain(workers) {
            output::line(line)?;
        }
        let cost =
            standings.overhead().map(|share| format!("; the arena itself took {:.1} % of the time", 100.0 * share));
        output::line(format!("{speed:.2} games a second{}", cost.unwrap_or_default()))?;
        if !played.complete {
            output::line(format!(
                "Broken off after {} of {} games; --resume goes on from here.",
                score.games(),
                self.games
            ))?;
        }
        Ok(())
    }
}

/// The standings of two in a few words.
pub fn status(standings: &Standings) -> String {
    let score = standings.against(0, 1);
    let text = report::score(score);
    match score.pairs.strength() {
        Some(found) if found.elo.error().is_finite() && !score.pairs.alike() => {
            format!("{text}; Elo {} ± {:.1}", report::signed(found.elo.value, 1), found.elo.error())
        }
        _ => text,
    }
}
