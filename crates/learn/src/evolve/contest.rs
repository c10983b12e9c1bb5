//! Who is better of two: genes, and games between them.

use engine::{Go, Options, Playable, Record, Resources, Session};
use game::{Rng, Score, Side, Tunable, mix};
use search::{AllOn, Blind, Control, Limits, Parameter, Parameters, Search, Table, Task};

use crate::Error;

/// A number that is tuned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gene {
    /// Its name.
    pub name: String,
    /// Its value at the start.
    pub start: i32,
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
}

/// What is tuned, and who is better of two.
pub trait Contest: Sync {
    /// What it is, for the state of a tuner.
    fn text(&self) -> String;

    /// What is tuned.
    fn genes(&self) -> &[Gene];

    /// The points of `one` against `other` in pair `number`: two games from the same opening, each side once. Half a point for a draw; with
    /// them how many of the two were drawn. `None` if `control` stopped it.
    fn pair(&self, one: &[i32], other: &[i32], number: u64, control: &Control) -> Option<(f64, u64)>;
}

/// Games between evaluators that differ in their weights.
pub struct Games<G: Playable> {
    start: G,
    evaluator: G::Own,
    /// The group of each weight, where genes are factors of groups.
    groups: Option<Vec<usize>>,
    genes: Vec<Gene>,
    terms: Terms,
}

/// Under which terms games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Nodes for each move.
    pub nodes: u64,
    /// Where random openings begin.
    pub seed: u64,
}

/// A weight may change by this much, or by as much as it is if that is more.
const LEAST_RANGE: i32 = 50;
/// Random plies before a game.
const OPENING_PLIES: usize = 8;
/// A game that lasts longer is drawn.
const MOST_PLIES: usize = 400;
/// A game is won when both sides have seen the same one so many units ahead for so many plies on end.
const WON: (i32, usize) = (10, 4);
/// Table entries that the small searches here need.
const TABLE_BYTES: usize = 1 << 18;

impl<G: Playable> Games<G> {
    /// Games of the program with the weights of `evaluator`. By groups, a gene is what the weights of a group are
    /// multiplied by, in percent; otherwise each weight is a gene.
    pub fn new(start: G, evaluator: G::Own, by_groups: bool, terms: Terms) -> Games<G> {
        let table = evaluator.table();
        let stages = table.stages.len();
        if by_groups {
            let factor = |name: &str| Gene { name: name.to_string(), start: 100, low: 0, high: 250 };
            let genes = table.groups().into_iter().map(factor).collect();
            let groups = table.row_groups().into_iter().flat_map(|group| vec![group; stages]).collect();
            return Games { start, evaluator, groups: Some(groups), genes, terms };
        }
        let names = table.row_names().into_iter().flat_map(|name| vec![name; stages]);
        let gene = |(name, weight): (String, i32)| {
            let range = weight.abs().max(LEAST_RANGE);
            Gene { name, start: weight, low: weight - range, high: weight + range }
        };
        let genes = names.zip(table.weights()).map(gene).collect();
        Games { start, evaluator, groups: None, genes, terms }
    }

    /// The weights that these genes stand for.
    pub fn weights(&self, genes: &[i32]) -> Vec<i32> {
        match &self.groups {
            None => genes.to_vec(),
            Some(groups) => {
                let scaled =
                    |(weight, &group): (i32, &usize)| (f64::from(weight * genes[group]) / 100.0).round() as i32;
                self.evaluator.table().weights().into_iter().zip(groups).map(scaled).collect()
            }
        }
    }

    /// The evaluator with these genes.
    pub fn evaluator(&self, genes: &[i32]) -> G::Own {
        self.evaluator.with_weights(&self.weights(genes))
    }

    /// Plays on from an opening; the points of the first player.
    fn play(&self, opening: &Record<G>, players: [G::Own; 2], control: &Control) -> Option<f64> {
        let limits = Limits { nodes: Some(self.terms.nodes), ..Limits::default() };
        let mut searches = players.map(|evaluator| (Search::new(evaluator, AllOn, Blind), Table::new(TABLE_BYTES)));
        referee(opening.clone(), |record, side| {
            let (search, table) = &mut searches[side as usize];
            let past = record.keys();
            let task = Task { past: &past, ..Task::new(record.position()) };
            let found = search.run(&task, &limits, table, control, &mut |_| {});
            (!control.stopped()).then_some((*found.pv.first()?, found.score))
        })
    }
}

/// Games between searches that differ in their numbers, with the same evaluator.
pub struct ParameterGames<G: Playable> {
    start: G,
    options: Options,
    /// Which numbers are tuned.
    rows: Vec<&'static Parameter>,
    genes: Vec<Gene>,
    terms: Terms,
}

impl<G: Playable> ParameterGames<G> {
    /// Games of the program with this evaluator, the game's default one if it is empty. `names` are the numbers of the search to be tuned; all of
    /// them, if there are none.
    pub fn new(start: G, evaluator: &str, names: &[String], terms: Terms) -> Result<ParameterGames<G>, Error> {
        let mut rows: Vec<&Parameter> = Vec::new();
        for name in names {
            rows.push(Parameters::row(name).map_err(Error::Request)?);
        }
        if names.is_empty() {
            rows.extend(Parameters::LIST);
        }
        let gene = |row: &&Parameter| Gene { name: row.name.into(), start: row.default, low: row.min, high: row.max };
        let genes = rows.iter().map(gene).collect();
        let mut options = Options::from(Resources::table(1));
        if !evaluator.is_empty() {
            options.player.set_evaluator(evaluator);
        }
        start.clone().session().check(&options, &Go::nodes(terms.nodes))?;
        Ok(ParameterGames { start, options, rows, genes, terms })
    }

    /// The numbers that these genes stand for, by name: those that are not as built in.
    pub fn changes(&self, genes: &[i32]) -> Vec<(&'static str, i32)> {
        let all = self.rows.iter().zip(genes).map(|(row, &value)| (*row, value));
        all.filter(|(row, value)| row.default != *value).map(|(row, value)| (row.name, value)).collect()
    }

    /// How a search with these genes is made.
    fn options(&self, genes: &[i32]) -> Options {
        let mut parameters = Parameters::DEFAULT;
        for (name, value) in self.changes(genes) {
            parameters.set(name, value).expect("a gene is within the range of its number");
        }
        let mut options = self.options.clone();
        options.player.techniques = options.player.techniques.with_parameters(parameters);
        options
    }

    fn play(&self, opening: &Record<G>, players: [&Options; 2], control: &Control) -> Option<f64> {
        let seat = |options: &Options| {
            let mut session = self.start.clone().session();
            opening.moves().for_each(|(_, mv)| session.record_mut().play(mv));
            (session, options.clone())
        };
        let mut seats: [(Box<dyn Session<G>>, Options); 2] = players.map(seat);
        let limits = Go::nodes(self.terms.nodes);
        referee(opening.clone(), |record, side| {
            for (session, _) in &mut seats {
                let known = session.record().moves().count();
                record.moves().skip(known).for_each(|(_, mv)| session.record_mut().play(mv));
            }
            let (session, options) = &mut seats[side as usize];
            let found = session.go(options, &limits, &[], control, &mut |_| {}).ok()?;
            let score = found.lines.first().map_or(Score::DRAW, |line| line.score);
            (!control.stopped()).then_some((found.best?, score))
        })
    }
}

/// Random moves, the same for the same number.
fn opening<G: Playable>(start: &G, seed: u64, number: u64) -> Record<G> {
    let mut rng = Rng::new(seed ^ mix(number + 1));
    loop {
        let mut record = Record::new(start.clone());
        let plies = OPENING_PLIES.min(start.plies_left().map_or(usize::MAX, |left| left / 4));
        for _ in 0..plies {
            let moves = record.position().moves();
            if moves.is_empty() {
                break;
            }
            record.play(rng.pick(&moves));
        }
        if record.end().is_none() && !record.position().moves().is_empty() {
            return record;
        }
    }
}

/// Lets a game be played on to its end; the points of the first player. `mover` gives the move of a side and what it thinks of it; `None`
/// if it was stopped.
fn referee<G: Playable, F: FnMut(&Record<G>, Side) -> Option<(G::Move, Score)>>(
    mut record: Record<G>,
    mut mover: F,
) -> Option<f64> {
    let (mut ahead, mut side_ahead) = (0, 0);
    let agreeable = record.position().plies_left().is_none();
    for _ in 0..MOST_PLIES {
        if let Some(end) = record.end() {
            return Some(match end.outcome.winner() {
                Some(Side::First) => 1.0,
                Some(Side::Second) => 0.0,
                None => 0.5,
            });
        }
        let side = record.position().side_to_move();
        let (mv, score) = mover(&record, side)?;
        record.play(mv);
        let score = side.view(score).value();
        let sign = if score.abs() >= WON.0 * G::UNIT { score.signum() } else { 0 };
        ahead = if sign != 0 && sign == side_ahead { ahead + 1 } else { usize::from(sign != 0) };
        side_ahead = sign;
        if agreeable && ahead >= WON.1 {
            return Some(f64::from(sign.max(0)));
        }
    }
    Some(0.5)
}

/// Two games from the same opening, each side once; `play` gives the points of the first player.
fn pair(play: &dyn Fn(bool) -> Option<f64>) -> Option<(f64, u64)> {
    let as_first = play(false)?;
    let as_second = 1.0 - play(true)?;
    let draws = [as_first, as_second].iter().filter(|points| **points == 0.5).count();
    Some((as_first + as_second, draws as u64))
}

impl<G: Playable> Contest for Games<G>
where
    G: Sync,
{
    fn text(&self) -> String {
        let what = if self.groups.is_some() { "groups" } else { "weights" };
        let table = self.evaluator.table();
        let start: u64 = table.weights().iter().fold(0, |hash, &weight| mix(hash ^ mix(weight as u64)));
        format!("{what} of {} of {} ({start:016x}), {} nodes", table.evaluator, self.start.spec(), self.terms.nodes)
    }

    fn genes(&self) -> &[Gene] {
        &self.genes
    }

    fn pair(&self, one: &[i32], other: &[i32], number: u64, control: &Control) -> Option<(f64, u64)> {
        let opening = opening(&self.start, self.terms.seed, number);
        let [one, other] = [one, other].map(|genes| self.evaluator(genes));
        pair(&|exchanged| {
            let players = if exchanged { [&other, &one] } else { [&one, &other] };
            self.play(&opening, players.map(Clone::clone), control)
        })
    }
}

impl<G: Playable> Contest for ParameterGames<G>
where
    G: Sync,
{
    fn text(&self) -> String {
        let names: Vec<&str> = self.rows.iter().map(|row| row.name).collect();
        let which = if names.len() == Parameters::LIST.len() { "all".to_string() } else { names.join(" ") };
        let evaluator = self.options.player.evaluator.as_deref().unwrap_or(self.start.evaluators()[0]);
        format!("parameters ({which}) of {} by {evaluator}, {} nodes", self.start.spec(), self.terms.nodes)
    }

    fn genes(&self) -> &[Gene] {
        &self.genes
    }

    fn pair(&self, one: &[i32], other: &[i32], number: u64, control: &Control) -> Option<(f64, u64)> {
        let opening = opening(&self.start, self.terms.seed, number);
        let [one, other] = [one, other].map(|genes| self.options(genes));
        pair(&|exchanged| {
            let players = if exchanged { [&other, &one] } else { [&one, &other] };
            self.play(&opening, players, control)
        })
    }
}
