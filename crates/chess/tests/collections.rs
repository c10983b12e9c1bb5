//! Positions and moves that others have written: opening collections, test suites, master games.

mod suites;

use chess::{CastlingStyle, Position};
use game::Rules;
use record::pgn::Games;
use record::replay;

#[test]
fn opening_positions_are_read() {
    for (name, style) in [("uho-20k.epd", CastlingStyle::Standard), ("dfrc-4k.epd", CastlingStyle::Shredder)] {
        let Some(text) = suites::read(&format!("chess/openings/{name}")) else { continue };
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let position = Position::from_fen(line).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(position.fen(style), line.trim(), "{name}");
        }
    }
}

/// The best moves of the suites are legal and are written as we would write them, but for signs of check.
#[test]
fn best_moves_are_read() {
    for name in ["wac.epd", "bratko-kopec.epd", "kaufman.epd", "endgames-eet.epd", "zugzwang.epd"] {
        let Some(text) = suites::read(&format!("chess/suites/{name}")) else { continue };
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let position = Position::from_fen(line).unwrap_or_else(|error| panic!("{name}: {error}"));
            let Some((_, moves)) = line.split_once(" bm ") else { continue };
            for mv in moves.split(';').next().unwrap_or("").split_whitespace() {
                position.parse_move(mv).unwrap_or_else(|error| panic!("{name}: {error} in {position:?}"));
            }
        }
    }
}

/// Every move of the master games is read, and written again letter for letter.
#[test]
fn master_games_are_replayed() {
    let Some(text) = suites::read("chess/games/twic1410.pgn") else { return };
    let mut moves = 0;
    for game in Games::new(text.as_bytes()) {
        let record = game.unwrap().unwrap();
        let start = record.start().map_or_else(Position::default, |fen| Position::from_fen(fen).unwrap());
        let mut written = Vec::new();
        replay(&start, record.moves.main_texts(), |position, mv| written.push(position.move_text(mv)))
            .unwrap_or_else(|error| panic!("game {}: {error}", record.number));
        assert_eq!(written, record.moves.main_texts().collect::<Vec<_>>(), "game {}", record.number);
        moves += written.len();
    }
    assert!(moves > 10_000, "only {moves} moves were found");
    println!("{moves} moves replayed");
}
