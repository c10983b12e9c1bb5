//! Move ordering: the order in which a node tries its moves.
//!
//! Games that generate in stages ([`game::Abilities::STAGED`]) hand out the table's move before anything is generated, then the good
//! noisy moves, then the quiet ones, then the noisy ones that lose material. The other games generate everything and sort.

use game::{Game, Stage};

use crate::history::{Action, After, Histories};
use crate::{Parameters, Technique, Techniques};

/// What the ordering may know about the node.
pub(crate) struct Context<M> {
    /// The code of the table's move; 0 for none.
    pub code: u16,
    pub killers: [Option<M>; 2],
    /// The moves before, at the distances of `history::BACK`.
    pub before: [Option<Action>; 3],
    /// Ask the game for its hints? They cost time, near the leaves too much.
    pub hints: bool,
    pub noisy_only: bool,
    /// Try quiet checks after the noisy moves? Games that do not generate in stages have none.
    pub checks: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    TableMove,
    Generate,
    Everything,
    GenerateNoisy,
    Noisy,
    GenerateQuiet,
    GenerateChecks,
    Quiet,
    /// Of the remaining quiet moves only checks, unordered.
    Checks,
    LosingNoisy,
}

/// The lists a picker works with, kept per ply so that the tree allocates nothing.
#[derive(Debug)]
pub(crate) struct Lists<M> {
    moves: Vec<M>,
    scores: Vec<i32>,
    losing: Vec<M>,
}

impl<M> Default for Lists<M> {
    fn default() -> Lists<M> {
        Lists { moves: Vec::new(), scores: Vec::new(), losing: Vec::new() }
    }
}

pub(crate) struct Picker<G: Game> {
    pub lists: Lists<G::Move>,
    context: Context<G::Move>,
    table_move: Option<G::Move>,
    step: Step,
    next: usize,
}

/// What is known about the quiet moves of a node.
struct Knowledge<'a, G: Game> {
    histories: &'a Histories<G>,
    /// Their continuation histories, one for each of the previous moves.
    after: [After<'a>; 3],
    /// The move that last refuted the one just played.
    reply: Option<G::Move>,
}

// Ranges of ordering scores; within a range the statistics decide.
const TABLE_MOVE: i32 = 1 << 30;
const NOISY: i32 = 1 << 26;
const KILLER: i32 = 1 << 22;
const REPLY: i32 = 1 << 21;
const LOSING: i32 = -(1 << 26);

impl<G: Game> Picker<G> {
    pub fn new(
        mut lists: Lists<G::Move>,
        context: Context<G::Move>,
        position: &G,
        techniques: &impl Techniques,
    ) -> Self {
        lists.moves.clear();
        lists.scores.clear();
        lists.losing.clear();
        let staged = G::STAGED && techniques.on(Technique::Ordering);
        let table_move = (staged && context.code != 0)
            .then(|| position.decode(context.code))
            .flatten()
            .filter(|&mv| !context.noisy_only || position.is_noisy(mv));
        let step = if !staged {
            Step::Generate
        } else if table_move.is_some() {
            Step::TableMove
        } else {
            Step::GenerateNoisy
        };
        Picker { lists, context, table_move, step, next: 0 }
    }

    /// All moves of a node with their scores, the table's first.
    pub fn scored(
        mut lists: Lists<G::Move>,
        context: Context<G::Move>,
        position: &G,
        moves: Vec<(G::Move, i32)>,
    ) -> Self {
        lists.moves.clear();
        lists.scores.clear();
        for (mv, score) in moves {
            lists.moves.push(mv);
            lists.scores.push(if context.code != 0 && position.encode(mv) == context.code {
                TABLE_MOVE
            } else {
                score
            });
        }
        Picker { lists, context, table_move: None, step: Step::Everything, next: 0 }
    }

    /// The next move.
    pub fn next(&mut self, position: &G, histories: &Histories<G>, techniques: &impl Techniques) -> Option<G::Move> {
        loop {
            match self.step {
                Step::TableMove => {
                    self.step = Step::GenerateNoisy;
                    return self.table_move;
                }
                Step::Generate => {
                    let stage = if self.context.noisy_only { Stage::Noisy } else { Stage::All };
                    position.generate(stage, &mut self.lists.moves);
                    if G::STAGED && self.context.checks {
                        position.generate_checks(&mut self.lists.moves);
                    }
                    if techniques.on(Technique::Ordering) {
                        let knowledge = self.knowledge(histories);
                        self.score(|picker, mv| picker.any_score(position, &knowledge, techniques, mv));
                    }
                    self.step = Step::Everything;
                }
                Step::Everything => {
                    if techniques.on(Technique::Ordering) {
                        return self.best();
                    }
                    let mv = self.lists.moves.get(self.next).copied();
                    self.next += 1;
                    return mv;
                }
                Step::GenerateNoisy => {
                    position.generate(Stage::Noisy, &mut self.lists.moves);
                    self.score(|picker, mv| picker.noisy_score(position, histories, techniques, mv));
                    self.step = Step::Noisy;
                }
                Step::Noisy => match self.best() {
                    Some(mv) if Some(mv) == self.table_move => {}
                    Some(mv) if !position.exchange_wins(mv, 0) => self.lists.losing.push(mv),
                    Some(mv) => return Some(mv),
                    None if self.context.checks => self.step = Step::GenerateChecks,
                    None if self.context.noisy_only => self.step = self.losing(),
                    None => self.step = Step::GenerateQuiet,
                },
                Step::GenerateQuiet => {
                    self.lists.moves.clear();
                    position.generate(Stage::Quiet, &mut self.lists.moves);
                    let knowledge = self.knowledge(histories);
                    self.score(|picker, mv| picker.quiet_score(position, &knowledge, techniques, mv));
                    self.step = Step::Quiet;
                }
                Step::GenerateChecks => {
                    self.lists.moves.clear();
                    position.generate_checks(&mut self.lists.moves);
                    self.next = 0;
                    self.step = Step::Checks;
                }
                Step::Quiet => match self.best() {
                    Some(mv) if Some(mv) == self.table_move => {}
                    Some(mv) => return Some(mv),
                    None => self.step = self.losing(),
                },
                Step::Checks => match self.lists.moves.get(self.next).copied() {
                    Some(mv) => {
                        self.next += 1;
                        if Some(mv) != self.table_move && position.gives_check(mv) {
                            return Some(mv);
                        }
                    }
                    None => self.step = self.losing(),
                },
                Step::LosingNoisy => {
                    let mv = self.lists.losing.get(self.next).copied();
                    self.next += 1;
                    return mv;
                }
            }
        }
    }

    /// Does the move just handed out lose material by exchange? `None` if that has not been computed yet.
    #[inline]
    pub fn loses_exchange(&self) -> Option<bool> {
        match self.step {
            Step::Noisy => Some(false),
            Step::LosingNoisy => Some(true),
            _ => None,
        }
    }

    /// From now on only checks are handed out of the quiet moves. Called after a quiet move; has no effect in games that do
    /// not generate in stages.
    pub fn only_checks(&mut self) {
        if self.step == Step::Quiet {
            self.step = Step::Checks;
        }
    }

    fn losing(&mut self) -> Step {
        self.next = 0;
        Step::LosingNoisy
    }

    fn score(&mut self, score: impl Fn(&Picker<G>, G::Move) -> i32) {
        self.next = 0;
        let mut scores = std::mem::take(&mut self.lists.scores);
        scores.clear();
        scores.extend(self.lists.moves.iter().map(|&mv| score(self, mv)));
        self.lists.scores = scores;
    }

    /// The move with the highest score among those left; the first of equals.
    fn best(&mut self) -> Option<G::Move> {
        let rest = self.lists.scores.get(self.next..)?;
        let (mut best, mut highest) = (0, *rest.first()?);
        for (index, &score) in rest.iter().enumerate().skip(1) {
            if score > highest {
                (best, highest) = (index, score);
            }
        }
        // The move handed out is not needed again, so the first of the rest takes its place.
        let (next, best) = (self.next, self.next + best);
        let mv = self.lists.moves[best];
        self.lists.moves[best] = self.lists.moves[next];
        self.lists.scores[best] = self.lists.scores[next];
        self.next += 1;
        Some(mv)
    }

    /// What does not depend on the move to be scored, looked up once for all moves.
    fn knowledge<'a>(&self, histories: &'a Histories<G>) -> Knowledge<'a, G> {
        let before = self.context.before;
        Knowledge {
            histories,
            after: before.map(|before| histories.after(before)),
            reply: before[0].and_then(|last| histories.reply(last)),
        }
    }

    fn any_score(&self, position: &G, knowledge: &Knowledge<G>, techniques: &impl Techniques, mv: G::Move) -> i32 {
        if self.context.code != 0 && position.encode(mv) == self.context.code {
            TABLE_MOVE
        } else if position.is_noisy(mv) {
            let range = if position.exchange_wins(mv, 0) { NOISY } else { LOSING };
            range + self.noisy_score(position, knowledge.histories, techniques, mv)
        } else {
            self.quiet_score(position, knowledge, techniques, mv)
        }
    }

    fn noisy_score(&self, position: &G, histories: &Histories<G>, techniques: &impl Techniques, mv: G::Move) -> i32 {
        let mut score = position.gain(mv) * techniques.parameters().gain_weight;
        if techniques.on(Technique::CaptureHistory) {
            score += histories.noisy(Action::of(position, mv), position.victim(mv));
        }
        if self.context.hints {
            score += Self::hint(position, techniques.parameters(), mv);
        }
        score
    }

    fn quiet_score(&self, position: &G, knowledge: &Knowledge<G>, techniques: &impl Techniques, mv: G::Move) -> i32 {
        let action = Action::of(position, mv);
        let mut score = 0;
        if techniques.on(Technique::Killers) && self.context.killers.contains(&Some(mv)) {
            score += KILLER;
        }
        if techniques.on(Technique::Countermoves) && knowledge.reply == Some(mv) {
            score += REPLY;
        }
        if techniques.on(Technique::History) {
            score += knowledge.histories.quiet(action);
        }
        if techniques.on(Technique::ContinuationHistory) {
            score += knowledge.after.iter().map(|after| after.of(action)).sum::<i32>();
        }
        if self.context.hints {
            score += Self::hint(position, techniques.parameters(), mv);
        }
        score
    }

    /// The game's hint, scaled to the histories.
    #[inline(always)]
    fn hint(position: &G, parameters: &Parameters, mv: G::Move) -> i32 {
        let most = parameters.hint_max;
        position.hint(mv).clamp(-most, most) * parameters.hint_weight
    }
}
