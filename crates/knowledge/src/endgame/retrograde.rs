//! Retrograde analysis: a whole ending solved backwards from mate.
//!
//! 1. Every cell that holds a legal position is found.
//! 2. Every move that stays within the ending is counted, by taking it back: each position tells those it can come from. The same
//!    way back is used later, so that symmetric positions, which are reached twice by one of their mirror images, come out
//!    right by construction.
//! 3. Captures and promotions lead to endings that are known. A position without any move is mate or stalemate.
//! 4. Level by level: from a loss in n plies, everything one move back is a win in n + 1. From a win in n plies, everything
//!    one move back has one hope less; without hope it is a loss in n + 1. What is never reached is a draw.
//!
//! En passant needs a word of its own, see [`Passing`]. Castling is not looked at: who may still castle is not in a table.
//!
//! Reference: Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9 (1986).

use chess::{BLACK, Bitboard, Color, Kind, Piece, Square, WHITE};
use chess::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};

use super::ending::{Ending, MOST_MEN};
use super::index::Index;
use super::value::Value;

type Squares = [Square; MOST_MEN];

/// In place of the number of moves left to hope for: a move out of the ending saves at least a draw, so this is never lost.
const SAFE: u8 = 255;
/// No legal position, or one that another cell stands for.
const UNUSED: u8 = 254;
/// Cells that are looked at together; it divides the number of cells of every ending.
const STRIDE: usize = 64;

/// Knows the endings that captures and promotions lead to.
pub(crate) trait Known {
    /// The value of these men, which are fewer or hold fewer pawns than those of the ending at hand.
    fn value(&self, men: &[(Piece, Square)], turn: Color) -> Value;
}

/// A double step that can be answered by taking the pawn in passing. The position after it is not quite the one of its
/// cell: there is a move more. Such moves are left out of the way back and looked at on each level.
struct Passing {
    /// The cell before the step.
    before: usize,
    /// The cell after it.
    after: usize,
    /// The value of taking in passing to the side that does it.
    taking: Value,
    /// Is there no other answer?
    forced: bool,
}

/// The way in which the men of an ending attack and move.
pub(super) struct Men<'a> {
    pub ending: &'a Ending,
    pub index: Index,
}

impl Men<'_> {
    #[inline]
    fn attacks(man: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        match man.kind() {
            Kind::Pawn => pawn_attacks(man.color(), from),
            Kind::Knight => knight_attacks(from),
            Kind::Bishop => bishop_attacks(from, occupied),
            Kind::Rook => rook_attacks(from, occupied),
            Kind::Queen => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
            Kind::King => king_attacks(from),
        }
    }

    /// Does a man of `by`, other than its king, attack the king of the other side?
    #[inline]
    pub fn gives_check(&self, squares: &Squares, by: Color) -> bool {
        let king = squares[(!by).index()];
        let occupied = self.ending.occupied(squares);
        self.ending.men()[2..]
            .iter()
            .zip(&squares[2..])
            .any(|(&man, &square)| man.color() == by && Self::attacks(man, square, occupied).has(king))
    }

    /// Can these squares be a position at all, no matter which side is to move? And is this cell the one that stands for it?
    #[inline]
    pub fn is_placement(&self, cell: usize, squares: &Squares) -> bool {
        self.ending.occupied(squares).count() == self.ending.men().len()
            && !king_attacks(squares[0]).has(squares[1])
            && self.ending.men().iter().zip(squares).all(|(man, square)| man.kind() != Kind::Pawn || is_inner(*square))
            && self.index.cell(squares) == Some(cell)
    }

    /// Hands out the cells from which one quiet move of `mover` leads to this placement. Double steps that can be answered in
    /// passing are not among them.
    #[inline]
    fn backwards(&self, squares: &Squares, mover: Color, mut visit: impl FnMut(usize)) {
        let occupied = self.ending.occupied(squares);
        for (place, &man) in self.ending.men().iter().enumerate() {
            if man.color() != mover {
                continue;
            }
            let to = squares[place];
            let mut from = match man.kind() {
                Kind::Pawn => self.unpush(squares, to, mover, occupied),
                _ => Self::attacks(man, to, occupied) & !occupied,
            };
            if place < 2 {
                from &= !king_attacks(squares[1 - place]);
            }
            let mut before = *squares;
            for from in from {
                before[place] = from;
                if let Some(cell) = self.index.cell(&before) {
                    visit(cell);
                }
            }
        }
    }

    #[inline]
    fn unpush(&self, squares: &Squares, to: Square, mover: Color, occupied: Bitboard) -> Bitboard {
        let back = if mover == WHITE { -8 } else { 8 };
        let rank = to.rank_for(mover);
        if rank < 2 || occupied.has(to.offset(back)) {
            return Bitboard::EMPTY;
        }
        let one = to.offset(back).set();
        let start = to.offset(2 * back);
        if rank == 3 && !occupied.has(start) && !self.can_be_passed(squares, to, mover) {
            return one | start.set();
        }
        one
    }

    /// Can a pawn of `mover` that has just made a double step to `to` be taken in passing? With four men there is nobody left to
    /// give check once it is gone, so taking is always legal.
    #[inline]
    fn can_be_passed(&self, squares: &Squares, to: Square, mover: Color) -> bool {
        self.ending.is_balanced()
            && self.ending.pawns() == 2
            && self.ending.men()[2..].iter().zip(&squares[2..]).any(|(man, other)| {
                man.color() != mover && other.rank() == to.rank() && other.file().abs_diff(to.file()) == 1
            })
    }
}

#[inline]
fn is_inner(square: Square) -> bool {
    (1..7).contains(&square.rank())
}

/// One ending while it is being solved.
struct Solver<'a, K> {
    men: Men<'a>,
    known: &'a K,
    /// White to move, then Black to move. While unsettled, the best win by an exit or the longest loss by one.
    cells: Vec<u8>,
    /// The moves within the ending that are not lost yet, or [`SAFE`], or [`UNUSED`].
    hopes: Vec<u8>,
    /// Cells for one side to move.
    half: usize,
    /// The greatest number in any cell.
    highest: u8,
    passing: Vec<Passing>,
}

/// Solves an ending. Unused cells repeat the value of the cell before them, which packs well. `None` if `stopped` said so.
pub(crate) fn solve(ending: &Ending, known: &impl Known, stopped: &dyn Fn() -> bool) -> Option<Vec<u8>> {
    let index = Index::new(ending);
    let half = index.cells();
    let men = Men { ending, index };
    let (cells, hopes) = (vec![0; 2 * half], vec![UNUSED; 2 * half]);
    let mut solver = Solver { men, known, cells, hopes, half, highest: 0, passing: Vec::new() };
    solver.find_legal();
    if stopped() {
        return None;
    }
    solver.count_moves();
    if stopped() {
        return None;
    }
    solver.leave();
    // Exits far away may leave levels in between empty.
    solver.highest = solver.cells.iter().copied().max().unwrap_or(0);
    let mut plies = 0;
    while plies < solver.highest {
        if stopped() {
            return None;
        }
        solver.level(plies);
        plies += 1;
    }
    solver.finish();
    Some(solver.cells)
}

impl<K: Known> Solver<'_, K> {
    /// The side to move and the squares of a cell.
    #[inline]
    fn at(&self, cell: usize) -> (Color, Squares) {
        if cell < self.half {
            (WHITE, self.men.index.squares(cell))
        } else {
            (BLACK, self.men.index.squares(cell - self.half))
        }
    }

    /// Where the cells of a side to move begin.
    #[inline]
    fn base(&self, turn: Color) -> usize {
        self.half * turn.index()
    }

    fn find_legal(&mut self) {
        for cell in 0..self.half {
            let squares = self.men.index.squares(cell);
            if self.men.is_placement(cell, &squares) {
                for turn in [WHITE, BLACK] {
                    if !self.men.gives_check(&squares, turn) {
                        let base = self.base(turn);
                        self.hopes[base + cell] = 0;
                    }
                }
            }
        }
    }

    fn count_moves(&mut self) {
        for cell in 0..2 * self.half {
            if self.hopes[cell] == UNUSED {
                continue;
            }
            let (turn, squares) = self.at(cell);
            let base = self.base(!turn);
            let hopes = &mut self.hopes;
            self.men.backwards(&squares, !turn, |before| {
                let hope = &mut hopes[base + before];
                if *hope != UNUSED {
                    *hope += 1;
                }
            });
        }
    }

    /// Captures, promotions, mates and stalemates.
    fn leave(&mut self) {
        for cell in 0..2 * self.half {
            if self.hopes[cell] == UNUSED {
                continue;
            }
            let (turn, squares) = self.at(cell);
            self.find_passing(cell, turn, &squares);
            match self.best_exit(turn, &squares) {
                Some(Value::Draw) => self.hopes[cell] = SAFE,
                Some(value) => self.cells[cell] = value.cell(),
                None if self.hopes[cell] > 0 => {}
                None if self.men.gives_check(&squares, !turn) => self.cells[cell] = Value::Loss(0).cell(),
                None => self.hopes[cell] = SAFE,
            }
        }
    }

    /// The double step from this cell that can be answered in passing, if there is one: it counts as a hope too.
    fn find_passing(&mut self, cell: usize, turn: Color, squares: &Squares) {
        if !(self.men.ending.is_balanced() && self.men.ending.pawns() == 2) {
            return;
        }
        let place = 2 + turn.index();
        let pawn = squares[place];
        let forward = if turn == WHITE { 8 } else { -8 };
        let occupied = self.men.ending.occupied(squares);
        let to = pawn.offset(2 * forward);
        if pawn.rank_for(turn) != 1
            || (occupied & (pawn.offset(forward).set() | to.set())).any()
            || !self.men.can_be_passed(squares, to, turn)
        {
            return;
        }
        let mut stepped = *squares;
        stepped[place] = to;
        let Some(after) = self.men.index.cell(&stepped).map(|after| self.base(!turn) + after) else { return };
        if self.hopes[after] == UNUSED {
            return;
        }
        let taker = Piece::new(!turn, Kind::Pawn);
        let men = [
            (self.men.ending.men()[0], squares[0]),
            (self.men.ending.men()[1], squares[1]),
            (taker, pawn.offset(forward)),
        ];
        let taking = self.known.value(&men, turn).before_move();
        let forced = !self.has_quiet_move(&stepped, !turn);
        self.hopes[cell] += 1;
        self.passing.push(Passing { before: cell, after, taking, forced });
    }

    /// Is there a legal move of `turn` other than taking in passing? Asked for kings and pawns only.
    fn has_quiet_move(&self, squares: &Squares, turn: Color) -> bool {
        let position = super::position(self.men.ending, squares, turn);
        position.is_some_and(|position| position.count_moves() > 0)
    }

    /// The best of all captures and promotions; `None` if there is no legal one.
    fn best_exit(&self, turn: Color, squares: &Squares) -> Option<Value> {
        let mut best = None;
        let ending = self.men.ending;
        let occupied = ending.occupied(squares);
        let theirs = |square: Square| {
            (2..ending.men().len()).find(|&place| squares[place] == square && ending.men()[place].color() != turn)
        };
        let targets = (2..ending.men().len())
            .filter(|&place| ending.men()[place].color() != turn)
            .fold(Bitboard::EMPTY, |set, place| set | squares[place].set());
        for (place, &man) in ending.men().iter().enumerate() {
            if man.color() != turn {
                continue;
            }
            let from = squares[place];
            let takes = Men::attacks(man, from, occupied) & targets;
            let promotes = man.kind() == Kind::Pawn && from.rank_for(turn) == 6;
            for to in takes {
                best = best.max(self.exit(turn, squares, place, to, theirs(to), promotes));
            }
            if promotes {
                let to = from.offset(if turn == WHITE { 8 } else { -8 });
                if !occupied.has(to) {
                    best = best.max(self.exit(turn, squares, place, to, None, true));
                }
            }
        }
        best
    }

    /// What one capture or promotion brings, to the best piece if it is a promotion; `None` if it is not legal.
    fn exit(
        &self,
        turn: Color,
        squares: &Squares,
        place: usize,
        to: Square,
        taken: Option<usize>,
        promotes: bool,
    ) -> Option<Value> {
        let ending = self.men.ending;
        let mut men = [(ending.men()[0], squares[0]); MOST_MEN];
        let mut count = 0;
        let mut moved = 0;
        for (other, &man) in ending.men().iter().enumerate() {
            if Some(other) == taken {
                continue;
            }
            if other == place {
                moved = count;
            }
            men[count] = (man, if other == place { to } else { squares[other] });
            count += 1;
        }
        let men = &mut men[..count];
        if is_in_check(men, turn) {
            return None;
        }
        if !promotes {
            return Some(self.known.value(men, !turn).before_move());
        }
        let promotion = |kind| {
            men[moved].0 = Piece::new(turn, kind);
            self.known.value(men, !turn).before_move()
        };
        Kind::PROMOTIONS.into_iter().map(promotion).max()
    }

    /// Everything that is one move before the positions decided in `plies`.
    fn level(&mut self, plies: u8) {
        let (wanted, won) = (plies + 1, plies % 2 == 1);
        let mut changed = false;
        for start in (0..2 * self.half).step_by(STRIDE) {
            // Most levels are rare: whole strides are passed over quickly.
            if !self.cells[start..start + STRIDE].contains(&wanted) {
                continue;
            }
            for cell in start..start + STRIDE {
                if self.cells[cell] != wanted || !won && self.hopes[cell] != 0 {
                    continue;
                }
                let (turn, squares) = self.at(cell);
                let base = self.base(!turn);
                let (cells, hopes) = (&mut self.cells, &mut self.hopes);
                self.men.backwards(&squares, !turn, |before| {
                    let before = base + before;
                    changed |= if won {
                        lose_hope(cells, hopes, before, wanted + 1)
                    } else {
                        win(cells, hopes, before, wanted + 1)
                    };
                });
            }
        }
        changed |= self.pass_level(plies);
        if changed {
            self.highest = self.highest.max(wanted + 1);
        }
    }

    /// The same for double steps that can be answered in passing: the answer is the better of the cell's and of taking.
    fn pass_level(&mut self, plies: u8) -> bool {
        let waiting = self.passing.len();
        let (cells, hopes) = (&mut self.cells, &mut self.hopes);
        self.passing.retain(|passing| {
            let settled =
                |cell: u8| cell > 0 && cell <= plies + 1 && (cell.is_multiple_of(2) || hopes[passing.after] == 0);
            let cell = cells[passing.after];
            let quiet = if passing.forced { None } else { Some(settled(cell).then(|| Value::from_cell(cell))) };
            let answer = match (quiet, passing.taking) {
                (None, taking) => Some(taking),
                // Not known yet: only a win by taking is sure to count.
                (Some(None), taking @ Value::Win(_)) => Some(taking),
                (Some(None), _) => None,
                (Some(Some(quiet)), taking) => Some(quiet.max(taking)),
            };
            match answer {
                Some(Value::Win(distance)) if distance <= plies => {
                    lose_hope(cells, hopes, passing.before, distance + 2);
                    false
                }
                Some(Value::Loss(distance)) if distance <= plies => {
                    win(cells, hopes, passing.before, distance + 2);
                    false
                }
                _ => true,
            }
        });
        self.passing.len() < waiting
    }

    fn finish(&mut self) {
        let mut last = 0;
        for (cell, hopes) in self.cells.iter_mut().zip(&self.hopes) {
            if *hopes == UNUSED {
                *cell = last;
            } else if *cell % 2 == 1 && *hopes > 0 {
                // Only the moves out of the ending lose.
                *cell = 0;
            }
            last = *cell;
        }
    }
}

/// This position has a move that wins; `value` is what its cell becomes unless it wins sooner. Does it change?
#[inline]
fn win(cells: &mut [u8], hopes: &[u8], before: usize, value: u8) -> bool {
    let cell = &mut cells[before];
    let changes = hopes[before] != UNUSED && (*cell % 2 == 1 || *cell == 0 || *cell > value);
    if changes {
        *cell = value;
    }
    changes
}

/// One move less that does not lose. If it was the last, the cell becomes `value`, or what the longest exit makes it: then
/// it changes.
#[inline]
fn lose_hope(cells: &mut [u8], hopes: &mut [u8], before: usize, value: u8) -> bool {
    let hope = &mut hopes[before];
    if *hope >= UNUSED {
        return false;
    }
    *hope -= 1;
    let cell = &mut cells[before];
    let changes = *hope == 0 && (*cell % 2 == 1 || *cell == 0);
    if changes {
        *cell = value.max(*cell);
    }
    changes
}

/// Is the king of `turn` attacked among these men?
fn is_in_check(men: &[(Piece, Square)], turn: Color) -> bool {
    let occupied = men.iter().fold(Bitboard::EMPTY, |set, (_, square)| set | square.set());
    let king = men.iter().find(|(man, _)| *man == Piece::new(turn, Kind::King)).map(|(_, square)| *square);
    king.is_some_and(|king| {
        men.iter().any(|&(man, square)| man.color() != turn && Men::attacks(man, square, occupied).has(king))
    })
}
