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

/// What cargo knows of a workspace.
fn metadata(manifest: &str, more: &[&str]) -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--format-version", "1", "--manifest-path", manifest])
        .args(more)
        .output()
        .unwrap();
    assert!(output.status.success(), "{manifest}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The name of a crate without ours before it.
fn room(package: &Value) -> String {
    let name = package["name"].as_str().unwrap();
    name.strip_prefix("kiebitz-").unwrap_or(name).to_string()
}

/// What the manifests say, without what only tests need.
fn built(manifest: &str) -> Doors {
    let all = metadata(manifest, &["--no-deps"]);
    let ours = |used: &&Value| used["kind"].is_null() && used["path"].is_string();
    let doors = |package: &Value| package["dependencies"].as_array().unwrap().iter().filter(ours).map(room).collect();
    all["packages"].as_array().unwrap().iter().map(|package| (room(package), doors(package))).collect()
}

/// The table of libraries from outside in the plan.
fn libraries_told() -> Doors {
    let plan = include_str!("../../../docs/architecture.md");
    let (_, rest) = plan.split_once("| crate | from outside |").expect("the table of libraries");
    let rows = rest.lines().skip(2).take_while(|line| line.starts_with("| `"));
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_string).collect::<BTreeSet<_>>();
    rows.map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        (names(cells[1]).pop_first().expect("a crate"), names(cells[2]))
    })
    .collect()
}

/// Who needs what from outside is told: "depends on nothing" is true of those of whom it is said, and of no others.
#[test]
fn what_comes_from_outside_is_told() {
    let outside = |used: &&Value| used["kind"] != "dev" && used["path"].is_null();
    let needs = |package: &Value| -> BTreeSet<String> {
        let all = package["dependencies"].as_array().unwrap().iter().filter(outside);
        all.map(|used| used["name"].as_str().unwrap().to_string()).collect()
    };
    let all = metadata(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml"), &["--no-deps"]);
    let found = all["packages"].as_array().unwrap().iter().map(|package| (room(package), needs(package)));
    let found: Doors = found.filter(|(_, libraries)| !libraries.is_empty()).collect();
    assert_eq!(libraries_told(), found, "docs/architecture.md, What comes from outside");
}

/// The oldest Rust that is promised is as new as the newest that a library asks for, and the documents name it.
#[test]
fn no_library_asks_for_a_newer_rust() {
    let version = |text: &str| -> Vec<u32> { text.split('.').map(|part| part.parse().unwrap()).collect() };
    let workspace = include_str!("../../../Cargo.toml");
    let promised = workspace.split("rust-version = \"").nth(1).unwrap().split('"').next().unwrap();
    let host = Command::new("rustc").arg("-vV").output().unwrap();
    let host = String::from_utf8(host.stdout).unwrap();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let all = metadata(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml"), &["--filter-platform", host]);
    let packages = all["packages"].as_array().unwrap();
    assert!(packages.len() > 100);
    for package in packages {
        let Some(asked) = package["rust_version"].as_str() else { continue };
        assert!(version(asked) <= version(promised), "{} asks for Rust {asked}", package["name"]);
    }
    for document in ["README.md", "README.de.md", "docs/install.md"] {
        let text = std::fs::read_to_string(format!("{}/../../{document}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert!(text.contains(promised), "{document} does not name Rust {promised}");
    }
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

/// The source distribution of the Python package is made of the crates that it needs, and of nothing beside them.
#[test]
fn crates_carry_nothing_from_outside() {
    fn look(folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                look(&entry, found);
            } else if entry.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&entry).expect("UTF-8");
                // Examples of the documents are for tests alone.
                let carried = |line: &&str| line.contains("include_") && !line.starts_with("#[doc");
                let outside =
                    |line: &&str| line.contains("../docs/") || line.contains("../tests/") || line.contains("../web/");
                found.extend(
                    text.lines().filter(carried).filter(outside).map(|line| format!("{}: {line}", entry.display())),
                );
            }
        }
    }
    let mut found = Vec::new();
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for room in crates.read_dir().expect("a folder").map(|room| room.expect("a room").path()) {
        look(&room.join("src"), &mut found);
    }
    assert!(found.is_empty(), "{found:#?}");
}
