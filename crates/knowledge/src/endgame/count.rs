//! How many positions an ending has.
//!
//! The convention: a position is the men on their squares, the side to move, the castling rights and the square of a pawn that
//! may be taken in passing. It counts if the kings do not touch, no pawn stands on the first or last rank, and the side that is
//! not to move is not in check. A castling right needs king and rook on their squares of standard chess; a pawn may be taken in
//! passing if a pawn of the other side stands beside it. Positions are the same if a symmetry of the board (left and right; without
//! pawns also up and down and the diagonals; none with a castling right) or the exchange of the colors turns one into
//! the other.
//!
//! So counted there are 462 positions of two men, 368,079 of three and 125,246,598 of four. With bare kings the exchange of
//! the colors makes White and Black to move the same. The numbers are those of Kirill Kryukov's *Number of unique legal
//! positions in chess endgames* (2005). Two pawns side by side are enough there for taking in passing, even if a man stands on a
//! square that the pawn would have had to pass: 1,124 positions that cannot come about, which [`Count::impossible`] tells apart.

use chess::{BLACK, Color, Kind, Piece, Square, WHITE, king_attacks};

use super::ending::{Ending, MOST_MEN};
use super::index::{Index, KING_PAIRS};
use super::retrograde::Men;

/// The positions of an ending up to symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Without a castling right or a pawn to be taken in passing.
    pub plain: u64,
    /// With a castling right. These are not in the tables.
    pub castling: u64,
    /// With a pawn that may be taken in passing, by the convention above. Their values follow from the tables.
    pub passing: u64,
    /// Those of them in which a man stands in the way of the pawn's double step.
    pub impossible: u64,
}

impl Count {
    /// The positions of bare kings.
    pub const TWO_MEN: u64 = KING_PAIRS as u64;

    /// All of them.
    pub fn total(self) -> u64 {
        self.plain + self.castling + self.passing
    }
}

impl std::ops::Add for Count {
    type Output = Count;

    fn add(self, other: Count) -> Count {
        Count {
            plain: self.plain + other.plain,
            castling: self.castling + other.castling,
            passing: self.passing + other.passing,
            impossible: self.impossible + other.impossible,
        }
    }
}

/// Counts the positions of an ending.
pub fn count(ending: &Ending) -> Count {
    let index = Index::new(ending);
    let men = Men { ending, index };
    // With equal men the exchange of the colors makes every position one with White to move.
    let turns: &[Color] = if ending.is_balanced() { &[WHITE] } else { &[WHITE, BLACK] };
    let legal_turns = |squares: &_| turns.iter().filter(|&&turn| !men.gives_check(squares, turn)).count() as u64;
    let mut count = Count::default();
    for cell in 0..index.cells() {
        let squares = index.squares(cell);
        if men.is_placement(cell, &squares) {
            count.plain += legal_turns(&squares);
        }
    }
    placements_with_a_king_at_home(ending, |squares| {
        let rights: u32 = [WHITE, BLACK].into_iter().map(|color| castling_rooks(ending, squares, color)).sum();
        // Every choice of rights but none at all.
        count.castling += ((1 << rights) - 1) * legal_turns(squares);
    });
    if ending.is_balanced() && ending.pawns() == 2 {
        (count.passing, count.impossible) = passing(&men);
    }
    count
}

/// The rooks a side could castle with.
fn castling_rooks(ending: &Ending, squares: &[Square; MOST_MEN], color: Color) -> u32 {
    let home = |file| Square::at(file, 7 * color.index());
    if squares[color.index()] != home(4) {
        return 0;
    }
    let rook = Piece::new(color, Kind::Rook);
    let corners = [home(0), home(7)];
    ending.men().iter().zip(squares).filter(|(man, square)| **man == rook && corners.contains(square)).count() as u32
}

/// All placements, symmetry or not, with a king on its square for castling.
fn placements_with_a_king_at_home(ending: &Ending, mut visit: impl FnMut(&[Square; MOST_MEN])) {
    if !ending.men().iter().any(|man| man.kind() == Kind::Rook) {
        return;
    }
    let fits = |place: usize, square: Square| {
        ending
            .men()
            .get(place)
            .map_or(square.index() == 0, |man| man.kind() != Kind::Pawn || !square.rank().is_multiple_of(7))
    };
    for white in Square::all() {
        for black in Square::all().filter(|&black| white == Square::at(4, 0) || black == Square::at(4, 7)) {
            if king_attacks(white).has(black) {
                continue;
            }
            for third in Square::all().filter(|&third| fits(2, third)) {
                for fourth in Square::all().filter(|&fourth| fits(3, fourth)) {
                    let squares = [white, black, third, fourth];
                    let twice = ending.has_twins() && third > fourth;
                    if !twice && ending.occupied(&squares).count() == ending.men().len() {
                        visit(&squares);
                    }
                }
            }
        }
    }
}

/// White to move, Black's pawn perhaps fresh from a double step beside White's: how many such positions there are, and in how
/// many of them the step was impossible. None is its own mirror image.
fn passing(men: &Men) -> (u64, u64) {
    let (mut all, mut impossible) = (0, 0);
    for white in Square::all() {
        for black in Square::all().filter(|&black| black != white && !king_attacks(white).has(black)) {
            for file in 0..8 {
                for beside in (0..8).filter(|&beside| usize::abs_diff(beside, file) == 1) {
                    let squares = [white, black, Square::at(beside, 4), Square::at(file, 4)];
                    let occupied = men.ending.occupied(&squares);
                    if occupied.count() == 4 && !men.gives_check(&squares, WHITE) {
                        let way = Square::at(file, 5).set() | Square::at(file, 6).set();
                        all += 1;
                        impossible += u64::from((occupied & way).any());
                    }
                }
            }
        }
    }
    (all / 2, impossible / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_and_three_men() {
        assert_eq!(Count::TWO_MEN, 462);
        let three =
            Ending::all().iter().filter(|ending| ending.men().len() == 3).map(count).fold(Count::default(), Count::add);
        assert_eq!(three.total(), 368_079);
    }

    #[test]
    fn two_pawns_may_pass_each_other() {
        let count = count(&"KPKP".parse().expect("an ending"));
        assert_eq!((count.passing, count.impossible), (23_017, 1_124));
    }

    use std::ops::Add;
}
