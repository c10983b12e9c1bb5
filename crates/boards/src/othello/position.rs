//! An Othello position: the rules, and what the game can tell a search to the end.

use game::{
    Abilities, Key, MoveError, Outcome, Parameter, PositionError, Rules, Score, Side, Spec, SpecError, Stage, mix,
};

use super::bits::{around, flips, moves, squares, symmetries};
use super::endgame::{Endgame, MOST_EMPTY, final_margin};
use super::stability::stable;

/// A position: the discs of the side to move, those of the other, whose turn it is, and the squares of the board, which
/// lie in the middle of the 64 bits if they are fewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Othello {
    pub(super) own: u64,
    pub(super) theirs: u64,
    pub(super) board: u64,
    pub(super) side: Side,
}

/// A disc placed on a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement(pub(super) u8);

impl Placement {
    /// The move of a side that cannot place a disc.
    pub const PASS: Placement = Placement(64);
}

/// The number of score steps that make one disc.
pub(super) const DISC: i32 = 100;
/// Mixed into the key when the second player is to move.
const SECOND_TO_MOVE: u64 = 0x6f74_6865_6c6c_6f32;

impl Default for Othello {
    fn default() -> Othello {
        Othello::of_size(8)
    }
}

impl Othello {
    /// The start position on a board of 4, 6 or 8 squares a side.
    pub(super) fn of_size(size: usize) -> Othello {
        let row: u64 = ((1 << size) - 1) << ((8 - size) / 2);
        let board = ((8 - size) / 2..(8 + size) / 2).fold(0, |board, rank| board | row << (8 * rank));
        // e4 and d5 are Black's, d4 and e5 White's.
        Othello { own: 1 << 28 | 1 << 35, theirs: 1 << 27 | 1 << 36, board, side: Side::First }
    }

    /// The number of squares a side.
    pub(super) fn size(&self) -> usize {
        (self.board >> 24 & 0xff).count_ones() as usize
    }

    #[inline]
    pub(super) fn cells(&self) -> i32 {
        self.board.count_ones() as i32
    }

    #[inline]
    pub(super) fn empty(&self) -> u64 {
        self.board & !(self.own | self.theirs)
    }

    /// The discs of `side`.
    pub(super) fn discs(&self, side: Side) -> u64 {
        if side == self.side { self.own } else { self.theirs }
    }

    /// Where the side to move may place a disc.
    #[inline]
    pub(super) fn placements(&self) -> u64 {
        moves(self.own, self.theirs, self.empty())
    }

    /// May the opponent place a disc?
    #[inline]
    fn opponent_can_move(&self) -> bool {
        moves(self.theirs, self.own, self.empty()) != 0
    }

    /// The four corners of the board, whatever its size.
    #[inline]
    pub(super) fn corners(&self) -> u64 {
        let board = self.board;
        board & !(board << 1 & board >> 1) & !(board << 8 & board >> 8)
    }

    /// The square with this column and row, both counted from 0 at the top left of the board.
    pub(super) fn square(&self, column: usize, row: usize) -> usize {
        let margin = (8 - self.size()) / 2;
        (row + margin) * 8 + column + margin
    }

    /// The cell of the diagram that shows a square: squares row by row without the margin.
    pub(super) fn cell(&self, square: usize) -> usize {
        let margin = (8 - self.size()) / 2;
        (square / 8 - margin) * self.size() + square % 8 - margin
    }

    fn key_of(own: u64, theirs: u64, side: Side) -> Key {
        Key(mix(own ^ mix(theirs ^ if side == Side::First { 0 } else { SECOND_TO_MOVE })))
    }
}

impl Rules for Othello {
    type Move = Placement;

    fn parameters(_: &str) -> Vec<Parameter> {
        vec![Parameter::choice("size", &["4", "6", "8"], "8")]
    }

    fn start(spec: &Spec) -> Result<Othello, SpecError> {
        let given = spec.read(Self::parameters(spec.name()))?;
        Ok(Othello::of_size(given.whole("size").unwrap_or(8)))
    }

    fn spec(&self) -> String {
        match self.size() {
            8 => "othello".to_string(),
            size => format!("othello(size={size})"),
        }
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn generate(&self, stage: Stage, list: &mut Vec<Placement>) {
        if stage == Stage::Noisy {
            return;
        }
        let placements = self.placements();
        if placements != 0 {
            list.extend(squares(placements).map(|square| Placement(square as u8)));
        } else if self.opponent_can_move() {
            list.push(Placement::PASS);
        }
    }

    #[inline]
    fn play(&mut self, mv: Placement) {
        let (own, theirs) = (self.own, self.theirs);
        (self.own, self.theirs) = (theirs, own);
        if mv != Placement::PASS {
            let turned = flips(own, theirs, usize::from(mv.0));
            self.own = theirs ^ turned;
            self.theirs = own | turned | 1 << mv.0;
        }
        self.side = !self.side;
    }

    #[inline]
    fn end(&self) -> Option<Outcome> {
        (self.empty() == 0).then(|| self.stuck())
    }

    fn stuck(&self) -> Outcome {
        let margin = final_margin(self.own, self.theirs, self.cells());
        Outcome::Margin(self.side.view(Score::new(margin * DISC)))
    }

    #[inline]
    fn key(&self) -> Key {
        Othello::key_of(self.own, self.theirs, self.side)
    }

    fn compute_key(&self) -> Key {
        self.key()
    }

    #[inline]
    fn is_legal(&self, mv: Placement) -> bool {
        if mv == Placement::PASS {
            self.placements() == 0 && self.opponent_can_move()
        } else {
            self.empty() >> mv.0 & 1 == 1 && flips(self.own, self.theirs, usize::from(mv.0)) != 0
        }
    }

    fn parse_position(&self, text: &str) -> Result<Othello, PositionError> {
        super::notation::parse_position(self, text)
    }

    fn position_text(&self) -> String {
        super::notation::position_text(self)
    }

    fn parse_move(&self, text: &str) -> Result<Placement, MoveError> {
        super::notation::parse_move(self, text)
    }

    fn move_text(&self, mv: Placement) -> String {
        if mv == Placement::PASS {
            return "pass".to_string();
        }
        let (column, row) = (self.cell(usize::from(mv.0)) % self.size(), self.cell(usize::from(mv.0)) / self.size());
        format!("{}{}", (b'a' + column as u8) as char, row + 1)
    }

    const ACTIONS: usize = 65;

    #[inline]
    fn action(&self, mv: Placement) -> usize {
        usize::from(mv.0)
    }

    #[inline]
    fn encode(&self, mv: Placement) -> u16 {
        u16::from(mv.0) + 1
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Placement> {
        let mv = Placement(u8::try_from(code.checked_sub(1)?).ok().filter(|&square| square <= 64)?);
        self.is_legal(mv).then_some(mv)
    }

    const PERFT_COUNTS_FINISHED: bool = true;
}

impl Abilities for Othello {
    const UNIT: i32 = DISC;

    /// Few replies for the opponent above all, corners among them counting twice; then safe discs, few open flanks, and
    /// not beside an open corner.
    ///
    /// Weights and terms were chosen by the size of the tree on the FFO endgames 26 to 34, 40 and 41. It grew by 11 %
    /// without the stable discs, 5 % without the flanks, 2 % and 1 % without the two corner terms; a bonus for taking a
    /// corner or moving in a region of odd size did not make it smaller.
    #[inline]
    fn hint(&self, mv: Placement) -> i32 {
        if mv == Placement::PASS {
            return 0;
        }
        let square = usize::from(mv.0);
        let turned = flips(self.own, self.theirs, square);
        let (mover, other) = (self.own | turned | 1 << square, self.theirs ^ turned);
        let empty = self.empty() ^ 1 << square;
        let corners = self.corners();
        let count = |set: u64| set.count_ones() as i32;
        let replies = moves(other, mover, empty);
        let flanks = around(mover) & empty;
        let beside_open_corner = around(corners & empty) & !corners;
        16 * (count(stable(mover, empty, self.board)) - count(flanks))
            - 64 * (count(replies) + count(replies & corners) + count(beside_open_corner & 1 << square))
    }

    fn canonical_key(&self) -> Key {
        let boards = symmetries(self.own).into_iter().zip(symmetries(self.theirs));
        let (own, theirs) = boards.min().expect("eight symmetries");
        Othello::key_of(own, theirs, self.side)
    }

    /// Every empty square may cost a move and a pass; the last of two passes ends the game and is not played.
    #[inline]
    fn plies_left(&self) -> Option<usize> {
        let twice = 2 * self.empty().count_ones() as usize;
        if self.placements() != 0 { Some(twice - 1) } else { Some(if self.opponent_can_move() { twice } else { 0 }) }
    }

    /// Stable discs are the owner's for good.
    #[inline]
    fn bounds(&self) -> (Score, Score) {
        let empty = self.empty();
        let safe = |discs: u64| stable(discs, empty, self.board).count_ones() as i32;
        let low = 2 * safe(self.own) - self.cells();
        let high = self.cells() - 2 * safe(self.theirs);
        (Score::new(low * DISC), Score::new(high * DISC))
    }

    #[inline]
    fn known_value(&self, alpha: Score, beta: Score) -> Option<Score> {
        if self.empty().count_ones() > MOST_EMPTY {
            return None;
        }
        // Whole discs within the window: the value lies on one of them.
        let alpha = alpha.value().div_euclid(DISC);
        let beta = -(-beta.value()).div_euclid(DISC);
        let margin = Endgame { board: self.board }.solve(self.own, self.theirs, alpha, beta);
        Some(Score::new(margin * DISC))
    }

    /// The difference of discs.
    fn exact_score(&self, score: Score) -> i32 {
        score.value() / DISC
    }
}
