//! What several tests need: the test collections that lie beside the project, if they do, and damage done to files.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::PathBuf;

use game::Rng;

/// A file of the collections, or `None` with a loud word on the error stream.
pub fn path(name: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("KIEBITZ_TEST_DATA") {
        Some(root) => PathBuf::from(root),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
    };
    let path = root.join(name);
    if path.exists() {
        return Some(path);
    }
    // Not eprintln!: the test runner hides that for a test that passes.
    let message = format!("SKIPPED: {name} is not there; set KIEBITZ_TEST_DATA to the test data\n");
    let _ = std::io::Write::write_all(&mut std::io::stderr(), message.as_bytes());
    None
}

/// Some bytes changed, some cut out, some doubled.
pub fn damage(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=rng.below(6) {
        let at = rng.below(bytes.len());
        match rng.below(4) {
            0 => bytes[at] = rng.next_u64() as u8,
            1 => bytes[at] = rng.pick(b"[]{}();\"\\\n\r%x0= "),
            2 => drop(bytes.drain(at..(at + 1 + rng.below(9)).min(bytes.len()))),
            _ => {
                let piece = bytes[at..(at + 1 + rng.below(9)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
    bytes
}
