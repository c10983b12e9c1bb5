//! Pictures from the command line.

mod common;

use common::{GAMES, ok, run};

#[test]
fn every_game_has_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES.iter().chain(&["chess", "chess960(start=5)"]) {
        let svg = ok(&["svg", game]);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{game}: {svg}");
        let path = folder.path().join("board.png");
        let output = run(&["png", game, "--size", "100", "--flip", "--out", path.to_str().unwrap()]);
        assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{game}: {output:?}");
        assert!(std::fs::read(path).unwrap().starts_with(b"\x89PNG"), "{game}");
    }
    let png = run(&["png", "chess", "--moves", "e4 e5", "--arrows", "g1-f3"]);
    assert!(png.status.success() && png.stdout.starts_with(b"\x89PNG"), "{:?}", png.stderr);
}

/// The picture shows the position after the moves: four men fewer, and a king in check is marked.
#[test]
fn moves_are_played() {
    let svg = ok(&["svg", "chess", "--moves", "e4 f5 exf5 g5 fxg6 h6 g7 a6 gxh8=Q a5 Qxg8"]);
    assert_eq!(svg.matches("class=\"piece\"").count(), 28);
    let check = ok(&["svg", "chess", "--position", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"]);
    assert!(check.contains("#d92b1c"), "{check}");
    assert!(!ok(&["svg", "chess"]).contains("#d92b1c"));
}

/// The frames of a GIF: each begins with an extension that says how long it is shown.
fn frames(bytes: &[u8]) -> usize {
    assert!(bytes.starts_with(b"GIF89a"));
    bytes.windows(3).filter(|window| window == b"\x21\xf9\x04").count()
}

#[test]
fn games_as_gif() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (out, pgn) = (path("game.gif"), path("games.pgn"));
    ok(&["gif", "connect-four", "--moves", "4 4 5 5 6 6 7", "--size", "120", "--out", &out]);
    assert_eq!(frames(&std::fs::read(&out).unwrap()), 8);
    let first = "[White \"a\"]\n\n1. e4 {x} (1. d4 d5) 1... e5 2. Nf3 *\n\n";
    let second = "[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O Kd7 1-0\n\n";
    std::fs::write(&pgn, format!("{first}{second}[Event \"x\"]\n\n1. e4 e4 *\n")).unwrap();
    for (number, count) in [("1", 4), ("2", 3)] {
        ok(&["gif", &pgn, "--number", number, "--size", "120", "--out", &out]);
        assert_eq!(frames(&std::fs::read(&out).unwrap()), count);
    }
    for (args, hint) in [
        (&["gif", &pgn, "--number", "3"][..], "game 3"),
        (&["gif", &pgn, "--number", "9"], "it has 3"),
        (&["gif", "nowhere.pgn"], "nowhere.pgn"),
        (&["gif", "chess", "--moves", "e5"], "e5"),
        (&["png", "chess", "--size", "9"], "32"),
        (&["svg", "chess", "--arrows", "e2e4"], "e2-e4"),
        (&["svg", "martian"], "martian"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(hint), "{args:?}: {output:?}");
    }
}
