//! The root: iterative deepening, aspiration, several best lines, and when to stop.

use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use game::{Evaluator, Game, Key, Score, Stage, Step};

use crate::node::{Best, Look, Node, Principal, Stopped};
use crate::picker::Context;
use crate::threads::Job;
use crate::worker::{Search, Shared};
use crate::{
    Bound, Control, Depth, Entry, Exchange, Limits, Observer, Part, Purpose, Reason, Table, Technique, Techniques,
    parameters,
};

/// The depth of a search without iterative deepening and without a depth limit.
const DEPTH_WITHOUT_DEEPENING: Depth = Depth::new(4);

/// From this time on, aspiration windows that fail are reported as bounds.
const PATIENCE: Duration = Duration::from_secs(3);

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct Task<'a, G: Game> {
    /// The position.
    pub position: &'a G,
    /// The keys of the positions of the game before it, oldest first, for repetitions.
    pub past: &'a [Key],
    /// Only these moves are considered; all, if empty.
    pub only: &'a [G::Move],
    /// How many best lines are wanted, at least 1.
    pub lines: usize,
    /// How many threads share the work, at least 1.
    pub threads: usize,
    /// Where this search and others of the same position, in other processes, tell each other what they find.
    pub exchange: Option<&'a Exchange>,
    /// The first iteration is so many plies deeper than usual, so that who helps is ahead of whom it helps.
    pub ahead: i32,
}

impl<'a, G: Game> Task<'a, G> {
    /// One best line from `position`, on one thread.
    pub fn new(position: &'a G) -> Task<'a, G> {
        Task { position, past: &[], only: &[], lines: 1, threads: 1, exchange: None, ahead: 0 }
    }
}

/// What the search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The depth of the iteration.
    pub depth: Depth,
    /// The greatest distance from the root that was reached.
    pub deepest: usize,
    /// Which of the best lines this is, from 1.
    pub line: usize,
    /// The value for the side to move.
    pub score: Score,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The best line; its first move is the best move. Empty only if the game is over.
    pub pv: Vec<M>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_full: usize,
}

/// What a search has found out about a line.
#[derive(Clone, Copy)]
struct Finding {
    score: Score,
    bound: Bound,
    depth: Depth,
}

/// Tells the other threads that the search is over, however it ends.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// A move at the root.
struct RootMove<M> {
    mv: M,
    found: Finding,
    /// The score of the iteration before, to order by.
    previous: Score,
    pv: Vec<M>,
}

impl<G: Game, E: Evaluator<G>, T: Techniques, O: Observer<G>> Search<G, E, T, O> {
    /// Searches until a limit is reached. `report` is called for every line of every finished iteration. The result is the
    /// best line of the last finished iteration, or of an unfinished one as far as it got.
    pub fn run(
        &mut self,
        task: &Task<G>,
        limits: &Limits,
        table: &Table,
        control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        table.next_search();
        let shared = Shared::new(table, control, limits, task);
        let Some(exchange) = task.exchange else { return self.run_here(&shared, task, report) };
        let over = &AtomicBool::new(false);
        std::thread::scope(|scope| {
            let parameters = *self.techniques.parameters();
            let write = move || exchange.write(table, &parameters, G::SWING, || over.load(Relaxed));
            // Without that thread nobody hears the others, which costs their help only.
            let _ = std::thread::Builder::new().name("exchange".to_string()).spawn_scoped(scope, write);
            // The thread ends with this, whatever happens.
            let _over = Done(over);
            self.run_here(&shared, task, report)
        })
    }

    /// The same on all threads of this process.
    fn run_here(
        &mut self,
        shared: &Shared,
        task: &Task<G>,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        if task.threads <= 1 {
            return self.deepen(shared, task, report);
        }
        // Lazy SMP: all threads search the same root and help each other through the shared table.
        self.engage(task.threads - 1);
        let mut helpers = std::mem::take(&mut self.helpers);
        // Nobody begins before all are there: where threads are more than processors, those that search would keep us from making
        // the others.
        let gate = RwLock::new(());
        let closed = gate.write();
        let jobs = helpers.iter_mut().map(|helper| -> Job<'_> {
            let gate = &gate;
            Box::new(move || {
                drop(gate.read());
                helper.deepen(shared, task, &mut |_| {});
            })
        });
        let mut crew = std::mem::take(&mut self.crew);
        // If the system grants no more threads, or takes too long over them, the search makes do with fewer.
        let mut best = crew.together(
            jobs,
            || shared.out_of_time(),
            || {
                let _done = Done(&shared.done);
                drop(closed);
                self.deepen(shared, task, report)
            },
        );
        self.crew = crew;
        for helper in &mut helpers {
            self.observer.join(std::mem::replace(&mut helper.observer, self.observer.fork()));
        }
        self.helpers = helpers;
        best.nodes = shared.nodes.load(Relaxed);
        best
    }

    /// Iterative deepening on one thread.
    fn deepen(&mut self, shared: &Shared, task: &Task<G>, report: &mut dyn FnMut(&Report<G::Move>)) -> Report<G::Move> {
        let position = task.position;
        self.nodes = 0;
        self.nodes_allowed = 0;
        self.nodes_reported = 0;
        self.touched = true;
        (self.polled, self.delay) = (shared.control.spent().unwrap_or_default(), Duration::ZERO);
        self.deepest = 0;
        self.no_null_before = 0;
        self.keys.clear();
        self.keys.extend_from_slice(task.past);
        self.evaluator.follow(Step::Start(position));
        for frame in &mut self.frames {
            frame.excluded = None;
        }
        let mut moves = self.root_moves(shared, task);
        if moves.is_empty() {
            let score = position.outcome().map_or(Score::DRAW, |outcome| outcome.score(position.side_to_move()));
            return self.summary(shared, task, Finding { score, bound: Bound::Exact, depth: Depth::ZERO }, &[], 1);
        }

        // A game that must be over soon need not be searched much beyond its end; the factor makes up for reductions.
        let end =
            position.plies_left().map_or(Depth::MAX, |plies| Depth::new(self.parameters().end_factor * plies as i32));
        let last = shared.limits.depth.unwrap_or(end).min(Depth::MAX);
        let (mut depth, last) = match (self.on(Technique::IterativeDeepening), shared.limits.depth) {
            (true, _) => (Depth::new(1 + task.ahead).min(last), last),
            (false, Some(_)) => (last, last),
            (false, None) => (DEPTH_WITHOUT_DEEPENING, DEPTH_WITHOUT_DEEPENING),
        };
        let mut stable = 0;
        let mut done = false;
        while depth <= last && !done {
            self.observer.iteration(depth);
            for root_move in &mut moves {
                root_move.previous = std::mem::replace(&mut root_move.found.score, -Score::INFINITY);
            }
            let best_before = moves[0].mv;
            let lines = task.lines.clamp(1, moves.len());
            for line in 0..lines {
                let finished = self.aspirate(shared, task, &mut moves, line, depth, report);
                if finished.is_err() && moves[line].found.score == -Score::INFINITY {
                    // Stopped before the first move was finished: the values of the last iteration stand.
                    moves[line..].iter_mut().for_each(|root_move| root_move.found.score = root_move.previous);
                }
                sort(&mut moves[line..]);
                if finished.is_err() {
                    done = true;
                    break;
                }
                sort(&mut moves[..=line]);
                if line + 1 == lines && self.is_main {
                    for (index, RootMove { found, pv, .. }) in moves[..lines].iter().enumerate() {
                        report(&self.summary(shared, task, *found, pv, index + 1));
                    }
                }
            }
            stable = if moves[0].mv == best_before { stable + 1 } else { 0 };
            done |= self.is_main && self.enough(shared, &moves, depth, stable);
            depth += 1;
        }
        shared.nodes.fetch_add(self.nodes - self.nodes_reported, Relaxed);
        self.nodes_reported = self.nodes;
        let best = &moves[0];
        // A search that is stopped at once still returns a move, the first.
        let score = if best.found.score == -Score::INFINITY { Score::DRAW } else { best.found.score };
        self.summary(shared, task, Finding { score, ..best.found }, &best.pv, 1)
    }

    /// The legal moves, the table's first.
    fn root_moves(&mut self, shared: &Shared, task: &Task<G>) -> Vec<RootMove<G::Move>> {
        let position = task.position;
        // Even in a position drawn by a move count or repetition: the caller has not claimed the draw.
        let mut list = Vec::new();
        position.generate(Stage::All, &mut list);
        if !task.only.is_empty() {
            list.retain(|mv| task.only.contains(mv));
        }
        if self.on(Technique::Ordering) {
            let code = self.probe(shared, position, 0).map_or(0, |entry| entry.code);
            let by_evaluation = self.techniques.by_evaluation();
            list.sort_by_cached_key(|&mv| {
                let first = code != 0 && position.encode(mv) == code;
                if by_evaluation {
                    return std::cmp::Reverse((first, self.promise(position, mv), 0));
                }
                std::cmp::Reverse((first, position.gain(mv), position.hint(mv)))
            });
        }
        // Whoever asks for certain moves gets them.
        if let Some(most) = self.techniques.plausible().filter(|_| task.only.is_empty()) {
            let plausible = self.first_moves(position, most as usize);
            list.retain(|mv| plausible.contains(mv));
        }
        let unsearched = |mv| RootMove {
            mv,
            found: Finding { score: -Score::INFINITY, bound: Bound::Exact, depth: Depth::ZERO },
            previous: -Score::INFINITY,
            pv: vec![mv],
        };
        list.into_iter().map(unsearched).collect()
    }

    /// The first moves in the order of an inner node.
    fn first_moves(&mut self, position: &G, most: usize) -> Vec<G::Move> {
        let context = Context {
            code: 0,
            killers: [None; 2],
            before: self.actions_before(0),
            hints: true,
            noisy_only: false,
            checks: false,
        };
        let mut picker = self.picker(position, 0, context);
        let mut moves = Vec::new();
        while moves.len() < most
            && let Some(mv) = picker.next(position, &self.histories, &self.techniques)
        {
            moves.push(mv);
        }
        self.frames[0].lists = picker.lists;
        moves
    }

    /// One line of one iteration, with an aspiration window around the last value that is widened as needed.
    fn aspirate(
        &mut self,
        shared: &Shared,
        task: &Task<G>,
        moves: &mut [RootMove<G::Move>],
        line: usize,
        depth: Depth,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<(), Stopped> {
        let guess = moves[line].previous;
        let mut width = parameters::margin::<G>(self.parameters().aspiration_window);
        let widest = parameters::margin::<G>(self.parameters().aspiration_limit);
        let narrow = self.on(Technique::Aspiration)
            && self.on(Technique::AlphaBeta)
            && depth.plies() >= self.parameters().aspiration_depth
            && guess != -Score::INFINITY
            && !guess.is_decided();
        let (mut alpha, mut beta) =
            if narrow { (guess - width, guess + width) } else { (-Score::INFINITY, Score::INFINITY) };
        loop {
            let value = self.root(shared, task.position, &mut moves[line..], alpha, beta, depth)?;
            if value > alpha && value < beta || alpha == -Score::INFINITY && beta == Score::INFINITY {
                return Ok(());
            }
            // In a long search, report that the value failed high or low. Not with several lines, whose order it would upset.
            if self.is_main && task.lines == 1 && shared.control.elapsed() >= PATIENCE {
                let best = moves[line..].iter().max_by_key(|root_move| root_move.found.score);
                let found = Finding { score: value, bound: Bound::of(value, alpha, beta), depth };
                report(&self.summary(shared, task, found, best.map_or(&[], |best| &best.pv), 1));
            }
            width += width * self.parameters().aspiration_growth / 100 + 1;
            if value <= alpha {
                alpha = if width > widest { -Score::INFINITY } else { value - width };
            } else {
                beta = if width > widest { Score::INFINITY } else { value + width };
                // The move that failed high is searched first.
                sort(&mut moves[line..]);
            }
        }
    }

    /// The root node: like an inner node, but its moves keep their values and lines.
    fn root(
        &mut self,
        shared: &Shared,
        position: &G,
        moves: &mut [RootMove<G::Move>],
        alpha: Score,
        beta: Score,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        let node = Node { alpha, beta, depth, ply: 0, cut_expected: false, purpose: Purpose::Search };
        self.count_node(shared)?;
        self.enter(position, &node, Part::Root);
        let (raw, judgement) = self.judge(position, None);
        self.frames[0].judgement = (!position.in_check()).then_some(judgement);
        self.frames[1].killers = [None; 2];
        let mut best = Best::none(alpha);
        let mut rank = 0;
        let windowed = self.on(Technique::AlphaBeta);
        let reduce = self.on(Technique::LateMoveReductions)
            && self.on(Technique::Ordering)
            && depth.plies() >= self.parameters().root_reduction_depth;
        for root_move in moves.iter_mut() {
            rank += 1;
            let mv = root_move.mv;
            let after = position.after(mv);
            let quiet = !position.is_noisy(mv);
            let reduction = i32::from(reduce && quiet && rank >= self.parameters().root_reduction_rank as u32);
            self.step_down(shared, position, Some(mv), &after, 0);
            self.frames[0].gain = if quiet { 0 } else { position.gain(mv) };
            let bar = self.bar(&best);
            let look = Look { rank, depth: depth - 1, reduction };
            let value = self.search_move::<Principal>(shared, &node, &after, bar, look)?;
            self.step_up();
            if rank == 1 || value > bar {
                let bound = if windowed { Bound::of(value, best.alpha, beta) } else { Bound::Exact };
                root_move.found = Finding { score: value, bound, depth };
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(&self.frames[1].pv);
            } else {
                // Known only to be no better than the best move: sorted below all moves with a value of their own.
                root_move.found.score = -Score::INFINITY;
            }
            if self.raise::<Principal>(&node, &mut best, mv, value) {
                break;
            }
        }
        let Best { value, mv, .. } = best;
        let (code, bound) = (mv.map_or(0, |mv| position.encode(mv)), Bound::of(value, alpha, beta));
        self.store(shared, position, 0, Entry { code, value, judgement: Some(raw), depth, bound });
        self.leave(value, if windowed && value >= beta { Reason::Cut(rank) } else { Reason::Searched })
    }

    /// Is another iteration worth its time?
    fn enough(&mut self, shared: &Shared, moves: &[RootMove<G::Move>], depth: Depth, stable: i32) -> bool {
        let best = &moves[0].found;
        if shared.stopped() {
            return true;
        }
        if let (Some(wanted), Some(plies)) = (shared.limits.win_in, best.score.plies_to_end())
            && best.score.is_win()
            && plies <= wanted
        {
            return true;
        }
        if shared.limits.soft_nodes.is_some_and(|soft| self.total_nodes(shared) >= soft) {
            return true;
        }
        let Some(soft) = shared.limits.soft_time else { return false };
        // A forced move, or a proven result searched beyond its end, needs no more time.
        if moves.len() == 1
            || best.score.plies_to_end().is_some_and(|plies| depth.plies() as usize > plies.saturating_add(1))
        {
            return true;
        }
        let (settled, unsettled) = (self.parameters().soft_stable, self.parameters().soft_unstable);
        let most = self.parameters().soft_iterations;
        let percent = unsettled - (unsettled - settled) * stable.min(most) / most;
        self.look_at_clock(shared).is_some_and(|spent| spent >= soft * percent as u32 / 100)
    }

    /// Nodes of all threads, as far as they have been reported.
    fn total_nodes(&self, shared: &Shared) -> u64 {
        shared.nodes.load(Relaxed) + self.nodes - self.nodes_reported
    }

    fn summary(&self, shared: &Shared, task: &Task<G>, found: Finding, pv: &[G::Move], line: usize) -> Report<G::Move> {
        let Finding { score, bound, depth } = found;
        let mut pv = pv.to_vec();
        if self.on(Technique::TranspositionTable) && bound == Bound::Exact {
            crate::line::complete(task.position, shared.table, score, &mut pv);
        }
        Report {
            depth,
            deepest: self.deepest.max(pv.len()),
            line,
            score,
            bound,
            pv,
            nodes: self.total_nodes(shared),
            time: shared.control.elapsed(),
            table_full: if self.on(Technique::TranspositionTable) { shared.table.per_mille_full() } else { 0 },
        }
    }
}

/// The best first. Stable, so that moves which never were best keep their order.
fn sort<M>(moves: &mut [RootMove<M>]) {
    moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.found.score));
}
