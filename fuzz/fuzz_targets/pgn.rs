//! Games as PGN, as `book build` and `history import` read them.
//!
//! Any bytes are read to their end; a game whose moves are legal is one whose moves can be written and read again.

#![no_main]

use game::Rules;
use knowledge::games;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for record in record::pgn::Games::new(bytes).flatten().flatten() {
        let Ok(start) = games::start(&record) else { continue };
        let _ = games::replay(&record, &start, |position, mv| {
            assert_eq!(position.read_move(&position.protocol_text(mv)), Ok(mv));
        });
    }
});
