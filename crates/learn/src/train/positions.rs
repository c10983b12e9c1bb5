//! The positions to learn from, in memory.

use engine::Playable;
use game::{Evaluator, Game, Inputs, Rng, Score, Side, Spec, Stage, Step, mix};
use network::{Readings, TILE};
use rayon::prelude::*;
use search::Bound;

use super::net::Lesson;
use super::{Harvest, Imitate, Settings, Source};
use crate::Error;
use crate::data::{MOST_UNITS, Played, Reader, surprise};

/// How many games are replayed at a time.
const AT_ONCE: usize = 4096;

/// What is the same size in every position.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Record {
    /// Where the cells of the next position begin.
    end: u64,
    stage: u8,
    /// Who moves: 0 is the first player.
    mover: u8,
    views: [u8; 2],
    /// The share of the points that the search expected for the side to move.
    score: f32,
    /// The share that it got in the end; as the search expected for a position from inside a search, which was not played.
    result: f32,
    /// Is what the search expected only a bound?
    bound: Bound,
}

/// Many positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Positions {
    /// Where pieces stand: 64 times the number of the set, and the cell.
    cells: Vec<u16>,
    records: Vec<Record>,
}

impl Positions {
    pub fn len(&self) -> usize {
        self.records.len()
    }

    fn cells(&self, index: usize) -> &[u16] {
        let begin = if index == 0 { 0 } else { self.records[index - 1].end };
        &self.cells[begin as usize..self.records[index].end as usize]
    }

    /// The share of the points that the side to move got in the end, and the one that the search expected.
    pub fn shares(&self, index: usize) -> (f32, f32) {
        (self.records[index].result, self.records[index].score)
    }

    fn push(&mut self, cells: &[u16], record: Record) {
        self.cells.extend(cells);
        self.records.push(Record { end: self.cells.len() as u64, ..record });
    }

    /// Adds a position with the shares of the points that the search expected and that the game brought.
    fn add<G: Inputs>(&mut self, position: &G, [score, result]: [f64; 2], bound: Bound) {
        for (set, &word) in position.sets().as_ref().iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                self.cells.push((64 * set) as u16 + rest.trailing_zeros() as u16);
                rest &= rest - 1;
            }
        }
        self.records.push(Record {
            end: self.cells.len() as u64,
            stage: position.stage() as u8,
            mover: position.side_to_move().index() as u8,
            views: Side::BOTH.map(|side| position.view(side) as u8),
            score: score as f32,
            result: result as f32,
            bound,
        });
    }

    fn append(&mut self, other: &Positions) {
        for index in 0..other.len() {
            self.push(other.cells(index), other.records[index]);
        }
    }

    /// The positions in a random order. Neighbors in a game are much alike, and must not be learned from together.
    pub fn shuffled(self, seed: u64) -> Positions {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        let mut rng = Rng::new(seed);
        for end in (1..order.len()).rev() {
            order.swap(end, rng.below(end + 1));
        }
        let mut shuffled =
            Positions { cells: Vec::with_capacity(self.cells.len()), records: Vec::with_capacity(self.records.len()) };
        order.iter().for_each(|&index| shuffled.push(self.cells(index as usize), self.records[index as usize]));
        shuffled
    }

    /// Adds positions to a lesson. The result of the game counts for `lambda` of the target, the rest is the score of the search.
    pub fn teach(&self, range: std::ops::Range<usize>, eyes: &Eyes, lambda: f32, lesson: &mut Lesson) {
        for index in range {
            let Record { stage, mover, views, score, result, bound, .. } = self.records[index];
            let cells = self.cells(index);
            if let Some(readings) = &eyes.readings {
                let side = if mover == 0 { Side::First } else { Side::Second };
                readings.read(side, cells.iter().copied(), &mut lesson.places, &mut lesson.inputs);
                lesson.ends.extend([lesson.inputs.len() as u32; 2]);
            }
            let halves = [usize::from(mover), 1 - usize::from(mover)];
            for side in halves.into_iter().filter(|_| eyes.readings.is_none()) {
                let inputs = eyes.inputs(side, usize::from(views[side]));
                lesson.inputs.extend(cells.iter().map(|&cell| inputs[usize::from(cell)]));
                lesson.ends.push(lesson.inputs.len() as u32);
            }
            lesson.stages.push(stage);
            lesson.targets.push(lambda * result + (1.0 - lambda) * score);
            lesson.bounds.push(bound);
        }
    }
}

/// Which inputs the cells of the sets stand for, for each side and view.
pub(super) struct Eyes {
    views: usize,
    inputs: Vec<Vec<u16>>,
    /// What stands on the places of patterns, for a network without hidden units.
    readings: Option<Readings>,
}

impl Eyes {
    /// For a network with so many hidden units. Without any, the game must name patterns.
    pub fn new<G: Inputs>(start: &G, width: usize) -> Result<Eyes, Error> {
        let readings = match width {
            0 => Some(Readings::new(start).ok_or_else(|| {
                let game = start.spec();
                Error::Request(format!(
                    "width 0: {game} names no patterns to learn weights of; expected a multiple of {TILE}"
                ))
            })?),
            _ => None,
        };
        Ok(Eyes { views: G::VIEWS, inputs: network::seen_inputs(start), readings })
    }

    /// How many inputs a half has.
    pub fn count<G: Inputs>(&self, start: &G) -> usize {
        self.readings.as_ref().map_or_else(|| start.inputs(), Readings::count)
    }

    fn inputs(&self, side: usize, view: usize) -> &[u16] {
        &self.inputs[side * self.views + view]
    }
}

/// How good other judges are on the positions that are kept for validation: what a network is measured by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Yardstick {
    /// The sum of the losses of the evaluation that the game has without a network.
    pub own: f64,
    /// The sum of the losses of the search's scores.
    pub search: f64,
    /// The sum of the scores of even positions without their signs, in score steps.
    pub scores: f64,
}

impl Yardstick {
    fn add(&mut self, other: Yardstick) {
        self.own += other.own;
        self.search += other.search;
        self.scores += other.scores;
    }
}

/// Is a position with this chance even enough to compare scales by?
pub(super) fn is_even(share: f32) -> bool {
    (0.1..=0.9).contains(&share)
}

/// Everything that the files hold.
#[derive(Default)]
pub(super) struct Loaded {
    pub train: Positions,
    pub validation: Positions,
    /// Games to learn from and to validate with.
    pub games: [usize; 2],
    pub yardstick: Yardstick,
    pub sources: Vec<Source>,
}

/// Reads the files: whole games go to one side or the other, for the positions of a game are much alike.
pub(super) fn load<G: Playable + Inputs>(start: &G, settings: &Settings) -> Result<Loaded, Error> {
    // Every thread makes its own ones.
    start.evaluator(engine::HANDMADE)?;
    let teacher = |start: &G| settings.imitate.as_ref().map(|Imitate { evaluator, .. }| start.evaluator(evaluator));
    teacher(start).transpose()?;
    let mut loaded = Loaded::default();
    for path in &settings.data {
        let mut reader = Reader::open(path)?;
        let header = reader.header.clone();
        let spec: Spec = header.game.parse().map_err(engine::Error::from)?;
        // Games that begin from several arrangements are one game to learn.
        let same = |first: &G| {
            first.spec().split('(').next() == Some(spec.name()) && first.network_game() == start.network_game()
        };
        let first = G::start(&spec)
            .ok()
            .filter(same)
            .ok_or_else(|| Error::Request(format!("{}: games of {spec}, not of {}", path.display(), start.spec())))?;
        let before = loaded.train.len() + loaded.validation.len();
        loop {
            let games: Vec<Played> = reader.by_ref().take(AT_ONCE).collect::<Result<_, _>>()?;
            if games.is_empty() {
                break;
            }
            // A number from 0 to 1 that depends on the game and on the seeds.
            let draw = |game: &Played| {
                let draw = mix(settings.seed ^ mix(header.seed ^ mix(u64::from(game.number) + 1)));
                draw as f64 / u64::MAX as f64
            };
            let replayed: Vec<_> = games
                .par_iter()
                .map_init(
                    || (start.evaluator(engine::HANDMADE).ok(), teacher(start).and_then(Result::ok)),
                    |(own, teacher), game| {
                        let kept = draw(game) < settings.validation;
                        match (teacher, &settings.imitate) {
                            (Some(teacher), Some(Imitate { neighbors, .. })) if !kept => {
                                let mut rng = Rng::new(mix(settings.seed ^ mix(header.seed ^ u64::from(game.number))));
                                imitate(game, &first, teacher, *neighbors, &mut rng)
                            }
                            _ => replay(game, &first, settings.harvest, own.as_mut().filter(|_| kept)),
                        }
                    },
                )
                .collect();
            for (game, replayed) in games.iter().zip(replayed) {
                let (positions, yardstick) =
                    replayed.map_err(|reason| Error::Request(format!("{}: {reason}", path.display())))?;
                let kept = draw(game) < settings.validation;
                loaded.games[usize::from(kept)] += 1;
                let into = if kept { &mut loaded.validation } else { &mut loaded.train };
                into.append(&positions);
                loaded.yardstick.add(yardstick);
            }
        }
        loaded.sources.push(Source {
            file: path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            evaluator: header.evaluator,
            nodes: header.nodes,
            seed: header.seed,
            positions: loaded.train.len() + loaded.validation.len() - before,
        });
    }
    if loaded.train.len() < super::FEWEST || loaded.validation.len() == 0 {
        return Err(Error::Request(format!(
            "{} positions to learn from and {} to validate with: expected at least {} and one; use more games",
            loaded.train.len(),
            loaded.validation.len(),
            super::FEWEST,
        )));
    }
    if loaded.train.len() > u32::MAX as usize {
        return Err(Error::Request(format!("{} positions: expected at most {}", loaded.train.len(), u32::MAX)));
    }
    Ok(loaded)
}

/// The quiet positions of a game, those from inside its searches too if they are wanted; with a judge also how good it and the search
/// are on those that were played.
fn replay<G: Playable + Inputs>(
    game: &Played,
    start: &G,
    harvest: Harvest,
    mut judge: Option<&mut G::Evaluator>,
) -> Result<(Positions, Yardstick), String> {
    let curve = engine::curve(start);
    let (mut positions, mut yardstick) = (Positions::default(), Yardstick::default());
    let too_large = |score: Score| score.value().abs() > MOST_UNITS * G::UNIT;
    game.replay(start, |position: &G, score| {
        if too_large(score) {
            return;
        }
        let result = curve.share(position.side_to_move().view(game.result));
        let expected = curve.share(score);
        positions.add(position, [expected, result], Bound::Exact);
        if let Some(judge) = &mut judge {
            judge.follow(Step::Start(position));
            let own: Score = judge.evaluate(position);
            yardstick.own += surprise(curve.share(own), result);
            yardstick.search += surprise(expected, result);
            if is_even(expected as f32) {
                yardstick.scores += f64::from(score.value().abs());
            }
        }
    })?;
    if harvest != Harvest::Nothing && judge.is_none() {
        game.replay_harvest(start, |position: &G, harvested| {
            let wanted = harvest == Harvest::Bounds || harvested.bound == Bound::Exact;
            if wanted && !too_large(harvested.score) && position.outcome().is_none() && !wins_something(position) {
                let expected = curve.share(harvested.score);
                positions.add(position, [expected, expected], harvested.bound);
            }
        })?;
    }
    Ok((positions, yardstick))
}

/// At most so many random moves lead from a position of a game to a neighbor of it.
const AWAY: usize = 3;

/// Positions near those of a game, as a search comes across them, and what `teacher` thinks of each. There is no end of them, and they cost
/// next to nothing.
fn imitate<G: Playable + Inputs>(
    game: &Played,
    start: &G,
    teacher: &mut G::Evaluator,
    neighbors: usize,
    rng: &mut Rng,
) -> Result<(Positions, Yardstick), String> {
    let curve = engine::curve(start);
    let mut positions = Positions::default();
    let mut moves = Vec::new();
    game.replay_plies(start, |position: &G, _| {
        for _ in 0..neighbors {
            let mut near = position.clone();
            for _ in 0..rng.below(AWAY + 1) {
                moves.clear();
                near.generate(Stage::All, &mut moves);
                if near.outcome().is_some() || moves.is_empty() {
                    break;
                }
                near.play(moves[rng.below(moves.len())]);
            }
            // Where something must be answered first, no search asks for a judgement.
            if near.outcome().is_none() && near.is_calm() && !near.in_check() {
                teacher.follow(Step::Start(&near));
                let expected = curve.share(teacher.evaluate(&near));
                positions.add(&near, [expected, expected], Bound::Exact);
            }
        }
    })?;
    Ok((positions, Yardstick::default()))
}

/// Can the side to move win something at once by a capture or another noisy move? Then the judgement of the position alone says little. Of the
/// positions that were played it is known whether the best move is noisy; inside a search it is not.
fn wins_something<G: Game>(position: &G) -> bool {
    let mut noisy = Vec::new();
    position.generate(Stage::Noisy, &mut noisy);
    noisy.iter().any(|&mv| position.exchange_wins(mv, G::UNIT / 2))
}
