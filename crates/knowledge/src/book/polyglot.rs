//! The format of Polyglot books: entries of 16 bytes, big-endian, sorted by key.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the key of the position |
//! | 2 | the move: to (6 bits), from (6 bits), what a pawn becomes (3 bits) |
//! | 2 | the weight |
//! | 4 | what was learned |
//!
//! Castling is the king taking its own rook. The key is the exclusive or of 781 published random numbers, which are
//! `shakmaty`'s.
//!
//! Reference: F. Letouzey, Polyglot 1.4; M. Van den Bergh's description at <http://hgm.nubati.net/book_format.html>.

use chess::{BLACK, Kind, Move, Position, Square, WHITE};
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{CastlingSide, Color, File};

use crate::foreign::role;

/// The size of an entry.
pub const ENTRY: usize = 16;

/// One move of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The key of the position.
    pub key: u64,
    /// The move, as [`encode`] writes it.
    pub mv: u16,
    /// How often it is to be played, relative to the other moves of the position.
    pub weight: u16,
    /// What a program has learned about it.
    pub learn: u32,
}

impl Entry {
    /// The bytes of a file.
    pub fn to_bytes(self) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.mv.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8; ENTRY]) -> Entry {
        let [a, b, c, d, e, f, g, h, m, n, w, x, rest @ ..] = *bytes;
        Entry {
            key: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            mv: u16::from_be_bytes([m, n]),
            weight: u16::from_be_bytes([w, x]),
            learn: u32::from_be_bytes(rest),
        }
    }
}

/// Brings entries into the order of a book: by key, the heaviest move of a position first.
pub fn sort(entries: &mut [Entry]) {
    entries.sort_unstable_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight), entry.mv));
}

/// The key of a position.
///
/// A double step counts if a pawn stands ready to capture en passant, even if it may not because it is pinned. A [`Position`]
/// does not remember a step that cannot be answered, so the key is exact only with the move that was played `last`.
pub fn key(position: &Position, last: Option<Move>) -> u64 {
    let color = |side| if side == WHITE { Color::White } else { Color::Black };
    let mut key = Zobrist64::default();
    for (square, piece) in position.board().iter() {
        let piece = shakmaty::Piece { color: color(piece.color()), role: role(piece.kind()) };
        key ^= Zobrist64::zobrist_for_piece(shakmaty::Square::new(square.index() as u32), piece);
    }
    for rook in position.castling_rooks() {
        let side = if rook.rank() == 0 { WHITE } else { BLACK };
        let wing = match rook > position.board().king(side) {
            true => CastlingSide::KingSide,
            false => CastlingSide::QueenSide,
        };
        key ^= Zobrist64::zobrist_for_castling_right(color(side), wing);
    }
    if let Some(file) = en_passant_file(position, last) {
        key ^= Zobrist64::zobrist_for_en_passant_file(File::new(file as u32));
    }
    if position.turn() == WHITE {
        key ^= Zobrist64::zobrist_for_white_turn();
    }
    key.0
}

fn en_passant_file(position: &Position, last: Option<Move>) -> Option<usize> {
    let Some(step) = last.filter(|mv| mv.is_double_push()) else { return position.en_passant().map(Square::file) };
    let pawn = step.to();
    let ours = position.board().pieces(position.turn(), Kind::Pawn);
    let beside = |file: Option<usize>| file.is_some_and(|file| file < 8 && ours.has(Square::at(file, pawn.rank())));
    (beside(pawn.file().checked_sub(1)) || beside(Some(pawn.file() + 1))).then_some(pawn.file())
}

/// A move as it stands in a book.
pub fn encode(mv: Move) -> u16 {
    let promotion = mv.promotion().map_or(0, |kind| kind.index() as u16);
    mv.to().index() as u16 | (mv.from().index() as u16) << 6 | promotion << 12
}

/// The legal move that a book means. Some books write castling as the king's two steps; that is understood where it cannot
/// mean anything else.
pub fn decode(legal: &[Move], code: u16) -> Option<Move> {
    let exact = legal.iter().copied().find(|&mv| encode(mv) == code);
    exact.or_else(|| {
        legal.iter().copied().filter(|mv| mv.is_castling()).find(|mv| {
            let file = if mv.to() > mv.from() { 6 } else { 2 };
            let king_to = Square::at(file, mv.from().rank());
            code == king_to.index() as u16 | (mv.from().index() as u16) << 6
        })
    })
}

#[cfg(test)]
mod tests {
    use game::{Rng, Rules};
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

    use super::*;

    fn key_after(moves: &str) -> u64 {
        let mut position = Position::default();
        let mut last = None;
        for mv in moves.split_whitespace() {
            let mv = position.parse_uci(mv).unwrap();
            position.play(mv);
            last = Some(mv);
        }
        key(&position, last)
    }

    /// The keys of the format's description.
    #[test]
    fn published_keys() {
        assert_eq!(key_after(""), 0x463b_9618_1691_fc9c);
        assert_eq!(key_after("e2e4"), 0x823c_9b50_fd11_4196);
        assert_eq!(key_after("e2e4 d7d5"), 0x0756_b944_61c5_0fb0);
        assert_eq!(key_after("e2e4 d7d5 e4e5"), 0x662f_afb9_65db_29d4);
        assert_eq!(key_after("e2e4 d7d5 e4e5 f7f5"), 0x22a4_8b5a_8e47_ff78);
        assert_eq!(key_after("e2e4 d7d5 e4e5 f7f5 e1e2"), 0x652a_607c_a3f2_42c1);
        assert_eq!(key_after("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7"), 0x00fd_d303_c946_bdd9);
        assert_eq!(key_after("a2a4 b7b5 h2h4 b5b4 c2c4"), 0x3c81_23ea_7b06_7637);
        assert_eq!(key_after("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3"), 0x5c3f_9b82_9b27_9560);
    }

    /// Random games, whole keys: ours against shakmaty's own way of computing them.
    #[test]
    fn equal_to_shakmaty() {
        let mut rng = Rng::new(4);
        let mut steps_with_neighbours = 0;
        for _ in 0..200 {
            let mut position = Position::default();
            let mut theirs = Chess::default();
            let mut last = None;
            for _ in 0..120 {
                let hash: Zobrist64 = theirs.zobrist_hash(EnPassantMode::PseudoLegal);
                assert_eq!(key(&position, last), hash.0, "{position:?}");
                steps_with_neighbours += usize::from(theirs.pseudo_legal_ep_square().is_some());
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                let mv = rng.pick(&moves);
                let uci: shakmaty::uci::UciMove = position.uci_text(mv, false).parse().unwrap();
                theirs.play_unchecked(uci.to_move(&theirs).unwrap());
                position.play(mv);
                last = Some(mv);
            }
        }
        assert!(steps_with_neighbours > 50, "{steps_with_neighbours}");
    }

    #[test]
    fn chess960_positions_have_keys() {
        let fen = "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let theirs: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
        let hash: Zobrist64 = theirs.zobrist_hash(EnPassantMode::PseudoLegal);
        assert_eq!(key(&position, None), hash.0);
    }

    #[test]
    fn moves_go_there_and_back() {
        let fen = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let legal = position.moves();
        for &mv in &legal {
            assert_eq!(decode(&legal, encode(mv)), Some(mv));
        }
        let code = |text: &str| encode(position.parse_uci(text).unwrap());
        assert_eq!(code("b7b8q"), 4 << 12 | 49 << 6 | 57);
        assert_eq!(code("b7a8n"), 1 << 12 | 49 << 6 | 56);
        // Castling: e1 to h1, though e1 to g1 is understood.
        assert_eq!(code("e1g1"), 4 << 6 | 7);
        assert_eq!(decode(&legal, 4 << 6 | 6), position.parse_uci("e1g1").ok());
        assert_eq!(decode(&legal, 0), None);
    }
}
