//! Games as PGN, as `book build` and `history import` read them.
//!
//! Any bytes are read to their end; a game whose moves are legal is one whose moves can be written and read again.

#![no_main]

use game::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for game in knowledge::pgn::Games::new(bytes).flatten().flatten() {
        let Ok(start) = game.start() else { continue };
        let mut moves = 0;
        let outcome = game.replay(&start, |position, mv| {
            moves += 1;
            assert_eq!(position.read_move(&position.protocol_text(mv)), Ok(mv));
        });
        assert!(outcome.is_err() || moves == game.len());
    }
});
