//! One game at one position: the facade's methods for a game whose type is known.

mod opening;
mod playouts;
mod solving;
mod winning;

use std::borrow::Cow;

use game::{Color, Curve, Customs, Diagram, Evaluator, Key, Look, Outcome, Rng, Score, Show, Side, Stage};
use knowledge::book::{Book, Source};
use knowledge::openings::Opening;
use search::{AllOn, Blind, Bound, Chosen, Control, Counters, Depth, Limits, Search, Table, Task};

use crate::chances;
use crate::noise::Noisy;
use crate::record::Record;
use crate::registry::{Engine, Playable};
use crate::remembering::{Memory, Remembering};
use crate::{
    Answer, Audience, Chances, End, EndgameTables, Error, Go, History, LegalMove, Method, Options, Report, Solved, time,
};

/// The strong engine: everything on, nothing watched, all of it known to the compiler.
type Strong<G> = Search<G, <G as Playable>::Evaluator, AllOn, Blind>;
/// The classroom: techniques chosen at run time, everything counted, judgement perhaps blurred, the past perhaps remembered.
type Classroom<G> = Search<G, Noisy<Remembering<<G as Playable>::Evaluator>>, Chosen, Counters>;

enum Worker<G: Playable> {
    Strong(Box<Strong<G>>),
    Classroom(Box<Classroom<G>>),
}

pub(crate) struct Session<G: Playable> {
    start: G,
    record: Record<G>,
    table: Option<Table>,
    /// The searcher of the last search, with the options it was made for: it knows which moves tend to be good.
    worker: Option<(Options, Worker<G>)>,
    audience: Audience,
    /// The book and the history that were used last, kept open.
    book: Option<(Source, Book)>,
    history: Option<History>,
}

impl<G: Playable> Session<G> {
    pub fn new(start: G) -> Session<G> {
        let record = Record::new(start.clone());
        Session { record, start, table: None, worker: None, audience: Audience::People, book: None, history: None }
    }

    fn table(&mut self, megabytes: usize) -> Result<&Table, Error> {
        let wanted = megabytes << 20;
        let table = match self.table.take() {
            Some(table) if table.bytes() == wanted => table,
            old => {
                // The old one goes first: there may not be room for both.
                drop(old);
                let too_large = || Error::Request(format!("hash {megabytes}: there is not so much memory, in MiB"));
                Table::try_new(wanted).ok_or_else(too_large)?
            }
        };
        Ok(self.table.insert(table))
    }

    fn evaluator(&self, options: &Options) -> Result<G::Evaluator, Error> {
        let name = options.evaluator.as_deref().unwrap_or(G::EVALUATORS[0]);
        let evaluator = G::evaluator(name).ok_or_else(|| self.no_such_evaluator(name))?;
        Ok(G::informed(evaluator, options))
    }

    fn no_such_evaluator(&self, name: &str) -> Error {
        Error::Request(format!("evaluator '{name}': {} has {}", self.start.spec(), G::EVALUATORS.join(", ")))
    }

    /// The searcher for these options: the last one if nothing about it changes.
    fn worker(&mut self, options: &Options) -> Result<Worker<G>, Error> {
        let same = |old: &Options| Options {
            threads: 0,
            lines: 0,
            table_megabytes: 0,
            overhead: Default::default(),
            ..old.clone()
        };
        match self.worker.take() {
            // What is remembered is another thing in each position.
            Some((old, worker)) if same(&old) == same(options) && options.history.is_none() => Ok(worker),
            _ => {
                let inner = self.evaluator(options)?;
                if options.history.is_none()
                    && options.techniques.is_all()
                    && !options.counted
                    && options.noise == 0
                    && options.quiescence_limit.is_none()
                {
                    return Ok(Worker::Strong(Box::new(Search::new(inner, AllOn, Blind))));
                }
                let memory = match &options.history {
                    Some(path) => self.remember(path, options.seed)?,
                    None => Memory::default(),
                };
                let inner = Remembering::new(inner, memory);
                let noisy = Noisy { inner, amplitude: options.noise * G::UNIT / 100, seed: options.seed };
                let mut search = Search::new(noisy, options.techniques, Counters::default());
                search.quiescence_limit = options.quiescence_limit;
                Ok(Worker::Classroom(Box::new(search)))
            }
        }
    }

    /// A move as the audience reads it.
    fn text(&self, position: &G, mv: G::Move) -> String {
        match self.audience {
            Audience::People => position.move_text(mv),
            Audience::Programs => position.protocol_text(mv),
        }
    }

    fn texts(&self, position: &G, moves: &[G::Move]) -> Vec<String> {
        let mut position = position.clone();
        moves
            .iter()
            .map(|&mv| {
                let text = self.text(&position, mv);
                position.play(mv);
                text
            })
            .collect()
    }

    fn report(&self, position: &G, report: &search::Report<G::Move>, options: &Options) -> Report {
        let mut pv = report.pv.clone();
        if report.score.plies_to_end().is_some_and(|plies| pv.len() < plies) {
            let last = pv.iter().fold(position.clone(), |position, &mv| position.after(mv));
            pv.extend(last.known_line(options));
        }
        Report {
            depth: report.depth.plies(),
            deepest: report.deepest,
            line: report.line,
            score: report.score,
            score_text: position.score_text(report.score),
            chance: Chances::of(report.score, chances::curve(position)).share(),
            bound: report.bound,
            pv: self.texts(position, &pv),
            nodes: report.nodes,
            unit: "nodes",
            time: report.time,
            table_full: report.table_full,
        }
    }

    fn limits(options: &Options, go: &Go) -> Limits {
        let mut limits = Limits { nodes: go.nodes, hard_time: go.time, win_in: go.win_in, ..Limits::default() };
        limits.depth = go.depth.map(Depth::new);
        if let Some(clock) = go.clock {
            let (soft, hard) = time::share(clock, options.overhead);
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
        report: &mut dyn FnMut(&Report),
    ) -> Result<Answer, Error> {
        let limits = Self::limits(options, go);
        let mut worker = self.worker(options)?;
        self.table(options.table_megabytes)?;
        let table = self.table.as_ref().expect("just made");
        let position = self.record.position();
        // Who wants one line wants the best; who wants several wants to see the others too.
        let sure = if options.lines > 1 { Vec::new() } else { position.best_moves(options) };
        let sure: Vec<_> = sure.into_iter().filter(|mv| only.is_empty() || only.contains(mv)).collect();
        let only = if sure.is_empty() { only } else { &sure };
        let past = self.record.keys();
        let (lines, threads) = (options.lines.max(1), options.threads.max(1));
        let task = Task { position, past: &past, only, lines, threads, play_on: self.audience == Audience::Programs };
        let mut lines: Vec<Report> = Vec::new();
        let mut listen = |found: &search::Report<G::Move>| {
            let found = self.report(position, found, options);
            if found.line == 1 {
                lines.clear();
            }
            report(&found);
            lines.push(found);
        };
        let (best, counters) = match &mut worker {
            Worker::Strong(search) => (search.run(&task, &limits, table, control, &mut listen), Vec::new()),
            Worker::Classroom(search) => {
                search.observer = Counters::default();
                let best = search.run(&task, &limits, table, control, &mut listen);
                (best, search.observer.rows())
            }
        };
        let best = self.report(position, &best, options);
        // The end may know more than the last finished iteration, in one line at least.
        if lines.first().is_none_or(|first| first.pv != best.pv || first.nodes != best.nodes) {
            lines.retain(|line| line.line > 1 && line.pv.first() != best.pv.first());
            lines.insert(0, best.clone());
        }
        self.worker = Some((options.clone(), worker));
        Ok(Answer { best: best.pv.first().cloned(), lines, counters, from_book: false })
    }

    fn random(&self, options: &Options, only: &[G::Move], control: &Control) -> Answer {
        // Each move of a game draws another number, yet the same game is drawn from the same seed.
        let mut rng =
            Rng::new(options.seed ^ self.record.position().key().0.rotate_left(self.record.keys().len() as u32));
        let position = self.record.position();
        let moves = if only.is_empty() { position.moves() } else { only.to_vec() };
        if moves.is_empty() {
            return Answer { best: None, lines: Vec::new(), counters: Vec::new(), from_book: false };
        }
        let mv = rng.pick(&moves);
        let best = self.text(self.record.position(), mv);
        let line = Report {
            depth: 0,
            deepest: 0,
            line: 1,
            score: Score::DRAW,
            score_text: "random".to_string(),
            chance: 0.5,
            bound: Bound::Exact,
            pv: vec![best.clone()],
            nodes: 0,
            unit: "nodes",
            time: control.elapsed(),
            table_full: 0,
        };
        Answer { best: Some(best), lines: vec![line], counters: Vec::new(), from_book: false }
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

impl<G: Playable> Engine for Session<G> {
    fn game(&self) -> String {
        self.start.spec()
    }

    fn set_audience(&mut self, audience: Audience) {
        self.audience = audience;
    }

    fn key(&self) -> Key {
        self.record.position().key()
    }

    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        self.record.position().details()
    }

    fn judgement(&self, options: &Options) -> Result<Score, Error> {
        let position = self.record.position();
        let mut evaluator = self.evaluator(options)?;
        evaluator.restart(position);
        Ok(evaluator.evaluate(position))
    }

    fn table_value(&self, tables: &EndgameTables) -> Option<Score> {
        self.record.position().table_value(tables)
    }

    fn judgement_terms(&self, options: &Options) -> Vec<String> {
        self.record.position().terms(options.evaluator.as_deref().unwrap_or(G::EVALUATORS[0]))
    }

    fn set_position(&mut self, text: &str) -> Result<(), Error> {
        let position = if text == "start" { self.start.clone() } else { self.start.parse_position(text)? };
        self.record = Record::new(position);
        Ok(())
    }

    fn position(&self) -> String {
        self.record.position().position_text()
    }

    fn moves(&self) -> Vec<String> {
        let position = self.record.position();
        if self.record.end().is_some() {
            return Vec::new();
        }
        position.moves().into_iter().map(|mv| self.text(position, mv)).collect()
    }

    fn passed(&self) -> Option<String> {
        let position = self.record.position();
        (self.record.end().is_none() && position.can_pass()).then(|| {
            let mut passed = position.clone();
            passed.pass();
            passed.position_text()
        })
    }

    fn choices(&self) -> Vec<LegalMove> {
        let position = self.record.position();
        if self.record.end().is_some() {
            return Vec::new();
        }
        let choice = |mv| LegalMove {
            text: position.move_text(mv),
            code: position.protocol_text(mv),
            clicks: position.clicks(mv),
        };
        position.moves().into_iter().map(choice).collect()
    }

    fn play(&mut self, mv: &str) -> Result<String, Error> {
        let position = self.record.position();
        if self.audience == Audience::People && self.record.end().is_some() {
            return Err(game::MoveError::new(mv, "the game is over").into());
        }
        let mv = position.parse_move(mv)?;
        let text = self.text(position, mv);
        self.record.play(mv);
        Ok(text)
    }

    fn undo(&mut self) -> bool {
        self.record.undo()
    }

    fn played(&self) -> Vec<String> {
        self.record.moves().map(|(before, mv)| self.text(before, mv)).collect()
    }

    fn course(&self) -> Vec<(Key, String)> {
        self.record.moves().map(|(before, mv)| (before.key(), before.protocol_text(mv))).collect()
    }

    fn opening(&self) -> Option<Opening> {
        let before: Vec<&G> = self.record.moves().map(|(before, _)| before).collect();
        self.record.position().opening().or_else(|| before.into_iter().rev().find_map(Playable::opening))
    }

    fn book_moves(&mut self, options: &Options) -> Result<Vec<(String, u16)>, Error> {
        let moves = self.moves_of_book(options)?;
        let position = self.record.position();
        Ok(moves.into_iter().map(|(mv, weight)| (self.text(position, mv), weight)).collect())
    }

    fn end(&self) -> Option<End> {
        self.record.end()
    }

    fn verdict(&self) -> Option<String> {
        let end = self.record.end()?;
        let result = self.winner_text(end.outcome);
        let reason = match end.by_repetition {
            true => "the position has occurred three times".to_string(),
            false => self.record.position().end_reason(),
        };
        Some(if reason.is_empty() { result } else { format!("{result}: {reason}") })
    }

    fn side_to_move(&self) -> Side {
        self.record.position().side_to_move()
    }

    fn side_name(&self, side: Side) -> Cow<'static, str> {
        self.record.position().side_name(side)
    }

    fn diagram(&self) -> Diagram {
        self.record.position().diagram()
    }

    fn last_move_cells(&self) -> Vec<usize> {
        self.record.last().map_or(Vec::new(), |(before, mv)| before.move_cells(mv))
    }

    fn checked_cells(&self) -> Vec<usize> {
        self.record.position().checked_cells()
    }

    fn look(&self) -> Look {
        self.record.position().look()
    }

    fn side_color(&self, side: Side) -> Color {
        self.record.position().side_color(side)
    }

    fn customs(&self) -> Customs {
        self.record.position().customs()
    }

    fn piece_name(&self, letter: char) -> Cow<'static, str> {
        self.record.position().piece_name(letter)
    }

    fn counts(&self) -> Option<[f64; 2]> {
        self.record.position().counts()
    }

    fn end_code(&self) -> Option<Cow<'static, str>> {
        let end = self.record.end()?;
        Some(if end.by_repetition { "repetition".into() } else { self.record.position().end_code() })
    }

    fn first_score_text(&self, score: Score) -> String {
        self.record.position().first_score_text(score)
    }

    fn curve(&self) -> Curve {
        chances::curve(self.record.position())
    }

    fn prefers_mcts(&self) -> bool {
        G::PREFERS_MCTS
    }

    fn check(&self, options: &Options, go: &Go) -> Result<(), Error> {
        options.check()?;
        go.check()?;
        self.check_knowledge(options)?;
        // By its name alone: making one takes memory, and this is asked before each search.
        match options.evaluator.as_deref() {
            Some(name) if !G::EVALUATORS.contains(&name) => Err(self.no_such_evaluator(name)),
            _ => Ok(()),
        }
    }

    fn go(
        &mut self,
        options: &Options,
        go: &Go,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Answer, Error> {
        self.check(options, go)?;
        let position = self.record.position();
        let only: Vec<G::Move> = go.only.iter().map(|text| position.parse_move(text)).collect::<Result<_, _>>()?;
        if let Some(answer) = self.play_from_book(options, go, &only, control, report)? {
            return Ok(answer);
        }
        let prefers_mcts = G::PREFERS_MCTS && go.depth.is_none();
        match options.method {
            Method::Random => Ok(self.random(options, &only, control)),
            Method::Mcts => Ok(self.mcts(options, go, &only, control, report)),
            Method::Natural if prefers_mcts => Ok(self.mcts(options, go, &only, control, report)),
            Method::Natural | Method::Search => match go.win_in {
                Some(plies) => self.find_win(options, go, plies, &only, control, report),
                None => self.search(options, go, &only, control, report),
            },
        }
    }

    fn forget(&mut self) {
        // Cleared and not given back: taken from the system anew, each of its pages would cost the next search time, and much
        // of it on a machine that is short of memory.
        if let Some(table) = &self.table {
            table.clear();
        }
        self.worker = None;
    }

    fn solve(
        &mut self,
        options: &Options,
        control: &Control,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Option<Solved>, Error> {
        self.solve_position(options, control, progress)
    }

    fn divide(&self, depth: usize, threads: usize) -> Vec<(String, u64)> {
        use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
        let position = self.record.position();
        let mut moves = Vec::new();
        position.generate(Stage::All, &mut moves);
        // Each thread takes the next move that nobody has taken.
        let next = AtomicUsize::new(0);
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let work = || {
            while let Some((mv, count)) = moves.iter().zip(&counts).nth(next.fetch_add(1, Relaxed)) {
                count.store(game::perft(&position.after(*mv), depth.saturating_sub(1)), Relaxed);
            }
        };
        std::thread::scope(|scope| {
            (1..threads.min(moves.len())).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        moves.iter().zip(counts).map(|(mv, count)| (self.text(position, *mv), count.into_inner())).collect()
    }
}

fn unit<G: Show>(position: &G, points: f64) -> Cow<'static, str> {
    let [one, many] = position.unit_names();
    if points == 1.0 { one } else { many }
}
