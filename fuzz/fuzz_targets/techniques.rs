//! Lists of techniques, as `--techniques` takes them: `all+no-null-move`.
//!
//! Any text is either refused or makes a set whose own text makes the same set.

#![no_main]

use engine::Chosen;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Chosen>() {
        Ok(chosen) => assert_eq!(chosen.to_string().parse(), Ok(chosen), "'{text}'"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
