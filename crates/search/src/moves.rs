//! Steps 8 to 10 of a node, for one move: is it pruned, extended or reduced? And what the histories learn when a move cuts.

use game::{Evaluator, Game, Score};

use crate::history::Action;
use crate::interior::Found;
use crate::node::{Kind, Node, Other, Stopped, Trial};
use crate::worker::{Search, Shared};
use crate::{Bound, Depth, Observer, Purpose, Technique, Techniques, parameters, reductions};

impl<G: Game, E: Evaluator<G>, T: Techniques, O: Observer<G>> Search<G, E, T, O> {
    /// What the histories say about a quiet move.
    #[inline]
    pub(crate) fn history(&self, position: &G, ply: usize, mv: G::Move) -> i32 {
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

    /// Which technique, if any, prunes the move?
    #[inline]
    pub(crate) fn skip_move<K: Kind>(
        &self,
        position: &G,
        node: &Node,
        found: &Found,
        trial: &Trial<G::Move>,
    ) -> Option<Technique> {
        let depth = node.depth.plies();
        if trial.quiet && !found.in_check {
            // Quiet moves late in the order hardly ever matter near the leaves.
            if self.on(Technique::LateMovePruning) && !K::PRINCIPAL && depth <= self.parameters().late_move_depth {
                let divisor = if found.improving { 1 } else { self.parameters().late_move_divisor };
                if trial.rank as i32 > (self.parameters().late_move_base + depth * depth) / divisor {
                    return Some(Technique::LateMovePruning);
                }
            }
            // From far below the window a quiet move will not reach it.
            if self.on(Technique::Futility)
                && !K::PRINCIPAL
                && depth <= self.parameters().futility_depth
                && !node.alpha.is_decided()
                && found.judgement.is_some_and(|judgement| {
                    let margin = self.parameters().futility_base + self.parameters().futility_margin * depth;
                    let margin = margin + trial.history / self.parameters().futility_history;
                    judgement + parameters::margin::<G>(margin) <= node.alpha
                })
            {
                return Some(Technique::Futility);
            }
        }
        // Moves that lose material by exchange.
        if self.on(Technique::ExchangePruning) && depth <= self.parameters().exchange_depth {
            let loss = if trial.quiet {
                self.parameters().exchange_quiet_margin * depth
            } else {
                self.parameters().exchange_noisy_margin * depth
            };
            if !position.exchange_wins(trial.mv, -parameters::margin::<G>(loss)) {
                return Some(Technique::ExchangePruning);
            }
        }
        None
    }

    /// How many plies deeper a move is searched.
    pub(crate) fn extension<K: Kind>(
        &mut self,
        shared: &Shared,
        position: &G,
        node: &Node,
        found: &Found,
        mv: G::Move,
        after: &G,
    ) -> Result<i32, Stopped> {
        // Singular extension: if all other moves are clearly worse than the table's move, that one is searched deeper.
        if self.on(Technique::SingularExtensions)
            && node.depth.plies() >= self.parameters().singular_depth
            && self.frames[node.ply].excluded.is_none()
            && let Some(entry) = found.entry
            && entry.code != 0
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - self.parameters().singular_entry_depth
            && !entry.value.is_decided()
            && position.encode(mv) == entry.code
        {
            let bar = entry.value - parameters::margin::<G>(self.parameters().singular_margin * node.depth.plies());
            let depth = Depth::new((node.depth.plies() - 1) / self.parameters().singular_divisor);
            let question = Node { alpha: bar - 1, beta: bar, depth, purpose: Purpose::Singular, ..*node };
            let without = self.without_move(shared, position, question, mv)?;
            if without < bar {
                let double = bar - parameters::margin::<G>(self.parameters().singular_double_margin);
                return Ok(if !K::PRINCIPAL && without < double { 2 } else { 1 });
            }
            // Another move seems good enough for a cut too, so this node is less urgent: a negative extension.
            if entry.value >= node.beta {
                return Ok(-1);
            }
        }
        // The limit is on the *remaining* depth: deep in a line with little depth left, checks and recaptures are not
        // extended, so that a line cannot go on by extensions alone.
        let reach = self.parameters().extension_factor * node.depth.plies() + self.parameters().extension_base;
        let may_extend = node.ply < reach as usize;
        // A check leaves few replies, and they are often forced.
        if self.on(Technique::CheckExtensions) && after.in_check() && may_extend {
            return Ok(1);
        }
        // A recapture completes an exchange, and what the exchange has changed shows only afterwards. Only on the principal
        // variation and only for equal values, so that the tree does not grow. (Elo not shown.)
        if K::PRINCIPAL
            && self.on(Technique::RecaptureExtensions)
            && let Some(before) = node.ply.checked_sub(1).map(|ply| &self.frames[ply])
            && before.gain > 0
            && before.mv.is_some_and(|before| position.takes_back(mv, before))
            && (position.gain(mv) - before.gain).abs() <= parameters::margin::<G>(self.parameters().recapture_margin)
            && may_extend
        {
            return Ok(1);
        }
        Ok(0)
    }

    /// The value of the node when `mv` is excluded. The node is searched while it is being searched, so its state is saved.
    fn without_move(&mut self, shared: &Shared, position: &G, question: Node, mv: G::Move) -> Result<Score, Stopped> {
        let ply = question.ply;
        let tried = std::mem::take(&mut self.frames[ply].tried);
        let killers = self.frames[ply + 1].killers;
        self.frames[ply].excluded = Some(mv);
        let value = self.interior::<Other>(shared, position, question)?;
        let frame = &mut self.frames[ply];
        frame.excluded = None;
        frame.tried = tried;
        self.frames[ply + 1].killers = killers;
        Ok(value)
    }

    /// By how many plies a late move is reduced at first.
    #[inline]
    pub(crate) fn reduction<K: Kind>(&self, node: &Node, found: &Found, trial: &Trial<G::Move>, after: &G) -> i32 {
        let depth = node.depth.plies();
        let first =
            if K::PRINCIPAL { self.parameters().reduction_rank_principal } else { self.parameters().reduction_rank };
        if !self.on(Technique::LateMoveReductions)
            || depth < self.parameters().reduction_depth
            || trial.rank < first as u32
        {
            return 0;
        }
        let mut hundredths = reductions::lookup(&self.reductions, depth, trial.rank);
        if !trial.quiet {
            hundredths /= self.parameters().reduction_noisy_divisor;
        }
        if K::PRINCIPAL {
            hundredths -= self.parameters().reduction_principal;
        }
        if found.in_check || after.in_check() {
            hundredths -= self.parameters().reduction_check;
        }
        if !found.improving {
            hundredths += self.parameters().reduction_not_improving;
        }
        if node.cut_expected {
            hundredths += self.parameters().reduction_cut;
        }
        hundredths -= trial.history * 100 / self.parameters().reduction_history;
        (hundredths / 100).clamp(0, depth - 2)
    }

    /// A move failed high: it is rewarded, and the moves tried before it are punished.
    pub(crate) fn reward(&mut self, position: &G, node: &Node, mv: G::Move, quiet: bool) {
        let ply = node.ply;
        let before = self.actions_before(ply);
        let bonus = (self.parameters().history_bonus * node.depth.plies()).min(self.parameters().history_bonus_max);
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
