//! The text of a game with its parameters, as every command takes it: `draughts(rules=international)`.
//!
//! Any text is either refused or opens a game whose own name opens the same game.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(engine) = engine::open(text) else { return };
    let name = engine.game();
    let again = engine::open(&name).unwrap_or_else(|error| panic!("'{text}' calls itself '{name}': {error}"));
    assert_eq!(again.game(), name);
    assert_eq!(again.position(), engine.position());
});
