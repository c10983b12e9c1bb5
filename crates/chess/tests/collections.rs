//! Positions and moves that others have written: opening collections, test suites, master games.

mod suites;

use chess::{CastlingStyle, Position};
use game::Rules;

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
    let (mut position, mut moves, mut comment) = (Position::default(), 0, false);
    for line in text.lines().map(str::trim) {
        if line.starts_with("[Event ") {
            position = Position::default();
        }
        if let Some(fen) = line.strip_prefix("[FEN \"") {
            position = Position::from_fen(fen.trim_end_matches("\"]")).unwrap();
        }
        if line.starts_with('[') {
            continue;
        }
        for token in line.split_whitespace() {
            comment |= token.starts_with('{');
            let was_comment = comment;
            comment &= !token.ends_with('}');
            // What follows the move number, if the token has one: `12.Nf3`.
            let mv = token.rsplit('.').next().unwrap_or("");
            if was_comment || mv.is_empty() || mv == "*" || mv.starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let found = position.parse_move(mv).unwrap_or_else(|error| panic!("{error} in {position:?}: {line}"));
            assert_eq!(position.move_text(found), mv, "{position:?}: {line}");
            position.play(found);
            moves += 1;
        }
    }
    assert!(moves > 10_000, "only {moves} moves were found");
    println!("{moves} moves replayed");
}
