//! Chess positions (FEN) and moves (SAN, long algebraic, UCI) as text.
//!
//! The first byte chooses the game, the first line is the position, the following lines are moves. Whatever is accepted must be
//! legal, and must be written back as text that is accepted again and means the same.

#![no_main]

use chess::Position;
use game::{Rules, Show};
use libfuzzer_sys::fuzz_target;

const GAMES: [&str; 3] = ["chess", "chess960", "chess960(white=0,black=959)"];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let spec = GAMES[usize::from(choice) % GAMES.len()].parse().expect("a spec");
    let start = Position::start(&spec).expect("a game");
    let mut lines = text.split('\n');
    let mut position = start.parse_position(lines.next().unwrap_or_default()).unwrap_or_else(|_| start.clone());
    check(&start, &position);
    for line in lines {
        if position.outcome().is_some() {
            break;
        }
        let Ok(mv) = position.parse_move(line) else { continue };
        let moves = position.moves();
        assert!(moves.contains(&mv), "'{line}' is read as an illegal move in {}", position.position_text());
        for mv in moves {
            let text = position.move_text(mv);
            assert_eq!(position.parse_move(&text), Ok(mv), "{text} in {}", position.position_text());
            assert_eq!(position.decode(position.encode(mv)), Some(mv), "{text} in {}", position.position_text());
        }
        position.play(mv);
        check(&start, &position);
    }
});

/// The position survives being written and read, and its key is what it should be.
fn check(start: &Position, position: &Position) {
    assert_eq!(position.key(), position.compute_key(), "{}", position.position_text());
    let text = position.position_text();
    let again = start.parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.position_text(), text);
    assert_eq!(again.key(), position.key(), "{text}");
    position.diagram().ascii(&[]);
}
