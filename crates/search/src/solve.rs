//! Searching to the end of the game: the exact value of a position.
//!
//! For games that must end ([`Abilities::plies_left`]). There is no depth limit, no evaluation and no forward pruning: alpha-beta
//! with a table, move ordering, and what the game itself can prove ([`Abilities::known_value`], [`Abilities::bounds`],
//! [`Abilities::generate_relevant`]). The value is found by a series of questions "is it at least v?", each a search with a
//! null window, which the table makes cheap to repeat (MTD, Plaat et al. 1996).
//!
//! [`Abilities::plies_left`]: game::Abilities::plies_left
//! [`Abilities::known_value`]: game::Abilities::known_value
//! [`Abilities::bounds`]: game::Abilities::bounds
//! [`Abilities::generate_relevant`]: game::Abilities::generate_relevant

use std::time::Duration;

use game::{Game, Key, Score, Stage};

use crate::{Bound, Control, Depth, Entry, Parameters, Table};

/// How many nodes pass between two polls of the stop flag.
const POLL: u64 = 4096;
/// With at least so many plies to go, the table is probed for all moves before any is searched.
const LOOK_AHEAD: usize = 8;

/// With at least so many plies to go, positions that mirror each other share a table entry. Nearer to the end there are too
/// many positions, and too little below each, for finding the mirror image to pay.
const SYMMETRY: usize = 24;

/// A solved position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<M> {
    /// The exact value for the side to move.
    pub score: Score,
    /// Best play by both sides, as far as the table remembers it; at least the best move unless the game is over.
    pub pv: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the solver was asked.
    pub time: Duration,
}

/// Solves positions of games that must end. The table keeps what was proven from one position to the next.
pub struct Solver<'a, G: Game> {
    table: &'a Table,
    control: &'a Control,
    nodes: u64,
    lists: Vec<Vec<(i32, G::Move)>>,
    scratch: Vec<G::Move>,
}

/// What is known of a position before its moves are searched.
#[derive(Clone, Copy)]
struct Node {
    key: Key,
    plies_left: usize,
    ply: usize,
    /// The code of the table's move. In a mirrored position it is the wrong move, which makes the ordering a little worse and
    /// the result no less correct.
    code: u16,
}

/// The key under which a position is kept.
fn table_key<G: Game>(position: &G, plies_left: usize) -> Key {
    if plies_left >= SYMMETRY { position.canonical_key() } else { position.key() }
}

impl<'a, G: Game> Solver<'a, G> {
    /// A solver that stops when `control` says so.
    pub fn new(table: &'a Table, control: &'a Control) -> Solver<'a, G> {
        Solver { table, control, nodes: 0, lists: Vec::new(), scratch: Vec::new() }
    }

    /// The exact value and best play. The first question is about `guess`; a good one saves time. `progress` is called with
    /// the bounds on the value and the nodes so far. `None` if stopped, or if the game need not end.
    pub fn solve(
        &mut self,
        position: &G,
        guess: Score,
        progress: &mut dyn FnMut(Score, Score, u64),
    ) -> Option<Solution<G::Move>> {
        position.plies_left()?;
        self.nodes = 0;
        let score = self.narrow(position, guess, progress)?;
        let pv = self.principal_variation(position, score)?;
        Some(Solution { score, pv, nodes: self.nodes, time: self.control.elapsed() })
    }

    /// Asks until the bounds on the value meet.
    fn narrow(&mut self, position: &G, guess: Score, progress: &mut dyn FnMut(Score, Score, u64)) -> Option<Score> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.score(position.side_to_move()));
        }
        let plies_left = position.plies_left()?;
        let (mut low, mut high) = position.bounds();
        let by_result = |low: Score, high: Score| low.is_decided() || high.is_decided();
        let mut next = if by_result(low, high) { halfway(low, high, plies_left) } else { guess };
        while low < high {
            // "Is it at least `bar`?"
            let bar = next.clamp(low + 1, high);
            let value = self.value(position, bar - 1, bar, 0)?;
            if value >= bar {
                low = low.max(value);
            } else {
                high = high.min(value);
            }
            next = match (by_result(low, high), value >= bar) {
                (true, _) => halfway(low, high, plies_left),
                // In games of points the answer is usually close to the last one.
                (false, true) => value + 1,
                (false, false) => value,
            };
            progress(low, high.max(low), self.nodes);
        }
        Some(low)
    }

    /// The value within a window, fail-soft, counted from the root.
    fn value(&mut self, position: &G, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && self.control.stopped() {
            return None;
        }
        let plies_left = position.plies_left().unwrap_or(0);
        let key = table_key(position, plies_left);
        self.table.prefetch(key);
        if let Some(value) = position.known_value(alpha.to_node(ply), beta.to_node(ply)) {
            return Some(value.from_node(ply));
        }
        let (low, high) = position.bounds();
        let (low, high) = (low.from_node(ply), high.from_node(ply));
        if low >= beta || low == high {
            return Some(low);
        }
        if high <= alpha {
            return Some(high);
        }
        let (alpha, beta) = (alpha.max(low), beta.min(high));

        let entry = self.table.probe(key);
        if let Some(entry) = entry {
            let value = entry.value.from_node(ply);
            if entry.settles(value, alpha, beta) {
                return Some(value);
            }
        }
        let node = Node { key, plies_left, ply, code: entry.map_or(0, |entry| entry.code) };
        self.search_moves(position, alpha, beta, node)
    }

    fn search_moves(&mut self, position: &G, mut alpha: Score, beta: Score, node: Node) -> Option<Score> {
        let Node { key, plies_left, ply, code } = node;
        let mut list = self.ordered_moves(position, ply, code);
        if list.is_empty() {
            self.lists[ply] = list;
            let outcome = position.end().unwrap_or_else(|| position.stuck());
            return Some(outcome.score(position.side_to_move()).from_node(ply));
        }
        let first_alpha = alpha;
        let mut best = -Score::INFINITY;
        let mut best_move = None;
        // Enhanced transposition cutoff (Schaeffer and Plaat 1996): the table may know that some move cuts.
        if plies_left >= LOOK_AHEAD && list.len() > 1 {
            for &(_, mv) in &list {
                let after = position.after(mv);
                if let Some(entry) = self.table.probe(table_key(&after, plies_left - 1))
                    && entry.bound != Bound::Lower
                    && -entry.value.from_node(ply + 1) >= beta
                {
                    self.lists[ply] = list;
                    return Some(-entry.value.from_node(ply + 1));
                }
            }
        }
        for (index, &(_, mv)) in list.iter().enumerate() {
            let after = position.after(mv);
            let value = if index == 0 || beta - alpha <= 1 {
                -self.value(&after, -beta, -alpha, ply + 1)?
            } else {
                let value = -self.value(&after, -alpha - 1, -alpha, ply + 1)?;
                if value > alpha && value < beta { -self.value(&after, -beta, -value, ply + 1)? } else { value }
            };
            if value > best {
                best = value;
                best_move = Some(mv);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        list.clear();
        self.lists[ply] = list;
        self.table.store(
            key,
            Entry {
                code: best_move.map_or(0, |mv| position.encode(mv)),
                value: best.to_node(ply),
                judgement: None,
                depth: Depth::new(plies_left.min(240) as i32),
                bound: Bound::of(best, first_alpha, beta),
            },
            &Parameters::DEFAULT,
        );
        Some(best)
    }

    /// The relevant moves, the table's first, then by the game's hints.
    fn ordered_moves(&mut self, position: &G, ply: usize, code: u16) -> Vec<(i32, G::Move)> {
        while self.lists.len() <= ply {
            self.lists.push(Vec::new());
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        self.scratch.clear();
        position.generate_relevant(&mut self.scratch);
        for &mv in &self.scratch {
            let hint = if code != 0 && position.encode(mv) == code { i32::MAX } else { position.hint(mv) };
            // Insertion keeps equals in the order in which they were generated, and lists are short.
            let place = list.iter().rposition(|&(other, _)| other >= hint).map_or(0, |place| place + 1);
            list.insert(place, (hint, mv));
        }
        list
    }

    /// Best play from a position whose value is known, reconstructed move by move.
    fn principal_variation(&mut self, position: &G, score: Score) -> Option<Vec<G::Move>> {
        let (mut position, mut score) = (position.clone(), score);
        let mut pv = Vec::new();
        while position.outcome().is_none() {
            let mut moves = Vec::new();
            position.generate(Stage::All, &mut moves);
            let mut found = None;
            for mv in moves {
                // From the position after the move the end is one ply nearer.
                let after = position.after(mv);
                let wanted = -score.to_node(1);
                if self.is_value(&after, wanted)? {
                    found = Some((mv, after, wanted));
                    break;
                }
            }
            let Some((mv, after, wanted)) = found else {
                debug_assert!(false, "a solved position has a move that keeps its value");
                break;
            };
            pv.push(mv);
            (position, score) = (after, wanted);
        }
        Some(pv)
    }

    /// Is `score`, which best play cannot exceed, the value of `position`?
    fn is_value(&mut self, position: &G, score: Score) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.score(position.side_to_move()) == score);
        }
        // The mover cannot do better than the value, so a successor is worth at least `score` to its side to move.
        Some(self.value(position, score, score + 1, 0)? <= score)
    }
}

/// The next question, with results ranked from the quickest loss through the draw to the quickest win: halfway between `low`
/// and `high`, or halfway between the draw and one of them if that is a quicker result. Short wins and losses are cheaper to
/// search for, and then make the rest cheaper (P. Pons, "Solving Connect 4").
fn halfway(low: Score, high: Score, plies_left: usize) -> Score {
    let last = plies_left as i32 + 1;
    let rank = |score: Score| match score.plies_to_end() {
        Some(plies) if score.is_win() => last - plies as i32,
        Some(plies) => plies as i32 - last,
        None => 0,
    };
    let (low, high) = (rank(low), rank(high));
    let middle = low + (high - low) / 2;
    let bar = 1 + match middle {
        ..=0 => middle.min(low / 2),
        _ => middle.max(high / 2),
    };
    match bar {
        1.. => Score::win_in((last - bar) as usize),
        0 => Score::DRAW,
        _ => Score::loss_in((last + bar) as usize),
    }
}
