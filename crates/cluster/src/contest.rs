//! The games of a schedule as jobs: a pair of games is one, so that both are played on one machine and its clocks are fair.
//!
//! Results are handed on in the order in which the schedule has asked for them, whenever they arrive: who decides by them when it is
//! enough is not misled by short games, which arrive first.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use arena::schedule::{Fixture, Outcome, Schedule, Step};
use arena::{Arena, Fault, Finished};
use engine::Engine;

use crate::driver::{Next, Verdict, Work};
use crate::job::{Done, Job, Meeting, Pair};

/// What is heard of games.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// It has been played just now: it is to be kept.
    Played(Box<Finished>),
    /// It counts now: all games before it have been counted. True if it is of an earlier run.
    Counts(Box<Finished>, bool),
}

/// Who hears of games: an error ends the run, and so does a break.
type Listener<'a> = dyn FnMut(Heard) -> ControlFlow<()> + 'a;

/// The games of a schedule.
pub struct Contest<'a> {
    arena: &'a Arena,
    meeting: Meeting,
    board: Box<dyn Engine>,
    schedule: &'a mut dyn Schedule,
    /// A game of the next pair, seen already.
    ahead: Option<Fixture>,
    /// Games of an earlier run.
    earlier: HashMap<(usize, u8), Finished>,
    /// The pairs that are out: which games are to be played, and those that are known.
    out: HashMap<u64, (Vec<Fixture>, Vec<Finished>)>,
    /// Pairs that are over and do not count yet, with which of their games are of an earlier run.
    arrived: BTreeMap<u64, Vec<(Finished, bool)>>,
    next_number: u64,
    next_counted: u64,
    results: Vec<Outcome>,
    hear: &'a mut Listener<'a>,
    /// What each worker's pairs came to.
    shares: Vec<Share>,
    /// How many games each worker has played, and how many of them were lost on time.
    late: HashMap<String, (u64, u64)>,
}

/// What a pair of games came to at a worker.
#[derive(Clone, PartialEq, Debug)]
struct Share {
    worker: String,
    players: (usize, usize),
    /// Points of the player with the lower number, of two.
    points: f64,
}

/// So many games lost on time, at least, and this share of all that were played there, set a worker aside...
const LATE: (u64, f64) = (3, 0.1);
/// ...if elsewhere the share is less than this part of it, among so many games at least.
const ELSEWHERE: (f64, u64) = (0.2, 10);

impl<'a> Contest<'a> {
    /// The games of a schedule that were not played in an earlier run. `hear` hears of each.
    pub fn new(
        arena: &'a Arena,
        meeting: Meeting,
        schedule: &'a mut dyn Schedule,
        earlier: Vec<Finished>,
        hear: &'a mut Listener<'a>,
    ) -> Result<Contest<'a>, arena::Error> {
        arena.check()?;
        Ok(Contest {
            board: engine::open(&arena.game)?,
            arena,
            meeting,
            schedule,
            ahead: None,
            earlier: earlier.into_iter().map(|game| ((game.fixture.pair, game.fixture.leg), game)).collect(),
            out: HashMap::new(),
            arrived: BTreeMap::new(),
            next_number: 0,
            next_counted: 0,
            results: Vec::new(),
            hear,
            shares: Vec::new(),
            late: HashMap::new(),
        })
    }

    /// The next games that belong together.
    fn gather(&mut self) -> Result<Vec<Fixture>, Step> {
        let mut games: Vec<Fixture> = Vec::new();
        loop {
            let step = self.ahead.take().map_or_else(|| self.schedule.next(&self.results), Step::Play);
            match step {
                Step::Play(fixture) if games.first().is_some_and(|first| first.pair != fixture.pair) => {
                    self.ahead = Some(fixture);
                    return Ok(games);
                }
                Step::Play(fixture) => games.push(fixture),
                step if games.is_empty() => return Err(step),
                _ => return Ok(games),
            }
            if games.len() == 2 {
                return Ok(games);
            }
        }
    }

    /// Counts the pairs whose turn it is.
    fn count(&mut self) -> ControlFlow<()> {
        while let Some(games) = self.arrived.remove(&self.next_counted) {
            self.next_counted += 1;
            for (game, is_old) in games {
                self.results.push(game.outcome());
                (self.hear)(Heard::Counts(Box::new(game), is_old))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Is a worker late where others are not?
    fn lateness(&self, worker: &str) -> Option<String> {
        let &(games, late) = self.late.get(worker)?;
        let elsewhere = self.late.iter().filter(|(name, _)| *name != worker);
        let (others, others_late) = elsewhere.fold((0, 0), |sum, (_, one)| (sum.0 + one.0, sum.1 + one.1));
        let share = late as f64 / games.max(1) as f64;
        let theirs = others_late as f64 / others.max(1) as f64;
        (late >= LATE.0 && share >= LATE.1 && others >= ELSEWHERE.1 && theirs < share * ELSEWHERE.0).then(|| {
            format!("{late} of {games} games were lost on time there, {others_late} of {others} elsewhere: it is too slow or too busy")
        })
    }

    /// How far the results of each worker are from those of all, in standard errors: its pairs, and that number. What is far from 0, 3 or
    /// more, is no chance: something is wrong there.
    pub fn residuals(&self) -> Vec<(String, usize, f64)> {
        let mut means: HashMap<(usize, usize), (f64, f64, f64)> = HashMap::new();
        for Share { players, points, .. } in &self.shares {
            let sums = means.entry(*players).or_default();
            *sums = (sums.0 + 1.0, sums.1 + points, sums.2 + points * points);
        }
        let mut found: BTreeMap<&str, (usize, f64, f64)> = BTreeMap::new();
        for Share { worker, players, points } in &self.shares {
            let (count, sum, squares) = means[players];
            let mean = sum / count;
            let variance = (squares / count - mean * mean).max(0.0);
            let own = found.entry(worker).or_default();
            *own = (own.0 + 1, own.1 + points - mean, own.2 + variance);
        }
        let residual = |(worker, (pairs, excess, variance)): (&str, (usize, f64, f64))| {
            (worker.to_string(), pairs, if variance > 0.0 { excess / variance.sqrt() } else { 0.0 })
        };
        found.into_iter().map(residual).collect()
    }
}

impl Work for Contest<'_> {
    fn next(&mut self) -> Result<Next, String> {
        loop {
            let fixtures = match self.gather() {
                Ok(fixtures) => fixtures,
                Err(Step::Done) => return Ok(Next::Done),
                Err(_) => return Ok(Next::Wait),
            };
            let number = self.next_number;
            self.next_number += 1;
            let known: Vec<Finished> =
                fixtures.iter().filter_map(|game| self.earlier.remove(&(game.pair, game.leg))).collect();
            let is_known = |game: &Fixture| known.iter().any(|one| one.fixture.leg == game.leg);
            let missing: Vec<Fixture> = fixtures.into_iter().filter(|game| !is_known(game)).collect();
            if missing.is_empty() {
                self.arrived.insert(number, known.into_iter().map(|game| (game, true)).collect());
                if self.count().is_break() {
                    return Ok(Next::Done);
                }
                continue;
            }
            let opening =
                self.arena.openings.get(missing[0].pair, &mut *self.board).map_err(|error| error.to_string())?;
            let job = Pair { meeting: self.meeting.clone(), opening, fixtures: missing.clone() };
            self.out.insert(number, (missing, known));
            return Ok(Next::Job(number, Box::new(Job::Pair(Box::new(job)))));
        }
    }

    fn done(&mut self, job: u64, worker: &str, done: Done) -> Verdict {
        let Done::Games(games) = done else {
            return Verdict::False("its answer is not one to a pair of games".to_string());
        };
        let Some((wanted, known)) = self.out.remove(&job) else {
            return Verdict::False("it has played what nobody wanted".to_string());
        };
        let right = games.len() == wanted.len()
            && games.iter().zip(&wanted).all(|(game, fixture)| game.fixture == *fixture && game.half_points <= 2);
        if !right {
            self.out.insert(job, (wanted, known));
            return Verdict::False("it has played other games than it was asked for".to_string());
        }
        let (played, late) = self.late.entry(worker.to_string()).or_default();
        *played += games.len() as u64;
        *late += games.iter().filter(|game| matches!(game.culprit(), Some((_, Fault::OutOfTime(_))))).count() as u64;
        if let [one, other] = &games[..] {
            let Fixture { first, second, .. } = one.fixture;
            let points = u32::from(one.half_points) + 2 - u32::from(other.half_points);
            let points = if first < second { points } else { 4 - points };
            let players = (first.min(second), first.max(second));
            self.shares.push(Share { worker: worker.to_string(), players, points: f64::from(points) / 2.0 });
        }
        let mut flow = ControlFlow::Continue(());
        for game in &games {
            // All are kept, also if one of them was enough.
            if (self.hear)(Heard::Played(Box::new(game.clone()))).is_break() {
                flow = ControlFlow::Break(());
            }
        }
        let mut pair: Vec<(Finished, bool)> = known.into_iter().map(|game| (game, true)).collect();
        pair.extend(games.into_iter().map(|game| (game, false)));
        pair.sort_by_key(|(game, _)| game.fixture.leg);
        self.arrived.insert(job, pair);
        if flow.is_continue() {
            flow = self.count();
        }
        match self.lateness(worker) {
            Some(why) if flow.is_continue() => Verdict::Enough(why),
            _ => Verdict::Kept(flow),
        }
    }
}
