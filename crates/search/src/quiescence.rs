//! Leaves: the static evaluation of a position, after noisy moves have been played out if quiescence is on.

use game::{Evaluator, Game, Score};

use crate::node::{Best, Kind, Node, Stopped};
use crate::picker::{Context, Picker};
use crate::worker::{MAX_PLY, Search, Shared};
use crate::{Bound, Depth, Entry, Observer, Part, Purpose, Reason, Technique, Techniques, parameters};

/// What quiescence knows of a position before it tries its moves.
#[derive(Clone, Copy)]
struct Stand {
    /// The code of the table's move; 0 for none.
    code: u16,
    /// The static evaluation as the evaluator gave it, for the table.
    raw: Option<Score>,
    /// The corrected static evaluation; `None` where standing pat is no choice.
    standing: Option<Score>,
}

impl Stand {
    /// An entry for the table.
    #[inline]
    fn entry(&self, code: u16, value: Score, bound: Bound) -> Entry {
        Entry { code, value, judgement: self.raw, depth: Depth::ZERO, bound }
    }
}

impl<G: Game, E: Evaluator<G>, T: Techniques, O: Observer<G>> Search<G, E, T, O> {
    /// A node with no depth left.
    #[inline]
    pub(crate) fn leaf<K: Kind>(&mut self, shared: &Shared, position: &G, node: Node) -> Result<Score, Stopped> {
        if self.on(Technique::Quiescence)
            && let Some(plies) = self.techniques.full_width()
        {
            return self.full_width::<K>(shared, position, node, plies, true);
        }
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
    /// Where standing pat is possible, the static evaluation is a lower bound; in check, and where captures are compulsory,
    /// all moves are tried.
    pub(crate) fn quiescence<K: Kind>(
        &mut self,
        shared: &Shared,
        position: &G,
        node: Node,
        used: u32,
    ) -> Result<Score, Stopped> {
        self.count_node(shared)?;
        let Node { alpha, beta, ply, .. } = node;
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

        let mut stand = Stand { code: entry.map_or(0, |entry| entry.code), raw: None, standing: None };
        if calm {
            let (raw, standing) = self.judge(position, entry.and_then(|entry| entry.judgement));
            (stand.raw, stand.standing) = (Some(raw), Some(standing));
            if self.on(Technique::AlphaBeta) && standing >= beta {
                if use_table && entry.is_none() {
                    self.store(shared, position, ply, stand.entry(0, standing, Bound::Lower));
                }
                return self.leave(standing, Reason::StandPat);
            }
        }
        self.search_noisy::<K>(shared, position, node, used, stand)
    }

    /// The moves of quiescence, one after the other.
    #[inline]
    fn search_noisy<K: Kind>(
        &mut self,
        shared: &Shared,
        position: &G,
        node: Node,
        used: u32,
        stand: Stand,
    ) -> Result<Score, Stopped> {
        let Node { beta, ply, .. } = node;
        let calm = stand.standing.is_some();
        let mut best = Best::none(node.alpha);
        if let Some(standing) = stand.standing {
            best.value = standing;
            if self.on(Technique::AlphaBeta) {
                best.alpha = node.alpha.max(standing);
            }
        }
        let context = Context {
            code: stand.code,
            killers: [None; 2],
            before: self.actions_before(ply),
            hints: false,
            noisy_only: calm,
            // A mate threat is not quiet. (Elo not shown.)
            checks: calm && used < self.parameters().quiescence_checks as u32,
        };
        let lists = std::mem::take(&mut self.frames[ply].lists);
        let mut picker = Picker::new(lists, context, position, &self.techniques);
        let mut rank = 0;
        while let Some(mv) = picker.next(position, &self.histories, &self.techniques) {
            rank += 1;
            if !best.value.is_loss()
                && let Some(standing) = stand.standing
                && let Some((technique, bound)) =
                    self.skip_noisy(position, mv, picker.loses_exchange(), best.alpha, standing)
            {
                self.observer.pruned(mv, technique);
                best.value = best.value.max(bound);
                continue;
            }
            self.fetch(shared, position, mv);
            let after = position.after(mv);
            self.step_down(shared, position, Some(mv), &after, ply);
            let (low, high) =
                if self.on(Technique::AlphaBeta) { (best.alpha, beta) } else { (-Score::INFINITY, Score::INFINITY) };
            let child = node.child(low, high, Depth::ZERO, Purpose::Search);
            let value = -self.quiescence::<K>(shared, &after, child, used + 1)?;
            self.step_up();
            if self.raise::<K>(&node, &mut best, mv, value) {
                break;
            }
        }
        self.frames[ply].lists = picker.lists;
        if rank == 0 && !calm {
            return self.leave(position.stuck().score(position.side_to_move()).from_node(ply), Reason::GameOver);
        }
        if self.quiescence_limit.is_none() {
            let code = best.mv.map_or(0, |mv| position.encode(mv));
            let bound = Bound::of(best.value, node.alpha, beta);
            self.store(shared, position, ply, stand.entry(code, best.value, bound));
        }
        let reason = match rank {
            _ if self.on(Technique::AlphaBeta) && best.value >= beta => Reason::Cut(rank.max(1)),
            0 => Reason::Leaf,
            _ => Reason::Searched,
        };
        self.leave(best.value, reason)
    }

    /// The technique that prunes a capture, if any, and an upper bound on what the capture could reach.
    #[inline]
    fn skip_noisy(
        &self,
        position: &G,
        mv: G::Move,
        loses_exchange: Option<bool>,
        alpha: Score,
        standing: Score,
    ) -> Option<(Technique, Score)> {
        if self.on(Technique::DeltaPruning) && !alpha.is_decided() {
            let hope = standing + parameters::margin::<G>(self.parameters().delta_margin) + position.gain(mv);
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
