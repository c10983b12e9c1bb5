//! Alpha-beta with an order of moves that no real search has: perfect, worst, random.
//!
//! The whole tree is searched by minimax first and the value of every node kept; then alpha-beta goes through the game again, playing
//! and judging for itself, and takes the moves in the order that the kept values say. The caller checks that
//! both find the same value. References: D. Knuth and R. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975;
//! J. Pearl, "The Solution for the Branching Factor of the Alpha-Beta Pruning Algorithm", CACM 25, 1982 (b^(3d/4)).

use engine::Control;
use game::{Evaluator, Game, Key, Rng, Score, Stage, Step};

/// In which order moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The best move first, at every node.
    Perfect,
    /// By lot, from this seed.
    Random(u64),
    /// The worst move first, the best one last.
    Worst,
}

/// What was found, and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The value for the side to move.
    pub value: Score,
    /// Nodes visited, the root and the leaves included.
    pub nodes: u64,
    /// Positions judged, or known to be the end of the game.
    pub leaves: u64,
}

/// A node of the kept tree: its value for the side to move, and where its children stand.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    /// Every score fits 16 bits.
    value: i16,
    children: u16,
    first: u32,
}

/// The whole tree of a position to a depth, with the value of every node.
pub struct WholeTree {
    nodes: Vec<Kept>,
}

/// What both searches carry along.
struct Line<'a, G: Game, E: Evaluator<G>> {
    evaluator: E,
    keys: Vec<Key>,
    found: Found,
    halt: &'a Control,
    game: std::marker::PhantomData<G>,
}

/// How many nodes pass between two looks at whether to halt.
const POLL: u64 = 4096;

impl<'a, G: Game, E: Evaluator<G>> Line<'a, G, E> {
    fn new(root: &G, mut evaluator: E, halt: &'a Control) -> Self {
        evaluator.follow(Step::Start(root));
        Line { evaluator, keys: Vec::new(), found: Found::default(), halt, game: std::marker::PhantomData }
    }

    /// Counts a node, and tells its value if the search does not go on there: as the one search does. `None` if it must halt.
    fn enter(&mut self, position: &G, depth: i32, ply: usize) -> Option<Option<Score>> {
        self.found.nodes += 1;
        if self.found.nodes.is_multiple_of(POLL) && self.halt.stopped() {
            return None;
        }
        let value = if let Some(outcome) = position.end() {
            outcome.score(position.side_to_move()).from_node(ply)
        } else if ply > 0 && self.repeats(position) {
            return Some(Some(Score::DRAW));
        } else if depth == 0 {
            self.evaluator.evaluate(position).clamp_judgement()
        } else {
            return Some(None);
        };
        self.found.leaves += 1;
        Some(Some(value))
    }

    fn repeats(&self, position: &G) -> bool {
        let reach = position.reversible_plies().min(self.keys.len());
        self.keys[self.keys.len() - reach..].contains(&position.key())
    }

    /// The value of a position without moves.
    fn stuck(&mut self, position: &G, ply: usize) -> Score {
        self.found.leaves += 1;
        position.stuck().score(position.side_to_move()).from_node(ply)
    }

    fn step<T>(&mut self, position: &G, mv: G::Move, below: impl FnOnce(&mut Self, &G) -> T) -> T {
        let after = position.after(mv);
        self.evaluator.follow(Step::Down { before: position, mv: Some(mv), after: &after });
        self.keys.push(position.key());
        let found = below(self, &after);
        self.keys.pop();
        self.evaluator.follow(Step::Up);
        found
    }
}

impl WholeTree {
    /// Searches everything; `None` if it was halted or would have more than `limit` nodes.
    pub fn new<G: Game, E: Evaluator<G>>(
        root: &G,
        evaluator: &E,
        depth: i32,
        limit: usize,
        halt: &Control,
    ) -> Option<Self> {
        let mut tree = WholeTree { nodes: vec![Kept::default()] };
        let mut line = Line::new(root, evaluator.clone(), halt);
        tree.fill(&mut line, root, 0, depth, 0, limit)?;
        Some(tree)
    }

    fn fill<G: Game, E: Evaluator<G>>(
        &mut self,
        line: &mut Line<G, E>,
        position: &G,
        index: usize,
        depth: i32,
        ply: usize,
        limit: usize,
    ) -> Option<Score> {
        let value = match line.enter(position, depth, ply)? {
            Some(value) => value,
            None => {
                let mut moves = Vec::new();
                position.generate(Stage::All, &mut moves);
                let first = self.nodes.len();
                if first + moves.len() > limit.min(u32::MAX as usize) {
                    return None;
                }
                self.nodes.resize(first + moves.len(), Kept::default());
                self.nodes[index].first = first as u32;
                self.nodes[index].children = u16::try_from(moves.len()).ok()?;
                let mut best = None;
                for (child, &mv) in (first..).zip(&moves) {
                    let value = line
                        .step(position, mv, |line, after| self.fill(line, after, child, depth - 1, ply + 1, limit))?;
                    best = best.max(Some(-value));
                }
                best.unwrap_or_else(|| line.stuck(position, ply))
            }
        };
        self.nodes[index].value = value.value() as i16;
        Some(value)
    }

    /// Alpha-beta over the same tree in the given order; `None` if it was halted.
    pub fn alpha_beta<G: Game, E: Evaluator<G>>(
        &self,
        root: &G,
        evaluator: &E,
        depth: i32,
        order: Order,
        halt: &Control,
    ) -> Option<Found> {
        let mut line = Line::new(root, evaluator.clone(), halt);
        let value = self.walk(&mut line, root, 0, (depth, 0), (-Score::INFINITY, Score::INFINITY), order)?;
        Some(Found { value, ..line.found })
    }

    fn walk<G: Game, E: Evaluator<G>>(
        &self,
        line: &mut Line<G, E>,
        position: &G,
        index: usize,
        (depth, ply): (i32, usize),
        (mut alpha, beta): (Score, Score),
        order: Order,
    ) -> Option<Score> {
        if let Some(value) = line.enter(position, depth, ply)? {
            return Some(value);
        }
        let mut moves = Vec::new();
        position.generate(Stage::All, &mut moves);
        if moves.is_empty() {
            return Some(line.stuck(position, ply));
        }
        let mut best = -Score::INFINITY;
        for place in self.order(index, order) {
            let child = self.nodes[index].first as usize + place;
            let value = line.step(position, moves[place], |line, after| {
                self.walk(line, after, child, (depth - 1, ply + 1), (-beta, -alpha), order)
            });
            best = best.max(-value?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// The children of a node as places in the generated list.
    fn order(&self, index: usize, order: Order) -> Vec<usize> {
        let Kept { first, children, .. } = self.nodes[index];
        let mut places: Vec<usize> = (0..usize::from(children)).collect();
        // A child's value is for the other side: the lowest is the best.
        let value = |place: &usize| self.nodes[first as usize + place].value;
        match order {
            Order::Perfect => places.sort_by_key(value),
            Order::Worst => places.sort_by_key(|place| std::cmp::Reverse(value(place))),
            Order::Random(seed) => {
                let mut rng = Rng::new(game::mix(seed ^ game::mix(index as u64)));
                (1..places.len()).rev().for_each(|place| places.swap(place, rng.below(place + 1)));
            }
        }
        places
    }
}
