//! Captures: is there one, and which are legal. The hot spot of the game, since captures are compulsory and the question is
//! asked at every position.
//!
//! Whether any man can capture is answered for all men at once by shifts. The captures themselves are found piece by piece,
//! by following every route to its end. A rule of precedence gives each complete capture a rank; only the highest remain.

use game::Stage;

use super::geometry::{Color, Direction, Variant};
use super::position::{Draughts, Move};
use super::rules::Precedence;
use super::word::{Word, squares};

/// Which captures to find.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The legal ones.
    Legal,
    /// The legal ones, once for each route.
    LegalByRoute,
    /// Also those that a rule of precedence forbids.
    Possible,
}

/// The search for captures of one piece after another.
struct Finder<'a, W: Word> {
    variant: &'static Variant<W>,
    color: Color,
    /// What the present piece may capture.
    targets: W,
    their_kings: W,
    /// The empty squares, with that of the present piece, which has left it.
    empty: W,
    from: u8,
    king: bool,
    /// What has been captured on the present route. It stays on the board, so it blocks, and cannot be jumped again.
    captured: W,
    /// For each capture on the route, the first in the highest bit: was it a king? Kept for the Italian rule alone.
    king_order: u64,
    wanted: Wanted,
    best: u64,
    /// Where in `moves` the captures begin.
    first: usize,
    moves: &'a mut Vec<Move<W>>,
}

/// The number of bits that the Italian rank keeps for the order in which kings are taken: more than a side has pieces.
const ORDER_BITS: u32 = 50;

impl<W: Word> Draughts<W> {
    /// What the men of the side to move may capture.
    #[inline]
    fn men_targets(&self) -> W {
        let them = self.pieces[self.turn.other() as usize];
        if self.variant.rules.men_capture_kings { them } else { them & !self.kings }
    }

    /// The men that can capture something.
    #[inline]
    fn capturing_men(&self, empty: W) -> W {
        let geometry = &self.variant.geometry;
        let (men, targets) = (self.men(self.turn), self.men_targets());
        self.variant.man_captures(self.turn).iter().fold(W::EMPTY, |found, &direction| {
            let back = direction.opposite();
            found | (geometry.step(geometry.step(empty, back) & targets, back) & men)
        })
    }

    /// Kings that move one square and can capture something.
    #[inline]
    fn capturing_short_kings(&self, empty: W) -> W {
        let geometry = &self.variant.geometry;
        let (kings, them) = (self.kings_of(self.turn), self.pieces[self.turn.other() as usize]);
        if kings.is_empty() {
            return W::EMPTY;
        }
        self.variant.king_captures().iter().fold(W::EMPTY, |found, &direction| {
            let back = direction.opposite();
            found | (geometry.step(geometry.step(empty, back) & them, back) & kings)
        })
    }

    /// Flying kings that can capture something.
    #[inline]
    fn capturing_flying_kings(&self, empty: W) -> W {
        let geometry = &self.variant.geometry;
        let them = self.pieces[self.turn.other() as usize];
        squares(self.kings_of(self.turn)).fold(W::EMPTY, |found, square| {
            let king = W::bit(square);
            let can = self.variant.king_captures().iter().any(|&direction| {
                let mut next = geometry.step(king, direction);
                while next.meets(empty) {
                    next = geometry.step(next, direction);
                }
                next.meets(them) && geometry.step(next, direction).meets(empty)
            });
            if can { found | king } else { found }
        })
    }

    #[inline]
    fn capturing_kings(&self, empty: W) -> W {
        if self.variant.rules.flying_kings {
            self.capturing_flying_kings(empty)
        } else {
            self.capturing_short_kings(empty)
        }
    }

    /// Can the side to move capture something?
    #[inline]
    pub fn can_capture(&self) -> bool {
        let empty = self.empty();
        !self.capturing_men(empty).is_empty() || !self.capturing_kings(empty).is_empty()
    }

    /// Appends the captures that are wanted.
    pub(super) fn captures(&self, wanted: Wanted, moves: &mut Vec<Move<W>>) {
        let empty = self.empty();
        let (men, kings) = (self.capturing_men(empty), self.capturing_kings(empty));
        if men.is_empty() && kings.is_empty() {
            return;
        }
        let them = self.pieces[self.turn.other() as usize];
        let mut finder = Finder {
            variant: self.variant,
            color: self.turn,
            targets: them,
            their_kings: them & self.kings,
            empty,
            from: 0,
            king: true,
            captured: W::EMPTY,
            king_order: 0,
            wanted,
            best: 0,
            first: moves.len(),
            moves,
        };
        for square in squares(kings) {
            finder.from = square;
            finder.empty = empty | W::bit(square);
            finder.follow_king(W::bit(square), None);
        }
        finder.king = false;
        finder.targets = self.men_targets();
        for square in squares(men) {
            finder.from = square;
            finder.empty = empty | W::bit(square);
            finder.follow_man(W::bit(square));
        }
    }

    /// Appends the legal moves, captures once for each route: some published move counts are of this kind.
    pub fn generate_by_route(&self, moves: &mut Vec<Move<W>>) {
        let before = moves.len();
        self.captures(Wanted::LegalByRoute, moves);
        if moves.len() == before || self.variant.rules.captures_optional {
            self.steps(Stage::All, moves);
        }
    }

    /// The rank of a complete capture under the rule of precedence; the Italian order of kings left out.
    pub(super) fn rank(&self, mv: Move<W>) -> u64 {
        let king = self.kings.meets(W::bit(mv.from));
        rank(self.variant.rules.precedence, king, mv.captured, self.kings, 0)
    }
}

/// The rank of a capture: the greatest must be made.
#[inline]
fn rank<W: Word>(precedence: Precedence, king: bool, captured: W, their_kings: W, king_order: u64) -> u64 {
    let count = || u64::from(captured.count());
    let kings = || u64::from((captured & their_kings).count());
    match precedence {
        Precedence::Free => 0,
        Precedence::KingFirst => u64::from(king),
        Precedence::Count => count(),
        Precedence::CountThenKings => count() << 8 | kings(),
        // In halves of a man: two for each piece, and one more for a king.
        Precedence::Value => (2 * count() + kings()) << 1 | u64::from(king),
        Precedence::Italian => count() << 57 | u64::from(king) << 56 | kings() << ORDER_BITS | king_order,
    }
}

impl<W: Word> Finder<'_, W> {
    /// Follows the captures of a piece that jumps to the next square but one. Returns whether there was any.
    fn follow_short(&mut self, at: W, directions: &'static [Direction], promotes: bool) -> bool {
        let mut found = false;
        for &direction in directions {
            let over = self.variant.geometry.step(at, direction) & self.targets & !self.captured;
            if over.is_empty() {
                continue;
            }
            let land = self.variant.geometry.step(over, direction) & self.empty;
            if land.is_empty() {
                continue;
            }
            found = true;
            let order = self.take(over);
            let goes_on = if promotes && land.meets(self.variant.geometry.king_row[self.color as usize]) {
                self.follow_king(land, None)
            } else {
                self.follow_short(land, directions, promotes)
            };
            if !goes_on {
                self.complete(land.lowest());
            }
            self.give_back(over, order);
        }
        found
    }

    fn follow_man(&mut self, at: W) -> bool {
        let directions = self.variant.man_captures(self.color);
        self.follow_short(at, directions, self.variant.rules.promotes_in_passing)
    }

    fn follow_king(&mut self, at: W, along: Option<Direction>) -> bool {
        if self.variant.rules.flying_kings {
            self.follow_flying(at, along)
        } else {
            self.follow_short(at, self.variant.king_captures(), false)
        }
    }

    /// Follows the captures of a flying king from `at`, in all directions but `along` and back: it has come along that
    /// line, behind lies what it has just captured, and ahead looks [`Finder::jump`] once for all landing squares.
    fn follow_flying(&mut self, at: W, along: Option<Direction>) -> bool {
        let mut found = false;
        for &direction in self.variant.king_captures() {
            if along.is_none_or(|along| direction != along && direction != along.opposite()) {
                found |= self.jump(at, direction);
            }
        }
        found
    }

    /// A flying king looks from `at` in one direction and captures what it can. Returns whether there was anything.
    fn jump(&mut self, at: W, direction: Direction) -> bool {
        let geometry = &self.variant.geometry;
        let mut over = geometry.step(at, direction);
        while over.meets(self.empty) {
            over = geometry.step(over, direction);
        }
        if !over.meets(self.targets & !self.captured) {
            return false;
        }
        let mut land = geometry.step(over, direction);
        if !land.meets(self.empty) {
            return false;
        }
        let order = self.take(over);
        // Straight on is the same from every landing square.
        let mut goes_on = self.jump(land, direction);
        let first = land;
        while land.meets(self.empty) {
            goes_on |= self.follow_flying(land, Some(direction));
            land = geometry.step(land, direction);
        }
        if !goes_on {
            land = first;
            while land.meets(self.empty) {
                self.complete(land.lowest());
                land = geometry.step(land, direction);
            }
        }
        self.give_back(over, order);
        true
    }

    #[inline]
    fn take(&mut self, over: W) -> u64 {
        let before = self.king_order;
        if self.variant.rules.precedence == Precedence::Italian && over.meets(self.their_kings) {
            self.king_order |= 1 << (ORDER_BITS - 1).saturating_sub(self.captured.count());
        }
        self.captured |= over;
        before
    }

    #[inline]
    fn give_back(&mut self, over: W, order: u64) {
        self.captured &= !over;
        self.king_order = order;
    }

    /// The route ends here: keeps the capture unless one of higher rank, or the same by another route, is known.
    #[inline]
    fn complete(&mut self, to: u8) {
        if self.wanted != Wanted::Possible {
            let precedence = self.variant.rules.precedence;
            let rank = rank(precedence, self.king, self.captured, self.their_kings, self.king_order);
            if rank < self.best {
                return;
            }
            if rank > self.best {
                self.best = rank;
                self.moves.truncate(self.first);
            }
        }
        let mv = Move { from: self.from, to, captured: self.captured };
        if self.wanted == Wanted::LegalByRoute || !self.moves[self.first..].contains(&mv) {
            self.moves.push(mv);
        }
    }
}
