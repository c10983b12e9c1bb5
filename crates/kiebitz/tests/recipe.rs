//! `docs/adding-a-game.md`, followed to the letter: from an empty file to a game that is played through the server.
//!
//! The workspace is copied, the document's code becomes a file of it, its changes are made, and Cargo builds and tests what comes of it.
//! Everything is built without optimization.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const RECIPE: &str = include_str!("../../../docs/adding-a-game.md");

/// What is copied: everything that the crates are built from, and that a change of the document names.
const COPIED: [&str; 7] = ["Cargo.toml", "Cargo.lock", "rustfmt.toml", "crates", "docs", "tests", "fuzz/src"];

/// The blocks of the document that are marked with a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let mark = format!("\n```{language}\n");
    let found: Vec<&str> = RECIPE.split(&mark).skip(1).map(|rest| rest.split("```").next().unwrap_or("")).collect();
    assert!(!found.is_empty(), "the recipe has no {language}");
    found
}

/// Writes a file unless it is that already, so that Cargo need not build again what is the same.
fn write(path: &Path, bytes: &[u8]) {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
    fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Copies a file or a folder, except for the files that a change is made to.
fn copy(from: &Path, to: &Path, changed: &[PathBuf]) {
    if from.is_dir() {
        for entry in fs::read_dir(from).expect("a folder can be read") {
            let name = entry.expect("a folder can be read").file_name();
            copy(&from.join(&name), &to.join(&name), changed);
        }
    } else if !changed.iter().any(|path| to.ends_with(path)) {
        write(to, &fs::read(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())));
    }
}

/// A change as the document writes it: the file after `+++`; lines that are there, in their order, each behind a space; new lines,
/// each behind a plus, which follow the line before them; `...` for what is left out.
fn apply(text: &str, change: &str) -> String {
    let mut rest = text.lines();
    let mut made: Vec<&str> = Vec::new();
    for line in change.lines().skip(1) {
        if let Some(new) = line.strip_prefix('+') {
            made.push(new);
        } else if line.trim() != "..." {
            let wanted = line.strip_prefix(' ').unwrap_or(line);
            let place = rest.clone().position(|other| other == wanted);
            let place = place.unwrap_or_else(|| panic!("the recipe shows '{wanted}', which is not there"));
            made.extend(rest.by_ref().take(place + 1));
        }
    }
    made.extend(rest);
    made.join("\n") + "\n"
}

fn cargo(folder: &Path, arguments: &[&str]) -> String {
    // Optimizing would take longer than the games.
    let crates = ["game", "boards", "chess", "eval", "knowledge", "search"];
    let plain = crates.map(|name| format!("profile.dev.package.kiebitz-{name}.opt-level=0"));
    let plain = plain.into_iter().chain(["profile.dev.opt-level=0", "profile.dev.debug=false"].map(String::from));
    let mut command = Command::new(env!("CARGO"));
    command.args(&arguments[..1]).args(["--locked", "--offline"]).current_dir(folder);
    for setting in plain {
        command.args(["--config", &setting]);
    }
    command.args(&arguments[1..]);
    // A target folder of its own, kept between runs: in a common one Cargo would take the crates of the copy for ours.
    command.env("CARGO_TARGET_DIR", folder.join("target")).env_remove("CARGO_MANIFEST_DIR");
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{said}\n{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[test]
fn the_recipe_makes_a_game_that_is_played_through_the_server() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let there = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recipe");
    let changes: Vec<(PathBuf, &str)> = blocks("diff")
        .into_iter()
        .map(|change| {
            let first = change.lines().next().and_then(|line| line.strip_prefix("+++ "));
            (PathBuf::from(first.expect("a change begins with +++ and its file")), change)
        })
        .collect();
    let game = PathBuf::from("crates/boards/src/dawson.rs");
    let changed: Vec<PathBuf> = changes.iter().map(|(path, _)| path.clone()).chain([game.clone()]).collect();
    for name in COPIED {
        copy(&here.join(name), &there.join(name), &changed);
    }
    // This test would copy itself for ever.
    fs::remove_file(there.join("crates/kiebitz/tests/recipe.rs")).expect("it was copied");
    for (path, change) in changes {
        let text = fs::read_to_string(here.join(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        write(&there.join(&path), apply(&text, change).as_bytes());
    }
    let code = blocks("rust").join("\n");
    write(&there.join(&game), code.as_bytes());

    let neat = Command::new("rustfmt").args(["--check", "--edition", "2024"]).arg(&game).current_dir(&there).output();
    let neat = neat.expect("rustfmt is there");
    assert!(neat.status.success(), "{}", String::from_utf8_lossy(&neat.stdout));
    let own = cargo(&there, &["test", "-p", "kiebitz-boards", "--lib", "dawson"]);
    assert!(own.contains("dawson::tests::theory_knows_who_wins ... ok"), "{own}");
    let played = cargo(&there, &["test", "--workspace", "--test", "games", "--", "--nocapture"]);
    assert!(played.lines().any(|line| line == "dawson"), "{played}");
}
