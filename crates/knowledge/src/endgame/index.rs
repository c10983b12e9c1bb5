//! Which cell of a table belongs to which position: positions that are mirror images of each other share one.
//!
//! Without pawns the board has eight symmetries, with pawns two. Without pawns White's king is brought to the triangle
//! a1-d1-d4, which leaves 462 pairs of kings that do not touch; with pawns one pawn is brought to the files a to d. Where a
//! symmetry is left over (both kings on the long diagonal; two pawns that lead with equal right; twins) the smallest
//! number counts. Cells that are no position's smallest number stay unused.
//!
//! Reference: <https://www.chessprogramming.org/Endgame_Tablebases#Indexing>.

use std::sync::LazyLock;

use chess::{Kind, Square, king_attacks};

use super::ending::{Ending, MOST_MEN};

/// Pairs of kings that do not touch each other, up to the eight symmetries of the board.
pub const KING_PAIRS: usize = 462;
/// The squares of a pawn on the files a to d.
const LEADS: usize = 24;

struct Kings {
    /// By White's king in the triangle and Black's king anywhere, both brought there; `u16::MAX` if there is no such pair.
    numbers: [[u16; 64]; 64],
    pairs: Vec<[Square; 2]>,
}

static KINGS: LazyLock<Kings> = LazyLock::new(|| {
    let mut kings = Kings { numbers: [[u16::MAX; 64]; 64], pairs: Vec::with_capacity(KING_PAIRS) };
    for white in Square::all().filter(|square| square.rank() <= square.file() && square.file() < 4) {
        for black in Square::all() {
            let folded = !is_diagonal(white) || black.rank() <= black.file();
            if folded && black != white && !king_attacks(white).has(black) {
                kings.numbers[white.index()][black.index()] = kings.pairs.len() as u16;
                kings.pairs.push([white, black]);
            }
        }
    }
    kings
});

#[inline]
fn is_diagonal(square: Square) -> bool {
    square.rank() == square.file()
}

/// a1 stays, h1 and a8 change places.
#[inline]
fn transpose(square: Square) -> Square {
    Square::at(square.rank(), square.file())
}

/// a and h change places.
#[inline]
fn mirror(square: Square) -> Square {
    Square::new(square.index() ^ 7)
}

/// How the positions of one ending are numbered, for one side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Index {
    four: bool,
    twins: bool,
    /// The pawn that decides about mirroring, as a place among the men; `None` without pawns.
    lead: Option<usize>,
}

impl Index {
    pub fn new(ending: &Ending) -> Index {
        let is_pawn = |place: usize| ending.men().get(place).is_some_and(|man| man.kind() == Kind::Pawn);
        let lead = if is_pawn(2) { Some(2) } else { is_pawn(3).then_some(3) };
        Index { four: ending.men().len() == 4, twins: ending.has_twins(), lead }
    }

    /// How many cells there are for each side to move.
    pub fn cells(&self) -> usize {
        let last = if self.four { 64 } else { 1 };
        match self.lead {
            Some(_) => LEADS * 64 * 64 * last,
            None => KING_PAIRS * 64 * last,
        }
    }

    /// The cell of a placement whose men stand on different squares; `None` if the kings touch.
    #[inline]
    pub fn cell(&self, squares: &[Square; MOST_MEN]) -> Option<usize> {
        match self.lead {
            None => self.cell_without_pawns(squares),
            Some(lead) if !self.twins => Some(self.cell_led_by(lead, squares)),
            Some(_) => Some(self.cell_led_by(2, squares).min(self.cell_led_by(3, squares))),
        }
    }

    #[inline]
    fn cell_without_pawns(&self, squares: &[Square; MOST_MEN]) -> Option<usize> {
        let (king, mut turn) = (squares[0].index(), 0);
        if king & 4 != 0 {
            turn = 7;
        }
        if king & 32 != 0 {
            turn |= 56;
        }
        let mut squares = squares.map(|square| Square::new(square.index() ^ turn));
        let above = |square: Square| square.rank() > square.file();
        if above(squares[0]) || is_diagonal(squares[0]) && above(squares[1]) {
            squares = squares.map(transpose);
        }
        let pair = KINGS.numbers[squares[0].index()][squares[1].index()];
        if pair == u16::MAX {
            return None;
        }
        let cell = self.others(usize::from(pair), squares[2], squares[3]);
        if is_diagonal(squares[0]) && is_diagonal(squares[1]) {
            return Some(cell.min(self.others(usize::from(pair), transpose(squares[2]), transpose(squares[3]))));
        }
        Some(cell)
    }

    #[inline]
    fn others(&self, pair: usize, third: Square, fourth: Square) -> usize {
        if !self.four {
            return pair * 64 + third.index();
        }
        let (third, fourth) = if self.twins && third > fourth { (fourth, third) } else { (third, fourth) };
        (pair * 64 + third.index()) * 64 + fourth.index()
    }

    #[inline]
    fn cell_led_by(&self, lead: usize, squares: &[Square; MOST_MEN]) -> usize {
        let squares = if squares[lead].file() > 3 { squares.map(mirror) } else { *squares };
        let pawn = (squares[lead].rank().wrapping_sub(1) % 6) * 4 + squares[lead].file();
        let kings = (pawn * 64 + squares[0].index()) * 64 + squares[1].index();
        if self.four { kings * 64 + squares[5 - lead].index() } else { kings }
    }

    /// The squares of a cell: the reverse of [`Index::cell`] where the cell is in use.
    #[inline]
    pub fn squares(&self, cell: usize) -> [Square; MOST_MEN] {
        let mut squares = [Square::new(0); MOST_MEN];
        let mut rest = cell;
        let mut digit = || {
            let square = Square::new(rest);
            rest /= 64;
            square
        };
        match self.lead {
            Some(lead) => {
                if self.four {
                    squares[5 - lead] = digit();
                }
                squares[1] = digit();
                squares[0] = digit();
                squares[lead] = Square::at(rest % 4, rest / 4 + 1);
            }
            None => {
                if self.four {
                    squares[3] = digit();
                }
                squares[2] = digit();
                [squares[0], squares[1]] = KINGS.pairs[rest % KING_PAIRS];
            }
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_462_pairs_of_kings() {
        assert_eq!(KINGS.pairs.len(), KING_PAIRS);
    }

    /// Every mirror image of a placement, twins exchanged or not, has the same cell, and the cell gives one of them back.
    #[test]
    fn mirror_images_share_a_cell() {
        let mut rng = game::Rng::new(4);
        for ending in Ending::all() {
            let index = Index::new(&ending);
            for _ in 0..20_000 {
                let squares = [(); MOST_MEN].map(|()| Square::new(rng.below(64)));
                let different = ending.occupied(&squares).count() == ending.men().len();
                let edge = |square: Square| square.rank().is_multiple_of(7);
                let pawn_on_edge =
                    ending.men().iter().zip(squares).any(|(man, square)| man.kind() == Kind::Pawn && edge(square));
                if !different || pawn_on_edge || king_attacks(squares[0]).has(squares[1]) {
                    continue;
                }
                let cell = index.cell(&squares).expect("kings apart");
                assert!(cell < index.cells());
                let back = index.squares(cell);
                assert_eq!(index.cell(&back), Some(cell), "{ending} {squares:?} {back:?}");
                let mut images = vec![squares.map(mirror)];
                if ending.pawns() == 0 {
                    images.extend([squares.map(Square::flip), squares.map(transpose)]);
                }
                if ending.has_twins() {
                    images.push([squares[0], squares[1], squares[3], squares[2]]);
                }
                for image in images {
                    assert_eq!(index.cell(&image), Some(cell), "{ending} {squares:?} {image:?}");
                }
            }
        }
    }
}
