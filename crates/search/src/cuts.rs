//! Forward pruning of whole nodes, before any move is tried. Each technique is a function that answers: did I cut, and with
//! what value?

use game::{Evaluator, Game, Score};

use crate::interior::Found;
use crate::node::{Node, Other, Stopped};
use crate::picker::{Context, Picker};
use crate::worker::{Search, Shared};
use crate::{Bound, Depth, Entry, Observer, Purpose, Technique, Techniques, parameters};

/// A whole node cut.
pub(crate) struct Cut {
    pub value: Score,
    /// What cut it.
    pub technique: Technique,
}

impl<G: Game, E: Evaluator<G>, T: Techniques, O: Observer<G>> Search<G, E, T, O> {
    /// Tries all of them, the cheapest first.
    pub(crate) fn cut_node(
        &mut self,
        shared: &Shared,
        position: &G,
        node: &Node,
        found: &Found,
    ) -> Result<Option<Cut>, Stopped> {
        let Some(judgement) = found.judgement else { return Ok(None) };
        if let Some(value) = self.razoring(shared, position, node, judgement)? {
            return Ok(Some(Cut { value, technique: Technique::Razoring }));
        }
        if let Some(value) = self.reverse_futility(position, node, found, judgement) {
            return Ok(Some(Cut { value, technique: Technique::ReverseFutility }));
        }
        if let Some(value) = self.null_move(shared, position, node, judgement)? {
            return Ok(Some(Cut { value, technique: Technique::NullMove }));
        }
        if let Some(value) = self.probcut(shared, position, node, found, judgement)? {
            return Ok(Some(Cut { value, technique: Technique::ProbCut }));
        }
        Ok(None)
    }

    /// Razoring: far below the window near the leaves only noisy moves can help, so quiescence decides.
    fn razoring(
        &mut self,
        shared: &Shared,
        position: &G,
        node: &Node,
        judgement: Score,
    ) -> Result<Option<Score>, Stopped> {
        if !self.on(Technique::Razoring)
            || !self.on(Technique::Quiescence)
            || node.depth.plies() > self.parameters().razor_depth
            || node.alpha.is_decided()
            || judgement + parameters::margin::<G>(self.parameters().razor_margin * node.depth.plies()) > node.alpha
        {
            return Ok(None);
        }
        let question = Node { depth: Depth::ZERO, beta: node.alpha + 1, purpose: Purpose::Search, ..*node };
        let value = self.quiescence::<Other>(shared, position, question, 0)?;
        Ok((value <= node.alpha).then_some(value))
    }

    /// Reverse futility: so far above the window near the leaves that the opponent will hardly catch up.
    fn reverse_futility(&self, position: &G, node: &Node, found: &Found, judgement: Score) -> Option<Score> {
        let depth = node.depth.plies();
        let margin = self.parameters().reverse_futility_margin * (depth - i32::from(found.improving));
        let cut = self.on(Technique::ReverseFutility)
            && depth <= self.parameters().reverse_futility_depth
            && position.is_calm()
            && !node.beta.is_decided()
            && !judgement.is_decided()
            && judgement - parameters::margin::<G>(margin) >= node.beta;
        cut.then_some(judgement)
    }

    /// Null move: if the value stays above the window even when the opponent gets a free move, some real move keeps it there
    /// too. Not where zugzwang is likely, and not twice in a row.
    fn null_move(
        &mut self,
        shared: &Shared,
        position: &G,
        node: &Node,
        judgement: Score,
    ) -> Result<Option<Score>, Stopped> {
        let depth = node.depth.plies();
        let after_null = node.ply > 0 && self.frames[node.ply - 1].mv.is_none();
        if !self.on(Technique::NullMove)
            || !position.can_pass()
            || depth < self.parameters().null_depth
            || judgement < node.beta
            || node.beta.is_loss()
            || after_null
            || node.ply < self.no_null_before
        {
            return Ok(None);
        }
        // The reduction does not grow with the distance above the window: that hid sacrifices from the side that had accepted
        // them (without it, and with ProbCut's condition below, 45 instead of 39 of the 49 slowest positions of Win at Chess
        // are solved in 2 M nodes; 2026-11-16).
        let reduction = self.parameters().null_base + depth / self.parameters().null_divisor;
        let mut after = position.clone();
        after.pass();
        self.step_down(shared, position, None, &after, node.ply);
        let question = node.child(node.beta - 1, node.beta, node.depth - reduction, Purpose::NullMove);
        let value = -self.interior::<Other>(shared, &after, question.expecting_cut(!node.cut_expected))?;
        self.step_up();
        if value < node.beta {
            return Ok(None);
        }
        // A win found with a free move is not proven.
        let value = if value.is_win() { node.beta } else { value };
        if depth < self.parameters().null_verify_depth || self.no_null_before > 0 {
            return Ok(Some(value));
        }
        // At high depth an overlooked zugzwang costs much: verify with a search that uses no null moves for some plies.
        self.no_null_before =
            node.ply + ((depth - reduction).max(0) * self.parameters().null_verify_share / 100) as usize;
        let question =
            Node { alpha: node.beta - 1, depth: node.depth - reduction, purpose: Purpose::NullMove, ..*node };
        let verified = self.interior::<Other>(shared, position, question)?;
        self.no_null_before = 0;
        Ok((verified >= node.beta).then_some(value))
    }

    /// ProbCut: if a good capture is far above the window in a much shallower search, the full search would most likely cut
    /// too. Not where the static evaluation is that far above already: there the capture proves nothing, and the null move
    /// is the better test.
    fn probcut(
        &mut self,
        shared: &Shared,
        position: &G,
        node: &Node,
        found: &Found,
        judgement: Score,
    ) -> Result<Option<Score>, Stopped> {
        let bar = node.beta + parameters::margin::<G>(self.parameters().probcut_margin);
        let enough = node.depth - self.parameters().probcut_entry_depth;
        if !self.on(Technique::ProbCut)
            || !self.on(Technique::Quiescence)
            || node.depth.plies() < self.parameters().probcut_depth
            || node.beta.is_decided()
            || bar.is_decided()
            || judgement >= bar
            || !position.is_calm()
            || found.entry.is_some_and(|entry| entry.depth >= enough && entry.value < bar)
        {
            return Ok(None);
        }
        let context = Context {
            code: found.entry.map_or(0, |entry| entry.code),
            killers: [None; 2],
            before: [None; 3],
            hints: false,
            noisy_only: true,
            checks: false,
        };
        let lists = std::mem::take(&mut self.frames[node.ply].lists);
        let mut picker = Picker::new(lists, context, position, &self.techniques);
        let depth = node.depth - self.parameters().probcut_reduction;
        let mut cut = None;
        while let Some(mv) = picker.next(position, &self.histories, &self.techniques) {
            if !position.exchange_wins(mv, bar - judgement) {
                continue;
            }
            let after = position.after(mv);
            self.step_down(shared, position, Some(mv), &after, node.ply);
            let question = node.child(bar - 1, bar, Depth::ZERO, Purpose::ProbCut);
            let mut value = -self.quiescence::<Other>(shared, &after, question, 0)?;
            if value >= bar {
                let question = node.child(bar - 1, bar, depth, Purpose::ProbCut);
                value = -self.interior::<Other>(shared, &after, question.expecting_cut(!node.cut_expected))?;
            }
            self.step_up();
            if value >= bar {
                let (code, judgement, bound) = (position.encode(mv), found.raw, Bound::Lower);
                self.store(shared, position, node.ply, Entry { code, value, judgement, depth: depth + 1, bound });
                cut = Some(value);
                break;
            }
        }
        self.frames[node.ply].lists = picker.lists;
        Ok(cut)
    }
}
