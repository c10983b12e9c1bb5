//! `kiebitz sprt`: games until it is clear whether the first player is stronger.

use arena::Standings;
use arena::schedule::Listed;
use arena::stats::sprt::{Model, Sprt as Test, Verdict};
use clap::Args;
use serde_json::{Value, json};

use super::args::whole;
use super::contest::{Conditions, PLAYERS, report, run};
use super::matches::status;
use crate::output::{self, Failure};

/// Games until it is clear whether the first player is stronger than the second
///
/// A sequential probability ratio test over pairs of games. H0: the first player is stronger by --elo0. H1: it is stronger by
/// --elo1. The test stops when one of them is clearly the better explanation.
#[derive(Args)]
#[command(after_help = format!("\
Examples:
  kiebitz sprt kiebitz:nodes=1300 kiebitz:nodes=1000 --elo1 20
  kiebitz sprt uci:./new uci:./old --elo0 0 --elo1 5 --clock 8+0.08 --openings book.epd --concurrency 2
  kiebitz sprt uci:./new uci:./old --model normalized --elo0 -3 --elo1 1 --nodes 20000 --json

{PLAYERS}"))]
pub struct Sprt {
    /// The game, if it is not chess, and the two players
    #[arg(value_names = ["[GAME] PLAYER", "PLAYER"], required = true, num_args = 2..=3)]
    who: Vec<String>,

    /// The difference according to H0
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,

    /// The difference according to H1
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,

    /// The chance to accept H1 although H0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true)]
    alpha: f64,

    /// The chance to accept H0 although H1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true)]
    beta: f64,

    /// What the differences are measured in: logistic (Elo) or normalized
    #[arg(long, value_name = "MODEL", default_value = "logistic")]
    model: String,

    /// The share of drawn games to reckon with before the first one is played
    #[arg(long, value_name = "P", default_value_t = 0.4, allow_negative_numbers = true)]
    draws: f64,

    /// At most so many games
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true,
          value_parser = whole(2, 10_000_000_usize))]
    games: usize,

    #[command(flatten)]
    conditions: Conditions,
}

impl Sprt {
    pub fn run(self) -> Result<(), Failure> {
        let test = Test {
            model: self.model.parse::<Model>()?,
            low: self.elo0,
            high: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
        };
        test.check()?;
        if !(0.0..=0.99).contains(&self.draws) {
            return Err(Failure::BadInput(format!("--draws {}: expected a share from 0 to 0.99", self.draws)));
        }
        let arena = self.conditions.arena(&self.who)?;
        if arena.contestants.len() != 2 {
            let count = arena.contestants.len();
            return Err(Failure::BadInput(format!("a test is between two players, and here are {count}")));
        }
        let json = self.conditions.json;
        let (lower, upper) = test.bounds();
        if !json {
            output::line(format!(
                "H0: {:+} Elo, H1: {:+} Elo ({}); alpha {}, beta {}; LLR bounds {lower:.2} and {upper:.2}",
                test.low,
                test.high,
                test.model.name(),
                test.alpha,
                test.beta
            ))?;
            let middle = (test.low + test.high) / 2.0;
            let [low, between, high] =
                [test.low, middle, test.high].map(|elo| test.forecast(elo, self.draws).0.round());
            output::line(format!(
                "Games to be expected: {low} if H0 is true, {high} if H1 is, {between} halfway between"
            ))?;
        }
        let mut schedule = Listed::pair_match(self.games);
        let more = json!({
            "games": self.games, "model": test.model.name(), "elo0": test.low, "elo1": test.high, "alpha": test.alpha,
            "beta": test.beta,
        });
        let header = self.conditions.header("sprt", &self.who, more);
        let status = |standings: &Standings| {
            format!("LLR {:.2} [{lower:.2}, {upper:.2}]; {}", llr(&test, standings), status(standings))
        };
        let decided = |standings: &Standings| test.verdict(&standings.against(0, 1).pairs) != Verdict::Open;
        let played = run(&self.conditions, &arena, &mut schedule, &header, &status, &decided)?;
        let (standings, speed, workers) = (played.standings, played.speed, played.workers);
        let score = standings.against(0, 1);
        let (verdict, text) = match test.verdict(&score.pairs) {
            Verdict::AcceptHigh => {
                ("H1", format!("H1 is accepted: stronger by {:+} Elo rather than {:+}", test.high, test.low))
            }
            Verdict::AcceptLow => {
                ("H0", format!("H0 is accepted: stronger by {:+} Elo rather than {:+}", test.low, test.high))
            }
            Verdict::Open => ("open", "Undecided: neither is clearly the better explanation yet".to_string()),
        };
        if json {
            let mut value = json!({
                "game": arena.game,
                "players": report::players_json(&arena, &standings),
                "model": test.model.name(),
                "elo0": test.low,
                "elo1": test.high,
                "alpha": test.alpha,
                "beta": test.beta,
                "lower_bound": lower,
                "upper_bound": upper,
                "llr": llr(&test, &standings),
                "verdict": verdict,
                "expected_games": self.expected(&test),
            });
            let map = value.as_object_mut().expect("an object");
            map.extend(report::score_json(score));
            map.insert("games_per_second".into(), json!((speed * 1e3).round() / 1e3));
            return output::json(&report::with_workers(value, &workers));
        }
        let [one, other] = [0, 1].map(|index: usize| output::visible(&arena.contestants[index].label()));
        output::line(format!("{one} against {other}: {}", report::score(score)))?;
        output::line(format!("LLR {:.2} [{lower:.2}, {upper:.2}]. {text}", llr(&test, &standings)))?;
        for line in report::strength(score).into_iter().chain(report::remarks(&arena, &standings)).chain(workers) {
            output::line(line)?;
        }
        Ok(())
    }

    fn expected(&self, test: &Test) -> Value {
        let [low, high] = [test.low, test.high].map(|elo| test.forecast(elo, self.draws).0.round() as u64);
        json!({ "h0": low, "h1": high })
    }
}

fn llr(test: &Test, standings: &Standings) -> f64 {
    test.llr(&standings.against(0, 1).pairs)
}
