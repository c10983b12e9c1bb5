//! The value of a position for the side to move.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value from the side to move, in hundredths of the game's unit unless the game says otherwise (centipawns in chess).
///
/// Three ranges share one number line. Judgements (evaluations, as opposed to proofs) lie within
/// ±[`Score::MAX_JUDGEMENT`]. A certain win in `n` plies is [`Score::win_in`]`(n)`, so that an earlier win is worth more; a
/// certain loss is its negative. Every score fits 16 bits.
///
/// ```
/// use game::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert_eq!(Score::win_in(3).plies_to_end(), Some(3));
/// assert_eq!(Score::new(35).plies_to_end(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Score(i32);

impl Score {
    /// An even game.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITY: Score = Score(32_001);
    /// The largest value that a judgement, as opposed to a proof, may have.
    pub const MAX_JUDGEMENT: Score = Score(30_000);
    const WIN: i32 = 32_000;

    /// A judgement of `value` steps.
    #[inline]
    pub const fn new(value: i32) -> Score {
        Score(value)
    }

    /// The bare number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The side to move wins after `plies` more moves of either side.
    #[inline]
    pub const fn win_in(plies: usize) -> Score {
        Score(Score::WIN - plies as i32)
    }

    /// The side to move loses after `plies` more moves of either side.
    #[inline]
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - Score::WIN)
    }

    /// Is this a proven win?
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Score::MAX_JUDGEMENT.0
    }

    /// Is this a proven loss?
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::MAX_JUDGEMENT.0
    }

    /// Is this a proof and not a judgement?
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// For a proven win or loss, the plies until the game is over.
    pub const fn plies_to_end(self) -> Option<usize> {
        if self.is_decided() { Some((Score::WIN - self.0.abs()) as usize) } else { None }
    }

    /// A score counted from a node `ply` plies below the root, as the root counts it: wins move further away.
    #[inline]
    pub const fn from_node(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i32)
        } else if self.is_loss() {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }

    /// The reverse of [`Score::from_node`]: a score counted from the root, as the node itself counts it.
    #[inline]
    pub const fn to_node(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The nearest value that is a judgement and not a proof.
    #[inline]
    pub fn clamp_judgement(self) -> Score {
        self.clamp(-Score::MAX_JUDGEMENT, Score::MAX_JUDGEMENT)
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, steps: i32) -> Score {
        Score(self.0 + steps)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, steps: i32) -> Score {
        Score(self.0 - steps)
    }
}

/// The distance between two scores in steps.
impl Sub for Score {
    type Output = i32;
    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => write!(f, "{:+}", self.0),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
