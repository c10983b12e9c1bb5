//! The documents tell the truth: their commands run, their links lead somewhere, their lists are complete.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All documents with their text.
fn documents() -> Vec<(PathBuf, String)> {
    let in_folder = |folder: PathBuf| {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        entries.map(|entry| entry.expect("a folder can be read").path()).collect::<Vec<_>>()
    };
    let mut paths = [in_folder(root()), in_folder(root().join("docs"))].concat();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    assert!(paths.len() >= 6, "{paths:?}");
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// The lines after a `$` in the blocks marked `console`.
fn commands(text: &str) -> Vec<&str> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        match line.strip_prefix("```") {
            Some(kind) => inside = kind == "console",
            None if inside => found.extend(line.strip_prefix("$ ")),
            None => {}
        }
    }
    found
}

/// Every command shown runs and succeeds. Those that ask something find nobody at the keyboard.
#[test]
#[cfg(unix)]
fn commands_run() {
    let folder = Path::new(env!("CARGO_BIN_EXE_kiebitz")).parent().expect("a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut seen = HashSet::new();
    for (file, text) in documents() {
        for command in commands(&text) {
            assert!(command.starts_with("kiebitz "), "{}: '{command}' is not ours", file.display());
            if !seen.insert(command.to_string()) {
                continue;
            }
            let output = Command::new("sh")
                .args(["-c", command])
                .env("PATH", &path)
                // Some of them write files.
                .current_dir(env!("CARGO_TARGET_TMPDIR"))
                .env("KIEBITZ_DATA", concat!(env!("CARGO_TARGET_TMPDIR"), "/documents"))
                .stdin(Stdio::null())
                .output();
            let output = output.unwrap_or_else(|error| panic!("{command}: {error}"));
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: '{command}' failed: {complaint}", file.display());
        }
    }
    assert!(seen.len() >= 10, "{seen:?}");
}

/// A heading as links name it: small letters, hyphens for spaces, nothing else.
fn anchor(heading: &str) -> String {
    let keep = |letter: char| match letter {
        ' ' => Some('-'),
        letter if letter.is_alphanumeric() || "-_".contains(letter) => Some(letter.to_ascii_lowercase()),
        _ => None,
    };
    heading.trim_start_matches('#').trim().chars().filter_map(keep).collect()
}

#[test]
fn links_lead_somewhere() {
    for (file, text) in documents() {
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.starts_with("https://") {
                continue;
            }
            let (path, place) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() { file.clone() } else { file.with_file_name(path) };
            assert!(path.exists(), "{}: there is no {target}", file.display());
            if !place.is_empty() {
                let found = read(&path).lines().any(|line| line.starts_with('#') && anchor(line) == place);
                assert!(found, "{}: there is no heading for {target}", file.display());
            }
        }
    }
}

#[test]
fn the_readme_lists_everything() {
    let readme = read(&root().join("README.md"));
    for technique in engine::Technique::ALL {
        assert!(readme.contains(&format!("`{}`", technique.name())), "README.md does not name {}", technique.name());
    }
    for game in engine::games() {
        assert!(readme.contains(&format!("| `{}` |", game.name)), "README.md does not list {}", game.name);
        assert!(readme.contains(&*game.position_example), "README.md does not show {}", game.position_example);
        for parameter in game.parameters {
            assert!(
                readme.contains(&format!("`{}`", parameter.name)),
                "README.md: {} of {}",
                parameter.name,
                game.name
            );
        }
    }
}
