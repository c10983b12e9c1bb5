//! Minimax and alpha-beta as the textbook writes them, with MAX and MIN instead of negamax, and without any code shared with
//! the real search. They are the oracle that the real search is tested against.
//!
//! After Russell and Norvig, *Artificial Intelligence*, chapter "Adversarial Search". Values are from the view of the side to
//! move at the root, MAX.

use game::{Evaluator, Game, Key, Score, Side, Stage, Step};

/// A value and how many leaves were evaluated to find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value for the side to move at the root.
    pub value: Score,
    /// How many positions were evaluated or ended the game.
    pub leaves: u64,
}

struct Textbook<'a, G: Game, E: Evaluator<G>> {
    evaluator: &'a mut E,
    max: Side,
    line: Vec<Key>,
    leaves: u64,
    game: std::marker::PhantomData<G>,
}

/// Minimax to a fixed depth.
pub fn minimax<G: Game, E: Evaluator<G>>(position: &G, evaluator: &mut E, depth: u32) -> Found {
    let mut textbook = Textbook::new(position, evaluator);
    let value = textbook.max_value(position, depth, 0);
    Found { value, leaves: textbook.leaves }
}

/// Alpha-beta to a fixed depth, moves in the order in which they are generated.
pub fn alpha_beta<G: Game, E: Evaluator<G>>(position: &G, evaluator: &mut E, depth: u32) -> Found {
    let mut textbook = Textbook::new(position, evaluator);
    let value = textbook.max_value_within(position, depth, 0, -Score::INFINITY, Score::INFINITY);
    Found { value, leaves: textbook.leaves }
}

impl<'a, G: Game, E: Evaluator<G>> Textbook<'a, G, E> {
    fn new(position: &G, evaluator: &'a mut E) -> Self {
        let max = position.side_to_move();
        Textbook { evaluator, max, line: Vec::new(), leaves: 0, game: std::marker::PhantomData }
    }

    /// The value of a position at which the search does not go on.
    fn terminal(&mut self, position: &G, depth: u32, ply: usize) -> Option<Score> {
        let value = if let Some(outcome) = position.end() {
            outcome.score(self.max).from_node(ply)
        } else if ply > 0 && self.repeats(position) {
            return Some(Score::DRAW);
        } else if depth == 0 {
            // The textbook evaluates each leaf from scratch.
            self.evaluator.follow(Step::Start(position));
            let value = self.evaluator.evaluate(position).clamp_judgement();
            if position.side_to_move() == self.max { value } else { -value }
        } else {
            return None;
        };
        self.leaves += 1;
        Some(value)
    }

    fn repeats(&self, position: &G) -> bool {
        let reach = position.reversible_plies().min(self.line.len());
        self.line[self.line.len() - reach..].contains(&position.key())
    }

    fn successors(&mut self, position: &G) -> Vec<G> {
        let mut moves = Vec::new();
        position.generate(Stage::All, &mut moves);
        self.leaves += u64::from(moves.is_empty());
        moves.into_iter().map(|mv| position.after(mv)).collect()
    }

    fn max_value(&mut self, position: &G, depth: u32, ply: usize) -> Score {
        if let Some(value) = self.terminal(position, depth, ply) {
            return value;
        }
        let successors = self.successors(position);
        self.line.push(position.key());
        let best = successors.iter().map(|next| self.min_value(next, depth - 1, ply + 1)).max();
        self.line.pop();
        best.unwrap_or_else(|| position.stuck().score(self.max).from_node(ply))
    }

    fn min_value(&mut self, position: &G, depth: u32, ply: usize) -> Score {
        if let Some(value) = self.terminal(position, depth, ply) {
            return value;
        }
        let successors = self.successors(position);
        self.line.push(position.key());
        let best = successors.iter().map(|next| self.max_value(next, depth - 1, ply + 1)).min();
        self.line.pop();
        best.unwrap_or_else(|| position.stuck().score(self.max).from_node(ply))
    }

    fn max_value_within(&mut self, position: &G, depth: u32, ply: usize, mut alpha: Score, beta: Score) -> Score {
        if let Some(value) = self.terminal(position, depth, ply) {
            return value;
        }
        let successors = self.successors(position);
        if successors.is_empty() {
            return position.stuck().score(self.max).from_node(ply);
        }
        let mut best = -Score::INFINITY;
        self.line.push(position.key());
        for next in &successors {
            best = best.max(self.min_value_within(next, depth - 1, ply + 1, alpha, beta));
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        self.line.pop();
        best
    }

    fn min_value_within(&mut self, position: &G, depth: u32, ply: usize, alpha: Score, mut beta: Score) -> Score {
        if let Some(value) = self.terminal(position, depth, ply) {
            return value;
        }
        let successors = self.successors(position);
        if successors.is_empty() {
            return position.stuck().score(self.max).from_node(ply);
        }
        let mut best = Score::INFINITY;
        self.line.push(position.key());
        for next in &successors {
            best = best.min(self.max_value_within(next, depth - 1, ply + 1, alpha, beta));
            if best <= alpha {
                break;
            }
            beta = beta.min(best);
        }
        self.line.pop();
        best
    }
}

/// Alpha-beta with the quiescence of a seminar paper (F. Redmann and F. Wortmann, *Quiescence Search*, DHBW Mannheim 2021), as it is written
/// there: negamax; at depth 0 the static evaluation, unless the last move changed the material: then alpha is raised to the evaluation, and
/// all moves are searched `plies` deeper. Returns the best move, its value, and how many positions were visited, the root among them.
pub fn full_width<G: Game, E: Evaluator<G>>(
    position: &G,
    evaluator: &mut E,
    depth: u32,
    plies: u32,
) -> (Option<G::Move>, Score, u64) {
    let mut paper = Paper { evaluator, plies, line: Vec::new(), nodes: 1, game: std::marker::PhantomData };
    let (mut best, mut alpha) = (None, -Score::INFINITY);
    for mv in position.moves() {
        let gain = position.is_noisy(mv) && position.gain(mv) != 0;
        paper.line.push(position.key());
        let value = -paper.negamax(&position.after(mv), depth - 1, -Score::INFINITY, -alpha, gain, 1);
        paper.line.pop();
        if value > alpha {
            (best, alpha) = (Some(mv), value);
        }
    }
    (best, alpha, paper.nodes)
}

struct Paper<'a, G: Game, E: Evaluator<G>> {
    evaluator: &'a mut E,
    plies: u32,
    line: Vec<Key>,
    nodes: u64,
    game: std::marker::PhantomData<G>,
}

impl<G: Game, E: Evaluator<G>> Paper<'_, G, E> {
    fn over(&self, position: &G, ply: usize) -> Option<Score> {
        let reach = position.reversible_plies().min(self.line.len());
        let repeated = || self.line[self.line.len() - reach..].contains(&position.key());
        match position.end() {
            Some(outcome) => Some(outcome.score(position.side_to_move()).from_node(ply)),
            None => repeated().then_some(Score::DRAW),
        }
    }

    fn evaluate(&mut self, position: &G) -> Score {
        self.evaluator.follow(Step::Start(position));
        self.evaluator.evaluate(position).clamp_judgement()
    }

    fn negamax(&mut self, position: &G, depth: u32, alpha: Score, beta: Score, changed: bool, ply: usize) -> Score {
        self.nodes += 1;
        if let Some(value) = self.over(position, ply) {
            return value;
        }
        if depth > 0 {
            return self.children(position, -Score::INFINITY, alpha, beta, ply, |paper, after, low, high, gain| {
                paper.negamax(after, depth - 1, low, high, gain, ply + 1)
            });
        }
        let standing = self.evaluate(position);
        if !changed || self.plies == 0 || standing >= beta {
            return standing;
        }
        let plies = self.plies;
        self.children(position, standing, alpha.max(standing), beta, ply, |paper, after, low, high, _| {
            paper.beyond(after, plies - 1, low, high, ply + 1)
        })
    }

    /// Beyond the horizon: minimax of all moves.
    fn beyond(&mut self, position: &G, plies: u32, alpha: Score, beta: Score, ply: usize) -> Score {
        self.nodes += 1;
        if let Some(value) = self.over(position, ply) {
            return value;
        }
        if plies == 0 {
            return self.evaluate(position);
        }
        self.children(position, -Score::INFINITY, alpha, beta, ply, |paper, after, low, high, _| {
            paper.beyond(after, plies - 1, low, high, ply + 1)
        })
    }

    fn children(
        &mut self,
        position: &G,
        mut best: Score,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        mut value: impl FnMut(&mut Self, &G, Score, Score, bool) -> Score,
    ) -> Score {
        let moves = position.moves();
        if moves.is_empty() {
            return position.stuck().score(position.side_to_move()).from_node(ply);
        }
        self.line.push(position.key());
        for mv in moves {
            let changed = position.is_noisy(mv) && position.gain(mv) != 0;
            best = best.max(-value(self, &position.after(mv), -beta, -alpha, changed));
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        self.line.pop();
        best
    }
}
