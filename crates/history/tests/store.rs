//! The store: what goes in comes out, once.

#[path = "../../knowledge/tests/shared/mod.rs"]
mod shared;

use std::path::Path;

use game::{Key, Rules};
use history::import::Summary;
use history::{GameResult, History, Participant, PlayedGame};
use record::Broken;

const GAMES: &str = "\
[Event \"Club\"]
[Date \"2026.01.02\"]
[White \"Ada\"]
[Black \"Bert \\\"the rook\\\"\"]
[Result \"1-0\"]
[WhiteElo \"2000\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {good} (3... Nf6) 4. O-O 1-0

[Event \"Club\"]
[White \"Bert\"]
[Black \"Ada\"]
[Result \"0-1\"]
[WhiteElo \"1800\"]

1. e4 c5 0-1

[Event \"Broken\"]

1. e4 e4 *

[Event \"Empty\"]

*

[Event \"Other\"]
[Variant \"Crazyhouse\"]

1. e4 *
";

fn import(history: &mut History, path: &Path) -> (Summary, Vec<Broken>) {
    let mut faults = Vec::new();
    let summary = history.import(path, &mut |broken| faults.push(broken.clone()), &mut |_, _| true).unwrap();
    (summary, faults)
}

fn start_key() -> Key {
    chess::Position::default().key()
}

#[test]
fn games_go_in_once_and_broken_ones_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    std::fs::write(&pgn, GAMES).unwrap();
    let mut history = History::open(&folder.path().join("history.sqlite")).unwrap();
    let (summary, faults) = import(&mut history, &pgn);
    assert_eq!((summary.added, summary.known, summary.empty, summary.other, summary.broken), (2, 0, 1, 1, 1));
    let faults: Vec<(u64, u64)> = faults.iter().map(|broken| (broken.number, broken.line)).collect();
    assert_eq!(faults, [(3, 18)]);
    let explored = history.moves("chess", start_key()).unwrap();
    assert_eq!(explored.len(), 1);
    let e4 = &explored[0];
    assert_eq!((e4.mv.as_str(), e4.results, e4.rating), ("e2e4", [1, 0, 1], Some(1900)));
    assert_eq!(e4.recent.len(), 2);
    assert_eq!(history.game(e4.recent[0]).unwrap().unwrap().players[0].name, "Bert");
    // The same again changes nothing.
    let (again, _) = import(&mut history, &pgn);
    assert_eq!((again.added, again.known), (0, 2));
    assert_eq!(history.moves("chess", start_key()).unwrap(), explored);
}

#[test]
fn compressed_files_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn.zst");
    std::fs::write(&pgn, zstd::encode_all(GAMES.as_bytes(), 3).unwrap()).unwrap();
    let mut history = History::open(&folder.path().join("history.sqlite")).unwrap();
    assert_eq!(import(&mut history, &pgn).0.added, 2);
}

#[test]
fn an_exported_game_is_known_again() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    std::fs::write(&pgn, GAMES).unwrap();
    let path = folder.path().join("history.sqlite");
    let mut history = History::open(&path).unwrap();
    import(&mut history, &pgn);
    let mut text = String::new();
    let board = engine::open("chess").unwrap();
    history
        .for_each("chess", |game| {
            text.push_str(&game.pgn(&*board));
            Ok(true)
        })
        .unwrap();
    assert!(text.contains("[Black \"Bert \\\"the rook\\\"\"]"), "{text}");
    assert!(text.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0"), "{text}");
    assert!(text.contains("[ECO \"C60\"]") && text.contains("[Opening \"Sicilian Defense\"]"), "{text}");
    std::fs::write(&pgn, &text).unwrap();
    assert_eq!(import(&mut history, &pgn).0.known, 2);
    // In another store they are new.
    let mut other = History::open(&folder.path().join("other.sqlite")).unwrap();
    assert_eq!(import(&mut other, &pgn).0.added, 2);
    assert_eq!(other.moves("chess", start_key()).unwrap(), history.moves("chess", start_key()).unwrap());
}

#[test]
fn every_game_of_the_registry_has_its_own_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite");
    let mut history = History::open(&path).unwrap();
    let player = |name: &str| Participant { name: name.to_string(), ..Participant::default() };
    let played = |game: &str, result| PlayedGame {
        game: game.to_string(),
        course: vec![(Key(1), "4".to_string()), (Key(u64::MAX), "3".to_string()), (Key(1), "4".to_string())],
        result,
        players: [player("A"), player("B")],
        source: "test".to_string(),
        ..PlayedGame::default()
    };
    // The same game twice was played twice.
    history.record(&played("connect-four", GameResult::First)).unwrap();
    history.record(&played("connect-four", GameResult::First)).unwrap();
    history.record(&played("connect-four", GameResult::Draw)).unwrap();
    history.record(&played("othello", GameResult::Second)).unwrap();
    history.record(&played("othello", GameResult::Open)).unwrap();
    // And another program reads it.
    let history = History::open_existing(&path).unwrap();
    assert_eq!(history.moves("connect-four", Key(1)).unwrap()[0].results, [2, 1, 0]);
    assert_eq!(history.moves("othello", Key(u64::MAX)).unwrap()[0].results, [0, 0, 1]);
    assert!(history.moves("chess", Key(1)).unwrap().is_empty());
    assert_eq!(history.variants().unwrap(), [("connect-four".to_string(), 3), ("othello".to_string(), 2)]);
}

#[test]
fn odd_files_are_taken_as_they_are() {
    // Added, of other variants, empty, broken.
    let files = [
        ("anastasian-lewis", (0, 0, 0, 1)),
        ("antichess-programfox", (0, 2, 0, 0)),
        ("chessbase-empty-line", (1, 0, 0, 0)),
        ("cutechess-fischerrandom", (4, 0, 0, 0)),
        ("kasparov-deep-blue-1997", (6, 0, 0, 0)),
        ("knightvuillaume-jannlee-zh-lichess", (0, 1, 0, 0)),
        ("molinari-bordais-1979", (1, 0, 0, 0)),
        ("nepomniachtchi-liren-game1", (1, 0, 0, 0)),
        ("saturs-jannlee-zh-lichess", (0, 1, 0, 0)),
        ("stockfish-learning", (1, 0, 0, 0)),
        ("uci-moves", (1, 0, 0, 0)),
        ("utf8-bom", (0, 0, 2, 0)),
    ];
    let folder = tempfile::tempdir().unwrap();
    let mut history = History::open(&folder.path().join("history.sqlite")).unwrap();
    for (name, expected) in files {
        let Some(path) = shared::path(&format!("chess/games/odd/{name}.pgn")) else { return };
        let (summary, faults) = import(&mut history, &path);
        let found = (summary.added, summary.other, summary.empty, summary.broken);
        assert_eq!(found, expected, "{name}: {faults:?}");
    }
    assert_eq!(history.variants().unwrap(), [("chess".to_string(), 11), ("chess960".to_string(), 4)]);
}
