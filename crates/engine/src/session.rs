//! One game at one position, with the type of the game known: moves are the game's own. Surfaces, which do not know the type, have
//! the same behind [`Engine`](crate::Engine), see `session/facade.rs`.

mod facade;
mod opening;
mod playouts;
mod solving;
mod winning;

use std::borrow::Cow;
use std::cell::RefCell;
use std::time::Duration;

use game::{Evaluator, Outcome, Rng, Score, Step};
use knowledge::book::{Book, Source};
use search::{AllOn, Blind, Bound, Chosen, Control, Counters, Depth, Limits, Search, Table, Task};

use crate::chances;
use crate::noise::Noisy;
use crate::record::Record;
use crate::registry::Playable;
use crate::remembering::{Memory, Remembering};
use crate::{Answer, Chances, Clock, Error, Go, Identity, Method, Options, Place, Report, Solved, time};

/// The strong engine: everything on, nothing watched, all of it known to the compiler.
type Strong<G> = Search<G, <G as Playable>::Evaluator, AllOn, Blind>;
/// The classroom: techniques chosen at run time, everything counted, the evaluation possibly with noise or with the past.
type Classroom<G> = Search<G, Noisy<Remembering<<G as Playable>::Evaluator>>, Chosen, Counters>;

enum Worker<G: Playable> {
    Strong(Box<Strong<G>>),
    Classroom(Box<Classroom<G>>),
}

/// A game at a position, with what was learned from earlier searches, for callers that know the type of the game.
///
/// It is a trait so that each game's searches are compiled once, here, and not again wherever they are used:
/// [`Playable::session`] makes one.
///
/// ```
/// use boards::connect_four::ConnectFour;
/// use engine::{Control, Go, Options, Playable};
/// use game::Rules;
///
/// let mut session = ConnectFour::default().session();
/// let found = session.go(&Options::default(), &Go::depth(6), &[], &Control::timeless(), &mut |_| {}).unwrap();
/// session.record_mut().play(found.best.unwrap());
/// assert_eq!(session.record().moves().count(), 1);
/// ```
pub trait Session<G: Playable>: Send {
    /// The position and how it came about.
    fn record(&self) -> &Record<G>;

    /// The same, to play, to take back and to go elsewhere.
    fn record_mut(&mut self) -> &mut Record<G>;

    /// The static evaluation of the position by this player, for the side to move.
    fn judgement(&self, player: &Identity) -> Result<Score, Error>;

    /// Can a search with these options be carried out here? [`Session::go`] asks the same before it begins.
    fn check(&self, options: &Options, go: &Go) -> Result<(), Error>;

    /// Searches among the moves `only`, or among all if there are none. Blocks until a limit is reached or `control` stops it;
    /// `report` is called with progress, and with the lines of the answer before it is returned.
    fn go(
        &mut self,
        options: &Options,
        go: &Go,
        only: &[G::Move],
        control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Answer<G::Move>, Error>;

    /// The exact value; `Ok(None)` if stopped before it was found. `progress` is called with bounds on the exact score and nodes.
    fn solve(
        &mut self,
        options: &Options,
        control: &Control,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Option<Solved<G::Move>>, Error>;

    /// Does what a search with these options would have to do before it begins, so that it need not be done on somebody's clock: memory
    /// is taken, files are read. Nothing that was learned is lost.
    fn prepare(&mut self, options: &Options) -> Result<(), Error>;

    /// Forgets what was learned from earlier searches.
    fn forget(&mut self);
}

/// Larger tables than this, in bytes, take their memory from the system as they fill: to write to all of it takes seconds, and may be
/// more than there is.
const TOUCHED: usize = 1 << 30;

/// The session of a game.
pub(crate) struct Sitting<G: Playable> {
    start: G,
    record: Record<G>,
    table: Option<Table>,
    /// The searcher of the last search, with what it was made for: it knows which moves tend to be good.
    worker: Option<(Searcher, Worker<G>)>,
    /// How long the system has of late let a search wait for a processor.
    delay: Duration,
    /// The book that was used last, kept open; checking the options opens it already.
    book: RefCell<Option<(Source, Book)>>,
}

impl<G: Playable> Sitting<G> {
    /// At the start position.
    pub fn new(start: G) -> Sitting<G> {
        let record = Record::new(start.clone());
        Sitting { record, start, table: None, worker: None, delay: Duration::ZERO, book: RefCell::default() }
    }

    /// At another position, which begins a game.
    #[cfg(feature = "guests")]
    pub fn beginning(start: G, position: G) -> Sitting<G> {
        Sitting { record: Record::new(position), ..Sitting::new(start) }
    }

    fn think(
        &mut self,
        options: &Options,
        go: &Go,
        only: &[G::Move],
        control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Answer<G::Move>, Error> {
        match options.player.method {
            Method::Random => Ok(self.random(options.player.seed, only, control)),
            Method::Mcts => Ok(self.mcts(options, go, only, control, report)),
            // Asked only where it decides: a game given as text answers by a contest of the other two methods.
            Method::Natural if go.depth.is_none() && self.start.prefers_mcts() => {
                Ok(self.mcts(options, go, only, control, report))
            }
            Method::Natural | Method::Search => match go.win_in {
                Some(plies) => self.find_win(options, go, plies, only, control, report),
                None => {
                    let answer = self.search(options, go, only, control, report)?;
                    // A value that was found among some of the moves is not the position's.
                    if options.player.rote && only.is_empty() {
                        self.keep_searched(options, &answer)?;
                    }
                    Ok(answer)
                }
            },
        }
    }

    fn table(&mut self, megabytes: usize) -> Result<&Table, Error> {
        let wanted = megabytes << 20;
        let table = match self.table.take() {
            Some(table) if table.bytes() == wanted => table,
            old => {
                // Dropped first: there may not be room for both.
                drop(old);
                let too_large = || Error::Request(format!("hash {megabytes}: not enough memory for {megabytes} MiB"));
                Table::try_new(wanted).ok_or_else(too_large)?
            }
        };
        Ok(self.table.insert(table))
    }

    fn evaluator(&self, player: &Identity) -> Result<G::Evaluator, Error> {
        let evaluator = self.start.evaluator(player.evaluator.as_deref().unwrap_or_default())?;
        Ok(G::informed(evaluator, player))
    }

    /// The searcher for these options: the last one if nothing about it changes.
    fn worker(&mut self, options: &Options) -> Result<Worker<G>, Error> {
        let player = &options.player;
        match self.worker.take() {
            // Who learns from games judges otherwise from search to search.
            Some((made_for, worker)) if made_for == searcher(options) && !learns(player) => Ok(worker),
            _ => {
                let inner = self.evaluator(player)?;
                if !learns(player)
                    && player.techniques.is_all()
                    && !options.report.counted
                    && player.noise == 0
                    && player.quiescence_limit.is_none()
                {
                    return Ok(Worker::Strong(Box::new(Search::new(inner, AllOn, Blind))));
                }
                let memory = if player.history { self.remember(options)? } else { Memory::default() };
                let rote = if player.rote { self.recall(options)? } else { Memory::default() };
                let inner = Remembering::new(inner, memory, rote);
                let noisy = Noisy { inner, amplitude: player.noise * G::UNIT / 100, seed: player.seed };
                let mut search = Search::new(noisy, player.techniques, Counters::default());
                search.quiescence_limit = player.quiescence_limit;
                Ok(Worker::Classroom(Box::new(search)))
            }
        }
    }

    fn report(&self, position: &G, report: &search::Report<G::Move>, player: &Identity) -> Report<G::Move> {
        let mut pv = report.pv.clone();
        if report.score.plies_to_end().is_some_and(|plies| pv.len() < plies) {
            let last = pv.iter().fold(position.clone(), |position, &mv| position.after(mv));
            pv.extend(last.known_line(player));
        }
        Report {
            depth: report.depth.plies(),
            deepest: report.deepest,
            line: report.line,
            score: report.score,
            score_text: position.score_text(report.score),
            chance: Chances::of(report.score, chances::curve(position)).share(),
            bound: report.bound,
            pv,
            nodes: report.nodes,
            unit: "nodes",
            time: report.time,
            table_full: report.table_full,
        }
    }

    /// The position as others can set it up.
    fn place(&self, player: &Identity) -> Result<Place, Error> {
        let start = self.record.moves().next().map_or(self.record.position(), |(before, _)| before);
        let moves = self.record.moves().map(|(before, mv)| before.protocol_text(mv)).collect();
        Ok(Place {
            game: self.start.spec(),
            start: start.position_text(),
            moves,
            evaluator: player.evaluator.clone().unwrap_or_default(),
            key: self.record.position().key(),
            judgement: Session::judgement(self, player)?,
        })
    }

    /// How much of a clock to spend, softly and at most, on a machine that may let us wait for its processors when the time is over.
    fn share(&self, clock: Clock, options: &Options) -> (Duration, Duration) {
        time::share(clock, options.resources.overhead, self.delay)
    }

    fn limits(&self, options: &Options, go: &Go) -> Limits {
        let mut limits = Limits { nodes: go.nodes, hard_time: go.time, win_in: go.win_in, ..Limits::default() };
        limits.depth = go.depth.map(Depth::new);
        if let Some(clock) = go.clock {
            let (soft, hard) = self.share(clock, options);
            limits.soft_time = Some(soft);
            limits.hard_time = Some(limits.hard_time.map_or(hard, |time| time.min(hard)));
        }
        limits
    }

    fn search(
        &mut self,
        options: &Options,
        go: &Go,
        only: &[G::Move],
        control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Answer<G::Move>, Error> {
        let limits = self.limits(options, go);
        let mut worker = self.worker(options)?;
        self.table(options.resources.table_megabytes)?;
        let table = self.table.as_ref().expect("just made");
        let position = self.record.position();
        // For one line, only moves that are best for certain; several lines are asked for to see the others too.
        let sure = if options.report.lines > 1 { Vec::new() } else { position.best_moves(&options.player) };
        let sure: Vec<_> = sure.into_iter().filter(|mv| only.is_empty() || only.contains(mv)).collect();
        let only = if sure.is_empty() { only } else { &sure };
        let past = self.record.keys();
        let (lines, threads) = (options.report.lines.max(1), options.resources.threads.max(1));
        let helped = options.resources.peers.begin(|| self.place(&options.player).ok());
        let (exchange, ahead) = (helped.exchange(), helped.ahead());
        let task = Task { position, past: &past, only, lines, threads, exchange, ahead };
        let mut lines: Vec<Report<G::Move>> = Vec::new();
        let mut listen = |found: &search::Report<G::Move>| {
            let found = self.report(position, found, &options.player);
            if found.line == 1 {
                lines.clear();
            }
            report(&found);
            lines.push(found);
        };
        let (best, counters, delay) = match &mut worker {
            Worker::Strong(search) => {
                let best = search.run(&task, &limits, table, control, &mut listen);
                (best, Vec::new(), search.longest_delay())
            }
            Worker::Classroom(search) => {
                search.observer = Counters::default();
                let best = search.run(&task, &limits, table, control, &mut listen);
                (best, search.observer.rows(), search.longest_delay())
            }
        };
        drop(helped);
        let best = self.report(position, &best, &options.player);
        // An unfinished iteration may have found a better first line than the last finished one.
        if lines.first().is_none_or(|first| first.pv != best.pv || first.nodes != best.nodes) {
            lines.retain(|line| line.line > 1 && line.pv.first() != best.pv.first());
            lines.insert(0, best.clone());
        }
        self.worker = Some((searcher(options), worker));
        self.delay = delay.max(self.delay * 3 / 4);
        Ok(Answer { best: best.pv.first().copied(), lines, counters, from_book: false })
    }

    fn random(&self, seed: u64, only: &[G::Move], control: &Control) -> Answer<G::Move> {
        // A different number for each move of a game, and the same game for the same seed.
        let mut rng = Rng::new(seed ^ self.record.position().key().0.rotate_left(self.record.len() as u32));
        let position = self.record.position();
        let moves = if only.is_empty() { position.moves() } else { only.to_vec() };
        if moves.is_empty() {
            return Answer { best: None, lines: Vec::new(), counters: Vec::new(), from_book: false };
        }
        let mv = rng.pick(&moves);
        let line = Report {
            depth: 0,
            deepest: 0,
            line: 1,
            score: Score::DRAW,
            score_text: "random".to_string(),
            chance: 0.5,
            bound: Bound::Exact,
            pv: vec![mv],
            nodes: 0,
            unit: "nodes",
            time: control.elapsed(),
            table_full: 0,
        };
        Answer { best: Some(mv), lines: vec![line], counters: Vec::new(), from_book: false }
    }

    fn winner_text(&self, outcome: Outcome) -> String {
        let position = self.record.position();
        match (outcome, outcome.winner()) {
            (_, None) => "draw".to_string(),
            (Outcome::Margin(margin), Some(winner)) => {
                let points = f64::from(margin.value().abs()) / f64::from(G::UNIT);
                format!("{} wins by {points} {}", position.side_name(winner), unit(position, points))
            }
            (_, Some(winner)) => format!("{} wins", position.side_name(winner)),
        }
    }
}

impl<G: Playable> Session<G> for Sitting<G> {
    fn record(&self) -> &Record<G> {
        &self.record
    }

    fn record_mut(&mut self) -> &mut Record<G> {
        &mut self.record
    }

    fn judgement(&self, player: &Identity) -> Result<Score, Error> {
        let position = self.record.position();
        let mut evaluator = self.evaluator(player)?;
        evaluator.follow(Step::Start(position));
        Ok(evaluator.evaluate(position))
    }

    fn check(&self, options: &Options, go: &Go) -> Result<(), Error> {
        options.check()?;
        go.check()?;
        if options.player.book.is_some() || learns(&options.player) {
            self.check_knowledge(options)?;
        }
        match options.player.evaluator.as_deref() {
            // By name alone: building an evaluator takes memory, and this check runs before each search.
            None => Ok(()),
            Some(name) if self.start.evaluators().contains(&name) => Ok(()),
            Some("") => Err(self.start.no_evaluator("")),
            // The searcher is kept as long as its player stays the same, so its weights have been read.
            Some(source)
                if self
                    .worker
                    .as_ref()
                    .is_some_and(|(made_for, _)| made_for.0.evaluator.as_deref() == Some(source)) =>
            {
                Ok(())
            }
            Some(source) => self.start.evaluator(source).map(drop),
        }
    }

    fn go(
        &mut self,
        options: &Options,
        go: &Go,
        only: &[G::Move],
        control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Answer<G::Move>, Error> {
        self.check(options, go)?;
        let mut told: Vec<Report<G::Move>> = Vec::new();
        let mut tell = |line: &Report<G::Move>| {
            told.truncate(line.line - 1);
            told.push(line.clone());
            report(line);
        };
        let from_book = match options.player.book {
            Some(_) => self.play_from_book(options, go, only, control, &mut tell)?,
            None => None,
        };
        let answer = match from_book {
            Some(answer) => answer,
            None => self.think(options, go, only, control, &mut tell)?,
        };
        // An unfinished iteration may have added to the answer: report that too.
        let same = |(told, line): (&Report<_>, &Report<_>)| {
            (&told.pv, told.score, told.bound, told.nodes) == (&line.pv, line.score, line.bound, line.nodes)
        };
        if told.len() != answer.lines.len() || !told.iter().zip(&answer.lines).all(same) {
            answer.lines.iter().for_each(report);
        }
        Ok(answer)
    }

    fn solve(
        &mut self,
        options: &Options,
        control: &Control,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Option<Solved<G::Move>>, Error> {
        self.solve_position(options, control, progress)
    }

    fn prepare(&mut self, options: &Options) -> Result<(), Error> {
        Session::check(self, options, &Go::default())?;
        G::prepare(&options.player);
        if options.player.method == Method::Search
            || options.player.method == Method::Natural && !self.start.prefers_mcts()
        {
            let bytes = self.table.as_ref().map(Table::bytes);
            let table = self.table(options.resources.table_megabytes)?;
            if bytes != Some(table.bytes()) && table.bytes() <= TOUCHED {
                table.clear();
            }
            let mut worker = self.worker(options)?;
            match &mut worker {
                Worker::Strong(search) => search.prepare(options.resources.threads),
                Worker::Classroom(search) => search.prepare(options.resources.threads),
            }
            self.worker = Some((searcher(options), worker));
        }
        Ok(())
    }

    fn forget(&mut self) {
        // Cleared instead of freed: page faults on new memory would slow the next search, badly so when memory is short.
        if let Some(table) = &self.table {
            table.clear();
        }
        match &mut self.worker {
            Some((_, Worker::Strong(search))) => search.forget(),
            Some((_, Worker::Classroom(search))) => search.forget(),
            None => {}
        }
    }
}

/// What a searcher depends on: who thinks, and whether it is counted what happens.
type Searcher = (Identity, bool);

fn searcher(options: &Options) -> Searcher {
    let mut player = options.player.clone();
    // Chance plays a part only where the judgement errs.
    if player.noise == 0 {
        player.seed = 0;
    }
    (player, options.report.counted)
}

/// Does it learn from played games?
fn learns(player: &Identity) -> bool {
    player.history || player.rote
}

/// The name of the unit of a game for so many points.
fn unit<G: Playable>(position: &G, points: f64) -> Cow<'static, str> {
    let [one, many] = position.unit_names();
    if points == 1.0 { one } else { many }
}

#[cfg(test)]
mod tests;
