//! What several tests need.

use game::Game;

/// The shared test data, if it is there; says aloud if it is not.
pub fn shared(path: &str) -> Option<String> {
    let root = std::env::var_os("KIEBITZ_TEST_DATA")
        .map_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").into(), std::path::PathBuf::from);
    let file = root.join(path);
    let text = std::fs::read_to_string(&file);
    if text.is_err() {
        // Not eprintln!: the test runner hides that for a test that passes.
        let _ = std::io::Write::write_all(
            &mut std::io::stderr(),
            format!("SKIPPED: {} is not there\n", file.display()).as_bytes(),
        );
    }
    text.ok()
}

/// The start position of a game by its name.
pub fn start<G: Game>(spec: &str) -> G {
    G::start(&spec.parse().unwrap()).unwrap()
}
