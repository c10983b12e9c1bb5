//! `kiebitz endgame`, and what a chess program sees of the tables.

mod common;

use std::path::Path;
use std::process::Output;

use common::{kiebitz, typed};

/// Runs with a data folder of its own.
fn run(data: &Path, args: &[&str]) -> Output {
    kiebitz().env("KIEBITZ_DATA", data).args(args).output().expect("the binary starts")
}

fn ok(data: &Path, args: &[&str]) -> String {
    let output = run(data, args);
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(data: &Path, args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&ok(data, args)).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

/// The complaint of a command that fails with this exit code.
fn complaint(data: &Path, args: &[&str], code: i32) -> String {
    let output = run(data, args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const ROOK: &str = "8/8/8/8/8/2k5/8/KR6 w - - 0 1";

#[test]
fn help_has_examples() {
    let data = tempfile::tempdir().expect("a folder");
    for args in [&["endgame", "--help"][..], &["endgame", "generate", "--help"], &["endgame", "probe", "--help"]] {
        assert!(ok(data.path(), args).contains("Example"), "{args:?}");
    }
}

#[test]
fn probe_needs_no_files_for_three_men() {
    let data = tempfile::tempdir().expect("a folder");
    let text = ok(data.path(), &["endgame", "probe", ROOK]);
    assert!(text.contains("KRK, White to move: mate in 14\nBest move: Rd1\n"), "{text}");
    let value = json(data.path(), &["endgame", "probe", ROOK, "--json"]);
    assert_eq!((&value["wdl"], &value["plies_to_mate"], &value["move"]), (&2.into(), &27.into(), &"Rd1".into()));
    let moves = value["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 14);
    assert_eq!((&moves[13]["value"], &moves[13]["wdl"]), (&"draw".into(), &0.into()));
    // Nothing was written.
    assert_eq!(std::fs::read_dir(data.path()).expect("a folder").count(), 0);
}

#[test]
fn probe_reads_many_positions() {
    let input = format!("{ROOK}\n\n8/8/8/8/4p3/4k3/8/4K3 w - - 0 1\n");
    let output = typed(&["endgame", "probe", "-"], input.as_bytes());
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let wdl = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["wdl"].clone();
    assert_eq!(text.lines().map(wdl).collect::<Vec<_>>(), [2, -2]);
    let output = typed(&["endgame", "probe", "-"], b"8/8/8/8/8/2k5/8/KR6 w - - 0 1\nrubbish\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2: "), "{output:?}");
}

#[test]
fn what_cannot_be_known_is_said() {
    let data = tempfile::tempdir().expect("a folder");
    let said = |args: &[&str], code, part: &str| {
        let text = complaint(data.path(), args, code);
        assert!(text.contains(part), "{args:?}: {text}");
    };
    said(&["endgame", "probe", "8/8/8/8/8/2k5/8/K w - - 0 1"], 2, "8/8");
    said(&["endgame", "probe", "8/8/8/8/8/2k5/2n5/KR6 w - - 0 1"], 1, "generate --men 4");
    said(&["endgame", "probe", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], 1, "castle");
    said(&["endgame", "probe", "4k3/pp6/8/8/8/8/8/4K2R w - - 0 1"], 1, "5 men");
    said(&["endgame", "probe", ROOK, "--syzygy", "/no/such/folder"], 2, "/no/such/folder");
    said(&["endgame", "generate", "--men", "5"], 2, "from 3 to 4");
    said(&["endgame", "verify", "KRKQ"], 2, "KRKQ");
    said(&["endgame", "verify", "KQKR"], 1, "generate --men 4");
}

/// Made, kept, taken up again, checked; damaged files are refused by name and place and replaced only when that is asked for.
#[test]
fn the_life_of_a_set() {
    let data = tempfile::tempdir().expect("a folder");
    let made = json(data.path(), &["endgame", "generate", "--men", "3", "--json"]);
    assert_eq!(made["positions_up_to_symmetry"]["2"], 462);
    assert_eq!(made["positions_up_to_symmetry"]["3"], 368_079);
    let longest = |name: &str| {
        let tables = made["tables"].as_array().expect("a list");
        tables.iter().find(|table| table["ending"] == name).expect("the ending")["longest_mate"].clone()
    };
    assert_eq!((longest("KQK"), longest("KRK"), longest("KPK")), (10.into(), 16.into(), 28.into()));

    let file = data.path().join("endgames/KRK.kdtm");
    let good = std::fs::read(&file).expect("it was made");
    std::fs::remove_file(data.path().join("endgames/KPK.kdtm")).expect("it was made");
    let again = ok(data.path(), &["endgame", "generate", "--men", "3"]);
    let count = |word: &str| again.lines().filter(|line| line.ends_with(word)).count();
    assert_eq!((count("was there"), count("made")), (4, 1), "{again}");

    let text = ok(data.path(), &["endgame", "verify", "KRK", "KPK"]);
    assert!(text.contains("2 endings, 215,691 positions right by the rules"), "{text}");

    std::fs::write(&file, &good[..good.len() - 1]).expect("written");
    for args in [&["endgame", "generate", "--men", "3"][..], &["endgame", "probe", ROOK], &["endgame", "verify", "KRK"]]
    {
        let text = complaint(data.path(), args, 1);
        assert!(text.contains("KRK.kdtm, byte ") && text.contains("truncated"), "{args:?}: {text}");
        assert_eq!(std::fs::read(&file).expect("still there").len(), good.len() - 1);
    }
    ok(data.path(), &["endgame", "generate", "--men", "3", "--replace"]);
    assert_eq!(std::fs::read(&file).expect("made again"), good);
    let names: Vec<_> = std::fs::read_dir(data.path().join("endgames")).expect("a folder").collect();
    assert_eq!(names.len(), 5, "nothing half-done lies about: {names:?}");
}

/// Types into a UCI engine with a data folder of its own, and returns what it says.
fn uci(data: &Path, input: &str) -> String {
    let mut child = kiebitz().env("KIEBITZ_DATA", data).stdin(std::process::Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("piped");
    std::io::Write::write_all(&mut stdin, input.as_bytes()).expect("it listens");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_chess_program_gets_the_shortest_mate_with_its_line() {
    let data = tempfile::tempdir().expect("a folder");
    let limited = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 400\n";
    for options in ["", limited, "setoption name Threads value 2\n"] {
        let text = uci(data.path(), &format!("{options}position fen {ROOK}\ngo nodes 2000\n"));
        let line = text.lines().rfind(|line| line.starts_with("info depth")).expect("a line");
        assert!(line.contains("score mate 14"), "{text}");
        assert_eq!(line.split(" pv ").nth(1).expect("a line").split(' ').count(), 27, "{line}");
        assert!(text.contains("bestmove b1d1"), "{text}");
    }
}

#[test]
fn tables_that_are_missing_or_damaged_do_not_stop_an_engine() {
    let data = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(data.path().join("endgames")).expect("a folder");
    std::fs::write(data.path().join("endgames/KRK.kdtm"), b"rubbish").expect("written");
    let text = uci(
        data.path(),
        &format!("setoption name SyzygyPath value /no/such/folder\nisready\nposition fen {ROOK}\ngo depth 4\n"),
    );
    assert!(text.contains("info string /no/such/folder: "), "{text}");
    assert!(text.contains("readyok"), "{text}");
    assert!(text.contains("KRK.kdtm, byte 0: "), "{text}");
    // Three men are solved on the spot.
    assert!(text.contains("score mate 14") && text.contains("bestmove b1d1"), "{text}");
    let options = uci(data.path(), "uci\n");
    for option in [
        "SyzygyPath type string default <empty>",
        "SyzygyProbeDepth type spin default 1 min 1 max 100",
        "Syzygy50MoveRule type check default true",
        "SyzygyProbeLimit type spin default 7 min 0 max 7",
    ] {
        assert!(options.contains(&format!("option name {option}\n")), "{option}: {options}");
    }
}
