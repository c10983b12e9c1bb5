//! Legal moves, as sets first: a visitor is told "from here to these squares", and turns that into a list, a count, or a tree.
//!
//! Every move handed out is legal, by construction: a piece that is pinned stays on its line, in check only moves that take the
//! checker or interpose are generated, and the king goes only to squares that are not attacked. Compiled separately for each side, for
//! check or not, and for captures, quiet moves or both.

use game::Stage;

use crate::geometry::{
    between, castling_path, castling_walk, king_attacks, knight_attacks, line_through, pawn_attacks,
};
use crate::mover::{Black, Mover, White, pawn_captures_east, pawn_captures_west};
use crate::sliders::{bishop_attacks, rook_attacks};
use crate::{BLACK, Bitboard, Kind, Move, Position, Square, WHITE};

/// Receives the legal moves as sets.
pub(crate) trait Visitor {
    /// A piece, not a pawn, goes from one square to any of these: enemies or empty squares.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Pawns arrive on these squares, each from the square `offset` before.
    fn pawns(&mut self, offset: i8, targets: Bitboard, flag: u16);
    /// Pawns arrive on these squares of the last rank, each from the square `offset` before, with or without a capture.
    fn promotions(&mut self, offset: i8, targets: Bitboard, flag: u16);
    /// A single move: castling, en passant.
    fn single(&mut self, mv: Move);
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct Counter(pub(crate) usize);

impl Visitor for Counter {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += Bitboard::count(targets);
    }

    #[inline]
    fn pawns(&mut self, _: i8, targets: Bitboard, _: u16) {
        self.0 += Bitboard::count(targets);
    }

    #[inline]
    fn promotions(&mut self, _: i8, targets: Bitboard, _: u16) {
        self.0 += 4 * Bitboard::count(targets);
    }

    #[inline]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Calls a function with each move.
pub(crate) struct Each<F> {
    /// The opponent's pieces: moves to them are captures.
    pub(crate) enemies: Bitboard,
    pub(crate) call: F,
}

impl<F: FnMut(Move)> Visitor for Each<F> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            (self.call)(Move::new(from, to, flag_of(self.enemies, to)));
        }
    }

    #[inline]
    fn pawns(&mut self, offset: i8, targets: Bitboard, flag: u16) {
        for to in targets {
            (self.call)(Move::new(to.offset(-offset), to, flag));
        }
    }

    #[inline]
    fn promotions(&mut self, offset: i8, targets: Bitboard, flag: u16) {
        for to in targets {
            for kind in Kind::PROMOTIONS {
                (self.call)(Move::new(to.offset(-offset), to, Move::promotion_flag(kind) | flag));
            }
        }
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        (self.call)(mv);
    }
}

/// A capture if an enemy stands there.
#[inline]
fn flag_of(enemies: Bitboard, to: Square) -> u16 {
    u16::from(enemies.has(to)) * Move::CAPTURE
}

impl Position {
    /// Appends the legal moves of a stage. Draws by counting are ignored.
    pub fn generate_moves(&self, stage: Stage, moves: &mut Vec<Move>) {
        let enemies = self.board.color(!self.side);
        // One push a move. Writing four at a time to a buffer, to spare mispredicted loop ends, took 9 % more time.
        let mut list = Each { enemies, call: |mv| moves.push(mv) };
        match (self.side, stage) {
            (WHITE, Stage::All) => self.visit::<White, _, true, true>(&mut list),
            (WHITE, Stage::Noisy) => self.visit::<White, _, true, false>(&mut list),
            (WHITE, Stage::Quiet) => self.visit::<White, _, false, true>(&mut list),
            (BLACK, Stage::All) => self.visit::<Black, _, true, true>(&mut list),
            (BLACK, Stage::Noisy) => self.visit::<Black, _, true, false>(&mut list),
            (BLACK, Stage::Quiet) => self.visit::<Black, _, false, true>(&mut list),
        }
    }

    /// How many legal moves there are.
    pub fn count_moves(&self) -> usize {
        let mut counter = Counter::default();
        match self.side {
            WHITE => self.visit::<White, _, true, true>(&mut counter),
            BLACK => self.visit::<Black, _, true, true>(&mut counter),
        }
        counter.0
    }

    /// Shows the visitor all noisy or all quiet moves or both.
    #[inline(always)]
    pub(crate) fn visit<U: Mover, V: Visitor, const NOISY: bool, const QUIET: bool>(&self, visitor: &mut V) {
        if self.checkers.is_empty() {
            self.visit_pieces::<U, V, NOISY, QUIET, false>(visitor);
        } else if !self.checkers.several() {
            self.visit_pieces::<U, V, NOISY, QUIET, true>(visitor);
        }
        self.visit_king::<U, V, NOISY, QUIET>(visitor);
    }

    /// All moves but the king's steps. In check (by one piece) only those that end it.
    #[inline(always)]
    fn visit_pieces<U: Mover, V: Visitor, const NOISY: bool, const QUIET: bool, const CHECK: bool>(
        &self,
        visitor: &mut V,
    ) {
        let board = &self.board;
        let king = board.king(U::US);
        let (ours, occupied) = (board.color(U::US), board.occupied());
        // The squares that end a check; all squares without one.
        let useful = if CHECK { self.checkers | between(king, self.checkers.first()) } else { !Bitboard::EMPTY };
        let targets = useful & self.stage_targets::<U, NOISY, QUIET>();
        let (free, pinned) = (ours & !self.pinned, ours & self.pinned);

        self.visit_pawns::<U, V, NOISY, QUIET>(king, useful, visitor);

        for from in board.kind(Kind::Knight) & free {
            visitor.piece(from, knight_attacks(from) & targets);
        }
        let (diagonal, orthogonal) = (board.diagonal_sliders(), board.orthogonal_sliders());
        for from in diagonal & free {
            visitor.piece(from, bishop_attacks(from, occupied) & targets);
        }
        for from in orthogonal & free {
            visitor.piece(from, rook_attacks(from, occupied) & targets);
        }
        // A pinned piece cannot end a check: it would have to leave its line.
        if !CHECK && pinned.any() {
            for from in diagonal & pinned {
                visitor.piece(from, bishop_attacks(from, occupied) & targets & line_through(king, from));
            }
            for from in orthogonal & pinned {
                visitor.piece(from, rook_attacks(from, occupied) & targets & line_through(king, from));
            }
        }
    }

    /// The squares that a piece may go to at this stage.
    #[inline(always)]
    fn stage_targets<U: Mover, const NOISY: bool, const QUIET: bool>(&self) -> Bitboard {
        match (NOISY, QUIET) {
            (true, true) => !self.board.color(U::US),
            (true, false) => self.board.color(U::THEM),
            _ => !self.board.occupied(),
        }
    }

    /// All pawns at once. A pinned pawn may go straight on if the king is on its file, and capture along the king's diagonal.
    #[inline(always)]
    fn visit_pawns<U: Mover, V: Visitor, const NOISY: bool, const QUIET: bool>(
        &self,
        king: Square,
        useful: Bitboard,
        visitor: &mut V,
    ) {
        let board = &self.board;
        let empty = !board.occupied();
        let pawns = board.pieces(U::US, Kind::Pawn);
        let movable = |line: Bitboard| pawns & (!self.pinned | line);

        let push = movable(Bitboard::file(king.file())).shift(U::PUSH) & empty;
        if QUIET {
            let twice = (push & U::THIRD_RANK).shift(U::PUSH) & empty & useful;
            visitor.pawns(U::PUSH, push & useful & !U::LAST_RANK, Move::QUIET);
            visitor.pawns(2 * U::PUSH, twice, Move::DOUBLE_PUSH);
        }
        if NOISY {
            let victims = board.color(U::THEM) & useful;
            let west = pawn_captures_west::<U>(movable(U::west_diagonal(king))) & victims;
            let east = pawn_captures_east::<U>(movable(U::east_diagonal(king))) & victims;
            visitor.pawns(U::WEST, west & !U::LAST_RANK, Move::CAPTURE);
            visitor.pawns(U::EAST, east & !U::LAST_RANK, Move::CAPTURE);
            if (pawns & U::SEVENTH_RANK).any() {
                visitor.promotions(U::PUSH, push & useful & U::LAST_RANK, 0);
                visitor.promotions(U::WEST, west & U::LAST_RANK, Move::CAPTURE);
                visitor.promotions(U::EAST, east & U::LAST_RANK, Move::CAPTURE);
            }
            if let Some(to) = self.en_passant {
                for from in pawn_attacks(U::THEM, to) & pawns {
                    if self.en_passant_is_safe::<U>(from, to) {
                        visitor.single(Move::new(from, to, Move::EN_PASSANT));
                    }
                }
            }
        }
    }

    /// The king's steps to squares that are not attacked, and castling over such squares.
    #[inline(always)]
    fn visit_king<U: Mover, V: Visitor, const NOISY: bool, const QUIET: bool>(&self, visitor: &mut V) {
        let king = self.board.king(U::US);
        let steps = king_attacks(king) & self.stage_targets::<U, NOISY, QUIET>();
        let mut castling = Bitboard::EMPTY;
        if QUIET && self.checkers.is_empty() {
            for rook in self.castling_rooks() & U::FIRST_RANK {
                if self.castling_is_free(king, rook) {
                    castling |= rook.set();
                }
            }
        }
        // In many positions the king has no free square at all, and the attacks need not be computed.
        if (steps | castling).is_empty() {
            return;
        }
        let attacked = self.attacked_by::<U::Them>(self.board.occupied() ^ king.set());
        visitor.piece(king, steps & !attacked);
        for rook in castling {
            if (castling_walk(king, rook) & attacked).is_empty() {
                visitor.single(Move::new(king, rook, Move::CASTLING));
            }
        }
    }

    /// Every square that a side attacks when these squares are occupied.
    #[inline(always)]
    pub(crate) fn attacked_by<U: Mover>(&self, occupied: Bitboard) -> Bitboard {
        let board = &self.board;
        let ours = board.color(U::US);
        let pawns = board.kind(Kind::Pawn) & ours;
        let mut attacked =
            pawn_captures_west::<U>(pawns) | pawn_captures_east::<U>(pawns) | king_attacks(board.king(U::US));
        for knight in board.kind(Kind::Knight) & ours {
            attacked |= knight_attacks(knight);
        }
        for slider in board.diagonal_sliders() & ours {
            attacked |= bishop_attacks(slider, occupied);
        }
        for slider in board.orthogonal_sliders() & ours {
            attacked |= rook_attacks(slider, occupied);
        }
        attacked
    }

    /// Is the way clear for castling with the rook on this square, apart from attacks?
    #[inline(always)]
    fn castling_is_free(&self, king: Square, rook: Square) -> bool {
        let others = self.board.occupied() ^ king.set() ^ rook.set();
        // In Chess960 the rook may be all that shields the king's target on the first rank: then it is pinned.
        (castling_path(king, rook) & others | self.pinned & rook.set()).is_empty()
    }

    /// May the king castle with the rook on this square, to which it has the right? The king is not in check.
    pub(crate) fn castling_is_legal<U: Mover>(&self, king: Square, rook: Square) -> bool {
        let occupied = self.board.occupied() ^ king.set();
        self.castling_is_free(king, rook)
            && castling_walk(king, rook).all(|square| !self.board.is_attacked(square, U::THEM, occupied))
    }
}
