//! Who is better of two: genes, and games between them.

use engine::{Playable, Record};
use game::{Rng, Side, Tunable, mix};
use search::{AllOn, Blind, Control, Limits, Search, Table, Task};

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
    nodes: u64,
    seed: u64,
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
    /// Games of the program with the weights of `evaluator`, with so many nodes a move. By groups, a gene is what the weights of a group are
    /// multiplied by, in percent; otherwise each weight is a gene.
    pub fn new(start: G, evaluator: G::Own, by_groups: bool, nodes: u64, seed: u64) -> Games<G> {
        let table = evaluator.table();
        let stages = table.stages.len();
        if by_groups {
            let factor = |name: &str| Gene { name: name.to_string(), start: 100, low: 0, high: 250 };
            let genes = table.groups().into_iter().map(factor).collect();
            let groups = table.row_groups().into_iter().flat_map(|group| vec![group; stages]).collect();
            return Games { start, evaluator, groups: Some(groups), genes, nodes, seed };
        }
        let names = table.row_names().into_iter().flat_map(|name| vec![name; stages]);
        let gene = |(name, weight): (String, i32)| {
            let range = weight.abs().max(LEAST_RANGE);
            Gene { name, start: weight, low: weight - range, high: weight + range }
        };
        let genes = names.zip(table.weights()).map(gene).collect();
        Games { start, evaluator, groups: None, genes, nodes, seed }
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

    /// Random moves, the same for the same number.
    fn opening(&self, number: u64) -> Record<G> {
        let mut rng = Rng::new(self.seed ^ mix(number + 1));
        loop {
            let mut record = Record::new(self.start.clone());
            let plies = OPENING_PLIES.min(self.start.plies_left().map_or(usize::MAX, |left| left / 4));
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

    /// Plays on to the end; the points of the first player.
    fn play(&self, mut record: Record<G>, players: [G::Own; 2], control: &Control) -> Option<f64> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut searches = players.map(|evaluator| (Search::new(evaluator, AllOn, Blind), Table::new(TABLE_BYTES)));
        let (mut ahead, mut side_ahead) = (0, 0);
        let agreeable = self.start.plies_left().is_none();
        for _ in 0..MOST_PLIES {
            if let Some(end) = record.end() {
                return Some(match end.outcome.winner() {
                    Some(Side::First) => 1.0,
                    Some(Side::Second) => 0.0,
                    None => 0.5,
                });
            }
            let side = record.position().side_to_move();
            let (search, table) = &mut searches[side as usize];
            let past = record.keys();
            let task = Task { past: &past, ..Task::new(record.position()) };
            let found = search.run(&task, &limits, table, control, &mut |_| {});
            if control.stopped() {
                return None;
            }
            let mv = *found.pv.first()?;
            record.play(mv);
            let score = side.view(found.score).value();
            let sign = if score.abs() >= WON.0 * G::UNIT { score.signum() } else { 0 };
            ahead = if sign != 0 && sign == side_ahead { ahead + 1 } else { usize::from(sign != 0) };
            side_ahead = sign;
            if agreeable && ahead >= WON.1 {
                return Some(f64::from(sign.max(0)));
            }
        }
        Some(0.5)
    }
}

impl<G: Playable> Contest for Games<G>
where
    G: Sync,
{
    fn text(&self) -> String {
        let what = if self.groups.is_some() { "groups" } else { "weights" };
        let table = self.evaluator.table();
        let start: u64 = table.weights().iter().fold(0, |hash, &weight| mix(hash ^ mix(weight as u64)));
        format!("{what} of {} of {} ({start:016x}), {} nodes", table.evaluator, self.start.spec(), self.nodes)
    }

    fn genes(&self) -> &[Gene] {
        &self.genes
    }

    fn pair(&self, one: &[i32], other: &[i32], number: u64, control: &Control) -> Option<(f64, u64)> {
        let opening = self.opening(number);
        let [one, other] = [one, other].map(|genes| self.evaluator(genes));
        let as_first = self.play(opening.clone(), [one.clone(), other.clone()], control)?;
        let as_second = 1.0 - self.play(opening, [other, one], control)?;
        let draws = [as_first, as_second].iter().filter(|points| **points == 0.5).count();
        Some((as_first + as_second, draws as u64))
    }
}
