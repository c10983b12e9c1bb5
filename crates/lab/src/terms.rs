//! What is a term of the evaluation worth? The same evaluator with one group of terms less, or with one more than material.
//!
//! *Leave one out* multiplies the weights of one group after the other by 0; *add one in* begins with material alone, or with nothing where
//! a game has none, and gives back one group at a time. Each variant is an evaluator like any other (`classical(scale.mobility=0)`), so it can
//! be timed, judge the positions of played games, and play.

use std::time::{Duration, Instant};

use arena::grid::Grid;
use engine::{Control, Error, Playable, Visitor, with_scales};
use game::{Evaluator, Step, Tunable};
use serde::Serialize;

use crate::ablate::{Kind, Worth};
use crate::plot::{self, Axis, Dot};
use crate::positions::Position;

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game with its parameters.
    pub game: String,
    /// The evaluator as text; the game's default if it is empty.
    pub evaluator: String,
    /// How it is changed.
    pub kind: Kind,
    /// By which groups, or with [`Kind::LeaveOneOut`] terms; by all groups if there are none.
    pub names: Vec<String>,
    /// Where judgements are timed.
    pub positions: Vec<Position>,
    /// How often they are judged; the quickest round counts.
    pub rounds: usize,
}

/// One variant of the evaluator.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// What distinguishes it.
    pub name: String,
    /// The evaluator as text.
    pub evaluator: String,
    /// Nanoseconds that a judgement takes.
    pub nanoseconds: f64,
    /// The same in proportion to the first row.
    pub time_ratio: f64,
    /// How wrong its judgements of played games are: the validation loss. `None` if there were no games.
    pub loss: Option<f64>,
    /// What games say, if some were played; not for the first row.
    pub worth: Option<Worth>,
}

/// The result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Terms {
    /// The game.
    pub game: String,
    /// The evaluator that was changed.
    pub evaluator: String,
    /// What was changed from row to row.
    pub kind: Kind,
    /// How many positions were judged to see how long it takes.
    pub positions: usize,
    /// From how many positions of played games the loss is taken.
    pub loss_positions: usize,
    /// The base, then the others.
    pub rows: Vec<Row>,
}

/// The variants as name and evaluator, the base first.
pub fn variants(request: &Request) -> Result<Vec<(String, String)>, Error> {
    let table = engine::open(&request.game)?.weights(&request.evaluator)?;
    let groups = table.groups();
    if groups.len() < 2 {
        return Err(Error::Request(format!(
            "evaluator '{}' of {} has no terms to take apart",
            table.evaluator, request.game
        )));
    }
    let name = if request.evaluator.is_empty() { table.evaluator } else { &request.evaluator };
    let all: Vec<String> = groups.iter().map(ToString::to_string).collect();
    let names = if request.names.is_empty() { &all } else { &request.names };
    match request.kind {
        Kind::LeaveOneOut => {
            let mut found = vec![(name.to_string(), name.to_string())];
            for left_out in names {
                let evaluator = with_scales(name, &[(left_out, "0")])?;
                // A name that is wrong is refused here, before any work.
                engine::open(&request.game)?.weights(&evaluator)?;
                found.push((format!("no {left_out}"), evaluator));
            }
            Ok(found)
        }
        Kind::AddOneIn => {
            let base: Vec<&str> = groups.iter().copied().filter(|group| *group == "material").collect();
            let only = |kept: Option<&str>| {
                let left_out = |group: &&&str| !base.contains(*group) && Some(**group) != kept;
                let scales: Vec<(&str, &str)> = groups.iter().filter(left_out).map(|group| (*group, "0")).collect();
                with_scales(name, &scales)
            };
            let title = if base.is_empty() { "nothing" } else { "material" };
            let mut found = vec![(title.to_string(), only(None)?)];
            for added in names {
                if base.contains(&added.as_str()) {
                    continue;
                }
                if !groups.contains(&added.as_str()) {
                    let reason = format!("no group '{added}'; {} has {}", table.evaluator, groups.join(", "));
                    return Err(Error::Request(reason));
                }
                found.push((format!("+ {added}"), only(Some(added))?));
            }
            Ok(found)
        }
    }
}

/// Times the judgements of all variants. `progress` is called with the number of variants done, and the next.
pub fn measure(request: &Request, halt: &Control, progress: &mut dyn FnMut(usize, &str)) -> Result<Terms, Error> {
    let mut rows: Vec<Row> = Vec::new();
    let mut judged = 0;
    for (index, (name, evaluator)) in variants(request)?.into_iter().enumerate() {
        progress(index, &name);
        if halt.stopped() {
            return Err(Error::Request("stopped before the experiment was complete".to_string()));
        }
        let timing = Timing { request, evaluator: &evaluator };
        let (count, time) = engine::visit(&request.game, timing)??;
        judged = count;
        let nanoseconds = time.as_nanos() as f64 / count.max(1) as f64;
        let base = rows.first().map_or(nanoseconds, |base| base.nanoseconds);
        rows.push(Row {
            name,
            evaluator,
            nanoseconds,
            time_ratio: nanoseconds / base.max(1e-9),
            loss: None,
            worth: None,
        });
    }
    let evaluator = engine::open(&request.game)?.weights(&request.evaluator)?.evaluator.to_string();
    let game = engine::open(&request.game)?.game();
    Ok(Terms { game, evaluator, kind: request.kind, positions: judged, loss_positions: 0, rows })
}

/// The positions and those a move away, as a search visits them; how many, and the time of the quickest round.
struct Timing<'a> {
    request: &'a Request,
    evaluator: &'a str,
}

impl Visitor for Timing<'_> {
    type Result = Result<(usize, Duration), Error>;

    fn visit<G: Playable>(self, start: G) -> Self::Result {
        let mut evaluator = start.own(self.evaluator)?;
        debug_assert!(!evaluator.table().terms.is_empty());
        let mut positions = Vec::new();
        for position in &self.request.positions {
            let position = start.parse_position(&position.position)?;
            let after = position.moves().into_iter().map(|mv| position.after(mv));
            positions.extend(after.filter(|position| position.outcome().is_none()));
        }
        let mut least = Duration::MAX;
        for _ in 0..self.request.rounds.max(1) {
            let begin = Instant::now();
            for position in &positions {
                evaluator.follow(Step::Start(position));
                std::hint::black_box(evaluator.evaluate(position));
            }
            least = least.min(begin.elapsed());
        }
        Ok((positions.len(), least))
    }
}

impl Terms {
    /// The table.
    pub fn grid(&self) -> Grid {
        let with_loss = self.rows.iter().any(|row| row.loss.is_some());
        let with_games = self.rows.iter().any(|row| row.worth.is_some());
        let mut header = vec!["terms"];
        if with_loss {
            header.extend(["loss", "change %"]);
        }
        header.extend(["judgement ns", "ratio"]);
        if with_games {
            header.extend(["Elo", "±", "games"]);
        }
        let row = |row: &Row| {
            let mut cells = vec![row.name.clone()];
            if with_loss {
                let change = self.change(row).map_or(String::new(), |change| format!("{change:+.2}"));
                cells.extend([row.loss.map_or(String::new(), |loss| format!("{loss:.5}")), change]);
            }
            cells.extend([format!("{:.0}", row.nanoseconds), format!("{:.2}", row.time_ratio)]);
            if with_games {
                match row.worth {
                    Some(Worth { elo, error, games }) => {
                        cells.extend([format!("{elo:+.0}"), format!("{error:.0}"), games.to_string()]);
                    }
                    None => cells.extend(["", "", ""].map(String::from)),
                }
            }
            cells
        };
        let header = header.into_iter().map(String::from).collect();
        Grid { header, rows: self.rows.iter().map(row).collect(), texts: 1 }
    }

    /// How much greater the loss is than that of the first row, in percent.
    fn change(&self, row: &Row) -> Option<f64> {
        let (base, loss) = self.rows.first()?.loss.zip(row.loss)?;
        Some((loss / base - 1.0) * 100.0)
    }

    /// The picture of the change of the loss; of the time where there is no loss.
    pub fn svg(&self) -> String {
        let title = format!("Terms of {}, {}", self.evaluator, self.game);
        let with_loss = self.rows.iter().any(|row| row.loss.is_some());
        let value = |row: &Row| if with_loss { self.change(row).unwrap_or(0.0) } else { row.nanoseconds };
        let dots: Vec<Dot> =
            self.rows.iter().map(|row| Dot { name: row.name.clone(), value: value(row), error: 0.0 }).collect();
        let axis = match with_loss {
            true => format!("change of the loss in percent, {} positions", self.loss_positions),
            false => format!("nanoseconds a judgement, {} positions", self.positions),
        };
        plot::dots(&title, &axis, Axis::Linear, &dots)
    }

    /// The picture of what games came to, if some were played.
    pub fn elo_svg(&self) -> String {
        let dot =
            |row: &Row| row.worth.map(|worth| Dot { name: row.name.clone(), value: worth.elo, error: worth.error });
        let dots: Vec<Dot> = self.rows.iter().filter_map(dot).collect();
        let title = format!("What a group of terms is worth in games of {}", self.game);
        plot::dots(&title, "Elo, with the interval that holds 95 of 100", Axis::Linear, &dots)
    }
}
