//! What a table knows of a position.

use std::fmt;

use game::Score;

/// The result of a position with best play, for the side to move, and how far away mate is in plies.
///
/// The winner hurries and the loser delays; the fifty-move rule plays no part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nobody can force mate.
    Draw,
    /// The side to move mates in so many plies, an odd number.
    Win(u8),
    /// The side to move is mated in so many plies, an even number; 0 is mate.
    Loss(u8),
}

impl Value {
    /// The value behind the byte in a table: 0 is a draw, otherwise one more than the distance in plies, whose parity says
    /// who wins.
    #[inline]
    pub fn from_cell(cell: u8) -> Value {
        match cell {
            0 => Value::Draw,
            cell if cell % 2 == 0 => Value::Win(cell - 1),
            cell => Value::Loss(cell - 1),
        }
    }

    /// The reverse of [`Value::from_cell`].
    #[inline]
    pub fn cell(self) -> u8 {
        match self {
            Value::Draw => 0,
            Value::Win(plies) | Value::Loss(plies) => plies + 1,
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub fn sign(self) -> i32 {
        match self {
            Value::Draw => 0,
            Value::Win(_) => 1,
            Value::Loss(_) => -1,
        }
    }

    /// Plies to mate; `None` for a draw.
    pub fn plies(self) -> Option<u8> {
        match self {
            Value::Draw => None,
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
        }
    }

    /// What this value, found after a move, means to the side that made the move.
    #[inline]
    pub fn before_move(self) -> Value {
        match self {
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Loss(plies) => Value::Win(plies + 1),
        }
    }

    /// The score that the search gives to such a position.
    #[inline]
    pub fn score(self) -> Score {
        match self {
            Value::Draw => Score::DRAW,
            Value::Win(plies) => Score::win_in(usize::from(plies)),
            Value::Loss(plies) => Score::loss_in(usize::from(plies)),
        }
    }
}

/// The better value is the greater one: quick wins, slow wins, draws, slow losses, quick losses.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> std::cmp::Ordering {
        self.score().cmp(&other.score())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// `mate in 16`, `draw`, `mated in 3`, `mated`: in moves, as people count them.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Draw => f.write_str("draw"),
            Value::Win(plies) => write!(f, "mate in {}", plies.div_ceil(2)),
            Value::Loss(0) => f.write_str("mated"),
            Value::Loss(plies) => write!(f, "mated in {}", plies / 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_order() {
        for cell in 0..=254 {
            assert_eq!(Value::from_cell(cell).cell(), cell);
        }
        let falling = [Value::Win(1), Value::Win(3), Value::Draw, Value::Loss(4), Value::Loss(2), Value::Loss(0)];
        assert!(falling.is_sorted_by(|better, worse| better > worse));
        assert_eq!(Value::Loss(0).before_move(), Value::Win(1));
    }
}
