//! Books and the history on the command line.

mod common;

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{json, kiebitz, ok, run};

const GAMES: &str = "\
[Event \"Club\"]
[Date \"2026.01.02\"]
[White \"Ada\"]
[Black \"Bert\"]
[Result \"1-0\"]
[WhiteElo \"2000\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0

[Event \"Club\"]
[White \"Bert\"]
[Black \"Ada\"]
[Result \"0-1\"]

1. e4 c5 0-1

[Event \"Broken\"]
[Result \"1-0\"]

1. e4 e4 1-0
";

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn import_show_export() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (store, pgn) = (at("history.sqlite"), at("games.pgn"));
    let store = ["--store", text(&store)];
    std::fs::write(&pgn, GAMES).unwrap();
    let output = run(&[&["history", "import", text(&pgn), "--json"], &store[..]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("games.pgn: game 3, line 17: at 1... move 'e4'"), "{errors}");
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["added"], &summary["broken"]), (&2.into(), &1.into()));
    let shown = json(&[&["history", "show", "--json"], &store[..]].concat());
    assert_eq!(shown["moves"][0]["move"], "e4");
    assert_eq!((&shown["moves"][0]["games"], &shown["moves"][0]["rating"]), (&2.into(), &2000.into()));
    assert_eq!(shown["last_games"][0]["first"], "Bert");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let shown = ok(&[&["history", "show", fen], &store[..]].concat());
    assert!(
        shown.contains("e5") && shown.contains("[####################]") && shown.contains("Ada (2000) - Bert"),
        "{shown}"
    );
    let exported = ok(&[&["history", "export", "--format", "pgn"], &store[..]].concat());
    assert!(exported.contains("[Opening \"Ruy Lopez\"]") && exported.contains("1. e4 c5 0-1"), "{exported}");
    let csv = ok(&[&["history", "export", "--format", "csv"], &store[..]].concat());
    assert!(csv.starts_with("board,value\n"), "{csv}");
    assert!(csv.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -,0\n"), "{csv}");
    assert!(csv.contains("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -,-1\n"), "{csv}");
    let book = at("my.bin");
    let export = ["history", "export", "--format", "polyglot", "--min-games", "1", "--out", text(&book)];
    ok(&[&export[..], &store[..]].concat());
    let shown = json(&["book", "show", text(&book), "--json"]);
    assert_eq!(shown["moves"][0]["move"], "e4");
    // Not over what is there, unless asked.
    let refused = run(&[&export[..], &store[..]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--force"));
    ok(&[&export[..], &["--force"], &store[..]].concat());
}

#[test]
fn books_are_built_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (pgn, book) = (folder.path().join("games.pgn"), folder.path().join("my.bin"));
    std::fs::write(&pgn, GAMES).unwrap();
    let build = ["book", "build", text(&pgn), "--out", text(&book), "--min-games", "1"];
    let output = run(&build);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("game 3, line 17"), "{output:?}");
    assert!(ok(&["book", "show", text(&book), "--moves", "e4"]).contains("c5"));
    assert_eq!(run(&build).status.code(), Some(2), "not over what is there");
    // The embedded one.
    let shown = ok(&["book", "show", "--moves", "e4 c5"]);
    assert!(shown.contains("Sizilianische Verteidigung") && shown.contains("Nf3"), "{shown}");
    assert!(ok(&["book", "show", "--position", "8/8/4k3/8/8/4K3/8/R7 w - - 0 1"]).contains("not in the embedded book"));
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = folder.path().join("wrong");
    std::fs::write(&wrong, vec![b'x'; 1000]).unwrap();
    let none = folder.path().join("none");
    let (book, store) = (folder.path().join("b.bin"), folder.path().join("s.sqlite"));
    let cases: &[(&[&str], &str)] = &[
        (&["book", "show", text(&wrong)], "wrong, offset 992"),
        (&["book", "show", text(&none)], "none"),
        (&["book", "build", text(&none), "--out", text(&book)], "none"),
        (&["book", "build", text(&wrong), "--out", text(&book)], "empty"),
        (&["history", "show", "--store", text(&wrong)], "wrong, offset 0"),
        (&["history", "show", "--store", text(&none)], "there is no history yet"),
        (&["history", "show", "ludo", "--store", text(&none)], "ludo"),
        (&["history", "import", text(&none), "--store", text(&store)], "none"),
        (&["history", "export", "--format", "xml"], "xml"),
        (&["search", "othello", "--eval", "magic+history", "--depth", "1"], "'magic'"),
        (&["play", "othello", "--first", "kiebitz:book=own", "--second", "random"], "othello has no opening books"),
        (&["play", "chess", "--first", "kiebitz:choice=odd", "--second", "random"], "uniform"),
    ];
    for (args, expected) in cases {
        let output = run(args);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
        assert!(errors.contains(expected), "{args:?}: {errors}");
    }
    assert!(!book.exists());
}

#[test]
fn played_games_are_kept_unless_it_is_not_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let output = kiebitz().env("KIEBITZ_DATA", folder.path()).args(args).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let play = ["play", "connect-four", "--first", "random", "--second", "kiebitz:level=1"];
    run(&[&play[..], &["--no-history"]].concat());
    assert!(!folder.path().join("history.sqlite").exists());
    run(&[&play[..], &["--games", "3", "--clock", "1+1"]].concat());
    let shown: serde_json::Value = serde_json::from_str(&run(&["history", "show", "connect-four", "--json"])).unwrap();
    let games: u64 = shown["moves"].as_array().unwrap().iter().map(|found| found["games"].as_u64().unwrap()).sum();
    assert_eq!(games, 3, "{shown}");
    let pgn = run(&["history", "export", "--format", "pgn", "--game", "connect-four"]);
    assert!(pgn.contains("[WhiteOptions \"kiebitz:level=1\"]") && pgn.contains("[TimeControl \"60+1\"]"), "{pgn}");
    run(&["play", "chess", "--first", "random", "--second", "random", "--position", "8/8/4k3/8/8/4K3/8/R7 w - - 0 1"]);
    assert!(run(&["history", "export", "--format", "csv"]).contains("8/8/4k3/8/8/4K3/8/R7 w - -,"));
}

/// Whoever may ask for a player that learns gets one with the history of the data folder, and nobody else opens it.
#[test]
fn players_learn_from_the_data_folder_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("history.sqlite");
    let run = |args: &[&str]| kiebitz().env("KIEBITZ_DATA", folder.path()).args(args).output().unwrap();
    let learner = "kiebitz:eval=material+history,depth=1,hash=1";
    let played: [(&[&str], &[&str]); 3] = [
        (&["search", "chess", "--depth", "1"], &["--eval", "history"]),
        (&["play", "tic-tac-toe", "--no-history", "--second", "random"], &["--first", "kiebitz:eval=history,depth=1"]),
        (&["match", "--games", "2", "--depth", "1", "--max-moves", "2", "chess", "kiebitz:depth=1,hash=1"], &[learner]),
    ];
    for (args, learning) in &played {
        let other: &[&str] = match args[0] {
            "play" => &["--first", "random"],
            "match" => &["random"],
            _ => &[],
        };
        assert!(run(&[*args, other].concat()).status.success(), "{args:?}");
        assert!(!store.exists(), "{args:?} has not asked for it");
        let output = run(&[*args, *learning].concat());
        assert!(output.status.success() && store.exists(), "{args:?}: {output:?}");
        // A history that cannot be used is named before anything is played.
        std::fs::write(&store, vec![b'x'; 1000]).unwrap();
        let output = run(&[*args, *learning].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains("history.sqlite, offset 0"), "{args:?}: {output:?}");
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            let _ = std::fs::remove_file(entry.unwrap().path());
        }
    }
}

/// A child is killed in the middle of an import, again and again: the store opens, what was committed is there and counted,
/// and in the end all is.
#[test]
fn killing_an_import_loses_nothing_that_was_in() {
    let folder = tempfile::tempdir().unwrap();
    let (store, pgn) = (folder.path().join("history.sqlite"), folder.path().join("games.pgn"));
    let count = 6000;
    let squares = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let games: String = (0..count)
        .map(|index| {
            let file = |step: usize| squares[index / step % 8];
            format!(
                "[Event \"{index}\"]\n[Round \"{index}\"]\n[Result \"1-0\"]\n\n1. {}3 {}6 2. {}4 1-0\n\n",
                file(1),
                file(8),
                file(1)
            )
        })
        .collect();
    std::fs::write(&pgn, games).unwrap();
    let known = |folder: &Path| -> u64 {
        let shown = json(&["history", "show", "--json", "--store", text(&folder.join("history.sqlite"))]);
        shown["moves"].as_array().unwrap().iter().map(|found| found["games"].as_u64().unwrap()).sum()
    };
    let import = ["history", "import", text(&pgn), "--store", text(&store)];
    let mut before = 0;
    let mut interrupted = 0;
    for round in 0..6_u64 {
        let mut child = kiebitz().args(import).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(30 + 60 * round) {
            std::thread::sleep(Duration::from_millis(5));
        }
        interrupted += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        if store.exists() {
            let now = known(folder.path());
            assert!(now >= before, "{now} games after {before}");
            before = now;
        }
    }
    assert!(interrupted > 0, "every import was done before it could be killed");
    let output = kiebitz().args(import).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(known(folder.path()), count as u64);
}

/// The same for games that are being played: those that were over are there, each with its result.
#[test]
fn killing_a_series_of_games_loses_the_unfinished_one_alone() {
    let folder = tempfile::tempdir().unwrap();
    let command = || {
        let mut command = kiebitz();
        command.env("KIEBITZ_DATA", folder.path());
        command
    };
    let play = ["play", "connect-four", "--first", "random", "--second", "random", "--games", "100000"];
    let mut child = command().args(play).stdout(Stdio::piped()).spawn().unwrap();
    // A game is kept before its score is announced.
    let mut announced = 0;
    let reader = std::io::BufReader::new(child.stdout.take().unwrap());
    for line in std::io::BufRead::lines(reader).map_while(Result::ok) {
        announced += u64::from(line.starts_with("After game "));
        if announced == 8 {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let output = command().args(["history", "export", "--format", "pgn", "--game", "connect-four"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let pgn = String::from_utf8(output.stdout).unwrap();
    assert!(pgn.matches("[Event ").count() as u64 >= announced, "{announced}: {pgn}");
    assert!(!pgn.contains("[Result \"*\"]"), "{pgn}");
    let output = command().args(["history", "show", "connect-four"]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
