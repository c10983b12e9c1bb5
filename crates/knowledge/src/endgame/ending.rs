//! Which men are on the board: the 35 endings of three and four men.
//!
//! An ending is named as its players name it, `KBNK` or `KQKR`: the stronger side first, and that side is White. A position with
//! the colors the other way round belongs to the same ending with the board turned over.

use std::fmt;
use std::str::FromStr;

use chess::{BLACK, Bitboard, Board, Color, Kind, Piece, Position, Square, WHITE};

/// Kings included, no ending has more men.
pub const MOST_MEN: usize = 4;

/// The material of a table, White being the stronger side.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Both kings, White's first, then one or two men, White's and the stronger ones first.
    men: [Piece; MOST_MEN],
    count: usize,
}

/// Squares of the men of an ending in the ending's order, and whose turn it is there. Unused squares are a1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Where each man stands.
    pub squares: [Square; MOST_MEN],
    /// Whose turn it is, after the colors were perhaps exchanged.
    pub turn: Color,
}

/// What an ending can have besides kings, the strongest first.
const OTHERS: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

const KINGS: [Piece; 2] = [Piece::new(WHITE, Kind::King), Piece::new(BLACK, Kind::King)];

impl Ending {
    /// How many endings there are.
    pub const COUNT: usize = 35;

    /// All endings with three men and four, each after those that captures and promotions lead to.
    pub fn all() -> Vec<Ending> {
        let white = |kind| Piece::new(WHITE, kind);
        let mut endings: Vec<Ending> = OTHERS.iter().map(|&kind| Ending::new(&[white(kind)])).collect();
        for (rank, &kind) in OTHERS.iter().enumerate() {
            for &other in &OTHERS[rank..] {
                endings.push(Ending::new(&[white(kind), white(other)]));
                endings.push(Ending::new(&[white(kind), Piece::new(BLACK, other)]));
            }
        }
        // Captures take a man away, promotions a pawn.
        endings.sort_by_key(|ending| (ending.count, ending.pawns()));
        endings
    }

    fn new(others: &[Piece]) -> Ending {
        let mut men = [KINGS[0]; MOST_MEN];
        men[1] = KINGS[1];
        men[2..2 + others.len()].copy_from_slice(others);
        Ending { men, count: 2 + others.len() }
    }

    /// The men, both kings first.
    pub fn men(&self) -> &[Piece] {
        &self.men[..self.count]
    }

    /// How many pawns there are.
    pub fn pawns(&self) -> usize {
        self.men().iter().filter(|man| man.kind() == Kind::Pawn).count()
    }

    /// Has one side the same men as the other?
    pub fn is_balanced(&self) -> bool {
        self.count == 4 && self.men[2].kind() == self.men[3].kind() && self.men[2].color() != self.men[3].color()
    }

    /// Are there two men besides the kings that cannot be told apart?
    pub fn has_twins(&self) -> bool {
        self.count == 4 && self.men[2] == self.men[3]
    }

    /// Its place in a list of [`Ending::COUNT`].
    #[inline]
    pub(crate) fn number(&self) -> usize {
        let rank = |man: Piece| 4 - man.kind().index();
        if self.count == 3 {
            return rank(self.men[2]);
        }
        // Pairs with the weaker or equal one second: 15 of them for each of the two ways to own them.
        let (strong, weak) = (rank(self.men[2]), rank(self.men[3]));
        let pair = weak * (weak + 1) / 2 + strong;
        5 + 15 * usize::from(self.men[3].color() == BLACK) + pair
    }

    /// The ending of these men and where they stand in it. `None` for bare kings and for more men than [`MOST_MEN`].
    ///
    /// `men` holds each man once, in any order, both kings among them.
    pub(crate) fn locate(men: &[(Piece, Square)], turn: Color) -> Option<(Ending, Placement)> {
        if !(3..=MOST_MEN).contains(&men.len()) {
            return None;
        }
        let mut kings = [Square::new(0); 2];
        let mut others = [(KINGS[0], Square::new(0)); 2];
        let mut count = 0;
        for &(man, square) in men {
            if man.kind() == Kind::King {
                kings[man.color().index()] = square;
            } else {
                // A third man besides the kings cannot be among three or four with two kings; a setup without one can.
                *others.get_mut(count)? = (man, square);
                count += 1;
            }
        }
        if count + 2 != men.len() {
            return None;
        }
        // The number of White's men less Black's, then the kind of the one less the kind of the other.
        let worth = |(man, _): (Piece, Square)| match man.color() {
            WHITE => 16 + man.kind().index() as i32,
            BLACK => -16 - man.kind().index() as i32,
        };
        let balance: i32 = others[..count].iter().map(|&other| worth(other)).sum();
        let turned = balance < 0;
        let mut placement = Placement { squares: [kings[0], kings[1], others[0].1, others[1].1], turn };
        if turned {
            placement.squares.swap(0, 1);
            placement.squares = placement.squares.map(Square::flip);
            placement.turn = !turn;
            for (man, _) in &mut others[..count] {
                *man = Piece::new(!man.color(), man.kind());
            }
        }
        if count == 1 {
            placement.squares[3] = Square::new(0);
            return Some((Ending::new(&[others[0].0]), placement));
        }
        let strength = |man: Piece| (man.color() == WHITE, man.kind().index());
        if strength(others[0].0) < strength(others[1].0) {
            others.swap(0, 1);
            placement.squares.swap(2, 3);
        }
        Some((Ending::new(&[others[0].0, others[1].0]), placement))
    }

    /// The ending of a board, as [`Ending::locate`] finds it.
    #[inline]
    pub(crate) fn of(board: &Board, turn: Color) -> Option<(Ending, Placement)> {
        let count = board.occupied().count();
        if !(3..=MOST_MEN).contains(&count) {
            return None;
        }
        let mut men = [(KINGS[0], Square::new(0)); MOST_MEN];
        for (slot, man) in men.iter_mut().zip(board.iter().map(|(square, piece)| (piece, square))) {
            *slot = man;
        }
        Ending::locate(&men[..count], turn)
    }

    /// The ending of a position; `None` for bare kings and for more men than [`MOST_MEN`].
    pub fn of_position(position: &Position) -> Option<Ending> {
        Ending::of(position.board(), position.turn()).map(|(ending, _)| ending)
    }

    /// The squares of a placement as a set.
    #[inline]
    pub(crate) fn occupied(&self, squares: &[Square; MOST_MEN]) -> Bitboard {
        squares[..self.count].iter().fold(Bitboard::EMPTY, |set, square| set | square.set())
    }
}

/// `KQKR`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in [WHITE, BLACK] {
            f.write_str("K")?;
            for man in self.men[2..self.count].iter().filter(|man| man.color() == color) {
                write!(f, "{}", man.kind().letter())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `KQKR` or `kqkr`. The error says what would be right.
impl FromStr for Ending {
    type Err = String;

    fn from_str(text: &str) -> Result<Ending, String> {
        Ending::all().into_iter().find(|ending| ending.to_string().eq_ignore_ascii_case(text)).ok_or_else(|| {
            format!("'{text}' is not an ending of three or four men; expected one such as KRK, KBNK or KQKR, stronger side first")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        let all = Ending::all();
        assert_eq!(all.len(), Ending::COUNT);
        let mut seen = [false; Ending::COUNT];
        for ending in all {
            assert!(!std::mem::replace(&mut seen[ending.number()], true), "{ending}");
            assert_eq!(ending.to_string().parse(), Ok(ending));
        }
        assert!("KRKQ".parse::<Ending>().is_err());
    }

    #[test]
    fn the_stronger_side_is_white() {
        let board = |fen: &str| chess::Setup::parse(fen).expect("a setup").board;
        let (ending, placement) = Ending::of(&board("8/8/8/8/8/k1q5/8/KR6 w - - 0 1"), WHITE).expect("four men");
        assert_eq!((ending.to_string().as_str(), placement.turn), ("KQKR", BLACK));
        assert_eq!(placement.squares.map(|square| square.to_string()), ["a6", "a8", "c6", "b8"]);
        assert_eq!(Ending::of(&board("8/8/8/8/8/k7/8/K7 w - - 0 1"), WHITE), None);
        let (ending, _) = Ending::of(&board("8/8/8/8/8/kbn5/8/K7 w - - 0 1"), WHITE).expect("four men");
        assert_eq!(ending.to_string(), "KBNK");
    }
}
