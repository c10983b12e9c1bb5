//! The journal of a run of games, as a disk may give it back.
//!
//! Any bytes are either refused or read, and what is read is possible: contestants that exist, each game once.

#![no_main]

use std::collections::HashSet;

use arena::Contents;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(contents) = Contents::read(bytes, 3) else { return };
    let mut seen = HashSet::new();
    for game in &contents.games {
        assert!(game.fixture.first.max(game.fixture.second) < 3 && game.half_points <= 2, "{game:?}");
        assert!(seen.insert((game.fixture.pair, game.fixture.leg)), "twice: {game:?}");
    }
    let lines = bytes.split(|byte| *byte == b'\n').count();
    assert!(contents.games.len() + contents.lost.len() < lines);
});
