//! A position: the board, whose turn it is, the rights, the clocks, and what every move needs to know about checks and pins.
//!
//! A position is copied and played on, never taken back, so it is small (200 bytes, of which 128 are the board) and holds
//! only what the rules need. Repetition is detected by the code that keeps the line.

use game::Key;

use crate::geometry::{between, bishop_rays, knight_attacks, pawn_attacks, rook_rays};
use crate::mover::{Black, Mover, White};
use crate::{BLACK, Bitboard, Board, Color, Kind, Square, WHITE, zobrist};

/// The keys that follow the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Keys {
    /// Everything: pieces, turn, castling, en passant.
    pub(crate) whole: Key,
    pub(crate) pawns: Key,
    /// All but the pawns, of each side, the king among them.
    pub(crate) non_pawns: [Key; 2],
    /// Knights and bishops of both sides.
    pub(crate) minors: Key,
}

/// From which start positions the game began, so that it can name itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origin {
    /// Does the game, by its name or by its castling rights, belong to Chess960?
    pub(crate) chess960: bool,
    /// Is castling sent to programs as the king taking its rook? Only in a game that was opened as Chess960, for only then
    /// does the other program expect it.
    pub(crate) castling_by_rook: bool,
    /// The numbers of White's and Black's arrangement.
    pub(crate) starts: [u16; 2],
}

impl Origin {
    pub(crate) const STANDARD: Origin = Origin { chess960: false, castling_by_rook: false, starts: [518, 518] };
}

/// A legal position of chess or Chess960.
///
/// ```
/// use chess::Position;
/// use game::Rules;
/// let mut position = Position::default();
/// position.play(position.parse_move("e4")?);
/// assert_eq!(position.position_text(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), game::MoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) keys: Keys,
    /// The opponent's pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The pieces of the side to move that may not leave the line to their king.
    pub(crate) pinned: Bitboard,
    /// For each side the files of the rooks it may still castle with, one bit a file.
    pub(crate) castling: [u8; 2],
    /// The square behind a pawn that has just made a double step, if it can be taken there by a *legal* move.
    pub(crate) en_passant: Option<Square>,
    pub(crate) side: Color,
    pub(crate) halfmove_clock: u8,
    /// Plies since the last move that can never be undone: those of the clock, and losing a castling right, and a pass.
    pub(crate) reversible: u8,
    pub(crate) fullmove_number: u16,
    pub(crate) origin: Origin,
}

impl Default for Position {
    /// The start position of chess.
    fn default() -> Position {
        crate::chess960::start_position(crate::position::Origin::STANDARD)
    }
}

impl Position {
    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Color {
        self.side
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The pieces of the side to move that may not leave the line to their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Where a pawn can be captured en passant by a legal move.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move; 100 make a draw.
    #[inline]
    pub fn halfmove_clock(&self) -> usize {
        usize::from(self.halfmove_clock)
    }

    /// The number of the move, counted from 1 and up after Black's moves.
    #[inline]
    pub fn fullmove_number(&self) -> usize {
        usize::from(self.fullmove_number)
    }

    /// Are this game's moves written as in Chess960?
    #[inline]
    pub fn is_chess960(&self) -> bool {
        self.origin.chess960
    }

    /// The rooks that may still castle.
    #[inline]
    pub fn castling_rooks(&self) -> Bitboard {
        Bitboard(u64::from(self.castling[0]) | u64::from(self.castling[1]) << 56)
    }

    /// The squares where king and rook arrive when the king castles with the rook on this square.
    #[inline]
    pub(crate) fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
        if rook > king {
            (Square::at(6, king.rank()), Square::at(5, king.rank()))
        } else {
            (Square::at(2, king.rank()), Square::at(3, king.rank()))
        }
    }

    /// Has this side a piece besides king and pawns?
    #[inline]
    pub fn has_non_pawns(&self, color: Color) -> bool {
        (self.board.color(color) & !self.board.kind(Kind::Pawn) & !self.board.kind(Kind::King)).any()
    }

    /// Can neither side ever give mate? Bare kings, one minor piece, or bishops that all stand on squares of one color.
    pub fn is_insufficient_material(&self) -> bool {
        let board = &self.board;
        if (board.kind(Kind::Pawn) | board.orthogonal_sliders()).any() {
            return false;
        }
        let (knights, bishops) = (board.kind(Kind::Knight), board.kind(Kind::Bishop));
        const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
        if knights.any() {
            return (knights | bishops).count() == 1;
        }
        (bishops & DARK).is_empty() || (bishops & !DARK).is_empty()
    }

    /// Brings checks and pins up to date for the side to move.
    #[inline]
    pub(crate) fn update_checks<U: Mover>(&mut self) {
        let board = &self.board;
        let king = board.king(U::US);
        let (ours, theirs, occupied) = (board.color(U::US), board.color(U::THEM), board.occupied());
        let mut checkers =
            knight_attacks(king) & board.kind(Kind::Knight) | pawn_attacks(U::US, king) & board.kind(Kind::Pawn);
        let snipers = bishop_rays(king) & board.diagonal_sliders() | rook_rays(king) & board.orthogonal_sliders();
        let mut pinned = Bitboard::EMPTY;
        checkers &= theirs;
        for sniper in snipers & theirs {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.set();
            }
            if !blockers.several() {
                pinned |= blockers;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned & ours;
    }

    /// [`Position::update_checks`] for the side to move.
    pub(crate) fn refresh_checks(&mut self) {
        match self.side {
            WHITE => self.update_checks::<White>(),
            BLACK => self.update_checks::<Black>(),
        }
    }

    /// The keys computed from scratch.
    pub(crate) fn compute_keys(&self) -> Keys {
        let mut keys = Keys::default();
        for (square, piece) in self.board.iter() {
            let number = zobrist::piece(piece, square);
            keys.whole ^= number;
            match piece.kind() {
                Kind::Pawn => keys.pawns ^= number,
                _ => keys.non_pawns[piece.color().index()] ^= number,
            }
            if matches!(piece.kind(), Kind::Knight | Kind::Bishop) {
                keys.minors ^= number;
            }
        }
        for rook in self.castling_rooks() {
            let color = if rook.rank() == 0 { WHITE } else { BLACK };
            keys.whole ^= zobrist::castling(color, rook.file());
        }
        if let Some(square) = self.en_passant {
            keys.whole ^= zobrist::en_passant(square);
        }
        if self.side == BLACK {
            keys.whole ^= zobrist::BLACK_TO_MOVE;
        }
        keys
    }
}

/// The FEN.
impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({})", self.fen(crate::CastlingStyle::Standard))
    }
}
