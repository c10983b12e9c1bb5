//! Records of chess as games of chess: which variant, from which position, by which moves.

use std::path::Path;

use chess::{Move, Position};
use game::Rules;
use record::{File, Record};

use crate::Error;

/// Opens a file of games, plain or zstd-compressed.
pub fn open(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(Error::io(path))
}

/// The game of the registry that a record is of; none for a variant that is not chess.
pub fn game(record: &Record) -> Option<&'static str> {
    match record::game_name(&record.tags).ok()?.as_deref() {
        None | Some("chess") => Some("chess"),
        Some("chess960") => Some("chess960"),
        _ => None,
    }
}

/// The position it begins from. The error says why we do not know it.
pub fn start(record: &Record) -> Result<Position, String> {
    let Some(spec) = game(record) else {
        let name = record.tag("Variant").or(record.tag("GameType")).unwrap_or_default();
        return Err(format!("the variant {name} is not chess"));
    };
    let origin = Position::start(&spec.parse().expect("a name")).expect("a game of ours");
    match record.start() {
        Some(fen) => origin.parse_position(fen).map_err(|error| error.to_string()),
        None if spec == "chess960" => Err("a Chess960 game without the tag FEN".to_string()),
        None => Ok(origin),
    }
}

/// Plays the main line through: `each` is called with the position before each move, and the move. The error names the first move that
/// is not legal.
pub fn replay(record: &Record, start: &Position, each: impl FnMut(&Position, Move)) -> Result<(), String> {
    record::replay(start, record.moves.main_texts(), each).map(drop).map_err(|refused| {
        let ply = refused.ply + usize::from(start.turn() == chess::BLACK);
        let dots = if ply % 2 == 0 { "." } else { "..." };
        format!("at {}{dots} {}", start.fullmove_number() + ply / 2, refused.error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::pgn::Games;

    fn records(text: &[u8]) -> Vec<Record> {
        Games::new(text).map(|game| game.unwrap().unwrap()).collect()
    }

    #[test]
    fn illegal_moves_and_other_variants_are_named() {
        let text = b"1. e4 e5 2. Ke3 *\n\n[Variant \"Antichess\"]\n\n1. e4 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n[Variant \"Chess960\"]\n\n*";
        let games = records(text);
        let origin = start(&games[0]).unwrap();
        let error = replay(&games[0], &origin, |_, _| {}).unwrap_err();
        assert!(error.starts_with("at 2. move 'Ke3'"), "{error}");
        assert!(start(&games[1]).unwrap_err().contains("Antichess"));
        assert!(start(&games[2]).unwrap_err().contains("'x'"));
        assert!(start(&games[3]).unwrap_err().contains("FEN"));
    }

    #[test]
    fn castling_promotion_and_moves_of_programs() {
        let mut text = b"[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O-O 0-0 2. bxa8=Q *\n".to_vec();
        text.extend_from_slice(b"\n[Event \"programs\"]\n\ng1f3 c7c5 e2e4 1/2-1/2\n");
        let mut played = Vec::new();
        for game in &records(&text) {
            let start = start(game).unwrap();
            replay(game, &start, |position, mv| played.push(position.uci_text(mv, false))).unwrap();
        }
        assert_eq!(played, ["e1c1", "e8g8", "b7a8q", "g1f3", "c7c5", "e2e4"]);
    }
}
