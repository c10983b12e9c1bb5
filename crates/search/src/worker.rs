//! One thread of a search: its line, its histories, and what all its nodes use.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use game::{Evaluator, Game, Key, Known, Score, Step};

use crate::history::{Action, BACK, Histories};
use crate::node::{Best, Frame, Kind, Node, Stopped};
use crate::threads::Crew;
use crate::{
    Control, Depth, Entry, Exchange, Limits, Observer, Parameters, Part, Purpose, Reason, Table, Task, Technique,
    Techniques, Visit,
};

/// The search goes no deeper than this, quiescence included.
pub(crate) const MAX_PLY: usize = 250;

/// How many nodes pass between two looks at the clock.
const POLL: u64 = 1024;

/// Into how many portions for each thread a small number of nodes is divided.
const PORTIONS: u64 = 16;

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub limits: &'a Limits,
    /// The caller's: the search obeys it and never stops it.
    pub control: &'a Control,
    /// The search's own stop flag: time is up, or the main thread has finished.
    pub done: AtomicBool,
    /// Nodes of all threads, brought up to date now and then.
    pub nodes: AtomicU64,
    /// How many of [`Limits::nodes`] no thread has claimed yet.
    unclaimed: AtomicU64,
    /// How many of them a thread claims at a time.
    portion: u64,
    /// Entries from this depth on are told to others; none are so deep where there are no others.
    tell_from: Depth,
    exchange: Option<&'a Exchange>,
}

impl<'a> Shared<'a> {
    pub fn new<G: Game>(table: &'a Table, control: &'a Control, limits: &'a Limits, task: &Task<'a, G>) -> Shared<'a> {
        let (threads, exchange) = (task.threads, task.exchange);
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        // A single thread claims all nodes at once. Several claim a few at a time, so that none sits on nodes that others
        // could use.
        let portion = if threads <= 1 { nodes } else { (nodes / (PORTIONS * threads as u64)).clamp(1, POLL) };
        Shared {
            table,
            limits,
            control,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            unclaimed: AtomicU64::new(nodes),
            portion,
            tell_from: exchange.map_or(Depth::new(i32::MAX), Exchange::least),
            exchange,
        }
    }

    /// Must the search end?
    pub fn stopped(&self) -> bool {
        self.done.load(Relaxed) || self.control.stopped()
    }

    /// Has the hard limit of time been reached?
    pub fn out_of_time(&self) -> bool {
        let over = |limit| self.control.spent().is_some_and(|spent| spent >= limit);
        self.limits.hard_time.is_some_and(over)
    }

    /// Takes a portion of the nodes that may be visited; 0 if there are none left.
    fn claim(&self) -> u64 {
        let take = |left: u64| left.checked_sub(self.portion.min(left)).filter(|_| left > 0);
        let before = self.unclaimed.fetch_update(Relaxed, Relaxed, take);
        before.map_or(0, |left| self.portion.min(left))
    }
}

/// One search, generic in game, evaluator, techniques and observer: the strong engine and the classroom are instances of the
/// same code.
///
/// It keeps its histories from one search to the next; see [`Search::forget`].
pub struct Search<G: Game, E: Evaluator<G>, T: Techniques, O: Observer<G>> {
    pub(crate) evaluator: E,
    pub(crate) techniques: T,
    /// Watches the search.
    pub observer: O,
    /// How many plies of noisy moves quiescence follows; `None` for as many as it takes.
    pub quiescence_limit: Option<u32>,
    pub(crate) histories: Histories<G>,
    pub(crate) frames: Vec<Frame<G>>,
    /// The keys of the game so far and of the line, for repetitions.
    pub(crate) keys: Vec<Key>,
    pub(crate) reductions: Vec<i32>,
    pub(crate) nodes: u64,
    /// How many nodes this thread may visit before it must ask for more.
    pub(crate) nodes_allowed: u64,
    pub(crate) nodes_reported: u64,
    pub(crate) deepest: usize,
    /// No null move before this ply: a cut by null move is being verified.
    pub(crate) no_null_before: usize,
    pub(crate) is_main: bool,
    /// Its memory has been taken from the system.
    pub(crate) touched: bool,
    /// When it last looked at the clock, and the longest time between two looks.
    pub(crate) polled: Duration,
    pub(crate) delay: Duration,
    /// What the other threads of the search work with, kept between searches with their histories.
    pub(crate) helpers: Vec<Search<G, E, T, O>>,
    /// These threads.
    pub(crate) crew: Crew,
}

impl<G: Game, E: Evaluator<G>, T: Techniques, O: Observer<G>> Search<G, E, T, O> {
    /// A search that knows nothing yet.
    pub fn new(evaluator: E, techniques: T, observer: O) -> Search<G, E, T, O> {
        Search {
            reductions: crate::reductions::table(techniques.parameters()),
            evaluator,
            techniques,
            observer,
            quiescence_limit: None,
            histories: Histories::new(),
            frames: (0..MAX_PLY + 8).map(|_| Frame::new()).collect(),
            keys: Vec::new(),
            nodes: 0,
            nodes_allowed: 0,
            nodes_reported: 0,
            deepest: 0,
            no_null_before: 0,
            is_main: true,
            touched: false,
            polled: Duration::ZERO,
            delay: Duration::ZERO,
            helpers: Vec::new(),
            crew: Crew::default(),
        }
    }

    /// Adjusts the number of helper threads, each with histories of its own.
    pub(crate) fn engage(&mut self, helpers: usize) {
        self.helpers.truncate(helpers);
        self.crew.shrink(helpers);
        while self.helpers.len() < helpers {
            let mut helper = Search::new(self.evaluator.clone(), self.techniques.clone(), self.observer.fork());
            helper.is_main = false;
            self.helpers.push(helper);
        }
        for helper in &mut self.helpers {
            helper.quiescence_limit = self.quiescence_limit;
            helper.observer = self.observer.fork();
        }
    }

    /// Gets ready for searches by so many threads, so that the first one need not: these threads are made, and memory is taken from the
    /// system, which is done when it is first written to and takes its time.
    pub fn prepare(&mut self, threads: usize) {
        self.engage(threads.max(1) - 1);
        self.crew.man(self.helpers.len());
        self.helpers.iter_mut().for_each(Search::touch);
        self.touch();
    }

    /// Writes to all memory that no search has written to yet.
    fn touch(&mut self) {
        if !std::mem::replace(&mut self.touched, true) {
            self.histories.clear();
        }
    }

    /// Clears all histories: for a new game, or for an experiment that must be repeatable.
    pub fn forget(&mut self) {
        self.helpers.iter_mut().for_each(Search::forget);
        self.histories.clear();
        for frame in &mut self.frames {
            frame.killers = [None; 2];
        }
    }

    /// The longest time in the last search with a time limit in which the main thread did not look at the clock: so long the system
    /// may let it wait for a processor.
    pub fn longest_delay(&self) -> Duration {
        self.delay
    }

    /// The techniques in use.
    pub fn techniques(&self) -> &T {
        &self.techniques
    }

    #[inline(always)]
    pub(crate) fn on(&self, technique: Technique) -> bool {
        self.techniques.on(technique)
    }

    #[inline(always)]
    pub(crate) fn parameters(&self) -> &Parameters {
        self.techniques.parameters()
    }

    /// Counts a node; an error if the search must stop.
    #[inline]
    pub(crate) fn count_node(&mut self, shared: &Shared) -> Result<(), Stopped> {
        if self.nodes >= self.nodes_allowed {
            self.claim(shared)?;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) { self.poll(shared) } else { Ok(()) }
    }

    /// Claims more nodes to visit.
    #[cold]
    fn claim(&mut self, shared: &Shared) -> Result<(), Stopped> {
        let more = shared.claim();
        self.nodes_allowed = self.nodes_allowed.saturating_add(more);
        if more > 0 { Ok(()) } else { Err(Stopped) }
    }

    #[cold]
    fn poll(&mut self, shared: &Shared) -> Result<(), Stopped> {
        let new = self.nodes - self.nodes_reported;
        shared.control.tell_nodes(shared.nodes.fetch_add(new, Relaxed) + new);
        self.nodes_reported = self.nodes;
        // Every thread looks at the clock: where threads are more than processors, the main one may not be running.
        if let Some(limit) = shared.limits.hard_time
            && self.look_at_clock(shared).is_some_and(|spent| spent >= limit)
        {
            shared.done.store(true, Relaxed);
        }
        if shared.stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// The time that counts so far, and a note of how long nobody has looked.
    pub(crate) fn look_at_clock(&mut self, shared: &Shared) -> Option<Duration> {
        let spent = shared.control.spent()?;
        self.delay = self.delay.max(spent.saturating_sub(self.polled));
        self.polled = spent;
        Some(spent)
    }

    /// Tells the observer that a node is entered.
    #[inline(always)]
    pub(crate) fn enter(&mut self, position: &G, node: &Node, part: Part) {
        let mv = node.ply.checked_sub(1).and_then(|ply| self.frames[ply].mv);
        let &Node { ply, depth, alpha, beta, purpose, .. } = node;
        self.observer.enter(position, Visit { ply, depth, alpha, beta, part, mv, purpose });
    }

    /// Tells the observer that a node is left, and why.
    #[inline(always)]
    pub(crate) fn leave(&mut self, value: Score, reason: Reason) -> Result<Score, Stopped> {
        self.observer.leave(value, reason);
        Ok(value)
    }

    /// Has `position` occurred before, in the game or on the line?
    #[inline]
    pub(crate) fn is_repetition(&self, position: &G) -> bool {
        let reach = position.reversible_plies().min(self.keys.len());
        // The last key is the previous position's. Equal positions have the same side to move, so every second key counts.
        reach >= 2
            && self.keys[self.keys.len() - reach..].iter().rev().skip(1).step_by(2).any(|&key| key == position.key())
    }

    /// Prefetches the table entry of the position after `mv` while the move is being played.
    #[inline]
    pub(crate) fn fetch(&self, shared: &Shared, position: &G, mv: G::Move) {
        if self.on(Technique::TranspositionTable)
            && let Some(key) = position.key_after(mv)
        {
            shared.table.prefetch(key);
        }
    }

    /// Steps down to a child; followed by [`Search::step_up`].
    #[inline]
    pub(crate) fn step_down(&mut self, shared: &Shared, position: &G, mv: Option<G::Move>, after: &G, ply: usize) {
        if self.on(Technique::TranspositionTable) {
            shared.table.prefetch(after.key());
        }
        self.evaluator.follow(Step::Down { before: position, mv, after });
        self.keys.push(position.key());
        let frame = &mut self.frames[ply];
        frame.mv = mv;
        frame.action = mv.map(|mv| Action::of(position, mv));
    }

    #[inline]
    pub(crate) fn step_up(&mut self) {
        self.keys.pop();
        self.evaluator.follow(Step::Up);
    }

    /// The previous moves, at the distances of [`BACK`] from `ply`.
    #[inline]
    pub(crate) fn actions_before(&self, ply: usize) -> [Option<Action>; 3] {
        BACK.map(|back| ply.checked_sub(back).and_then(|ply| self.frames[ply].action))
    }

    /// The table's entry for the node, with the value counted from the root.
    #[inline]
    pub(crate) fn probe(&mut self, shared: &Shared, position: &G, ply: usize) -> Option<Entry> {
        if !self.on(Technique::TranspositionTable) {
            return None;
        }
        let entry =
            shared.table.probe(position.key()).map(|entry| Entry { value: entry.value.from_node(ply), ..entry });
        self.observer.table(entry.is_some());
        entry
    }

    /// Stores what was found at the node, with the value counted from the root.
    #[inline]
    pub(crate) fn store(&self, shared: &Shared, position: &G, ply: usize, entry: Entry) {
        if self.on(Technique::TranspositionTable) {
            let entry = Entry { value: entry.value.to_node(ply), ..entry };
            shared.table.store(position.key(), entry, self.techniques.parameters());
            if entry.depth >= shared.tell_from {
                tell(shared, position.key(), entry);
            }
        }
    }

    /// The value that a move must exceed to be the best.
    #[inline]
    pub(crate) fn bar(&self, best: &Best<G::Move>) -> Score {
        if self.on(Technique::AlphaBeta) { best.alpha } else { best.value }
    }

    /// Notes the value of a move; true if it fails high, so that the rest need not be searched. Without alpha-beta there is
    /// no window, and every new best move counts.
    #[inline(always)]
    pub(crate) fn raise<K: Kind>(&mut self, node: &Node, best: &mut Best<G::Move>, mv: G::Move, value: Score) -> bool {
        if value <= best.value {
            return false;
        }
        best.value = value;
        let windowed = self.on(Technique::AlphaBeta);
        if windowed && value <= best.alpha {
            return false;
        }
        best.mv = Some(mv);
        if windowed {
            best.alpha = value;
        }
        // With null windows only the principal variation has a line; otherwise every node has one.
        if K::PRINCIPAL || !windowed || !self.on(Technique::PrincipalVariation) {
            self.extend_pv(node.ply, mv);
        }
        windowed && value >= node.beta
    }

    /// The value of a node, if the evaluator knows it for certain, as far as the window asks.
    #[inline]
    pub(crate) fn ask(&mut self, position: &G, node: &Node) -> Option<Score> {
        match self.evaluator.known(position, node.depth.plies())? {
            Known::Exact(value) => Some(value.from_node(node.ply)),
            Known::AtLeast(value) => Some(value.from_node(node.ply)).filter(|value| *value >= node.beta),
            Known::AtMost(value) => Some(value.from_node(node.ply)).filter(|value| *value <= node.alpha),
        }
    }

    /// The static evaluation of the position: raw, and corrected by the correction history.
    #[inline]
    pub(crate) fn judge(&mut self, position: &G, known: Option<Score>) -> (Score, Score) {
        let raw = known.unwrap_or_else(|| self.evaluator.evaluate(position).clamp_judgement());
        if G::PARTIAL_KEYS > 0 && self.on(Technique::CorrectionHistory) {
            (raw, (raw + self.histories.correction(position, self.parameters())).clamp_judgement())
        } else {
            (raw, raw)
        }
    }

    /// The principal variation from `ply` is now `mv` and what follows it.
    #[inline]
    pub(crate) fn extend_pv(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        let pv = &mut upper[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&lower[0].pv);
    }

    /// The purpose of the first search of a move.
    #[inline]
    pub(crate) fn first_purpose(reduction: i32) -> Purpose {
        if reduction > 0 { Purpose::Reduced } else { Purpose::Search }
    }
}

/// Tells others what was found. Cold: where there are no others it is never called, and the code of the search goes past it.
#[cold]
#[inline(never)]
fn tell(shared: &Shared, key: Key, entry: Entry) {
    if let Some(exchange) = shared.exchange {
        exchange.tell(key, entry);
    }
}
