//! What is known about endings: which advantages do not win, and where a bare king is to be driven.
//!
//! Reference: R. Fine, "Basic Chess Endings", 1941; <https://www.chessprogramming.org/Endgame>.

use chess::{Bitboard, Color, Kind, Square};

use super::Judge;
use super::term::Term;
use super::trace::Trace;
use super::us::{Us, distance};

/// The scale of a position in which advantages count in full.
pub(super) const FULL: i32 = 64;

/// The dark squares, a1 among them.
pub(super) const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// A value reduced to so many sixty-fourths, rounded towards zero for both sides alike.
#[inline(always)]
pub(super) fn scaled(value: i32, scale: i32) -> i32 {
    value * scale / FULL
}

impl<T: Trace> Judge<'_, T> {
    fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.board.pieces(color, kind)
    }

    /// A side's pieces without king and pawns, by the old count of 3, 3, 5, 9.
    fn force(&self, color: Color) -> usize {
        [(Kind::Knight, 3), (Kind::Bishop, 3), (Kind::Rook, 5), (Kind::Queen, 9)]
            .into_iter()
            .map(|(kind, worth)| worth * self.pieces(color, kind).count())
            .sum()
    }

    /// [`Term::Drive`]: the other side has a bare king, and this one enough to mate it.
    #[inline(always)]
    pub(super) fn drive<U: Us>(&mut self) {
        if !self.board.color(U::Them::US).several() {
            self.drive_bare_king::<U>();
        }
    }

    #[cold]
    fn drive_bare_king<U: Us>(&mut self) {
        let [pawns, knights, bishops] = [Kind::Pawn, Kind::Knight, Kind::Bishop].map(|kind| self.pieces(U::US, kind));
        let majors = (self.board.orthogonal_sliders() & self.board.color(U::US)).any();
        let both_colors = (bishops & DARK).any() && (bishops & !DARK).any();
        let minors = both_colors || bishops.any() && knights.any() || knights.count() > 2;
        if !majors && (!minors || pawns.any()) {
            return;
        }
        let (king, mine) = (self.board.king(U::Them::US), self.board.king(U::US));
        let (file, rank) = (king.file(), king.rank());
        if majors || both_colors || bishops.is_empty() {
            let from_center = |line: usize| 3 - line.min(7 - line) as i32;
            self.tally.add::<U>(Term::Drive, 0, from_center(file) + from_center(rank));
        } else {
            // Mate is possible only in a corner of the bishop's color: a1 and h8 are dark.
            let file = if (bishops & DARK).any() { file } else { 7 - file };
            self.tally.add::<U>(Term::Drive, 1, 7 - (file + rank).min(14 - file - rank) as i32);
        }
        self.tally.add::<U>(Term::Drive, 2, 7 - distance(king, mine));
    }

    /// How many sixty-fourths of an advantage, White's if positive, count.
    #[inline(always)]
    pub(super) fn scale(&self, value: i32) -> i32 {
        // Nearly always pawns and more than bishops are left, and nothing has to be looked at.
        let strong = if value >= 0 { chess::WHITE } else { chess::BLACK };
        let others = self.board.kind(Kind::Knight) | self.board.orthogonal_sliders();
        if self.pieces(strong, Kind::Pawn).any() && self.board.kind(Kind::Bishop).is_empty() && others.any() {
            return FULL;
        }
        self.scale_for(strong)
    }

    fn scale_for(&self, strong: Color) -> i32 {
        let weak = !strong;
        if self.pieces(strong, Kind::Pawn).is_empty() {
            return self.scale_without_pawns(strong);
        }
        let bishops = self.board.kind(Kind::Bishop);
        let others = self.board.kind(Kind::Knight) | self.board.orthogonal_sliders();
        let bishops_at_most = (others & self.board.color(strong)).is_empty() && !self.position.has_non_pawns(weak);
        if bishops_at_most && self.wrong_corner(strong) {
            return 0;
        }
        // Bishops of opposite colors, one on each side: pawns are held up on the squares the other bishop cannot see.
        let one_each = Color::BOTH.into_iter().all(|color| (bishops & self.board.color(color)).count() == 1);
        if one_each && (bishops & DARK).count() == 1 {
            let passed = self.pawns.passed[strong].count() as i32;
            return if others.is_empty() { 24 + 6 * passed.min(4) } else { 52 };
        }
        FULL
    }

    /// Without pawns a minor piece more does not win.
    fn scale_without_pawns(&self, strong: Color) -> i32 {
        let (mine, theirs) = (self.force(strong), self.force(!strong));
        let only_knights = self.pieces(strong, Kind::Knight).count() * 3 == mine;
        if mine > theirs + 3 && !(only_knights && mine <= 6) {
            return FULL;
        }
        if mine < 5 || only_knights { 0 } else { 12 }
    }

    /// All pawns are on one rook's file, the bishop, if any, does not control the corner in front of them, and the king
    /// of the other side is there.
    fn wrong_corner(&self, strong: Color) -> bool {
        let (pawns, bishops) = (self.pieces(strong, Kind::Pawn), self.pieces(strong, Kind::Bishop));
        let king = self.board.king(!strong);
        [0, 7].into_iter().any(|file| {
            let corner = Square::at(file, if strong == chess::WHITE { 7 } else { 0 });
            let same_color = if DARK.has(corner) { DARK } else { !DARK };
            (pawns & !Bitboard::file(file)).is_empty()
                && (bishops & same_color).is_empty()
                && distance(king, corner) <= 1
        })
    }
}
