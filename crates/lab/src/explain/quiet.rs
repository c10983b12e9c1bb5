//! Why a move is worse although nothing is won or lost near by: the answer that it allows, or the move that it leaves out, and what
//! that is for. A quiet mistake is never told as a gain.

use std::any::Any;

use chess::{Bitboard, Color, Kind, Move, Position, Square, pawn_attacks};
use engine::{Error, Playable};
use game::Rules;

use super::collect::{Collector, Free, THREAT, line, worth_telling};
use super::facts::{Purpose, Sight, What};
use super::inquiry::{Found, Place};

/// An answer that costs the opponent at least this part of the loss where the best move was played is prevented by it.
const PREVENTED: i32 = 3;

impl<G: Playable> Collector<'_, G> {
    /// What a quiet move allows, or leaves out; `None` if it ends the game.
    pub fn quiet(&mut self, best: &Found<G::Move>, asked: &Found<G::Move>, loss: i32) -> Result<Option<What>, Error> {
        let root = self.inquiry.root.clone();
        let Some(&reply) = asked.moves.get(1) else { return Ok(None) };
        if self.inquiry.stopped() {
            return Ok(None);
        }
        let after = root.after(asked.moves[0]);
        if self.realizes(best, &[asked.moves[0], reply], loss)?
            && self.prevents(best, &after.protocol_text(reply), loss)?
        {
            let value = -asked.score.value();
            let purpose = self.purpose(&after, &asked.moves[1..], value)?;
            let moves = self.followed_to_rest(&root, true, asked)?;
            let line = line(&root, &moves).shortened();
            return Ok(Some(What::Allows { reply: after.move_text(reply), purpose, line }));
        }
        let purpose = self.purpose(&root, &best.moves, best.score.value())?;
        let moves = self.followed_to_rest(&root, true, best)?;
        Ok(Some(What::Lacks { purpose, line: line(&root, &moves).shortened() }))
    }

    /// Does the answer, looked at by itself, take at least half of what the move lost?
    fn realizes(&mut self, best: &Found<G::Move>, moves: &[G::Move; 2], loss: i32) -> Result<bool, Error> {
        let position = self.inquiry.root.after(moves[0]).after(moves[1]);
        if position.outcome().is_some() {
            return Ok(true);
        }
        let question = self.question(Place::After(moves), self.nodes);
        let found = self.inquiry.ask(&question)?.lines.into_iter().next();
        Ok(found.is_some_and(|found| (best.score - found.score) * 2 >= loss))
    }

    /// Is the answer impossible after the best move, or much worse for the opponent than what else there is?
    fn prevents(&mut self, best: &Found<G::Move>, reply: &str, loss: i32) -> Result<bool, Error> {
        let after = self.inquiry.root.after(best.moves[0]);
        let Some(mv) = after.moves().into_iter().find(|&mv| after.protocol_text(mv) == reply) else { return Ok(true) };
        if best.moves.get(1) == Some(&mv) {
            return Ok(false);
        }
        let moves = [best.moves[0], mv];
        if after.after(mv).outcome().is_some() {
            return Ok(false);
        }
        let question = self.question(Place::After(&moves), self.nodes / 4);
        let found = self.inquiry.ask(&question)?.lines.into_iter().next();
        // The value is again one for the side whose move is explained.
        Ok(found.is_some_and(|found| (found.score - best.score) * PREVENTED >= loss))
    }

    /// What the first move of a line is for. `value` is what the line is worth to its side.
    fn purpose(&mut self, from: &G, moves: &[G::Move], value: i32) -> Result<Purpose, Error> {
        let after = from.after(moves[0]);
        if after.outcome().is_none()
            && let Some(Free { position, found }) = self.after_pass(&after)?
            && found.score.value() - value >= THREAT * G::UNIT / 100
            && let Some((gain, threat)) = self.outcome(&position, false, &found)?
            && let Some(gain) = worth_telling(gain, &threat)
        {
            return Ok(Purpose::Threat { gain, threat });
        }
        let of_chess = |position: &G| (position as &dyn Any).downcast_ref::<Position>().cloned();
        let seen = of_chess(from).and_then(|position| {
            let moves: Vec<Move> = moves.iter().filter_map(|mv| (mv as &dyn Any).downcast_ref().copied()).collect();
            sight(&position, &moves)
        });
        Ok(seen.map_or(Purpose::Plan, |(sight, square)| Purpose::Sight { sight, square: square.to_string() }))
    }
}

/// What the first move of a line makes of the board that can be seen there.
fn sight(position: &Position, moves: &[Move]) -> Option<(Sight, Square)> {
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
        sight(&root, &moves).map(|(sight, square)| (sight, square.to_string()))
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
