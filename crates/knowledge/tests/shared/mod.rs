//! The test collections that lie beside the project, if they do.
#![allow(dead_code)]

use std::path::PathBuf;

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
