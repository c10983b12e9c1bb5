//! `kiebitz tournament`: many players, and a table of how they did.

use std::path::PathBuf;

use arena::crosstable::CrossTable;
use arena::schedule::{Knockout, Listed, Schedule, Swiss};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::args::whole;
use super::contest::{Conditions, PLAYERS, report, run};
use crate::output::{self, Failure};

/// Many players against each other
#[derive(Args)]
#[command(after_help = format!("\
Examples:
  kiebitz tournament kiebitz:level=1 kiebitz:level=2 kiebitz:level=3 --games 10
  kiebitz tournament kiebitz uci:stockfish uci:toga2 --format gauntlet --clock 10+0.1 --pgn games.pgn
  kiebitz tournament othello kiebitz:depth=2 kiebitz:depth=4 mcts:playouts=200 random --format swiss --report othello

{PLAYERS}"))]
pub struct Tournament {
    /// The game, if it is not chess, and the players; in a knockout the best ones first
    #[arg(value_names = ["[GAME] PLAYER", "PLAYER"], required = true, num_args = 2..)]
    who: Vec<String>,

    /// Who meets whom
    #[arg(long, value_enum, default_value_t = Format::RoundRobin)]
    format: Format,

    /// Games of each match of two players
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true,
          value_parser = whole(1, 1_000_000_usize))]
    games: usize,

    /// Rounds of a Swiss tournament [default: as many as it takes to find a winner]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, 1000_usize))]
    rounds: Option<usize>,

    /// Write the result to NAME.txt, NAME.md, NAME.json and NAME.svg
    #[arg(long, value_name = "NAME")]
    report: Option<PathBuf>,

    #[command(flatten)]
    conditions: Conditions,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Everybody meets everybody
    RoundRobin,
    /// The first meets everybody else
    Gauntlet,
    /// The loser is out
    Knockout,
    /// In each round those meet who have about the same points
    Swiss,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Knockout => "knockout",
            Format::Swiss => "swiss",
        }
    }
}

impl Tournament {
    pub fn run(self) -> Result<(), Failure> {
        let arena = self.conditions.arena(&self.who)?;
        let count = arena.contestants.len();
        if count < 2 {
            return Err(Failure::BadInput(format!("a tournament needs two players at least, and here is {count}")));
        }
        let mut knockout = None;
        let mut others: Box<dyn Schedule>;
        let schedule: &mut dyn Schedule = match self.format {
            Format::Knockout => knockout.insert(Knockout::new(count, self.games)),
            format => {
                others = match format {
                    Format::Gauntlet => Box::new(Listed::gauntlet(count, self.games)),
                    Format::Swiss => {
                        let rounds = self.rounds.unwrap_or_else(|| Swiss::usual_rounds(count));
                        Box::new(Swiss::new(count, rounds, self.games))
                    }
                    _ => Box::new(Listed::round_robin(count, self.games)),
                };
                &mut *others
            }
        };
        let more = json!({ "format": self.format.name(), "games": self.games, "rounds": self.rounds });
        let header = self.conditions.header("tournament", &self.who, more);
        let names: Vec<String> = arena.contestants.iter().map(|player| player.label()).collect();
        let leader = |standings: &arena::Standings| {
            let first = standings.ranking()[0];
            format!("{} leads with {}", output::visible(&names[first]), report::score(&standings.total(first)))
        };
        let played = run(&self.conditions, &arena, schedule, &header, &leader, &|_| false)?;
        let byes = schedule.byes();
        let winner = knockout.and_then(|knockout| knockout.winner());
        let table = CrossTable::new(&names, &played.standings, &played.games, &byes, winner);
        let mut value = table.json();
        if let Some(map) = value.as_object_mut() {
            map.insert("game".into(), json!(arena.game));
            map.insert("format".into(), json!(self.format.name()));
            map.insert("complete".into(), json!(played.complete));
        }
        if let Some(stem) = &self.report {
            let write = |ending: &str, text: &str| {
                let mut path = stem.clone().into_os_string();
                path.push(ending);
                output::write_whole(&PathBuf::from(path), text)
            };
            write(".txt", &table.text())?;
            write(".md", &table.markdown())?;
            write(".json", &format!("{value:#}\n"))?;
            write(".svg", &table.svg())?;
        }
        if self.conditions.json {
            return output::json(&report::with_workers(value, &played.workers));
        }
        output::print(&table.text())?;
        for line in report::remarks(&arena, &played.standings).into_iter().chain(played.workers) {
            output::line(line)?;
        }
        if !played.complete {
            output::line(format!("Broken off after {} games; --resume goes on from here.", played.standings.games()))?;
        }
        Ok(())
    }
}
