//! Reading the test collections that lie beside the project, if they do.
//!
//! Each test file uses some of this.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::PathBuf;

/// A file of the collections, or `None` with a loud word on the error stream.
pub fn read(name: &str) -> Option<String> {
    let root = match std::env::var_os("KIEBITZ_TEST_DATA") {
        Some(root) => PathBuf::from(root),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
    };
    let path = root.join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            // Not eprintln!: the test runner hides that for a test that passes.
            let _ = std::io::Write::write_all(
                &mut std::io::stderr(),
                format!("SKIPPED: {name} is not there ({error}); set KIEBITZ_TEST_DATA to the test data\n").as_bytes(),
            );
            None
        }
    }
}

/// A position with its numbers of leaves by depth.
pub struct Case {
    pub fen: String,
    pub counts: Vec<(usize, u64)>,
}

/// Reads `epd` and `perft depth nodes` lines.
pub fn perft_blocks(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("epd", fen)) => cases.push(Case { fen: fen.trim().to_string(), counts: Vec::new() }),
            Some(("perft", numbers)) => {
                let mut numbers = numbers.split_whitespace().map(|number| number.parse::<u64>().expect("a number"));
                let (depth, count) = (numbers.next().expect("a depth"), numbers.next().expect("a count"));
                cases.last_mut().expect("a position first").counts.push((depth as usize, count));
            }
            _ => {}
        }
    }
    cases
}

/// Reads `FEN; D4 nodes` lines.
pub fn perft_lines(text: &str) -> Vec<Case> {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let mut parts = line.split(';');
            let fen = parts.next().expect("a position").to_string();
            let counts = parts
                .filter_map(|part| part.trim().strip_prefix('D')?.split_once(' '))
                .map(|(depth, count)| (depth.parse().expect("a depth"), count.trim().parse().expect("a count")))
                .collect();
            Case { fen, counts }
        })
        .collect()
}
