//! The classical evaluation: some fifty terms of chess knowledge, each counted for both sides and paid by one weight
//! table.
//!
//! What is counted stands in [`Term`], what it is worth in `values.rs`, how it is counted in the file of its subject:
//! `pawns`, `pieces`, `king`, `threats`, `passed`, `endgame`. Weights have three values, for opening, middle game and
//! endgame, and the pieces that are left say how much of each counts ([`Phase`]). Terms that depend on pawns and kings
//! alone are cached.
//!
//! The ideas are common property of computer chess; see <https://www.chessprogramming.org/Evaluation>. The weights are
//! our own: made by hand, then fitted to games of the program against itself (`docs/tuning.md`).

mod endgame;
mod king;
mod linear;
mod passed;
mod pawns;
mod pieces;
mod report;
mod tally;
mod tapered;
mod term;
mod threats;
mod trace;
mod us;
mod values;
mod weights;

use std::sync::Arc;

use chess::{Bitboard, Board, Color, Kind, Position};
use game::{BySide, Evaluator, Known, Score, Step};

pub use report::{TermRow, table};
pub use tapered::{Phase, Tapered};
pub use term::{Term, WEIGHTS, folded};
pub use trace::Counts;
pub use weights::Weights;

use king::Assault;
use pawns::{PawnCache, Pawns};
use tally::Tally;
use trace::{Blind, Trace};
use us::{Black, Us, White};

/// With more men on the board than this, [`Classical::correct`] has nothing to say.
const FEW: usize = 10;

/// The classical evaluator.
#[derive(Clone, Debug)]
pub struct Classical {
    weights: Arc<Weights>,
    cache: PawnCache,
}

impl Default for Classical {
    fn default() -> Classical {
        Classical::new(Weights::default())
    }
}

impl Classical {
    /// An evaluator with weights of one's own.
    pub fn new(weights: Weights) -> Classical {
        Classical { weights: Arc::new(weights), cache: PawnCache::default() }
    }

    /// Everything that is counted in a position.
    pub fn counts(position: &Position) -> Counts {
        let weights = Weights::default();
        let mut tally = Tally::new(&weights, Counts::default());
        let pawns = Pawns::judge(position.board(), &mut tally);
        let mut judge = Judge::new(position, pawns, tally);
        judge.judge();
        let phase = judge.phase();
        let scales = BySide([1, -1].map(|value| judge.scale(value)));
        judge.tally.trace.ended(phase, scales)
    }
}

impl Evaluator<Position> for Classical {
    fn evaluate(&mut self, position: &Position) -> Score {
        // Without the instruction, an eighth of the work is counting bits; only processors before about 2008 lack it.
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has the instruction.
            return unsafe { self.value_by_popcnt(position) };
        }
        self.value(position)
    }

    #[inline]
    fn known(&mut self, _: &Position, _: i32) -> Option<Known> {
        None
    }

    #[inline]
    fn follow(&mut self, _: Step<'_, Position>) {}
}

impl Classical {
    /// The same as [`Classical::value`], compiled for processors that count bits in one instruction.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt")]
    fn value_by_popcnt(&mut self, position: &Position) -> Score {
        self.value(position)
    }

    /// What another judge thinks of a position, `value`, corrected by what is known about endings: a bare king is judged here, since
    /// somebody must know where to drive it, and what is seldom won counts less.
    pub fn correct(&mut self, position: &Position, value: Score) -> Score {
        let board = position.board();
        if board.occupied().count() > FEW {
            return value;
        }
        if Color::BOTH.into_iter().any(|color| !board.color(color).several()) {
            return self.evaluate(position);
        }
        let (pawns, _) = self.cache.find(position, &self.weights);
        let judge = Judge::new(position, pawns, Tally::new(&self.weights, Blind));
        let value = position.turn().view(value).value();
        position.turn().view(Score::new(endgame::scaled(value, judge.scale(value))))
    }

    #[inline(always)]
    fn value(&mut self, position: &Position) -> Score {
        let (pawns, sum) = self.cache.find(position, &self.weights);
        let mut tally = Tally::new(&self.weights, Blind);
        tally.total = sum;
        let mut judge = Judge::new(position, pawns, tally);
        judge.judge();
        let value = judge.tally.total.at(judge.phase());
        let value = endgame::scaled(value, judge.scale(value));
        position.turn().view(Score::new(value)).clamp_judgement()
    }
}

/// The squares that a side attacks.
#[derive(Clone, Copy, Default)]
struct Attacks {
    by: [Bitboard; 6],
    all: Bitboard,
    /// Attacked by two pieces or more; two pawns count as one.
    twice: Bitboard,
}

/// One position while it is being evaluated: what several terms need to know.
struct Judge<'a, T> {
    position: &'a Position,
    board: &'a Board,
    occupied: Bitboard,
    pawns: Pawns,
    attacks: BySide<Attacks>,
    /// What goes on against the king of the other side.
    assault: BySide<Assault>,
    tally: Tally<'a, T>,
}

impl<'a, T: Trace> Judge<'a, T> {
    #[inline(always)]
    fn new(position: &'a Position, pawns: Pawns, tally: Tally<'a, T>) -> Self {
        let board = position.board();
        let (attacks, assault) =
            (BySide::default(), BySide([king::assault_by::<White>(board), king::assault_by::<Black>(board)]));
        Judge { position, board, occupied: board.occupied(), pawns, attacks, assault, tally }
    }

    /// All terms but those of [`Pawns`]. Cheap attackers come first: what they attack is not safe for dearer ones.
    #[inline(always)]
    fn judge(&mut self) {
        self.leapers::<White>();
        self.leapers::<Black>();
        self.knights::<White>();
        self.knights::<Black>();
        self.bishops::<White>();
        self.bishops::<Black>();
        self.rooks::<White>();
        self.rooks::<Black>();
        self.queens::<White>();
        self.queens::<Black>();
        self.side::<White>();
        self.side::<Black>();
        match self.position.turn() {
            chess::WHITE => self.turn::<White>(),
            chess::BLACK => self.turn::<Black>(),
        }
    }

    /// Kings and pawns attack wherever other pieces stand.
    #[inline(always)]
    fn leapers<U: Us>(&mut self) {
        let king = chess::king_attacks(self.board.king(U::US));
        let pawns = U::pawn_attacks(self.board.pieces(U::US, Kind::Pawn));
        let attacks = &mut self.attacks[U::US];
        attacks.by[Kind::Pawn.index()] = pawns;
        attacks.by[Kind::King.index()] = king;
        attacks.all = pawns | king;
        attacks.twice = pawns & king;
    }

    /// What needs the attacks of all pieces.
    #[inline(always)]
    fn side<U: Us>(&mut self) {
        self.king_assault::<U>();
        self.threats::<U>();
        self.passed::<U>();
        self.space_and_center::<U>();
        self.trapped_knights::<U>();
        self.drive::<U>();
    }

    /// [`Term::Tempo`] for the side to move and [`Term::Check`] for the other.
    #[inline(always)]
    fn turn<U: Us>(&mut self) {
        self.tally.add::<U>(Term::Tempo, 0, 1);
        if self.position.checkers().any() {
            self.tally.add::<U::Them>(Term::Check, 0, 1);
        }
    }

    #[inline(always)]
    fn phase(&self) -> Phase {
        let count = |kind| self.board.kind(kind).count();
        Phase::of(
            (self.board.kind(Kind::Knight) | self.board.kind(Kind::Bishop)).count(),
            count(Kind::Rook),
            count(Kind::Queen),
        )
    }
}
