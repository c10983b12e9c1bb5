//! Leaves: the judgement of a position, after the noisy moves have been played out if quiescence is on.

use game::{Evaluator, Game, Score};

use crate::node::{Kind, Node};
use crate::picker::{Context, Picker};
use crate::worker::{MAX_PLY, Search, Shared};
use crate::{Bound, Depth, Observer, Part, Purpose, Reason, Technique, Techniques, parameters};

impl<G: Game, E: Evaluator<G>, T: Techniques, O: Observer<G>> Search<G, E, T, O> {
    /// A node at which the depth is used up.
    #[inline]
    pub(crate) fn leaf<K: Kind>(&mut self, shared: &Shared, position: &G, node: Node) -> Option<Score> {
        if self.on(Technique::Quiescence) && self.quiescence_limit != Some(0) {
            return self.quiescence::<K>(shared, position, node, 0);
        }
        self.count_node(shared)?;
        self.enter(position, &node, K::PART);
        self.frames[node.ply].pv.clear();
        if let Some(outcome) = position.end() {
            return self.leave(outcome.score(position.side_to_move()).from_node(node.ply), Reason::GameOver);
        }
        if self.is_repetition(position) {
            return self.leave(Score::DRAW, Reason::Repetition);
        }
        let (_, judgement) = self.judge(position, None);
        self.leave(judgement, Reason::Leaf)
    }

    /// Plays noisy moves until the position is quiet, or for as many plies as allowed; on the first ply quiet checks too.
    /// Where standing still is a fair choice its judgement is a lower bound; in check and under compulsion all moves are tried.
    pub(crate) fn quiescence<K: Kind>(
        &mut self,
        shared: &Shared,
        position: &G,
        node: Node,
        used: u32,
    ) -> Option<Score> {
        self.count_node(shared)?;
        let Node { mut alpha, beta, ply, .. } = node;
        self.enter(position, &node, Part::Quiescence);
        self.frames[ply].pv.clear();
        self.deepest = self.deepest.max(ply);
        if let Some(outcome) = position.end() {
            return self.leave(outcome.score(position.side_to_move()).from_node(ply), Reason::GameOver);
        }
        if self.is_repetition(position) {
            return self.leave(Score::DRAW, Reason::Repetition);
        }
        let calm = position.is_calm();
        if ply >= MAX_PLY || self.quiescence_limit.is_some_and(|limit| used >= limit) {
            let (_, judgement) = self.judge(position, None);
            return self.leave(judgement, Reason::Leaf);
        }

        // With a limit the value depends on how much of it is used, which the table does not know.
        let use_table = self.quiescence_limit.is_none();
        let entry = if use_table { self.probe(shared, position, ply) } else { None };
        if !K::PRINCIPAL
            && let Some(entry) = entry
            && (!self.techniques.equal_depth_only() || entry.depth == Depth::ZERO)
            && entry.settles(entry.value, alpha, beta)
        {
            return self.leave(entry.value, Reason::Technique(Technique::TranspositionTable));
        }

        if let Some(value) = self.ask(position, &node) {
            return self.leave(value, Reason::Known);
        }

        let mut best = -Score::INFINITY;
        let (mut raw, mut futile_below) = (None, None);
        if calm {
            let (judged, judgement) = self.judge(position, entry.and_then(|entry| entry.judgement));
            raw = Some(judged);
            best = judgement;
            if self.on(Technique::AlphaBeta) && best >= beta {
                if use_table && entry.is_none() {
                    self.store(shared, position, ply, Depth::ZERO, None, best, Bound::Lower, raw);
                }
                return self.leave(best, Reason::StandPat);
            }
            if self.on(Technique::AlphaBeta) {
                alpha = alpha.max(best);
            }
            futile_below = Some(judgement + parameters::delta_margin() * G::SWING / 100);
        }

        let context = Context {
            code: entry.map_or(0, |entry| entry.code),
            killers: [None; 2],
            before: self.actions_before(ply),
            hints: false,
            noisy_only: calm,
            // One ply of quiet checks: a threat of mate is not quiet (+10 Elo [-3, 23], 2,000 games at 6,000 nodes a move,
            // 2026-11-16).
            checks: calm && used == 0,
        };
        let lists = std::mem::take(&mut self.frames[ply].lists);
        let mut picker = Picker::new(lists, context, position, &self.techniques);
        let mut rank = 0;
        let mut best_move = None;
        while let Some(mv) = picker.next(position, &self.histories, &self.techniques) {
            rank += 1;
            if !best.is_loss()
                && calm
                && let Some((technique, bound)) =
                    self.skip_noisy(position, mv, picker.loses_exchange(), alpha, futile_below)
            {
                self.observer.pruned(mv, technique);
                best = best.max(bound);
                continue;
            }
            self.fetch(shared, position, mv);
            let after = position.after(mv);
            self.step_down(shared, position, Some(mv), &after, ply);
            let (low, high) =
                if self.on(Technique::AlphaBeta) { (alpha, beta) } else { (-Score::INFINITY, Score::INFINITY) };
            let child = node.child(low, high, Depth::ZERO, Purpose::Search);
            let value = -self.quiescence::<K>(shared, &after, child, used + 1)?;
            self.step_up();
            if value > best {
                best = value;
                if value > alpha || !self.on(Technique::AlphaBeta) {
                    best_move = Some(mv);
                    if K::PRINCIPAL || !self.on(Technique::PrincipalVariation) || !self.on(Technique::AlphaBeta) {
                        self.extend_pv(ply, mv);
                    }
                }
                if self.on(Technique::AlphaBeta) {
                    alpha = alpha.max(value);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.frames[ply].lists = picker.lists;
        if rank == 0 && !calm {
            return self.leave(position.stuck().score(position.side_to_move()).from_node(ply), Reason::GameOver);
        }
        if use_table {
            self.store(shared, position, ply, Depth::ZERO, best_move, best, Bound::of(best, node.alpha, beta), raw);
        }
        let reason = match rank {
            _ if self.on(Technique::AlphaBeta) && best >= beta => Reason::Cut(rank.max(1)),
            0 => Reason::Leaf,
            _ => Reason::Searched,
        };
        self.leave(best, reason)
    }

    /// A capture that is not worth a look, with what it could bring at most.
    #[inline]
    fn skip_noisy(
        &self,
        position: &G,
        mv: G::Move,
        loses_exchange: Option<bool>,
        alpha: Score,
        futile_below: Option<Score>,
    ) -> Option<(Technique, Score)> {
        if self.on(Technique::DeltaPruning)
            && let Some(base) = futile_below
            && !alpha.is_decided()
        {
            let hope = base + position.gain(mv);
            if hope <= alpha {
                return Some((Technique::DeltaPruning, hope));
            }
        }
        if self.on(Technique::ExchangePruning) && loses_exchange.unwrap_or_else(|| !position.exchange_wins(mv, 0)) {
            return Some((Technique::ExchangePruning, -Score::INFINITY));
        }
        None
    }
}
