//! Monte-Carlo tree search: evaluating moves by random games, for every [`Game`].
//!
//! One *playout* descends the tree by UCT with AMAF values (RAVE), expands the leaf it reaches, plays a random game from
//! there and backs up the result. Certain values are backed up as bounds, so that the search can *prove* wins, draws and
//! losses, and stop.
//!
//! This module knows no particular game, no clock and no output: limits and the report callback come from outside. With the
//! same seed and a limit on playouts it finds the same result on every machine.
//!
//! References: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning" (2006); Gelly and Silver, "Monte-Carlo Tree
//! Search and Rapid Action Value Estimation in Computer Go" (2011); Winands, Björnsson and Saito, "Monte-Carlo Tree
//! Search Solver" (2008); Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010).

mod playout;
mod tree;

#[cfg(test)]
mod tests;

use game::{Game, Rng, Score};

use playout::Playout;
use tree::{Bounds, NodeId, Tree};

/// Visits are counted in 32 bits: after so many playouts, about a day's work, the search stops.
const MAX_PLAYOUTS: u64 = u32::MAX as u64 - 1;
/// Playouts between two polls of [`Limits::stop`].
const STOP_INTERVAL: u64 = 8;

/// The parameters of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Seed of the random numbers: the same seed gives the same search.
    pub seed: u64,
    /// How strongly rarely tried moves are preferred: the factor of √(ln N / n).
    pub exploration: f64,
    /// First-play urgency: the assumed value of an untried move, relative to the mean value of its position. With a large
    /// value every move is tried once before any is tried twice.
    pub first_play_urgency: f64,
    /// AMAF ("all moves as first"): the number of visits at which a move's own results count as much as the results of
    /// playouts in which it was played later on. 0 turns it off.
    pub amaf_equivalence: f64,
    /// Visits of a position before its moves are added to the tree.
    pub expand_after: u32,
    /// The share of a result, from 0 to 1, that depends on the margin by which a game was won instead of on who won it.
    pub margin_weight: f64,
    /// A playout that is not over after so many plies counts as a draw.
    pub max_playout_plies: usize,
    /// Limit on memory: at this many nodes the tree stops growing, and playouts start from its leaves. A node takes
    /// about 50 bytes.
    pub max_nodes: usize,
    /// Playouts between two reports.
    pub report_every: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: 0,
            exploration: 0.2,
            first_play_urgency: 0.0,
            // Against the same search with AMAF off, 500 playouts a move: 36 of 40 games at Go 7×7, 141 of 200 at Connect
            // Four (about even there if the one without explores more, 0.5), 52 of 100 at Othello. At Go 9×9, 300,
            // 1,000 and 3,000 could not be told apart in 24 games each.
            amaf_equivalence: 500.0,
            expand_after: 4,
            // Not shown to matter: 29.5 of 60 against 0 at Go 7×7.
            margin_weight: 0.1,
            max_playout_plies: 1_000,
            max_nodes: 2_000_000,
            report_every: 1_000,
        }
    }
}

/// When to stop. The search also stops when the value of the root is proven.
pub struct Limits<'a> {
    /// The number of playouts, if there is a limit.
    pub playouts: Option<u64>,
    /// Polled every few playouts: should the search stop now?
    pub stop: &'a dyn Fn() -> bool,
}

impl Limits<'static> {
    /// The given number of playouts and no other limit.
    pub fn playouts(playouts: u64) -> Limits<'static> {
        Limits { playouts: Some(playouts), stop: &|| false }
    }
}

/// A value that is certain, for the side to move at the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Proven {
    /// It loses against best play.
    Loss,
    /// Neither side can do better.
    Draw,
    /// It wins.
    Win,
}

/// What the search knows of one move at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport<M> {
    /// The move.
    pub mv: M,
    /// In how many playouts it was chosen.
    pub visits: u64,
    /// Its mean result for the side to move, from 0 for a loss to 1 for a win.
    pub win_rate: f64,
    /// Its value, if that is certain.
    pub proven: Option<Proven>,
}

/// What the search has found out so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Playouts made.
    pub playouts: u64,
    /// Positions in the tree.
    pub nodes: usize,
    /// The move to play; `None` only if the game is over.
    pub best: Option<M>,
    /// The mean result of the best move for the side to move, from 0 for a loss to 1 for a win; 0, ½ or 1 if proven.
    pub win_rate: f64,
    /// The line of the best moves of both sides, as far as the tree knows it.
    pub line: Vec<M>,
    /// Every move at the root, the best first.
    pub moves: Vec<MoveReport<M>>,
    /// The value of the root, if it is certain.
    pub proven: Option<Proven>,
}

/// Searches from `root` until a limit is reached or its value is proven. `progress` is called every
/// [`Settings::report_every`] playouts; the final report is the result.
///
/// ```
/// use game::Rules;
/// use search::mcts::{Limits, Proven, Settings, search};
///
/// let position = boards::tic_tac_toe::TicTacToe::default().parse_position("XX-OO----").unwrap();
/// let report = search(&position, &Settings::default(), &Limits::playouts(1_000), &mut |_| {});
/// assert_eq!(report.best, position.parse_move("3").ok());
/// assert_eq!(report.proven, Some(Proven::Win));
/// ```
pub fn search<G: Game>(
    root: &G,
    settings: &Settings,
    limits: &Limits,
    progress: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    search_among(root, &[], settings, limits, progress)
}

/// The same with only these moves at the root; all, if there are none.
pub fn search_among<G: Game>(
    root: &G,
    only: &[G::Move],
    settings: &Settings,
    limits: &Limits,
    progress: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let mut search = Search {
        root,
        only,
        settings,
        rng: Rng::new(settings.seed),
        tree: Tree::new(),
        playout: Playout::new(G::ACTIONS),
        path: Vec::new(),
    };
    // The root is added whatever the settings say, so that there is always a move to report.
    search.expand(Tree::<G::Move>::ROOT, root, true);
    let mut playouts = 0;
    while !search.tree.bounds(Tree::<G::Move>::ROOT).is_exact()
        && playouts < limits.playouts.unwrap_or(MAX_PLAYOUTS).min(MAX_PLAYOUTS)
        && !(playouts % STOP_INTERVAL == 0 && (limits.stop)())
    {
        search.iterate();
        playouts += 1;
        if playouts % settings.report_every.max(1) == 0 {
            progress(&search.report(playouts));
        }
    }
    search.report(playouts)
}

/// A search at work.
struct Search<'a, G: Game> {
    root: &'a G,
    only: &'a [G::Move],
    settings: &'a Settings,
    rng: Rng,
    tree: Tree<G::Move>,
    playout: Playout<G>,
    /// The nodes from the root to the leaf of the present playout.
    path: Vec<NodeId>,
}

impl<G: Game> Search<'_, G> {
    /// One playout: select, expand, play to the end, back up.
    fn iterate(&mut self) {
        let mut position = self.root.clone();
        let mut node = Tree::<G::Move>::ROOT;
        self.path.clear();
        self.path.push(node);
        self.playout.clear();
        while !self.tree.bounds(node).is_exact() {
            if !self.tree.is_expanded(node) {
                if self.tree.visits(node) + 1 < self.settings.expand_after {
                    break;
                }
                self.expand(node, &position, false);
                if !self.tree.is_expanded(node) || self.tree.bounds(node).is_exact() {
                    break;
                }
            }
            let child = self.tree.select(node, self.settings);
            let mv = self.tree.move_to(child);
            self.playout.note(&position, mv);
            position.play(mv);
            self.path.push(child);
            node = child;
        }
        let bounds = self.tree.bounds(node);
        let value = match bounds.exact() {
            Some(value) => f64::from(value + 1) / 2.0,
            None => self.playout.run(&mut position, &mut self.rng, self.settings),
        };
        self.tree.back_up(&self.path, value);
        if self.settings.amaf_equivalence > 0.0 {
            self.tree.back_up_amaf(&self.path, value, &self.playout);
        }
    }

    /// Adds the moves of a position to the tree, or the certain value of a finished game.
    fn expand(&mut self, node: NodeId, position: &G, is_root: bool) {
        if let Some(outcome) = position.end() {
            return self.tree.set_bounds(node, Bounds::of_outcome(outcome));
        }
        // Only the sign matters, so the window is as narrow as it can be. The root needs its moves even where the game
        // knows the value.
        let known = if is_root { None } else { position.known_value(Score::DRAW - 1, Score::DRAW + 1) };
        if let Some(score) = known {
            let value = position.side_to_move().view(score.value().signum());
            return self.tree.set_bounds(node, Bounds::exactly(value as i8));
        }
        let mut moves = position.moves();
        if is_root && !self.only.is_empty() {
            moves.retain(|mv| self.only.contains(mv));
        }
        if moves.is_empty() {
            return self.tree.set_bounds(node, Bounds::of_outcome(position.stuck()));
        }
        if !is_root && self.tree.len() + moves.len() > self.settings.max_nodes {
            return;
        }
        // Among moves of equal promise the order is random, so that the generator's order does not matter.
        for index in (1..moves.len()).rev() {
            moves.swap(index, self.rng.below(index + 1));
        }
        moves.sort_by_cached_key(|&mv| -position.hint(mv));
        self.tree.expand(node, position.side_to_move(), moves.into_iter().map(|mv| (mv, position.action(mv) as u16)));
    }

    fn report(&self, playouts: u64) -> Report<G::Move> {
        let root = Tree::<G::Move>::ROOT;
        let side = self.root.side_to_move();
        let proven = |node| {
            self.tree.bounds(node).exact().map(|value| match side.view(value) {
                1 => Proven::Win,
                0 => Proven::Draw,
                _ => Proven::Loss,
            })
        };
        let moves: Vec<_> = self
            .tree
            .ranked(root)
            .into_iter()
            .map(|child| MoveReport {
                mv: self.tree.move_to(child),
                visits: u64::from(self.tree.visits(child)),
                win_rate: self.tree.mean(child, side),
                proven: proven(child),
            })
            .collect();
        // Before the first playout the tree knows no line, but there is a move.
        let mut line = self.tree.line(root);
        if line.is_empty() {
            line.extend(moves.first().map(|best| best.mv));
        }
        Report {
            playouts,
            nodes: self.tree.len(),
            best: moves.first().map(|best| best.mv),
            win_rate: moves.first().map_or(self.tree.mean(root, side), |best| best.win_rate),
            line,
            moves,
            proven: proven(root),
        }
    }
}
