//! Lines to a worker, and from one, as anybody may send them.
//!
//! Any line is either refused with a reason or understood, and what is understood is written as a line that means the same.

#![no_main]

use cluster::{Command, Reply, next_line};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut input = bytes;
    let mut count = 0;
    while let Ok(Some(_)) = next_line(&mut input, 64) {
        count += 1;
    }
    assert!(count <= bytes.len());
    let text = String::from_utf8_lossy(bytes);
    match Command::parse(&text) {
        Ok(Command::Do(request)) => {
            let line = serde_json::to_string(&request).expect("JSON");
            assert_eq!(Command::parse(&line), Ok(Command::Do(request)), "{line}");
        }
        Ok(Command::Cancel(_)) => {}
        Err((_, reason)) => assert!(!reason.is_empty()),
    }
    if let Ok(reply) = serde_json::from_str::<Reply>(&text) {
        let line = serde_json::to_string(&reply).expect("JSON");
        assert_eq!(serde_json::from_str::<Reply>(&line).expect("what we wrote"), reply, "{line}");
    }
});
