//! The history heuristics: which moves caused cutoffs and which did not, and where the static evaluation errs.
//!
//! All statistics use the same update with gravity, `h += bonus − h·|bonus|/MAX`, which keeps `h` within ±MAX and lets old
//! experience fade.

use game::{Game, Key, Side};

use crate::{Depth, Parameters};

/// The range of every statistic.
pub(crate) const MAX: i32 = 16_384;
/// Entries of a correction table, a power of two.
const CORRECTIONS: usize = 16_384;
/// How many plies back continuation history looks.
pub(crate) const BACK: [usize; 3] = [1, 2, 4];

/// A move's number in the tables: the side that plays it and the game's action number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Action(u32);

impl Action {
    #[inline]
    pub fn of<G: Game>(position: &G, mv: G::Move) -> Action {
        Action((position.side_to_move().index() * G::ACTIONS + position.action(mv)) as u32)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

#[inline]
fn update(statistic: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MAX, MAX);
    let value = i32::from(*statistic);
    *statistic = (value + bonus - value * bonus.abs() / MAX) as i16;
}

/// The continuation history of one previous move.
#[derive(Clone, Copy)]
pub(crate) struct After<'a>(&'a [i16]);

impl After<'_> {
    #[inline]
    pub fn of(self, action: Action) -> i32 {
        i32::from(self.0[action.index()])
    }
}

/// The tables of one thread.
pub(crate) struct Histories<G: Game> {
    quiet: Vec<i16>,
    /// A row for each previous move, and one of zeros for none.
    continuation: Vec<i16>,
    noisy: Vec<i16>,
    replies: Vec<Option<G::Move>>,
    corrections: Vec<i16>,
}

impl<G: Game> Histories<G> {
    const ACTIONS: usize = 2 * G::ACTIONS;

    pub fn new() -> Histories<G> {
        Histories {
            quiet: vec![0; Self::ACTIONS],
            continuation: vec![0; (Self::ACTIONS + 1) * Self::ACTIONS],
            noisy: vec![0; Self::ACTIONS * G::VICTIMS],
            replies: vec![None; Self::ACTIONS],
            corrections: vec![0; G::PARTIAL_KEYS * 2 * CORRECTIONS],
        }
    }

    /// Forgets everything, in place: page faults on new memory would slow the next search.
    pub fn clear(&mut self) {
        let Histories { quiet, continuation, noisy, replies, corrections } = self;
        [quiet, continuation, noisy, corrections].into_iter().for_each(|table| table.fill(0));
        replies.fill(None);
    }

    #[inline]
    pub fn quiet(&self, action: Action) -> i32 {
        i32::from(self.quiet[action.index()])
    }

    #[inline]
    pub fn update_quiet(&mut self, action: Action, bonus: i32) {
        update(&mut self.quiet[action.index()], bonus);
    }

    /// The statistics of all moves after the move `before`; zeros if there was none.
    #[inline]
    pub fn after(&self, before: Option<Action>) -> After<'_> {
        let row = before.map_or(Self::ACTIONS, Action::index);
        After(&self.continuation[row * Self::ACTIONS..][..Self::ACTIONS])
    }

    #[inline]
    pub fn update_continuation(&mut self, before: Action, action: Action, bonus: i32) {
        update(&mut self.continuation[before.index() * Self::ACTIONS + action.index()], bonus);
    }

    #[inline]
    pub fn noisy(&self, action: Action, victim: usize) -> i32 {
        i32::from(self.noisy[action.index() * G::VICTIMS + victim])
    }

    #[inline]
    pub fn update_noisy(&mut self, action: Action, victim: usize, bonus: i32) {
        update(&mut self.noisy[action.index() * G::VICTIMS + victim], bonus);
    }

    /// The move that last refuted `before`.
    #[inline]
    pub fn reply(&self, before: Action) -> Option<G::Move> {
        self.replies[before.index()]
    }

    #[inline]
    pub fn set_reply(&mut self, before: Action, mv: G::Move) {
        self.replies[before.index()] = Some(mv);
    }

    #[inline]
    fn correction_index(table: usize, side: Side, key: Key) -> usize {
        (table * 2 + side.index()) * CORRECTIONS + key.0 as usize % CORRECTIONS
    }

    /// By how much the static evaluation of `position` should be corrected, in score steps.
    #[inline]
    pub fn correction(&self, position: &G, parameters: &Parameters) -> i32 {
        let side = position.side_to_move();
        let sum: i32 = (0..G::PARTIAL_KEYS)
            .map(|table| i32::from(self.corrections[Self::correction_index(table, side, position.partial_key(table))]))
            .sum();
        sum / parameters.correction_divisor
    }

    /// The search found a value that differs by `error` from the static evaluation.
    #[inline]
    pub fn update_correction(&mut self, position: &G, depth: Depth, error: i32, parameters: &Parameters) {
        // In hundredths of a unit where the game counts more finely.
        let error = error * G::UNIT.min(100) / G::UNIT;
        let most = parameters.correction_bonus_max;
        let bonus = (error * depth.plies() * parameters.correction_weight).clamp(-most, most);
        let side = position.side_to_move();
        for table in 0..G::PARTIAL_KEYS {
            let index = Self::correction_index(table, side, position.partial_key(table));
            update(&mut self.corrections[index], bonus);
        }
    }
}
