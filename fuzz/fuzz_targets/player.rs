//! Players, as `--first` and `--second` take them: `kiebitz:techniques=minimax+alpha-beta,depth=4`.
//!
//! Any text is either refused or makes a player whose own text makes the same player.

#![no_main]

use engine::PlayerSpec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<PlayerSpec>() {
        Ok(player) => {
            assert_eq!(player.to_string().parse(), Ok(player.clone()), "'{text}'");
            assert!(!player.label().is_empty(), "'{text}' has no name");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
