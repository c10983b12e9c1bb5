//! `kiebitz lab ladder`: how strong the levels and the techniques are, measured by games.

use std::path::PathBuf;

use arena::rating_list::{RatingList, Result as GameResult};
use arena::schedule::Listed;
use clap::Args;
use engine::{Level, Named};
use record::today;
use serde_json::json;

use crate::commands::args::whole;
use crate::commands::contest::{Conditions, report, run};
use crate::output::{self, Failure};

/// A rating list of the levels, and of players from random moves to full strength
///
/// Each player meets the next ones in the list; the ratings are those under which all results are most likely.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz lab ladder --full-nodes 1000000 --games 200 --concurrency 2 --out docs/levels
  kiebitz lab ladder connect-four --levels 1-6 --games 20

Writes NAME.md, NAME.json and NAME.svg if --out NAME is given.")]
pub struct Ladder {
    /// The game
    #[arg(default_value = "chess")]
    game: String,

    /// Which levels
    #[arg(long, value_name = "FROM-TO", default_value = "1-10", value_parser = range)]
    levels: (u8, u8),

    /// Only the levels, without the named players
    #[arg(long)]
    only_levels: bool,

    /// Nodes a move at full strength, which has no limit of its own
    #[arg(long, value_name = "N", default_value_t = 500_000, allow_negative_numbers = true, value_parser = whole(1, u64::MAX))]
    full_nodes: u64,

    /// How far up each one plays
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true, value_parser = whole(1, 100_usize))]
    reach: usize,

    /// Games of each two players
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true,
          value_parser = whole(2, 1_000_000_usize))]
    games: usize,

    /// Write the result to NAME.md, NAME.json and NAME.svg
    #[arg(long, value_name = "NAME")]
    out: Option<PathBuf>,

    #[command(flatten)]
    conditions: Conditions,
}

impl Ladder {
    pub fn run(self) -> Result<(), Failure> {
        let (from, to) = self.levels;
        let named = Named::ALL.iter().filter(|_| !self.only_levels).map(|named| {
            let title = named.title().replace(',', "\\,");
            match named.search {
                Some((techniques, depth)) => {
                    format!("kiebitz:name={title},techniques={techniques},depth={depth},eval=handmade")
                }
                None => format!("random:name={title}"),
            }
        });
        let levels = (from..=to).map(|level| match level {
            // The highest level has no limit but the clock.
            10 => format!("kiebitz:level=10,nodes={},name=level 10", self.full_nodes),
            level => format!("kiebitz:level={level},name=level {level}"),
        });
        let named: Vec<String> = named.collect();
        let levels: Vec<String> = levels.collect();
        // Merged so that neighbors are of about the same strength.
        let mut who = vec![self.game.clone()];
        who.extend(interleave(&named, &levels));
        let arena = self.conditions.arena(&who)?;
        let names: Vec<String> = arena.contestants.iter().map(|player| player.label()).collect();
        let mut schedule = Listed::ladder(names.len(), self.reach, self.games);
        let header = self.conditions.header("ladder", &who, json!({ "reach": self.reach, "games": self.games }));
        let status = |standings: &arena::Standings| format!("{} players", standings.contestants());
        let played = run(&self.conditions, &arena, &mut schedule, &header, &status, &|_| false)?;
        let results: Vec<GameResult> = played
            .games
            .iter()
            .map(|game| GameResult {
                first: names[game.fixture.first].clone(),
                second: names[game.fixture.second].clone(),
                half_points: game.half_points,
                fault: game.culprit().map(|(_, fault)| fault.kind().to_string()),
            })
            .collect();
        let list = RatingList::new(&names, &results, Some((&names[0], 0.0)));
        let steps = steps(&names, &results, from, to);
        let placed = self.placed(&names, &results, &list);
        let mut value = list.json();
        if let Some(map) = value.as_object_mut() {
            map.insert("game".into(), json!(arena.game));
            map.insert("date".into(), json!(today().replace('.', "-")));
            map.insert("steps".into(), steps.iter().map(Step::json).collect());
            map.insert("placed".into(), placed.iter().map(Placed::json).collect());
        }
        if let Some(stem) = &self.out {
            let place = |ending: &str| {
                let mut path = stem.clone().into_os_string();
                path.push(ending);
                PathBuf::from(path)
            };
            let picture = place(".svg").file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
            output::write_whole(&place(".md"), self.page(&arena, &list, &steps, &placed, results.len(), &picture))?;
            output::write_whole(&place(".json"), format!("{value:#}\n"))?;
            output::write_whole(&place(".svg"), list.svg(&format!("Strength of players of {}", arena.game)))?;
        }
        if self.conditions.json {
            return output::json(&value);
        }
        output::print(&list.grid().fitting(output::width()))?;
        output::line("")?;
        steps.iter().try_for_each(|step| output::line(step.text()))?;
        list.remarks().into_iter().chain(report::remarks(&arena, &played.standings)).try_for_each(output::line)
    }

    /// The named players on the scale of the levels, which is that of chess; nobody where the levels did not come out in their order.
    fn placed(&self, names: &[String], results: &[GameResult], list: &RatingList) -> Vec<Placed> {
        let rating = |list: &RatingList, name: &str| list.rows.iter().find(|row| row.name == name)?.rating;
        let levels: Vec<(Level, f64, f64)> = Level::all()
            .filter_map(|level| {
                let listed = rating(list, &format!("level {}", level.number()))?;
                Some((level, listed.elo, f64::from(level.measured()?.rating)))
            })
            .collect();
        let rated = engine::info(&self.game).is_some_and(|info| info.rated);
        if !rated || levels.len() < 2 || !levels.is_sorted_by(|low, high| low.1 < high.1) {
            return Vec::new();
        }
        let place = |named: &'static Named| {
            let listed = rating(list, &named.title())?.elo;
            let upper =
                levels.iter().position(|level| listed < level.1).unwrap_or(levels.len()).clamp(1, levels.len() - 1);
            let (low, high) = (levels[upper - 1], levels[upper]);
            let slope = (high.2 - low.2) / (high.1 - low.1);
            let nearest = if listed - low.1 < high.1 - listed { low.0 } else { high.0 };
            let from_there = RatingList::new(names, results, Some((&format!("level {}", nearest.number()), 0.0)));
            let error = rating(&from_there, &named.title())?.error * slope;
            Some(Placed { named, elo: low.2 + (listed - low.1) * slope, error })
        };
        Named::ALL.iter().filter_map(place).collect()
    }

    /// The page for people.
    fn page(
        &self,
        arena: &arena::Arena,
        list: &RatingList,
        steps: &[Step],
        placed: &[Placed],
        games: usize,
        picture: &str,
    ) -> String {
        let mut text = format!(
            "# How strong the levels are\n\n\
             Measured by {games} games of {} on {}: each player met the next {} in the list, {} games each, from openings of\n\
             {} random plies with sides exchanged. Ratings are counted from {}, which has 0; the error is for\n\
             a chance of 95 %. They say who beats whom how often here; they are not ratings of any federation.\n",
            arena.game,
            today().replace('.', "-"),
            self.reach,
            self.games,
            self.conditions.random_plies,
            arena.contestants[0].label(),
        );
        if self.levels.1 == 10 {
            text += &format!("Level 10 has no limit of its own and played with {} nodes a move.\n", self.full_nodes);
        }
        text += &format!(
            "\nThis page was written by `{}`.\n\n![the ratings]({picture})\n\n{}\n",
            self.command(),
            list.grid().markdown(),
        );
        text += "## From level to level\n\n";
        text += &steps.iter().map(|step| format!("- {}\n", step.text())).collect::<String>();
        if !placed.is_empty() {
            text += "\n## The named players among the levels\n\n\
                     The list's ratings are taken to those of the levels by straight lines from level to level; beyond the first and last level\n\
                     the line is prolonged. The error is that of the distance to the nearest level in the list.\n\n\
                     | player | Elo | ± |\n|---|---:|---:|\n";
            text += &placed.iter().map(Placed::markdown).collect::<String>();
        }
        let remarks = list.remarks();
        if !remarks.is_empty() {
            text += &format!("\n{}\n", remarks.join("\n"));
        }
        text
    }

    /// The command that made the page.
    fn command(&self) -> String {
        let mut text = "kiebitz lab ladder".to_string();
        if self.game != "chess" {
            text += &format!(" '{}'", self.game);
        }
        if self.levels != (1, 10) {
            text += &format!(" --levels {}-{}", self.levels.0, self.levels.1);
        }
        if self.only_levels {
            text += " --only-levels";
        }
        if self.levels.1 == 10 {
            text += &format!(" --full-nodes {}", self.full_nodes);
        }
        text + &format!(" --reach {} --games {} --out NAME", self.reach, self.games)
    }
}

/// A named player on the scale of the levels.
struct Placed {
    named: &'static Named,
    elo: f64,
    error: f64,
}

impl Placed {
    fn markdown(&self) -> String {
        format!("| {} | {:.0} | {:.0} |\n", self.named.title(), self.elo, self.error)
    }

    fn json(&self) -> serde_json::Value {
        json!({ "id": self.named.id(), "elo": self.elo.round(), "error": self.error.round() })
    }
}

/// From a level to the next.
struct Step {
    level: u8,
    gain: f64,
    error: f64,
}

impl Step {
    fn is_clear(&self) -> bool {
        self.gain > self.error
    }

    fn text(&self) -> String {
        let Step { level, gain, error } = self;
        let verdict = if self.is_clear() { "" } else { " (not clear)" };
        format!("Level {} is {gain:.0} ± {error:.0} Elo above level {level}{verdict}.", level + 1)
    }

    fn json(&self) -> serde_json::Value {
        json!({ "level": self.level + 1, "gain": self.gain.round(), "error": self.error.round(), "clear": self.is_clear() })
    }
}

/// How far each level is above the one below. The error is that of the difference, which the ratings counted from the lower one
/// have.
fn steps(names: &[String], results: &[GameResult], from: u8, to: u8) -> Vec<Step> {
    let step = |level: u8| {
        let [low, high] = [level, level + 1].map(|level| format!("level {level}"));
        let list = RatingList::new(names, results, Some((&low, 0.0)));
        let rating = list.rows.iter().find(|row| row.name == high)?.rating?;
        Some(Step { level, gain: rating.elo, error: rating.error })
    };
    (from..to).filter_map(step).collect()
}

/// One list into the other, in equal steps; both keep their order.
fn interleave(one: &[String], other: &[String]) -> Vec<String> {
    let place = |index: usize, length: usize| (2 * index + 1) as f64 / (2 * length) as f64;
    let mut all: Vec<(f64, &String)> = Vec::new();
    all.extend(one.iter().enumerate().map(|(index, text)| (place(index, one.len()), text)));
    all.extend(other.iter().enumerate().map(|(index, text)| (place(index, other.len()), text)));
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    all.into_iter().map(|(_, text)| text.clone()).collect()
}

/// `1-10`.
fn range(text: &str) -> Result<(u8, u8), String> {
    let wrong = || "expected two levels from 1 to 10, such as 1-10".to_string();
    let (from, to) = text.split_once('-').ok_or_else(wrong)?;
    let [from, to] = [from, to].map(|part| part.trim().parse::<u8>().ok().filter(|level| (1..=10).contains(level)));
    match (from, to) {
        (Some(from), Some(to)) if from < to => Ok((from, to)),
        _ => Err(wrong()),
    }
}
