//! What a move makes of the board that everybody can see there: the words for a move that wins nothing. So far only of chess.

use chess::{Bitboard, Color, Kind, Move, Position, Square, pawn_attacks};
use game::Rules;
use serde::Serialize;

/// Something that a move brings about and everybody can see on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = FactSight))]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// A pawn that no pawn can stop any more.
    PassedPawn,
    /// A knight or bishop, guarded by a pawn, where no pawn can attack it.
    Outpost,
    /// A rook on the seventh rank.
    SeventhRank,
    /// A rook on a file without pawns.
    OpenFile,
    /// Both queens leave the board.
    QueensOff,
}

/// What the first move of a line makes of the board that can be seen there.
pub(crate) fn of_chess(position: &Position, moves: &[Move]) -> Option<(Sight, Square)> {
    let mv = *moves.first()?;
    let (us, to) = (position.turn(), mv.to());
    let after = position.after(mv);
    let kind = after.board().piece_on(to).map(|piece| piece.kind())?;
    // What is taken or has to leave at once was not worth a word.
    let soon = moves.iter().take(4).fold(position.clone(), |position, &mv| position.after(mv));
    let stays = |square: Square| soon.board().piece_on(square) == after.board().piece_on(square);
    if queens_go(position, moves) {
        return Some((Sight::QueensOff, to));
    }
    let passed = |position: &Position| passed_pawns(position, us);
    if let Some(square) = passed(&after).into_iter().find(|&square| {
        let before = if square == to { mv.from() } else { square };
        !passed(position).contains(&before) && stays(square)
    }) {
        return Some((Sight::PassedPawn, square));
    }
    if !stays(to) {
        return None;
    }
    let rank = to.rank_for(us);
    let pawns = after.board().kind(Kind::Pawn);
    match kind {
        Kind::Knight | Kind::Bishop if (3..=5).contains(&rank) && is_outpost(&after, us, to) => {
            Some((Sight::Outpost, to))
        }
        Kind::Rook if rank == 6 && !mv.is_castling() => {
            let them = !us;
            let goals = (after.board().pieces(them, Kind::Pawn) & Bitboard::rank(to.rank())).any();
            let king = after.board().king(them).rank_for(us) == 7;
            (goals || king).then_some((Sight::SeventhRank, to))
        }
        Kind::Rook
            if !mv.is_castling() && (pawns & Bitboard::file(to.file())).is_empty() && to.file() != mv.from().file() =>
        {
            Some((Sight::OpenFile, to))
        }
        _ => None,
    }
}

/// Do both queens go within the first three moves of the line?
fn queens_go(position: &Position, moves: &[Move]) -> bool {
    let queens = |position: &Position| {
        [chess::WHITE, chess::BLACK].map(|side| position.board().pieces(side, Kind::Queen).count())
    };
    let end = moves.iter().take(3).fold(position.clone(), |position, &mv| position.after(mv));
    queens(position) == [1, 1] && queens(&end) == [0, 0]
}

/// The files beside a square, and its own.
fn files_around(square: Square) -> Bitboard {
    let file = square.file();
    let around = file.saturating_sub(1)..=(file + 1).min(7);
    around.fold(Bitboard::default(), |files, file| files | Bitboard::file(file))
}

/// The squares of the ranks before a square, as `color` goes.
fn ahead(color: Color, square: Square) -> Bitboard {
    let all = Square::all().filter(|other| other.rank_for(color) > square.rank_for(color));
    all.fold(Bitboard::default(), |squares, square| squares | square.set())
}

/// The pawns of a side that no pawn of the other can stop, beyond the middle of the board.
fn passed_pawns(position: &Position, color: Color) -> Vec<Square> {
    let theirs = position.board().pieces(!color, Kind::Pawn);
    let free = |square: &Square| (theirs & files_around(*square) & ahead(color, *square)).is_empty();
    position
        .board()
        .pieces(color, Kind::Pawn)
        .into_iter()
        .filter(|square| square.rank_for(color) >= 3)
        .filter(free)
        .collect()
}

/// Is a square guarded by a pawn, and never to be attacked by one?
fn is_outpost(position: &Position, color: Color, square: Square) -> bool {
    let board = position.board();
    let guarded = (pawn_attacks(!color, square) & board.pieces(color, Kind::Pawn)).any();
    let beside = files_around(square) & !Bitboard::file(square.file());
    guarded && (board.pieces(!color, Kind::Pawn) & beside & ahead(color, square)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(fen: &str, moves: &str) -> Option<(Sight, String)> {
        let root = Position::from_fen(fen).unwrap();
        let mut position = root.clone();
        let moves: Vec<Move> = moves
            .split(' ')
            .map(|text| {
                let mv = position.parse_move(text).unwrap();
                position.play(mv);
                mv
            })
            .collect();
        of_chess(&root, &moves).map(|(sight, square)| (sight, square.to_string()))
    }

    #[test]
    fn what_can_be_seen_is_seen() {
        let outpost = "4k3/pp3p2/8/8/4P3/2N5/PPP5/4K3 w - - 0 1";
        assert_eq!(seen(outpost, "Nd5"), Some((Sight::Outpost, "d5".to_string())));
        // A pawn can drive it away.
        assert_eq!(seen("4k3/ppp2p2/8/8/4P3/2N5/PPP5/4K3 w - - 0 1", "Nd5"), None);
        // For Black it is the same, the other way round.
        assert_eq!(seen("4k3/2p5/2n5/4p3/8/8/PP3P2/4K3 b - - 0 1", "Nd4"), Some((Sight::Outpost, "d4".to_string())));
        assert_eq!(seen("6k1/5pp1/8/8/8/8/5PP1/3R2K1 w - - 0 1", "Rd7"), Some((Sight::SeventhRank, "d7".to_string())));
        assert_eq!(seen("6k1/5pp1/8/8/8/8/5PP1/R5K1 w - - 0 1", "Rd1"), Some((Sight::OpenFile, "d1".to_string())));
        assert_eq!(seen("6k1/3p1pp1/8/8/8/8/5PP1/R5K1 w - - 0 1", "Rd1"), None);
        assert_eq!(
            seen("6k1/p4ppp/2p5/3P4/8/8/5PPP/6K1 w - - 0 1", "dxc6"),
            Some((Sight::PassedPawn, "c6".to_string()))
        );
        // It was one before.
        assert_eq!(seen("6k1/p4ppp/8/3P4/8/8/5PPP/6K1 w - - 0 1", "d6"), None);
        assert_eq!(seen("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "Qxd8+ Kxd8"), Some((Sight::QueensOff, "d8".to_string())));
    }
}
