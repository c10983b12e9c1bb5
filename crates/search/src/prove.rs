//! Proof-number search: can the side to move force a win in so many plies?
//!
//! Alpha-beta asks how good a position is and searches all lines to about the same depth. This search asks only whether there
//! is a win, and continues where the least remains to be proven: where the opponent has few replies. Each position has two
//! numbers, the least number of positions that must still be examined to prove the win, and to disprove it (Allis, van
//! der Meulen and van den Herik 1994). The search is depth-first (df-pn): the numbers are kept in a table, and thresholds say how
//! long a move stays the most promising one (Nagai 2002).
//!
//! Each question has a length, and the table distinguishes positions by the plies that are left. So there are no cycles, and
//! proofs do not depend on the path. Only a move counter that leads to a draw is not part of the key, as in the transposition
//! table.

mod table;

use std::time::Duration;

use game::{Game, Key, Outcome, Side, Stage};

use crate::{Control, Limits, Task};
use table::ProofTable;

/// How many positions pass between two polls of the clock and the stop flag.
const POLL: u64 = 1024;
/// A move is left only when its number exceeds that of the second best by one part in so many.
const SLACK: u32 = 4;
/// What can never be shown.
const NEVER: u32 = 1 << 30;

/// How long a proof may be, in plies: as many as the table can distinguish.
pub const LONGEST_PROOF: usize = 255;

/// The answer to "is it won in so many plies?"
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof<M> {
    /// Yes, by this line. It is best play by both sides if there is no shorter win.
    Win(Vec<M>),
    /// No.
    NoWin,
    /// Stopped before it was known.
    Unknown,
}

/// The proof and disproof numbers: how many positions must at least be examined to show that the side to move succeeds, and
/// to show that it fails. The attacker succeeds by winning in time, the defender by preventing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Effort {
    succeed: u32,
    fail: u32,
}

impl Effort {
    const SUCCEEDS: Effort = Effort { succeed: 0, fail: NEVER };
    const FAILS: Effort = Effort { succeed: NEVER, fail: 0 };
    /// As a limit: until it is known.
    const ANY: Effort = Effort { succeed: NEVER, fail: NEVER };

    fn known(succeeds: bool) -> Effort {
        if succeeds { Effort::SUCCEEDS } else { Effort::FAILS }
    }
}

/// A move, and the numbers of the position after it.
struct Child<M> {
    mv: M,
    effort: Effort,
}

/// Looks for forced wins in one position of a game.
pub struct Prover<'a, G: Game> {
    position: &'a G,
    /// Positions that have occurred twice already: the third time is a draw.
    drawn: Vec<Key>,
    table: ProofTable,
    control: &'a Control,
    most_nodes: u64,
    most_time: Duration,
    nodes: u64,
    stopped: bool,
}

impl<'a, G: Game> Prover<'a, G> {
    /// For the position and the past of `task`, with a table of at most `bytes` bytes. Of the limits, those on nodes and hard
    /// time count, for all questions together.
    pub fn new(task: &Task<'a, G>, limits: &Limits, control: &'a Control, bytes: usize) -> Prover<'a, G> {
        let reach = task.position.reversible_plies().min(task.past.len());
        let past = &task.past[task.past.len() - reach..];
        let twice = |key: &&Key| past.iter().filter(|other| other == key).count() >= 2;
        Prover {
            position: task.position,
            drawn: past.iter().filter(twice).copied().collect(),
            table: ProofTable::new(bytes),
            control,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            most_time: limits.hard_time.unwrap_or(Duration::MAX),
            nodes: 0,
            stopped: false,
        }
    }

    /// Positions examined so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How full the table is, in thousandths.
    pub fn table_full(&self) -> usize {
        self.table.full()
    }

    /// Is the game decided within `plies`, at most [`LONGEST_PROOF`]: won for the side to move if that number is odd, and
    /// for the other side if it is even? Only the moves in `only` are considered; all, if it is empty. To find the shortest
    /// win, ask for shorter ones first.
    pub fn within(&mut self, plies: usize, only: &[G::Move]) -> Proof<G::Move> {
        debug_assert!((1..=LONGEST_PROOF).contains(&plies));
        let (effort, _) = self.search(self.position, plies, Effort::ANY, only);
        let (won, lost) = if attacks(plies) { (effort.succeed, effort.fail) } else { (effort.fail, effort.succeed) };
        match (won, lost) {
            (0, _) => self.line(plies, only).map_or(Proof::Unknown, Proof::Win),
            (_, 0) => Proof::NoWin,
            _ => Proof::Unknown,
        }
    }

    /// The moves of a win in `plies`. The defender chooses the longest defense.
    fn line(&mut self, plies: usize, only: &[G::Move]) -> Option<Vec<G::Move>> {
        let mut position = self.position.clone();
        let mut line = Vec::new();
        for left in (1..=plies).rev() {
            let only = if line.is_empty() { only } else { &[] };
            let mv = match attacks(left) {
                true => self.search(&position, left, Effort::ANY, only).1?,
                false => match self.longest(&position, left, only)? {
                    Some(mv) => mv,
                    None => break,
                },
            };
            line.push(mv);
            position.play(mv);
        }
        Some(line)
    }

    /// The defender's move after which the attacker needs all the plies that are left, or any if there is none like that;
    /// `Some(None)` if the game is over.
    fn longest(&mut self, position: &G, left: usize, only: &[G::Move]) -> Option<Option<G::Move>> {
        let moves = moves(position, only);
        for &mv in moves.iter().filter(|_| left > 3) {
            let sooner = self.search(&position.after(mv), left - 3, Effort::ANY, &[]).0;
            if self.stopped {
                return None;
            }
            if sooner.fail == 0 {
                return Some(Some(mv));
            }
        }
        Some(moves.first().copied())
    }

    /// Searches a position until one of its numbers reaches its limit, and gives the move by which the side to move
    /// succeeds, if it is found.
    fn search(&mut self, position: &G, left: usize, limit: Effort, only: &[G::Move]) -> (Effort, Option<G::Move>) {
        let moves = moves(position, only);
        if moves.is_empty() {
            let outcome = position.end().unwrap_or_else(|| position.stuck());
            return (over(outcome, position.side_to_move(), left), None);
        }
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let after = position.after(mv);
            let effort = self.table.probe(after.key(), left - 1).unwrap_or_else(|| self.first_look(&after, left - 1));
            children.push(Child { mv, effort });
            if effort.fail == 0 {
                break;
            }
        }
        loop {
            // One move after which the opponent fails is enough to succeed; failure must be shown for all moves.
            let mut best = 0;
            let mut second = NEVER;
            let mut all = 0;
            for (index, child) in children.iter().enumerate() {
                all = (all + child.effort.succeed).min(NEVER - 1);
                let leader = &children[best].effort;
                if (child.effort.fail, child.effort.succeed) < (leader.fail, leader.succeed) {
                    second = leader.fail;
                    best = index;
                } else if index > 0 {
                    second = second.min(child.effort.fail);
                }
            }
            let Child { mv, effort: most } = children[best];
            let effort = match most.fail {
                0 => Effort::SUCCEEDS,
                NEVER => Effort::FAILS,
                fail => Effort { succeed: fail, fail: all },
            };
            if effort.succeed >= limit.succeed || effort.fail >= limit.fail || self.stopped {
                // A result for some of the moves does not hold for the position.
                if only.is_empty() {
                    self.table.store(position.key(), left, effort);
                }
                return (effort, (effort == Effort::SUCCEEDS).then_some(mv));
            }
            // The move stays the best until its number exceeds the second best's by some slack, so that two moves with
            // about the same number do not take turns at every step (Pawlewicz and Lew 2006).
            let limit = Effort {
                succeed: limit.fail - effort.fail + most.succeed,
                fail: limit.succeed.min(second.saturating_add(second / SLACK + 1)),
            };
            children[best].effort = self.search(&position.after(mv), left - 1, limit, &[]).0;
        }
    }

    /// The initial numbers of a position that has not been searched yet.
    fn first_look(&mut self, position: &G, left: usize) -> Effort {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.control.tell_nodes(self.nodes);
            self.stopped |= self.control.stopped() || self.control.spent().is_some_and(|spent| spent >= self.most_time);
        }
        self.stopped |= self.nodes >= self.most_nodes;
        let side = position.side_to_move();
        if let Some(outcome) = position.end() {
            return over(outcome, side, left);
        }
        if self.drawn.contains(&position.key()) {
            return over(Outcome::Draw, side, left);
        }
        match left {
            // The attacker's last move must win; with no plies left the defender has survived.
            1 => Effort::known(wins_at_once(position)),
            _ if attacks(left) => Effort { succeed: 1, fail: 1 },
            _ => match moves(position, &[]).len() {
                0 => over(position.stuck(), side, left),
                _ if left == 0 => Effort::SUCCEEDS,
                replies => Effort { succeed: 1, fail: replies as u32 },
            },
        }
    }
}

/// Is it the attacker who moves with so many plies left?
fn attacks(left: usize) -> bool {
    left % 2 == 1
}

/// The game has ended, with `side` to move.
fn over(outcome: Outcome, side: Side, left: usize) -> Effort {
    let attacker = if attacks(left) { side } else { !side };
    Effort::known((outcome == Outcome::Win(attacker)) == attacks(left))
}

/// Can the side to move end the game with a win?
fn wins_at_once<G: Game>(position: &G) -> bool {
    let (mut moves, mut replies) = (Vec::with_capacity(32), Vec::with_capacity(64));
    position.generate_final(&mut moves);
    moves.into_iter().any(|mv| {
        let after = position.after(mv);
        let outcome = after.end().or_else(|| {
            replies.clear();
            after.generate(Stage::All, &mut replies);
            replies.is_empty().then(|| after.stuck())
        });
        outcome == Some(Outcome::Win(position.side_to_move()))
    })
}

fn moves<G: Game>(position: &G, only: &[G::Move]) -> Vec<G::Move> {
    if !only.is_empty() {
        return only.to_vec();
    }
    let mut moves = Vec::with_capacity(64);
    position.generate(Stage::All, &mut moves);
    moves
}
