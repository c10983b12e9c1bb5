//! Another quiescence, as a seminar paper describes it (F. Redmann and F. Wortmann, *Quiescence Search*, DHBW Mannheim 2021, listing 3.3): if
//! the last move of the search proper changed the material, all moves are searched for one or two plies more, and alpha is raised to the
//! static evaluation first. A position that was reached by a quiet move is judged as it is.
//!
//! [`crate::reference::full_width`] is the same without any code in common.

use game::{Evaluator, Game, Score, Stage, Step};

use crate::node::{Best, Kind, Node, Stopped};
use crate::picker::{Context, Picker};
use crate::worker::{MAX_PLY, Search, Shared};
use crate::{Depth, Observer, Part, Purpose, Reason, Technique, Techniques};

impl<G: Game, E: Evaluator<G>, T: Techniques, O: Observer<G>> Search<G, E, T, O> {
    /// A node beyond the horizon with so many plies left; `first` is the one at the horizon, where standing pat is a choice.
    pub(crate) fn full_width<K: Kind>(
        &mut self,
        shared: &Shared,
        position: &G,
        node: Node,
        plies: u32,
        first: bool,
    ) -> Result<Score, Stopped> {
        self.count_node(shared)?;
        let Node { alpha, beta, ply, .. } = node;
        self.enter(position, &node, if first { K::PART } else { Part::Quiescence });
        self.frames[ply].pv.clear();
        self.deepest = self.deepest.max(ply);
        if let Some(outcome) = position.end() {
            return self.leave(outcome.score(position.side_to_move()).from_node(ply), Reason::GameOver);
        }
        if self.is_repetition(position) {
            return self.leave(Score::DRAW, Reason::Repetition);
        }
        let changed =
            ply.checked_sub(1).is_some_and(|before| self.frames[before].mv.is_some() && self.frames[before].gain != 0);
        if plies == 0 || first && !changed || ply >= MAX_PLY {
            let (_, judgement) = self.judge(position, None);
            return self.leave(judgement, Reason::Leaf);
        }
        let windowed = self.on(Technique::AlphaBeta);
        let mut best = Best::none(alpha);
        if first {
            let (_, standing) = self.judge(position, None);
            best.value = standing;
            if windowed {
                best.alpha = alpha.max(standing);
                if standing >= beta {
                    return self.leave(standing, Reason::StandPat);
                }
            }
        }
        let context = Context {
            code: 0,
            killers: [None; 2],
            before: self.actions_before(ply),
            hints: false,
            noisy_only: false,
            checks: false,
        };
        let mut picker = self.picker(position, ply, context);
        let mut rank = 0;
        while let Some(mv) = picker.next(position, &self.histories, &self.techniques) {
            rank += 1;
            let after = position.after(mv);
            self.step_down(shared, position, Some(mv), &after, ply);
            let (low, high) = if windowed { (best.alpha, beta) } else { (-Score::INFINITY, Score::INFINITY) };
            let child = node.child(low, high, Depth::ZERO, Purpose::Search);
            let value = -self.full_width::<K>(shared, &after, child, plies - 1, false)?;
            self.step_up();
            if self.raise::<K>(&node, &mut best, mv, value) {
                break;
            }
        }
        self.frames[ply].lists = picker.lists;
        if rank == 0 {
            return self.leave(position.stuck().score(position.side_to_move()).from_node(ply), Reason::GameOver);
        }
        let cut = windowed && best.value >= beta;
        self.leave(best.value, if cut { Reason::Cut(rank) } else { Reason::Searched })
    }

    /// The picker of a node: by what was learned, or by the static evaluation of each position that a move leads to.
    #[inline]
    pub(crate) fn picker(&mut self, position: &G, ply: usize, context: Context<G::Move>) -> Picker<G> {
        let lists = std::mem::take(&mut self.frames[ply].lists);
        if self.techniques.by_evaluation() {
            let mut moves = Vec::new();
            position.generate(Stage::All, &mut moves);
            let moves = moves.into_iter().map(|mv| (mv, self.promise(position, mv))).collect();
            return Picker::scored(lists, context, position, moves);
        }
        Picker::new(lists, context, position, &self.techniques)
    }

    /// What the position after a move is worth without a search, to the side that makes it.
    pub(crate) fn promise(&mut self, position: &G, mv: G::Move) -> i32 {
        let after = position.after(mv);
        if let Some(outcome) = after.end() {
            return outcome.score(position.side_to_move()).value();
        }
        self.evaluator.follow(Step::Down { before: position, mv: Some(mv), after: &after });
        let value = -self.evaluator.evaluate(&after);
        self.evaluator.follow(Step::Up);
        value.value()
    }
}
