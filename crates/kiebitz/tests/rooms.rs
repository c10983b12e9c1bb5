//! The walls between the rooms that Cargo does not keep by itself: who may need which library from outside.

use std::process::Command;

/// What a room needs to be built, as `cargo tree` prints it.
fn tree(room: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal", "--package", room])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{room}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn only_the_history_and_the_server_need_sqlite() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let allowed = ["kiebitz", "history", "server"].contains(&name.as_str());
        let package = if name == "kiebitz" { name } else { format!("kiebitz-{name}") };
        assert_eq!(tree(&package).contains("sqlite"), allowed, "{package}");
    }
}

#[test]
fn what_the_engine_needs_fits_on_a_screen() {
    let tree = tree("kiebitz-engine");
    assert!(tree.lines().count() <= 55, "{tree}");
    for library in ["zstd", "shakmaty-syzygy", "tokio"] {
        assert!(!tree.contains(library), "{library} in\n{tree}");
    }
}
