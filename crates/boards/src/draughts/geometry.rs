//! The board as bits: where the squares lie in a word, and the shifts that step from one to the next.
//!
//! A board of order n has 2n rows of n dark squares. Two rows take 2n + 3 bits: n squares, one ghost, n squares, two ghosts.
//! With this spacing a step in each of the eight directions is one and the same shift from every square, and a step over
//! the edge falls on a ghost or out of the word, never on a square of the other side. Ghost squares
//! are an old idea of checkers programs; for diagonal steps alone one ghost for two rows is enough. Three make the sideways
//! steps of Frisian draughts safe too, and the 10×10 board still fits 63 bits.
//!
//! Here the board is always seen with White below and a dark square in the lower left corner. The names of squares are in
//! [`super::names`].

use super::rules::{RULES, Rules};
use super::word::Word;

/// The smallest order: a 4×4 board with two men a side.
pub const MIN_ORDER: usize = 2;
/// The largest order: a 14×14 board.
pub const MAX_ORDER: usize = 7;

/// Who owns a piece. White's men move up the board, towards square 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// The light pieces, below.
    White,
    /// The dark pieces, above.
    Black,
}

impl Color {
    /// Both colors.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// What players call it.
    pub const fn name(self) -> &'static str {
        ["White", "Black"][self as usize]
    }
}

/// One of the eight directions. The low bit tells up from down, so that flipping it turns a direction round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction(u8);

impl Direction {
    const DOWN_LEFT: Direction = Direction(0);
    const UP_RIGHT: Direction = Direction(1);
    const DOWN_RIGHT: Direction = Direction(2);
    const UP_LEFT: Direction = Direction(3);
    const RIGHT: Direction = Direction(4);
    const LEFT: Direction = Direction(5);
    const DOWN: Direction = Direction(6);
    const UP: Direction = Direction(7);

    /// The four diagonals.
    pub const DIAGONALS: &'static [Direction] =
        &[Direction::DOWN_LEFT, Direction::UP_RIGHT, Direction::DOWN_RIGHT, Direction::UP_LEFT];
    /// The diagonals and the straight lines.
    pub const ALL: &'static [Direction] = &[
        Direction::DOWN_LEFT,
        Direction::UP_RIGHT,
        Direction::DOWN_RIGHT,
        Direction::UP_LEFT,
        Direction::RIGHT,
        Direction::LEFT,
        Direction::DOWN,
        Direction::UP,
    ];

    /// The two diagonals on which a man of this color moves.
    #[inline]
    pub const fn forward(color: Color) -> &'static [Direction] {
        match color {
            Color::White => &[Direction::UP_RIGHT, Direction::UP_LEFT],
            Color::Black => &[Direction::DOWN_LEFT, Direction::DOWN_RIGHT],
        }
    }

    /// The way back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction(self.0 ^ 1)
    }
}

/// The shape of one board.
#[derive(Debug)]
pub struct Geometry<W> {
    /// Half the number of rows; also the number of squares in a row.
    pub order: usize,
    /// Every square.
    pub board: W,
    /// The row on which a color's men become kings, by [`Color`].
    pub king_row: [W; 2],
    /// The squares of the middle, half the board wide and high.
    pub center: W,
    /// The rows from the top.
    rows: [W; 2 * MAX_ORDER],
    /// The shift of each pair of opposite directions.
    shifts: [u32; 4],
}

impl<W: Word> Geometry<W> {
    fn new(order: usize) -> Geometry<W> {
        let n = order as u32;
        let mut geometry = Geometry {
            order,
            board: W::EMPTY,
            king_row: [W::EMPTY; 2],
            center: W::EMPTY,
            rows: [W::EMPTY; 2 * MAX_ORDER],
            shifts: [n + 1, n + 2, 1, 2 * n + 3],
        };
        let middle = order / 2..2 * order - order / 2;
        for (row, place) in (0..2 * order).flat_map(|row| (0..order).map(move |place| (row, place))) {
            let square = geometry.square(row, place);
            geometry.rows[row] |= W::bit(square);
            let (_, column) = geometry.row_and_column(square);
            if middle.contains(&row) && middle.contains(&column) {
                geometry.center |= W::bit(square);
            }
        }
        geometry.board = geometry.rows.into_iter().fold(W::EMPTY, |sum, row| sum | row);
        geometry.king_row = [geometry.row_set(0), geometry.row_set(2 * order - 1)];
        geometry
    }

    /// The squares of a row, counted from the top.
    #[inline]
    pub fn row_set(&self, row: usize) -> W {
        self.rows[row]
    }

    /// The square at a place from the left in a row from the top.
    pub fn square(&self, row: usize, place: usize) -> u8 {
        let pair = row / 2 * (2 * self.order + 3);
        (pair + if row.is_multiple_of(2) { place } else { self.order + 1 + place }) as u8
    }

    /// The row from the top and the column from the left of a square, light squares counted.
    pub fn row_and_column(&self, square: u8) -> (usize, usize) {
        let square = usize::from(square);
        let (pair, rest) = (square / (2 * self.order + 3), square % (2 * self.order + 3));
        if rest < self.order {
            (2 * pair, 2 * rest + 1)
        } else {
            // A ghost never gets here; saturation keeps the arithmetic total.
            (2 * pair + 1, 2 * rest.saturating_sub(self.order + 1))
        }
    }

    /// Every square of the set one step on. What leaves the board lands on ghosts: the caller meets the result with a set
    /// of squares.
    #[inline]
    pub fn step(&self, set: W, direction: Direction) -> W {
        let shift = self.shifts[usize::from(direction.0 >> 1)];
        if direction.0 & 1 == 0 { set << shift } else { set >> shift }
    }

    /// The square one step back from `square`, which has been reached by a step in `direction`.
    #[inline]
    pub fn step_back(&self, square: u8, direction: Direction) -> u8 {
        let shift = self.shifts[usize::from(direction.0 >> 1)] as u8;
        if direction.0 & 1 == 0 { square - shift } else { square + shift }
    }

    /// Every square that the set reaches by any number of steps in the two directions, itself included, over all pieces.
    #[inline]
    pub fn cone(&self, set: W, directions: &[Direction]) -> W {
        let mut all = set;
        for _ in 1..2 * self.order {
            let wider = directions.iter().fold(all, |sum, &direction| sum | (self.step(all, direction) & self.board));
            if wider == all {
                break;
            }
            all = wider;
        }
        all
    }
}

/// A rule set on a board: what all positions of one game share.
#[derive(Debug)]
pub struct Variant<W> {
    /// The rule set.
    pub rules: &'static Rules,
    /// The board.
    pub geometry: Geometry<W>,
}

impl<W: Word> Variant<W> {
    /// Every rule set on every board that fits the word.
    pub(super) fn all() -> Vec<Variant<W>> {
        let orders = || MIN_ORDER..=W::MAX_ORDER;
        RULES.iter().flat_map(|rules| orders().map(|order| Variant { rules, geometry: Geometry::new(order) })).collect()
    }

    /// The directions in which a man of this color captures.
    #[inline]
    pub fn man_captures(&self, color: Color) -> &'static [Direction] {
        if self.rules.orthogonal_captures {
            Direction::ALL
        } else if self.rules.men_capture_backwards {
            Direction::DIAGONALS
        } else {
            Direction::forward(color)
        }
    }

    /// The directions in which a king captures.
    #[inline]
    pub fn king_captures(&self) -> &'static [Direction] {
        if self.rules.orthogonal_captures { Direction::ALL } else { Direction::DIAGONALS }
    }
}

#[cfg(test)]
mod tests {
    use super::super::word::squares;
    use super::*;

    /// A step by shifting is the step by coordinates, from every square of every board in every direction.
    #[test]
    fn steps_never_wrap() {
        let vectors = [(1, -1), (-1, 1), (1, 1), (-1, -1), (0, 2), (0, -2), (2, 0), (-2, 0)];
        for order in MIN_ORDER..=MAX_ORDER {
            let geometry = Geometry::<u128>::new(order);
            assert_eq!(geometry.board.count() as usize, 2 * order * order);
            let size = 2 * order as i32;
            for square in squares(geometry.board) {
                let (row, column) = geometry.row_and_column(square);
                assert_eq!(geometry.square(row, column / 2), square);
                for (&direction, (down, right)) in Direction::ALL.iter().zip(vectors) {
                    let (row, column) = (row as i32 + down, column as i32 + right);
                    let inside = (0..size).contains(&row) && (0..size).contains(&column);
                    let reached = geometry.step(u128::bit(square), direction) & geometry.board;
                    let expected =
                        if inside { u128::bit(geometry.square(row as usize, column as usize / 2)) } else { 0 };
                    assert_eq!(reached, expected, "order {order} square {square} {direction:?}");
                    if inside {
                        assert_eq!(geometry.step_back(reached.lowest(), direction), square);
                    }
                }
            }
        }
    }

    /// The narrow word is wide enough for the orders it claims.
    #[test]
    fn words_are_wide_enough() {
        for (narrow, wide) in [2, 3, 4, 5].map(|order| (Geometry::<u64>::new(order), Geometry::<u128>::new(order))) {
            assert_eq!(u128::from(narrow.board), wide.board);
        }
        assert!(Geometry::<u128>::new(7).board.leading_zeros() > 0);
        assert_eq!(u64::SQUARES, 63);
        assert_eq!(u128::SQUARES, 117);
    }
}
