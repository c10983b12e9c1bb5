//! A node inside the tree: fail-soft alpha-beta with everything that is switched on.
//!
//! The steps are numbered in the order in which they happen. Whole-node cuts are in `cuts.rs`.

use game::{Evaluator, Game, Score};

use crate::history::Action;
use crate::node::{Kind, Node, Other};
use crate::picker::{Context, Picker};
use crate::worker::{MAX_PLY, Search, Shared};
use crate::{Bound, Depth, Entry, Observer, Purpose, Reason, Technique, Techniques, parameters, reductions};

/// What the steps before the move loop have found out about a node.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub entry: Option<Entry>,
    pub in_check: bool,
    /// The judgement as the evaluator gave it, for the table.
    pub raw: Option<Score>,
    /// The corrected judgement; `None` in check.
    pub standing: Option<Score>,
    /// The best guess of the value before the moves are tried: the judgement, or the table's value where that says more.
    pub judgement: Option<Score>,
    /// Is the corrected judgement better than two plies ago?
    pub improving: bool,
}

impl<G: Game, E: Evaluator<G>, T: Techniques, O: Observer<G>> Search<G, E, T, O> {
    /// The value of a node. `None` if the search was stopped.
    pub(crate) fn interior<K: Kind>(&mut self, shared: &Shared, position: &G, mut node: Node) -> Option<Score> {
        // Step 1. Leaves.
        if node.depth.is_leaf() {
            return self.leaf::<K>(shared, position, node);
        }
        self.count_node(shared)?;
        self.enter(position, &node, K::PART);
        self.frames[node.ply].pv.clear();
        self.deepest = self.deepest.max(node.ply);

        // Step 2. The end of the game, and repetition: once is enough, for what was best the first time is best again.
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

        // Step 4. The table. Not on the principal variation, whose line should be seen whole.
        let excluded = self.frames[node.ply].excluded;
        let entry = if excluded.is_none() { self.probe(shared, position, node.ply) } else { None };
        if !K::PRINCIPAL
            && let Some(entry) = entry
            && (entry.depth == node.depth || entry.depth > node.depth && !self.techniques.equal_depth_only())
            && entry.settles(entry.value, node.alpha, node.beta)
        {
            return self.leave(entry.value, Reason::Technique(Technique::TranspositionTable));
        }

        // Still step 4: what is known for certain needs no search.
        if excluded.is_none()
            && let Some(value) = self.ask(position, &node)
        {
            return self.leave(value, Reason::Known);
        }

        // Step 5. The judgement of the position, and what it allows.
        let found = self.look_around(position, &node, entry);
        if !K::PRINCIPAL
            && excluded.is_none()
            && let Some((value, technique)) = self.cut_node(shared, position, &node, &found)?
        {
            return self.leave(value, Reason::Technique(technique));
        }

        // Step 6. Internal reductions: without a move to try first, a deep search is slow; the table will know one next time.
        if self.on(Technique::InternalReductions)
            && node.depth.plies() >= parameters::internal_reduction_depth()
            && entry.is_none_or(|entry| entry.code == 0)
            && excluded.is_none()
        {
            node.depth -= 1;
        }
        self.search_moves::<K>(shared, position, node, found)
    }

    fn look_around(&mut self, position: &G, node: &Node, entry: Option<Entry>) -> Found {
        let in_check = position.in_check();
        let (raw, standing, judgement) = if in_check || !self.needs_judgement() {
            (None, None, None)
        } else {
            let (raw, standing) = self.judge(position, entry.and_then(|entry| entry.judgement));
            // The table's value is a better judgement where its bound points the right way.
            let better = entry
                .filter(|entry| !entry.value.is_decided() && entry.settles(entry.value, standing - 1, standing + 1))
                .map_or(standing, |entry| entry.value);
            (Some(raw), Some(standing), Some(better))
        };
        // Values of the table are of all depths and not to be compared with each other, nor is it they that are corrected
        // (+20 Elo [-6, 45], 500 games at 8,000 nodes a move, 2026-11-16).
        self.frames[node.ply].judgement = standing;
        let before = |plies| node.ply.checked_sub(plies).and_then(|ply: usize| self.frames[ply].judgement);
        let improving = match (standing, before(2).or_else(|| before(4))) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        };
        Found { entry, in_check, raw, standing, judgement, improving }
    }

    /// Is there any technique on that asks for the judgement of an inner node? Minimax judges leaves only.
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
    fn search_moves<K: Kind>(&mut self, shared: &Shared, position: &G, node: Node, found: Found) -> Option<Score> {
        let Node { mut alpha, beta, depth, ply, .. } = node;
        let excluded = self.frames[ply].excluded;
        let context = Context {
            code: found.entry.map_or(0, |entry| entry.code),
            killers: self.frames[ply].killers,
            before: self.actions_before(ply),
            hints: depth.plies() > 1,
            noisy_only: false,
            checks: false,
        };
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply].tried.clear();
        let lists = std::mem::take(&mut self.frames[ply].lists);
        let mut picker = Picker::new(lists, context, position, &self.techniques);
        let mut best = -Score::INFINITY;
        let mut best_move = None;
        let mut rank = 0;

        while let Some(mv) = picker.next(position, &self.histories, &self.techniques) {
            if Some(mv) == excluded {
                continue;
            }
            rank += 1;
            let quiet = !position.is_noisy(mv);
            let statistics = if quiet { self.statistics(position, ply, mv) } else { 0 };

            // Step 8. Moves that are not worth a look. Never the first, and never when all so far lose.
            if rank > 1
                && !best.is_loss()
                && let Some(technique) = self.skip_move::<K>(position, &node, &found, mv, quiet, rank, statistics)
            {
                // What holds for one quiet move holds for those after it, but a check that costs nothing is always worth a
                // look (+43 Elo [20, 67], 624 games at 6,000 nodes a move, 2026-11-15).
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
            let reduction = self.reduction::<K>(&node, &found, quiet, rank, statistics, &after);
            let new_depth = depth - 1 + extension;
            self.step_down(shared, position, Some(mv), &after, ply);
            self.frames[ply].gain = if quiet { 0 } else { position.gain(mv) };
            let bar = if self.on(Technique::AlphaBeta) { alpha } else { best };
            let value = self.search_move::<K>(shared, &node, &after, bar, new_depth, reduction, rank)?;
            self.step_up();

            if value > best {
                best = value;
                if value > alpha || !self.on(Technique::AlphaBeta) {
                    best_move = Some(mv);
                    if K::PRINCIPAL || !self.on(Technique::PrincipalVariation) || !self.on(Technique::AlphaBeta) {
                        self.extend_pv(ply, mv);
                    }
                }
                if self.on(Technique::AlphaBeta) && value > alpha {
                    alpha = value;
                    if alpha >= beta {
                        self.reward(position, &node, mv, quiet);
                        break;
                    }
                }
            }
            self.frames[ply].tried.push(mv);
        }
        self.frames[ply].lists = picker.lists;

        // Step 11. No move: the rules say what that means. With a move left out, it is simply the worst.
        if rank == 0 {
            if excluded.is_some() {
                return self.leave(node.alpha, Reason::Searched);
            }
            let value = position.stuck().score(position.side_to_move()).from_node(ply);
            return self.leave(value, Reason::GameOver);
        }

        // Step 12. What was learned goes into the table and the corrections.
        let bound = Bound::of(best, node.alpha, beta);
        if excluded.is_none() {
            self.store(shared, position, ply, depth, best_move, best, bound, found.raw);
            if self.on(Technique::CorrectionHistory)
                && let Some(standing) = found.standing
                && best_move.is_none_or(|mv| !position.is_noisy(mv))
                && !best.is_decided()
                && !(bound == Bound::Lower && best <= standing || bound == Bound::Upper && best >= standing)
            {
                self.histories.update_correction(position, depth, best, standing);
            }
        }
        let reason = if self.on(Technique::AlphaBeta) && best >= beta { Reason::Cut(rank) } else { Reason::Searched };
        self.leave(best, reason)
    }

    /// Searches one move: a narrow and perhaps shallow look first, the full question only if that was surprising.
    /// `bar` is the value to beat.
    #[expect(clippy::too_many_arguments, reason = "the locals of the move loop")]
    pub(crate) fn search_move<K: Kind>(
        &mut self,
        shared: &Shared,
        node: &Node,
        after: &G,
        bar: Score,
        depth: Depth,
        reduction: i32,
        rank: u32,
    ) -> Option<Score> {
        let beta = node.beta;
        if self.on(Technique::AlphaBeta) && self.on(Technique::PrincipalVariation) {
            if rank == 1 {
                let child =
                    node.child(bar, beta, depth, Purpose::Search).expecting_cut(!K::PRINCIPAL && !node.cut_expected);
                return Some(-self.interior::<K::Next>(shared, after, child)?);
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
            return Some(value);
        }
        // Without principal variation every move gets the whole window; without alpha-beta an infinite one.
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
        Some(value)
    }

    /// What the statistics say about a quiet move.
    #[inline]
    fn statistics(&self, position: &G, ply: usize, mv: G::Move) -> i32 {
        let action = Action::of(position, mv);
        let mut sum = 0;
        if self.on(Technique::History) {
            sum += self.histories.quiet(action);
        }
        if self.on(Technique::ContinuationHistory) {
            let [last, own, _] = self.actions_before(ply).map(|before| self.histories.after(before));
            sum += last.of(action) + own.of(action);
        }
        sum
    }

    /// Which technique, if any, says that a move is not worth a look?
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the locals of the move loop")]
    fn skip_move<K: Kind>(
        &self,
        position: &G,
        node: &Node,
        found: &Found,
        mv: G::Move,
        quiet: bool,
        rank: u32,
        statistics: i32,
    ) -> Option<Technique> {
        let depth = node.depth.plies();
        let swing = |hundredths: i32| hundredths * G::SWING / 100;
        if quiet && !found.in_check {
            // Late moves near the leaves hardly ever matter.
            if self.on(Technique::LateMovePruning) && !K::PRINCIPAL && depth <= parameters::late_move_depth() {
                let allowed = (parameters::late_move_base() + depth * depth) / if found.improving { 1 } else { 2 };
                if rank as i32 > allowed {
                    return Some(Technique::LateMovePruning);
                }
            }
            // Far below the window a quiet move will not reach it.
            if self.on(Technique::Futility)
                && !K::PRINCIPAL
                && depth <= parameters::futility_depth()
                && !node.alpha.is_decided()
                && found.judgement.is_some_and(|judgement| {
                    let margin = parameters::futility_base() + parameters::futility_margin() * depth + statistics / 256;
                    judgement + swing(margin) <= node.alpha
                })
            {
                return Some(Technique::Futility);
            }
        }
        // Moves that lose material by exchange.
        if self.on(Technique::ExchangePruning) && depth <= parameters::exchange_depth() {
            let loss = if quiet {
                parameters::exchange_quiet_margin() * depth
            } else {
                parameters::exchange_noisy_margin() * depth
            };
            if !position.exchange_wins(mv, -swing(loss)) {
                return Some(Technique::ExchangePruning);
            }
        }
        None
    }

    /// How many plies a move is searched deeper.
    fn extension<K: Kind>(
        &mut self,
        shared: &Shared,
        position: &G,
        node: &Node,
        found: &Found,
        mv: G::Move,
        after: &G,
    ) -> Option<i32> {
        // Singular: if everything else is clearly worse than the table's move, that move deserves a closer look.
        if self.on(Technique::SingularExtensions)
            && node.depth.plies() >= parameters::singular_depth()
            && self.frames[node.ply].excluded.is_none()
            && let Some(entry) = found.entry
            && entry.code != 0
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - 3
            && !entry.value.is_decided()
            && position.encode(mv) == entry.code
        {
            let bar = entry.value - parameters::singular_margin() * node.depth.plies() * G::SWING / 100;
            let half = Depth::new((node.depth.plies() - 1) / 2);
            let question = Node { alpha: bar - 1, beta: bar, depth: half, purpose: Purpose::Singular, ..*node };
            let without = self.without_move(shared, position, question, mv)?;
            if without < bar {
                let double = bar - parameters::singular_double_margin() * G::SWING / 100;
                return Some(if !K::PRINCIPAL && without < double { 2 } else { 1 });
            }
            // Several moves are good enough for a cut: this one is not singular, and neither is the node urgent.
            if entry.value >= node.beta {
                return Some(-1);
            }
        }
        // A check leaves few replies, and they are often forced.
        if self.on(Technique::CheckExtensions) && after.in_check() && node.ply < 2 * node.depth.plies() as usize + 16 {
            return Some(1);
        }
        // Taking back restores the balance: what the exchange has changed shows only afterwards. On the principal variation alone,
        // and for equals alone, so that the tree does not grow. (+17 Elo [-3, 37], 800 games at 8,000 nodes a move,
        // 2026-11-16.)
        if K::PRINCIPAL
            && self.on(Technique::RecaptureExtensions)
            && let Some(before) = node.ply.checked_sub(1).map(|ply| &self.frames[ply])
            && before.gain > 0
            && before.mv.is_some_and(|before| position.takes_back(mv, before))
            && (position.gain(mv) - before.gain).abs() <= G::SWING
            && node.ply < 2 * node.depth.plies() as usize + 16
        {
            return Some(1);
        }
        Some(0)
    }

    /// The value of the node when `mv` is left out. The node is visited inside itself, so what it keeps is saved.
    fn without_move(&mut self, shared: &Shared, position: &G, question: Node, mv: G::Move) -> Option<Score> {
        let ply = question.ply;
        let tried = std::mem::take(&mut self.frames[ply].tried);
        let killers = self.frames[ply + 1].killers;
        self.frames[ply].excluded = Some(mv);
        let value = self.interior::<Other>(shared, position, question)?;
        let frame = &mut self.frames[ply];
        frame.excluded = None;
        frame.tried = tried;
        self.frames[ply + 1].killers = killers;
        Some(value)
    }

    /// How many plies a late move is searched less deeply at first.
    #[inline]
    fn reduction<K: Kind>(
        &self,
        node: &Node,
        found: &Found,
        quiet: bool,
        rank: u32,
        statistics: i32,
        after: &G,
    ) -> i32 {
        let depth = node.depth.plies();
        if !self.on(Technique::LateMoveReductions) || depth < 3 || rank < if K::PRINCIPAL { 4 } else { 3 } {
            return 0;
        }
        let mut hundredths = reductions::lookup(&self.reductions, depth, rank);
        if !quiet {
            hundredths /= 2;
        }
        if K::PRINCIPAL {
            hundredths -= 100;
        }
        if found.in_check || after.in_check() {
            hundredths -= 100;
        }
        if !found.improving {
            hundredths += 60;
        }
        if node.cut_expected {
            hundredths += 100;
        }
        hundredths -= statistics * 100 / parameters::reduction_history();
        (hundredths / 100).clamp(0, depth - 2)
    }

    /// A move cut: it and the moves tried before it enter the statistics.
    fn reward(&mut self, position: &G, node: &Node, mv: G::Move, quiet: bool) {
        let ply = node.ply;
        let before = self.actions_before(ply);
        let bonus = (parameters::history_bonus() * node.depth.plies()).min(parameters::history_bonus_max());
        if quiet {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(mv) {
                killers[1] = killers[0];
                killers[0] = Some(mv);
            }
            if let Some(last) = before[0] {
                self.histories.set_reply(last, mv);
            }
            self.update_quiet(position, &before, mv, bonus);
        } else {
            self.histories.update_noisy(Action::of(position, mv), position.victim(mv), bonus);
        }
        let tried = std::mem::take(&mut self.frames[ply].tried);
        for &other in &tried {
            if position.is_noisy(other) {
                self.histories.update_noisy(Action::of(position, other), position.victim(other), -bonus);
            } else if quiet {
                self.update_quiet(position, &before, other, -bonus);
            }
        }
        self.frames[ply].tried = tried;
    }

    fn update_quiet(&mut self, position: &G, before: &[Option<Action>; 3], mv: G::Move, bonus: i32) {
        let action = Action::of(position, mv);
        self.histories.update_quiet(action, bonus);
        for &before in before.iter().flatten() {
            self.histories.update_continuation(before, action, bonus);
        }
    }
}
