//! A Connect Four position: the rules, and what the game can tell a search to the end.

use game::{
    Abilities, Key, MoveError, Outcome, Parameter, PositionError, Rules, Score, Side, Spec, SpecError, Stage, mix,
};

use super::geometry::{AnySize, Geometry, MAX_SIDE, Standard};
use super::threats::{completing, has_four};

/// A position: the stones of the side to move, all stones, and the size of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board<G> {
    pub(super) own: u64,
    pub(super) all: u64,
    pub(super) geometry: G,
}

/// The usual game of seven columns and six rows.
pub type ConnectFour = Board<Standard>;

/// The game on any board that fits.
pub type SizedConnectFour = Board<AnySize>;

/// A column, counted from 0 at the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Column(pub(super) u8);

impl Default for ConnectFour {
    fn default() -> ConnectFour {
        Board::empty(Standard)
    }
}

impl<G: Geometry> Board<G> {
    /// The board before the first move.
    pub(super) fn empty(geometry: G) -> Board<G> {
        Board { own: 0, all: 0, geometry }
    }

    /// The stones of the side that is not to move.
    #[inline]
    pub(super) fn theirs(&self) -> u64 {
        self.own ^ self.all
    }

    /// The stones of `side`.
    pub(super) fn stones(&self, side: Side) -> u64 {
        if side == self.side_to_move() { self.own } else { self.theirs() }
    }

    /// The number of empty cells, which is the number of plies until the board is full.
    #[inline]
    pub(super) fn empties(&self) -> usize {
        self.geometry.cells() - self.all.count_ones() as usize
    }

    /// The lowest empty cell of every column that is not full.
    #[inline]
    pub(super) fn playable(&self) -> u64 {
        (self.all + self.geometry.bottom()) & self.geometry.board()
    }

    /// The empty cells that would complete four for `stones`.
    #[inline]
    pub(super) fn winning_cells(&self, stones: u64) -> u64 {
        completing(self.geometry, stones) & (self.geometry.board() ^ self.all)
    }

    /// The empty cells that complete four for either side.
    #[inline]
    fn urgent(&self) -> u64 {
        self.winning_cells(self.own) | self.winning_cells(self.theirs())
    }

    /// All cells of one column and its guard bit.
    #[inline]
    fn column(&self, column: usize) -> u64 {
        ((1 << self.geometry.stride()) - 1) << (column * self.geometry.stride())
    }

    /// The cell a stone falls to.
    #[inline]
    fn landing(&self, mv: Column) -> u64 {
        (self.all + (1 << (usize::from(mv.0) * self.geometry.stride()))) & self.column(usize::from(mv.0))
    }

    /// The playable cells after which the opponent cannot win at once; none if every move loses. Says nothing useful
    /// where the side to move can win at once itself.
    #[inline]
    fn safe_cells(&self) -> u64 {
        let playable = self.playable();
        let threatened = self.winning_cells(self.theirs());
        let forced = playable & threatened;
        let answers = match forced {
            0 => playable,
            // A single threat must be met; of two only one can be.
            _ if forced & (forced - 1) == 0 => forced,
            _ => 0,
        };
        // Never prepare the cell below a threat.
        answers & !(threatened >> 1)
    }

    /// The columns of a set of playable cells, from the middle outwards: central stones are part of more lines.
    #[inline]
    fn push_columns(&self, cells: u64, moves: &mut Vec<Column>) {
        let (width, middle) = (self.geometry.width(), self.geometry.width() / 2);
        for distance in 0..=middle {
            let left = middle - distance;
            if cells & self.column(left) != 0 {
                moves.push(Column(left as u8));
            }
            let right = middle + distance;
            if distance > 0 && right < width && cells & self.column(right) != 0 {
                moves.push(Column(right as u8));
            }
        }
    }

    /// The position as one number, unique among all of this size: the mover's stones, and in every column a mark on top of
    /// them that the addition carries there.
    #[inline]
    fn code(&self) -> u64 {
        self.own + self.all
    }

    /// The same position in a mirror.
    fn mirrored(&self) -> Board<G> {
        let last = self.geometry.width() - 1;
        let mirror = |set: u64| {
            (0..=last).fold(0, |mirrored, column| {
                let stride = self.geometry.stride();
                mirrored | (((set & self.column(column)) >> (column * stride)) << ((last - column) * stride))
            })
        };
        Board { own: mirror(self.own), all: mirror(self.all), geometry: self.geometry }
    }
}

impl<G: Geometry> Rules for Board<G> {
    type Move = Column;

    fn parameters(_: &str) -> Vec<Parameter> {
        super::geometry::parameters()
    }

    fn start(spec: &Spec) -> Result<Board<G>, SpecError> {
        G::from_spec(spec).map(Board::empty)
    }

    fn spec(&self) -> String {
        match (self.geometry.width(), self.geometry.height()) {
            (7, 6) => "connect-four".to_string(),
            (width, height) => format!("connect-four(width={width},height={height})"),
        }
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        if self.all.count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline]
    fn generate(&self, stage: Stage, moves: &mut Vec<Column>) {
        if has_four(self.geometry, self.theirs()) {
            return;
        }
        let cells = match stage {
            Stage::All => self.playable(),
            Stage::Noisy => self.playable() & self.urgent(),
            Stage::Quiet => self.playable() & !self.urgent(),
        };
        self.push_columns(cells, moves);
    }

    #[inline]
    fn play(&mut self, mv: Column) {
        self.own = self.theirs();
        // The carry runs up the column to the first empty cell.
        self.all |= self.all + (1 << (usize::from(mv.0) * self.geometry.stride()));
    }

    #[inline]
    fn end(&self) -> Option<Outcome> {
        // Only the side that has just moved can have made a four.
        if has_four(self.geometry, self.theirs()) {
            Some(Outcome::Win(!self.side_to_move()))
        } else {
            (self.all == self.geometry.board()).then_some(Outcome::Draw)
        }
    }

    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    // `mix` loses nothing, so different positions have different keys.
    #[inline]
    fn key(&self) -> Key {
        Key(mix(self.code()))
    }

    fn compute_key(&self) -> Key {
        self.key()
    }

    fn is_legal(&self, mv: Column) -> bool {
        usize::from(mv.0) < self.geometry.width()
            && self.playable() & self.column(usize::from(mv.0)) != 0
            && !has_four(self.geometry, self.theirs())
    }

    fn parse_position(&self, text: &str) -> Result<Board<G>, PositionError> {
        super::notation::parse(self, text)
    }

    fn position_text(&self) -> String {
        super::notation::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Column, MoveError> {
        let width = self.geometry.width();
        let column = match text.trim().parse::<usize>() {
            Ok(number) if (1..=width).contains(&number) => number - 1,
            _ => return Err(MoveError::new(text, format!("expected a column from 1 to {width}"))),
        };
        if self.end().is_some() {
            return Err(MoveError::new(text, "the game is over"));
        }
        let mv = Column(column as u8);
        if self.is_legal(mv) { Ok(mv) } else { Err(MoveError::new(text, "the column is full")) }
    }

    fn move_text(&self, mv: Column) -> String {
        (mv.0 + 1).to_string()
    }

    const ACTIONS: usize = 64;

    // The cell the stone falls to.
    #[inline]
    fn action(&self, mv: Column) -> usize {
        self.landing(mv).trailing_zeros() as usize
    }

    #[inline]
    fn encode(&self, mv: Column) -> u16 {
        u16::from(mv.0) + 1
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Column> {
        let mv = Column(u8::try_from(code.checked_sub(1)?).ok()?);
        self.is_legal(mv).then_some(mv)
    }
}

impl<G: Geometry> Abilities for Board<G> {
    /// A move that completes four or prevents a four.
    #[inline]
    fn is_noisy(&self, mv: Column) -> bool {
        let cell = self.landing(mv);
        has_four(self.geometry, self.own | cell) || has_four(self.geometry, self.theirs() | cell)
    }

    #[inline]
    fn is_calm(&self) -> bool {
        !self.in_check()
    }

    #[inline]
    fn gives_check(&self, mv: Self::Move) -> bool {
        self.after(mv).in_check()
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.playable() & self.winning_cells(self.theirs()) != 0
    }

    /// The number of cells where the mover would then complete four, and among equals the middle. To count the
    /// opponent's threats too made all trees tried larger; to count open lines through the cell, or threats by row
    /// parity, some larger and some smaller.
    #[inline]
    fn hint(&self, mv: Column) -> i32 {
        let cell = self.landing(mv);
        let winning = completing(self.geometry, self.own | cell) & (self.geometry.board() ^ self.all ^ cell);
        let width = self.geometry.width() as i32;
        let from_middle = (2 * i32::from(mv.0) + 1 - width).abs();
        winning.count_ones() as i32 * MAX_SIDE as i32 + MAX_SIDE as i32 - from_middle
    }

    #[inline]
    fn key_after(&self, mv: Column) -> Option<Key> {
        Some(Key(mix(self.theirs() + (self.all | self.landing(mv)))))
    }

    fn canonical_key(&self) -> Key {
        Key(mix(self.code().min(self.mirrored().code())))
    }

    #[inline]
    fn plies_left(&self) -> Option<usize> {
        Some(self.empties())
    }

    /// Wins at once, losses by the next move, and the last two plies. A search that asks here before it plays on never
    /// sees a finished game: the win is known one ply and the full board two plies earlier.
    #[inline]
    fn known_value(&self, _: Score, _: Score) -> Option<Score> {
        if self.winning_cells(self.own) & self.playable() != 0 {
            Some(Score::win_in(1))
        } else if self.safe_cells() == 0 && self.all != self.geometry.board() {
            Some(Score::loss_in(2))
        } else {
            (self.empties() <= 2).then_some(Score::DRAW)
        }
    }

    /// The moves that do not lose at once, from the middle outwards.
    #[inline]
    fn generate_relevant(&self, moves: &mut Vec<Column>) {
        let safe = self.safe_cells();
        let wins = self.winning_cells(self.own) & self.playable();
        self.push_columns(
            if wins != 0 {
                wins
            } else if safe != 0 {
                safe
            } else {
                self.playable()
            },
            moves,
        );
    }

    /// Nobody wins before the next own or opposing move that could do it, nor without a line of four still open.
    #[inline]
    fn bounds(&self) -> (Score, Score) {
        let empty = self.geometry.board() ^ self.all;
        let high = if self.winning_cells(self.own) & self.playable() != 0 {
            Score::win_in(1)
        } else if self.empties() >= 3 && has_four(self.geometry, self.own | empty) {
            Score::win_in(3)
        } else {
            Score::DRAW
        };
        let low = if high == Score::win_in(1) {
            high
        } else if self.safe_cells() == 0 {
            Score::loss_in(2)
        } else if self.empties() >= 4 && has_four(self.geometry, self.theirs() | empty) {
            Score::loss_in(4)
        } else {
            Score::DRAW
        };
        (low, high)
    }

    /// The convention of P. Pons: 0 for a draw, else the number of stones that the winner has left when the game ends,
    /// plus one; negative if the side to move loses.
    fn exact_score(&self, score: Score) -> i32 {
        let Some(plies) = score.plies_to_end() else { return 0 };
        let left = (self.empties() + 2).saturating_sub(plies) as i32 / 2;
        if score.is_win() { left } else { -left }
    }
}
