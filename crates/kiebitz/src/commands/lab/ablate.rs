//! `kiebitz lab ablate`: one technique less, or one more, and what that changes.

mod terms;

use std::path::PathBuf;

use arena::Standings;
use arena::schedule::Listed;
use clap::Args;
use engine::{Chosen, Go, Technique};
use lab::ablate::{self, Ablation, Kind, Request, Worth, candidates};
use serde_json::json;

use super::place::Places;
use super::sheet::{self, failed};
use crate::commands::args::whole;
use crate::commands::contest::{Conditions, run};
use crate::interrupt;
use crate::output::{self, Failure};

/// What each technique of the search, or each term of the evaluation, is worth: one less, or one more
///
/// The positions are searched with the whole list, then with each technique taken away (or, with --add-one-in, added). With
/// --games the lists also play against the base, under the same limit, and the table gains Elo with its error. With --terms
/// it is groups of terms of the evaluator that are taken away or added: the table tells how much worse played games are judged
/// (the loss of `tune texel`, without fitting anything anew) and how long a judgement takes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz lab ablate chess --depth 8 --without null-move,late-move-reductions,transposition-table
  kiebitz lab ablate othello --nodes 50000 --out othello.md --out othello.svg
  kiebitz lab ablate draughts --add-one-in --techniques minimax+alpha-beta --depth 6
  kiebitz lab ablate --without quiescence --nodes 5000 --games 400 --concurrency 2
  kiebitz lab ablate othello --terms
  kiebitz lab ablate chess --terms --without mobility,bishop-pair --data chess.games --games 200

Without --positions our own set of positions is searched. A file has a position a line, in chess EPD or FEN; with best moves
(bm) or moves to avoid (am) the table has a column for positions solved. Columns: b* is the effective branching factor, the
branching of a uniform tree of the reached depth with as many nodes. Without a limit it is 100,000 nodes (with --games
5,000), and with --add-one-in depth 4, because what does not deepen step by step cannot be stopped by nodes. Searches that
--cap ends count with what they took until then, with '>' before it. Ctrl-C ends it all and keeps the finished rows.")]
pub struct Ablate {
    #[command(flatten)]
    places: Places,

    /// The list that is changed [default: all; with --add-one-in minimax+alpha-beta]
    #[arg(long, value_name = "LIST")]
    techniques: Option<String>,

    /// Take away only these, one at a time: null-move,futility; with --terms mobility,threats
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "add_one_in")]
    without: Vec<String>,

    /// Add to the list instead, one at a time: all that it lacks, or only --add-one-in=killers,history
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, value_delimiter = ',')]
    add_one_in: Option<Vec<String>>,

    /// Take groups of terms of the evaluation away, or single terms, instead of techniques
    #[arg(long, conflicts_with = "techniques")]
    terms: bool,

    /// With --terms: files of games that are judged [default: 400 quick games that are played for it]
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "terms")]
    data: Vec<PathBuf>,

    /// The evaluator; `kiebitz games` lists them
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,

    /// No search of a fixed depth takes more nodes than this: what would is told as "more than"
    #[arg(long, value_name = "N", default_value_t = 2_000_000, allow_negative_numbers = true,
          value_parser = whole(1000, u64::MAX))]
    cap: u64,

    /// Games of each list against the base
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(2, 1_000_000_usize))]
    games: Option<usize>,

    /// Write to a file that ends in .md, .csv, .json, .tex or .svg; may be given several times. With games there is a second
    /// picture, NAME-elo.svg
    #[arg(long, value_name = "FILE")]
    out: Vec<PathBuf>,

    #[command(flatten)]
    conditions: Conditions,
}

impl Ablate {
    pub fn run(mut self) -> Result<(), Failure> {
        sheet::check(&self.out)?;
        if self.terms {
            return self.run_terms();
        }
        let kind = if self.add_one_in.is_some() { Kind::AddOneIn } else { Kind::LeaveOneOut };
        let usual = if kind == Kind::AddOneIn { "minimax+alpha-beta" } else { "all" };
        let base: Chosen = self.techniques.as_deref().unwrap_or(usual).parse().map_err(engine::Error::from)?;
        let go = self.limit(kind);
        let request = Request {
            game: self.places.game.clone(),
            positions: self.places.read()?,
            base,
            kind,
            techniques: self.changes(base, kind)?,
            evaluator: self.eval.clone(),
            go,
            cap: Some(self.cap),
        };
        let bar = output::bar((request.positions.len() * (request.techniques.len() + 1)) as u64);
        let found = interrupt::stoppable(|halt| {
            let mut progress = |done: usize, name: &str| {
                bar.set_position(done as u64);
                bar.set_message(name.to_string());
            };
            ablate::ablate(&request, halt, &mut progress).map_err(|error| failed(error, halt))
        });
        bar.finish_and_clear();
        let mut found = found?;
        if let Some(games) = self.games.filter(|_| found.complete) {
            self.play(games, &request, &mut found)?;
        }
        let (svg, elo) = (|| found.svg(), || found.elo_svg());
        let mut pictures: Vec<sheet::Picture> = vec![("", &svg)];
        if self.games.is_some() {
            pictures.push(("elo", &elo));
        }
        let grid = found.grid();
        let text = || {
            let Ablation { game, positions, limit, .. } = &found;
            format!("{game}, {positions} positions, {limit}\n\n{}", grid.fitting(output::width()))
        };
        sheet::deliver(&self.out, self.conditions.json, &grid, &|| json!(found), &pictures, &text)?;
        if !found.complete {
            let (done, all) = (found.rows.len(), request.techniques.len() + 1);
            return Err(Failure::Other(format!("stopped: {done} of {all} rows are complete")));
        }
        Ok(())
    }

    /// What ends each search, in positions and in games.
    fn limit(&mut self, kind: Kind) -> Go {
        let Conditions { nodes, depth, time, clock, .. } = &mut self.conditions;
        if nodes.is_none() && depth.is_none() && time.is_none() {
            match (self.games, kind) {
                // On a clock the games have their limit; the positions still need one.
                (Some(_), _) if clock.is_some() => return Go::nodes(100_000),
                (_, Kind::AddOneIn) => *depth = Some(4),
                (Some(_), Kind::LeaveOneOut) => *nodes = Some(5_000),
                (None, Kind::LeaveOneOut) => *nodes = Some(100_000),
            }
        }
        Go { nodes: *nodes, depth: *depth, time: *time, ..Go::default() }
    }

    /// Which techniques are taken away or added.
    fn changes(&self, base: Chosen, kind: Kind) -> Result<Vec<Technique>, Failure> {
        let names = self.add_one_in.as_ref().unwrap_or(&self.without);
        let possible = candidates(base, kind);
        if names.is_empty() {
            return Ok(possible);
        }
        let read = |name: &String| -> Result<Technique, Failure> {
            let technique: Technique = name.trim().parse().map_err(engine::Error::from)?;
            if possible.contains(&technique) {
                return Ok(technique);
            }
            let state = if kind == Kind::LeaveOneOut { "is not in the list" } else { "is in the list already" };
            Err(Failure::BadInput(format!("{}: {state} {base}", technique.name())))
        };
        names.iter().map(read).collect()
    }

    /// Lets every list play against the base.
    fn play(&self, games: usize, request: &Request, found: &mut Ablation) -> Result<(), Failure> {
        let eval = self.eval.as_ref().map_or(String::new(), |name| format!(",eval={name}"));
        let player =
            |(name, techniques): &(String, Chosen)| format!("kiebitz:techniques={techniques}{eval},name={name}");
        let players = request.variants().iter().map(player).collect();
        let worths = self.gauntlet(&request.game, players, games, "lists", request.kind)?;
        found.rows.iter_mut().skip(1).zip(worths).for_each(|(row, worth)| row.worth = worth);
        Ok(())
    }

    /// Lets all players but the first play against the first: what each of them is worth. `what` they are is said while they play.
    fn gauntlet(
        &self,
        game: &str,
        players: Vec<String>,
        games: usize,
        what: &str,
        kind: Kind,
    ) -> Result<Vec<Option<Worth>>, Failure> {
        let count = players.len();
        let who: Vec<String> = std::iter::once(game.to_string()).chain(players).collect();
        let arena = self.conditions.arena(&who)?;
        let mut schedule = Listed::gauntlet(count, games);
        let header = self.conditions.header("ablate", &who, json!({ "games": games }));
        let status = |standings: &Standings| format!("{} {what} against the base", standings.contestants() - 1);
        let played = run(&self.conditions, &arena, &mut schedule, &header, &status, &|_| false)?;
        if !played.complete {
            return Err(Failure::Other("stopped before all games were played; --resume plays the rest".to_string()));
        }
        let worth = |index: usize| {
            let score = played.standings.against(0, index);
            score.pairs.strength().map(|strength| Worth::new(kind, &strength, score.games()))
        };
        Ok((1..count).map(worth).collect())
    }
}
