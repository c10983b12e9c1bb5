//! Rule files made by others, with numbers by the reference implementation: they lie outside the project.

use std::path::PathBuf;

use rules::{Limits, Loading, Reason, Ruled, Walker};

/// A file of the shared test data, or a loud word that it is not there.
fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KIEBITZ_TEST_DATA")
        .map_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").into(), PathBuf::from);
    let file = root.join("rules").join(path);
    if !file.exists() {
        let told = format!("SKIPPED: {} is not there; set KIEBITZ_TEST_DATA to the test data\n", file.display());
        let _ = std::io::Write::write_all(&mut std::io::stderr(), told.as_bytes());
        return None;
    }
    Some(file)
}

fn files(folder: &str) -> Vec<PathBuf> {
    let Some(folder) = shared(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "kif"));
    files.sort();
    files
}

fn stem(file: &std::path::Path) -> String {
    file.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// Loads the games of the table of counts, compares the counts and plays conforming games. Returns how many could be loaded.
fn check_games(limits: Limits, conformance: u64) -> usize {
    let Some(table) = shared("perft-ggp-base.tsv") else { return 0 };
    let table = std::fs::read_to_string(table).expect("a table");
    let mut loaded = 0;
    for row in table.lines() {
        let (name, counts) = row.split_once('\t').expect("two columns");
        let Some(file) = shared(&format!("gdl/{name}.kif")) else { continue };
        let text = std::fs::read_to_string(file).expect("a text");
        let game = match rules::load(name, &text, Loading { limits, difference: true }) {
            Ok(game) => game,
            Err(error) => {
                assert!(matches!(error.reason, Reason::TooLarge | Reason::Simultaneous), "{name}: {error}");
                continue;
            }
        };
        loaded += 1;
        let mut walker = Walker::new(&game.rules);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().expect("a number");
            if count <= 20_000 {
                assert_eq!(walker.perft(&game.rules.init, depth), count, "{name} depth {depth}");
            }
        }
        game::conformance::check(&Ruled::begin(game), conformance);
    }
    loaded
}

#[test]
fn small_games_count_as_the_reference_does() {
    let loaded = check_games(Limits { steps: 400_000, ..Limits::default() }, 0);
    assert!(loaded == 0 || loaded >= 55, "only {loaded} games could be loaded");
}

#[test]
#[ignore = "takes minutes; run with --release"]
fn all_games_count_as_the_reference_does() {
    let loaded = check_games(Limits::default(), 2);
    assert!(loaded == 0 || loaded >= 112, "only {loaded} games could be loaded");
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let one = ["maze", "hanoi", "sudokugrade1"];
    let many = ["3pconnectfour", "chinesecheckers6"];
    for file in files("gdl-refuse") {
        let name = stem(&file).to_lowercase();
        let text = std::fs::read_to_string(&file).expect("a text");
        let error = match rules::load(&name, &text, Loading::default()) {
            Ok(_) => panic!("{name} is not refused"),
            Err(error) => error,
        };
        if one.contains(&name.as_str()) || many.contains(&name.as_str()) {
            assert_eq!(error.reason, Reason::Players, "{name}: {error}");
        } else {
            assert_eq!(error.reason, Reason::Simultaneous, "{name}: {error}");
        }
    }
}

#[test]
fn broken_syntax_is_refused_with_its_line() {
    for file in files("gdl-syntax") {
        let text = std::fs::read_to_string(&file).expect("a text");
        let error = match rules::compile(&text, Limits::default()) {
            Ok(_) => panic!("{} is not refused", stem(&file)),
            Err(error) => error,
        };
        let lines = text.lines().count().max(1) as u32;
        assert!((1..=lines).contains(&error.place.line) && error.place.column > 0, "{}: {error}", stem(&file));
    }
}
