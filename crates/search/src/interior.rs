//! An inner node of the tree: fail-soft alpha-beta with every technique that is switched on.
//!
//! The steps are numbered in the order in which they happen. Cuts of the whole node are in `cuts.rs`, decisions about single
//! moves in `moves.rs`.

use game::{Evaluator, Game, Score};

use crate::cuts::Cut;
use crate::node::{Best, Kind, Look, Node, Other, Stopped, Trial};
use crate::picker::Context;
use crate::worker::{MAX_PLY, Search, Shared};
use crate::{Bound, Entry, Observer, Purpose, Reason, Technique, Techniques};

/// What the steps before the move loop have found out about a node.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub entry: Option<Entry>,
    pub in_check: bool,
    /// The static evaluation as the evaluator gave it, for the table.
    pub raw: Option<Score>,
    /// The corrected static evaluation; `None` in check.
    pub standing: Option<Score>,
    /// The best guess of the value before any move is tried: the static evaluation, or the table's value where that says more.
    pub judgement: Option<Score>,
    /// Is the corrected static evaluation better than at our last turn?
    pub improving: bool,
}

impl<G: Game, E: Evaluator<G>, T: Techniques, O: Observer<G>> Search<G, E, T, O> {
    /// The value of a node.
    pub(crate) fn interior<K: Kind>(
        &mut self,
        shared: &Shared,
        position: &G,
        mut node: Node,
    ) -> Result<Score, Stopped> {
        // Step 1. Leaves.
        if node.depth.is_leaf() {
            return self.leaf::<K>(shared, position, node);
        }
        self.count_node(shared)?;
        self.enter(position, &node, K::PART);
        self.frames[node.ply].pv.clear();
        self.deepest = self.deepest.max(node.ply);

        // Step 2. The end of the game, and repetition. One repetition counts as a draw: whoever could do better the second
        // time could have done so the first time.
        if let Some(outcome) = position.end() {
            return self.leave(outcome.score(position.side_to_move()).from_node(node.ply), Reason::GameOver);
        }
        if self.is_repetition(position) {
            return self.leave(Score::DRAW, Reason::Repetition);
        }
        if node.ply >= MAX_PLY {
            let (_, judgement) = self.judge(position, None);
            return self.leave(judgement, Reason::Leaf);
        }

        // Step 3. Mate distance: no line through here is better than a win at the next ply or worse than a loss right now.
        if self.on(Technique::MateDistance) {
            node.alpha = node.alpha.max(Score::loss_in(node.ply));
            node.beta = node.beta.min(Score::win_in(node.ply + 1));
            if node.alpha >= node.beta {
                return self.leave(node.alpha, Reason::Technique(Technique::MateDistance));
            }
        }

        // Step 4. The transposition table. No cutoffs on the principal variation, so that its line is reported in full.
        let excluded = self.frames[node.ply].excluded;
        let entry = if excluded.is_none() { self.probe(shared, position, node.ply) } else { None };
        if !K::PRINCIPAL
            && let Some(entry) = entry
            && (entry.depth == node.depth || entry.depth > node.depth && !self.techniques.equal_depth_only())
            && entry.settles(entry.value, node.alpha, node.beta)
        {
            return self.leave(entry.value, Reason::Technique(Technique::TranspositionTable));
        }

        // Still step 4: what is known for certain, from endgame tables for instance, needs no search.
        if excluded.is_none()
            && let Some(value) = self.ask(position, &node)
        {
            return self.leave(value, Reason::Known);
        }

        // Step 5. The static evaluation, and the cuts that it allows.
        let found = self.look_around(position, &node, entry);
        if !K::PRINCIPAL
            && excluded.is_none()
            && let Some(Cut { value, technique }) = self.cut_node(shared, position, &node, &found)?
        {
            return self.leave(value, Reason::Technique(technique));
        }

        // Step 6. Internal iterative reductions: without a table move, ordering is poor and a deep search slow. A shallower
        // one puts a move into the table for next time.
        if self.on(Technique::InternalReductions)
            && node.depth.plies() >= self.parameters().internal_reduction_depth
            && entry.is_none_or(|entry| entry.code == 0)
            && excluded.is_none()
        {
            node.depth -= self.parameters().internal_reduction;
        }
        self.search_moves::<K>(shared, position, node, found)
    }

    fn look_around(&mut self, position: &G, node: &Node, entry: Option<Entry>) -> Found {
        let in_check = position.in_check();
        let (raw, standing, judgement) = if in_check || !self.needs_judgement() {
            (None, None, None)
        } else {
            let (raw, standing) = self.judge(position, entry.and_then(|entry| entry.judgement));
            // The table's value is the better estimate where its bound points the right way.
            let better = entry
                .filter(|entry| !entry.value.is_decided() && entry.settles(entry.value, standing - 1, standing + 1))
                .map_or(standing, |entry| entry.value);
            (Some(raw), Some(standing), Some(better))
        };
        // "Improving" compares static evaluations: table values come from different depths.
        self.frames[node.ply].judgement = standing;
        let before = |plies| node.ply.checked_sub(plies).and_then(|ply: usize| self.frames[ply].judgement);
        let improving = match (standing, before(2).or_else(|| before(4))) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        };
        Found { entry, in_check, raw, standing, judgement, improving }
    }

    /// Does any technique that is on need the static evaluation of inner nodes? Minimax evaluates leaves only.
    #[inline(always)]
    fn needs_judgement(&self) -> bool {
        use Technique::{
            CorrectionHistory, Futility, LateMovePruning, LateMoveReductions, NullMove, ProbCut, Razoring,
            ReverseFutility,
        };
        [Futility, ReverseFutility, Razoring, NullMove, ProbCut, LateMovePruning, LateMoveReductions, CorrectionHistory]
            .iter()
            .any(|&technique| self.on(technique))
    }

    /// Step 7. The moves, one after the other.
    fn search_moves<K: Kind>(
        &mut self,
        shared: &Shared,
        position: &G,
        node: Node,
        found: Found,
    ) -> Result<Score, Stopped> {
        let Node { depth, ply, .. } = node;
        let excluded = self.frames[ply].excluded;
        let context = Context {
            code: found.entry.map_or(0, |entry| entry.code),
            killers: self.frames[ply].killers,
            before: self.actions_before(ply),
            hints: depth.plies() >= self.parameters().hint_depth,
            noisy_only: false,
            checks: false,
        };
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply].tried.clear();
        let mut picker = self.picker(position, ply, context);
        let mut best = Best::none(node.alpha);
        let mut rank = 0;

        while let Some(mv) = picker.next(position, &self.histories, &self.techniques) {
            if Some(mv) == excluded {
                continue;
            }
            if self.techniques.plausible().is_some_and(|most| rank >= most) {
                break;
            }
            rank += 1;
            let quiet = !position.is_noisy(mv);
            let history = if quiet { self.history(position, ply, mv) } else { 0 };
            let trial = Trial { mv, quiet, rank, history };

            // Step 8. Pruning of single moves. Never the first, and never while all moves so far lose.
            if rank > 1
                && !best.value.is_loss()
                && let Some(technique) = self.skip_move::<K>(position, &node, &found, &trial)
            {
                // What rules out one quiet move rules out those after it, except checks that lose no material
                // (+43 Elo [20, 67], 624 games at 6,000 nodes a move, 2026-11-15).
                let for_all_quiets = matches!(technique, Technique::LateMovePruning | Technique::Futility);
                if for_all_quiets {
                    picker.only_checks();
                }
                if !for_all_quiets || !position.gives_check(mv) || !position.exchange_wins(mv, 0) {
                    self.observer.pruned(mv, technique);
                    continue;
                }
            }

            // Step 9. Extensions.
            self.fetch(shared, position, mv);
            let after = position.after(mv);
            let extension = self.extension::<K>(shared, position, &node, &found, mv, &after)?;

            // Step 10. The search below, deeper or shallower.
            let reduction = self.reduction::<K>(&node, &found, &trial, &after);
            let look = Look { rank, depth: depth - 1 + extension, reduction };
            self.step_down(shared, position, Some(mv), &after, ply);
            self.frames[ply].gain = if quiet { 0 } else { position.gain(mv) };
            let value = self.search_move::<K>(shared, &node, &after, self.bar(&best), look)?;
            self.step_up();
            if self.raise::<K>(&node, &mut best, mv, value) {
                self.reward(position, &node, mv, quiet);
                break;
            }
            self.frames[ply].tried.push(mv);
        }
        self.frames[ply].lists = picker.lists;

        // Step 11. No legal move: the rules say what that means. If the only move is excluded, nothing else exceeds alpha.
        if rank == 0 {
            if excluded.is_some() {
                return self.leave(node.alpha, Reason::Searched);
            }
            let value = position.stuck().score(position.side_to_move()).from_node(ply);
            return self.leave(value, Reason::GameOver);
        }
        if excluded.is_none() {
            self.keep(shared, position, &node, &found, &best);
        }
        let cut = self.on(Technique::AlphaBeta) && best.value >= node.beta;
        self.leave(best.value, if cut { Reason::Cut(rank) } else { Reason::Searched })
    }

    /// Step 12. The result goes into the transposition table and the correction history.
    #[inline]
    fn keep(&mut self, shared: &Shared, position: &G, node: &Node, found: &Found, best: &Best<G::Move>) {
        let Best { value, mv, .. } = *best;
        let bound = Bound::of(value, node.alpha, node.beta);
        let code = mv.map_or(0, |mv| position.encode(mv));
        self.store(shared, position, node.ply, Entry { code, value, judgement: found.raw, depth: node.depth, bound });
        if self.on(Technique::CorrectionHistory)
            && let Some(standing) = found.standing
            && mv.is_none_or(|mv| !position.is_noisy(mv))
            && !value.is_decided()
            && !(bound == Bound::Lower && value <= standing || bound == Bound::Upper && value >= standing)
        {
            let parameters = self.techniques.parameters();
            self.histories.update_correction(position, node.depth, value - standing, parameters);
        }
    }

    /// Principal variation search of one move: first with a null window and perhaps reduced, then again in full only if
    /// that fails high. `bar` is the value to beat.
    pub(crate) fn search_move<K: Kind>(
        &mut self,
        shared: &Shared,
        node: &Node,
        after: &G,
        bar: Score,
        look: Look,
    ) -> Result<Score, Stopped> {
        let Look { rank, depth, reduction } = look;
        let beta = node.beta;
        if self.on(Technique::AlphaBeta) && self.on(Technique::PrincipalVariation) {
            if rank == 1 {
                let child =
                    node.child(bar, beta, depth, Purpose::Search).expecting_cut(!K::PRINCIPAL && !node.cut_expected);
                return Ok(-self.interior::<K::Next>(shared, after, child)?);
            }
            let first = node.child(bar, bar + 1, depth - reduction, Self::first_purpose(reduction));
            let first = first.expecting_cut(reduction > 0 || !node.cut_expected);
            let mut value = -self.interior::<Other>(shared, after, first)?;
            if value > bar && reduction > 0 {
                let again = node.child(bar, bar + 1, depth, Purpose::Again).expecting_cut(!node.cut_expected);
                value = -self.interior::<Other>(shared, after, again)?;
            }
            if K::PRINCIPAL && value > bar && value < beta {
                value = -self.interior::<K::Next>(shared, after, node.child(bar, beta, depth, Purpose::Again))?;
            }
            return Ok(value);
        }
        // Without principal variation search every move gets the full window; without alpha-beta an infinite one.
        let (low, high) = if self.on(Technique::AlphaBeta) { (bar, beta) } else { (-Score::INFINITY, Score::INFINITY) };
        let first = node.child(low, high, depth - reduction, Self::first_purpose(reduction));
        let mut value = if rank == 1 {
            -self.interior::<K::Next>(shared, after, first)?
        } else {
            -self.interior::<Other>(shared, after, first)?
        };
        if value > bar && reduction > 0 {
            value = -self.interior::<Other>(shared, after, node.child(low, high, depth, Purpose::Again))?;
        }
        Ok(value)
    }
}
