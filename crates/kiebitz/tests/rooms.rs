//! The walls between the rooms that Cargo does not keep by itself: who may need which library from outside, and that the plan of the
//! house (`docs/architecture.md`) names the doors that there are.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Rooms, and the rooms that each of them uses.
type Doors = BTreeMap<String, BTreeSet<String>>;

/// The table of rooms in the plan: what is built, with the doors that it names.
fn planned() -> Doors {
    let plan = include_str!("../../../docs/architecture.md");
    let rows = plan.lines().filter(|line| line.starts_with("| `") && line.ends_with("| built |"));
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let room = columns[1].trim_matches('`').trim_start_matches("crates/").to_string();
        (room, columns[3].split('`').skip(1).step_by(2).map(str::to_string).collect())
    };
    let mut doors: Doors = rows.map(row).collect();
    // No crate.
    assert!(doors.remove("web").is_some(), "the table of rooms in docs/architecture.md was not found");
    doors
}

/// What the manifests say, without what only tests need.
fn built(manifest: &str) -> Doors {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--no-deps", "--format-version", "1", "--manifest-path", manifest])
        .output()
        .unwrap();
    assert!(output.status.success(), "{manifest}: {}", String::from_utf8_lossy(&output.stderr));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let room = |package: &Value| {
        let name = package["name"].as_str().unwrap();
        name.strip_prefix("kiebitz-").unwrap_or(name).to_string()
    };
    let ours = |used: &&Value| used["kind"].is_null() && used["path"].is_string();
    let doors = |package: &Value| package["dependencies"].as_array().unwrap().iter().filter(ours).map(room).collect();
    all["packages"].as_array().unwrap().iter().map(|package| (room(package), doors(package))).collect()
}

/// Whoever may use a room may use those below it.
fn reachable(doors: &Doors, room: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![room];
    while let Some(room) = open.pop() {
        for below in doors.get(room).into_iter().flatten() {
            if found.insert(below.clone()) {
                open.push(below);
            }
        }
    }
    found
}

#[test]
fn the_plan_of_the_house_is_true() {
    let planned = planned();
    let mut built_rooms = built(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml"));
    built_rooms.extend(built(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/Cargo.toml")));
    let names = |doors: &Doors| doors.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&planned), names(&built_rooms), "the rooms of the plan, and those that there are");
    for (room, doors) in &built_rooms {
        let unused: Vec<_> = planned[room].difference(doors).collect();
        assert!(unused.is_empty(), "{room}: the plan names doors that are not used: {unused:?}");
        let allowed = reachable(&planned, room);
        let hidden: Vec<_> = doors.difference(&allowed).collect();
        assert!(hidden.is_empty(), "{room}: the plan does not know the doors to {hidden:?}");
    }
}

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
    assert!(tree.lines().count() <= 57, "{tree}");
    for library in ["zstd", "shakmaty-syzygy", "tokio"] {
        assert!(!tree.contains(library), "{library} in\n{tree}");
    }
}
