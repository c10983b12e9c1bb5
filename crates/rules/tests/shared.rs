//! Rule files made by others, with numbers by the reference implementation: they lie outside the project.

mod minimax;

use std::path::PathBuf;

use game::Rules;
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
            // Where questions are answered one by one a count takes long.
            let most = if game.rules.is_proved() { 500 } else { 20_000 };
            if count <= most {
                assert_eq!(walker.perft(&game.rules.init, depth), count, "{name} depth {depth}");
            }
        }
        // Every move of every position is written and read again: long games with many moves would take hours.
        let moves = game.rules.moves.iter().map(Vec::len).max().unwrap_or(0);
        let size = game.rules.facts.len() + moves;
        let games = if game.rules.is_proved() || size >= 2000 {
            conformance.min(1)
        } else if size >= 500 {
            conformance.min(5)
        } else {
            conformance
        };
        game::conformance::check(&Ruled::begin(game), games);
    }
    loaded
}

#[test]
fn small_games_count_as_the_reference_does() {
    let loaded = check_games(Limits { steps: 1_000_000, proof: 0, ..Limits::default() }, 0);
    assert!(loaded == 0 || loaded >= 55, "only {loaded} games could be loaded");
}

#[test]
#[ignore = "takes minutes; run with --release"]
fn all_games_count_as_the_reference_does() {
    let loaded = check_games(Limits::default(), 20);
    assert!(loaded == 0 || loaded >= 121, "only {loaded} games could be loaded");
}

/// Loads a file of the shared data.
fn game(path: &str) -> Option<&'static rules::Loaded> {
    let text = std::fs::read_to_string(shared(path)?).expect("a text");
    let loading = Loading { difference: true, ..Loading::default() };
    Some(rules::load(path, &text, loading).unwrap_or_else(|error| panic!("{path}: {error}")))
}

/// Counts of our own games of the same rules and of programs that the compiler of Regular Boardgames made: what GDL says must be the same.
const COUNTS: &[(&str, &[u64])] = &[
    ("gdl/ticTacToe.kif", &[9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]),
    ("own/connectFour7.kif", &[7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234, 39_394_572]),
    ("own/connectfour.game", &[7, 49, 343, 2401, 16807, 117_649]),
    ("gdl/reversi.kif", &[4, 12, 56, 244, 1396, 8200]),
    ("gdl/englishDraughts.kif", &[7, 49, 302, 1469, 7361, 36768]),
    ("gdl/breakthrough.kif", &[22, 484, 11132, 256_036, 6_182_818]),
    ("own/breakthrough.game", &[22, 484, 11132, 256_036]),
    ("gdl/breakthroughSmall.kif", &[16, 256, 4308, 71478]),
    ("gdl/knightThrough.kif", &[40, 1600, 63520, 2_521_306]),
    ("own/knightthrough.game", &[40, 1600, 63520]),
    ("own/tictactoe.game", &[9, 72, 504, 3024, 15120]),
    ("gdl/sum15.kif", &[9, 72, 504, 3024, 15120]),
];

fn check_counts(most: u64) {
    for (path, counts) in COUNTS {
        let Some(game) = game(path) else { continue };
        let mut walker = Walker::new(&game.rules);
        for (depth, &count) in (1..).zip(*counts).filter(|(_, count)| **count <= most) {
            assert_eq!(walker.perft(&game.rules.init, depth), count, "{path} depth {depth}");
        }
    }
}

#[test]
fn games_count_as_other_programs_do() {
    check_counts(20_000);
}

#[test]
#[ignore = "takes a minute"]
fn games_count_as_other_programs_do_deeply() {
    check_counts(u64::MAX);
}

#[test]
#[ignore = "takes half a minute"]
fn chess_is_proved_and_counts_right() {
    let Some(game) = game("gdl/chess.kif") else { return };
    assert!(game.rules.is_proved());
    let mut walker = Walker::new(&game.rules);
    assert_eq!(walker.perft(&game.rules.init, 1), 20);
    assert_eq!(walker.perft(&game.rules.init, 2), 400);
}

#[test]
#[ignore = "takes minutes"]
fn chess_counts_right_at_depth_three() {
    let Some(game) = game("gdl/chess.kif") else { return };
    assert_eq!(Walker::new(&game.rules).perft(&game.rules.init, 3), 8902);
}

/// The kinds of the table, and the boards that are found: most of both on texts that load quickly.
fn check_kinds(limits: Limits) -> Option<[usize; 5]> {
    let table = std::fs::read_to_string(shared("index.tsv")?).expect("a table");
    let [mut seen, mut turns_alike, mut sums_alike, mut boards, mut clicked] = [0; 5];
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let text = std::fs::read_to_string(shared(&format!("gdl/{}.kif", columns[0]))?).expect("a text");
        let Ok(game) = rules::load(columns[0], &text, Loading { limits, difference: true }) else { continue };
        boards += usize::from(game.board.columns > 0);
        let moves: usize = game.board.moves.iter().map(Vec::len).sum();
        let named = game.board.moves.iter().flatten().filter(|cells| !cells.is_empty()).count()
            + game.board.drops.iter().flatten().flatten().count();
        clicked += usize::from(game.board.columns > 0 && named * 10 >= (moves - 2) * 9);
        if columns[1] == "?" {
            continue;
        }
        seen += 1;
        turns_alike += usize::from((columns[1] == "turns") == game.survey.doubles);
        sums_alike += usize::from((columns[2] == "general-sum") != game.survey.constant_sum);
    }
    Some([seen, turns_alike, sums_alike, boards, clicked])
}

#[test]
fn kinds_and_boards_of_small_games_are_found() {
    let Some([seen, turns, sums, boards, clicked]) =
        check_kinds(Limits { steps: 1_000_000, proof: 0, ..Limits::default() })
    else {
        return;
    };
    assert!(turns + 3 >= seen && sums + 6 >= seen, "of {seen}: turns {turns}, sums {sums}");
    assert!(boards * 10 >= seen * 8 && clicked * 10 >= seen * 7, "of {seen}: boards {boards}, clicked {clicked}");
}

#[test]
#[ignore = "takes minutes"]
fn kinds_and_boards_of_all_games_are_found() {
    let Some([seen, turns, sums, boards, clicked]) = check_kinds(Limits::default()) else { return };
    let told = format!("of {seen}: turns {turns}, sums {sums}, boards {boards}, clicked {clicked}\n");
    let _ = std::io::Write::write_all(&mut std::io::stderr(), told.as_bytes());
    // Random games are drawn anew here, so a game in which a side rarely moves twice may look alternating.
    assert!(turns + 4 >= seen && sums + 6 >= seen, "{told}");
}

#[test]
fn heaps_are_worth_what_nim_sums_say() {
    for name in ["nim3", "nim4"] {
        let Some(game) = game(&format!("gdl/{name}.kif")) else { continue };
        let start = Ruled::begin(game);
        let (mut rng, mut seen) = (game::Rng::new(7), std::collections::HashMap::new());
        for _ in 0..60 {
            let heaps: [usize; 4] = std::array::from_fn(|_| rng.below(6));
            let facts = format!(
                "(control player1) (heap a {}) (heap b {}) (heap c {}) (heap d {})",
                heaps[0], heaps[1], heaps[2], heaps[3]
            );
            let position = start.parse_position(&facts).expect("facts");
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            assert_eq!(minimax::value(&position, &mut seen) > 0, sum != 0, "{name}: {heaps:?}");
        }
    }
}

/// What the champion of 2014 found out about the same games: do players take turns?
#[test]
fn turns_are_seen_as_another_program_sees_them() {
    let Some(table) = shared("sancho-characteristics.tsv") else { return };
    let table = std::fs::read_to_string(table).expect("a table");
    let (mut compared, mut alike) = (0, 0);
    for file in files("gdl").into_iter().chain(files("gdl-refuse")) {
        let name = stem(&file).to_lowercase();
        let is_it = |row: &&str| row.split(['\t', '.']).nth(1).is_some_and(|other| other.to_lowercase() == name);
        let Some(row) = table.lines().find(is_it) else { continue };
        let columns: Vec<&str> = row.split('\t').collect();
        let text = std::fs::read_to_string(&file).expect("a text");
        let limits = Limits { steps: 1_000_000, proof: 0, ..Limits::default() };
        let found = match rules::load(&name, &text, Loading { limits, difference: true }) {
            Ok(_) => "false",
            Err(error) if error.reason == Reason::Simultaneous => "true",
            Err(_) => continue,
        };
        compared += 1;
        alike += usize::from(columns[1] == "2" && columns[2] == found);
    }
    assert!(compared >= 25 && alike + 1 >= compared, "{alike} of {compared} alike");
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
