//! Files of played games: what is written is read, what is damaged is told, and threads change nothing.

use std::path::Path;

use engine::Control;
use game::{Abilities, Rules};
use learn::Error;
use learn::data::{Ending, Games, Generated, Settings, Summary, generate};

fn settings() -> Settings {
    Settings { nodes: 60, random_plies: 4, ..Settings::default() }
}

fn make(game: &str, games: u32, threads: usize, path: &Path) -> Result<Generated, Error> {
    generate(game, &settings(), games, threads, path, &Control::timeless(), &mut |_| {})
}

/// What is wrong with a file of these bytes, and where.
fn garbled(path: &Path, bytes: &[u8]) -> (usize, String) {
    std::fs::write(path, bytes).expect("a file");
    match Games::read(path) {
        Err(Error::Garbled { path: named, offset, reason }) => {
            assert_eq!(named, path);
            (offset, reason)
        }
        other => panic!("expected an error, got {other:?}"),
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    for game in ["chess", "othello"] {
        let (one, two, torn) = (file("one"), file("two"), file("torn"));
        make(game, 7, 1, &one).expect("games");
        make(game, 7, 2, &two).expect("games");
        let bytes = std::fs::read(&one).expect("a file");
        assert_eq!(bytes, std::fs::read(&two).expect("a file"), "{game}: two threads");

        // Killed while it wrote a game: the games before it are there, and the same command goes on.
        std::fs::write(&torn, &bytes[..bytes.len() - 5]).expect("a file");
        let read = Games::read(&torn).expect("readable");
        assert_eq!(read.games.len(), 6, "{game}");
        assert!(read.torn_at.is_some(), "{game}");
        let done = make(game, 7, 1, &torn).expect("games");
        assert_eq!((done.before.games, done.now.games), (6, 7), "{game}");
        assert_eq!(bytes, std::fs::read(&torn).expect("a file"), "{game}: continued");
        for path in [one, two, torn] {
            std::fs::remove_file(path).expect("a file");
        }
    }
}

#[test]
fn the_games_of_every_game_can_be_played_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = [
        "chess",
        "chess960(start=100)",
        "tic-tac-toe",
        "connect-four",
        "connect-four(width=5,height=4)",
        "othello",
        "othello(size=6)",
        "draughts",
        "draughts(rules=international)",
        "go(size=5,komi=0.5)",
    ];
    for (index, game) in games.into_iter().enumerate() {
        let path = folder.path().join(index.to_string());
        let done = make(game, 3, 1, &path).unwrap_or_else(|error| panic!("{game}: {error}"));
        let file = Games::read(&path).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert_eq!((file.games.len(), file.positions() as u64), (3, done.now.positions), "{game}");
        assert!(file.positions() > 0, "{game}");
        // Looking through it plays every move again.
        let summary = Summary::of(&file, 2).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert_eq!(summary.positions, file.positions(), "{game}");
        assert_eq!(summary.results.iter().sum::<usize>(), 3, "{game}");
        assert_eq!(summary.scores.iter().sum::<usize>(), summary.positions, "{game}");
        assert_eq!(summary.pieces.iter().sum::<usize>(), summary.positions, "{game}");
        let mut engine = engine::open(game).expect("a game");
        for sample in &summary.samples {
            engine.set_position(&sample.position).unwrap_or_else(|error| panic!("{game}: {error}"));
        }
        assert_eq!(summary.samples.len(), 2, "{game}");
    }
}

#[test]
fn kept_positions_are_quiet() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    make("chess", 5, 1, &path).expect("games");
    let file = Games::read(&path).expect("readable");
    for game in &file.games {
        assert!(game.plies[..game.opening.into()].iter().all(|ply| ply.score.is_none()), "the opening is not kept");
        let mut position = chess::Position::default();
        for ply in &game.plies {
            let mv = position.decode(ply.code).expect("a legal move");
            if ply.score.is_some() {
                assert!(!position.in_check() && !position.is_noisy(mv), "{position:?}");
            }
            position.play(mv);
        }
        if game.ending == Ending::Rules {
            let outcome = position.outcome().expect("the game is over");
            assert_eq!(outcome.score(game::Side::First), game.result);
        }
    }
}

#[test]
fn damage_is_told_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("games"), folder.path().join("damaged"));
    make("tic-tac-toe", 4, 1, &path).expect("games");
    let bytes = std::fs::read(&path).expect("a file");
    let header = 12 + 8 + u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]) as usize;

    let (offset, reason) = garbled(&other, b"1. e4 e5 2. Nf3 Nc6");
    assert_eq!(offset, 0);
    assert!(reason.contains("not a file of played games"), "{reason}");
    assert_eq!(garbled(&other, b"").0, 0);

    let mut newer = bytes.clone();
    newer[8] = 9;
    let (offset, reason) = garbled(&other, &newer);
    assert_eq!(offset, 8);
    assert!(reason.contains("version 9") && reason.contains("version 1"), "{reason}");

    let (offset, reason) = garbled(&other, &bytes[..header - 1]);
    assert_eq!(offset, 12);
    assert!(reason.contains("within its header"), "{reason}");

    // A flipped bit, wherever it is, is found.
    for at in 12..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 0x10;
        std::fs::write(&other, &flipped).expect("a file");
        match Games::read(&other) {
            Err(Error::Garbled { offset, .. }) => assert!((8..=at).contains(&offset), "byte {at}: {offset}"),
            // A longer block than there is looks like the torn end of a file.
            Ok(games) => assert!(games.torn_at.is_some_and(|torn| torn <= at), "byte {at}"),
            Err(error) => panic!("byte {at}: {error}"),
        }
    }

    // Every beginning of the file is readable, with the whole games in it.
    for length in header..bytes.len() {
        std::fs::write(&other, &bytes[..length]).expect("a file");
        let games = Games::read(&other).unwrap_or_else(|error| panic!("{length} bytes: {error}"));
        assert!(games.games.len() < 4, "{length} bytes");
    }
}

#[test]
fn a_file_belongs_to_its_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    make("tic-tac-toe", 2, 1, &path).expect("games");
    let before = std::fs::read(&path).expect("a file");
    let other = Settings { seed: 2, ..settings() };
    let error = generate("tic-tac-toe", &other, 4, 1, &path, &Control::timeless(), &mut |_| {});
    let error = error.expect_err("other settings").to_string();
    assert!(error.contains("seed=1") && error.contains("games"), "{error}");
    assert_eq!(before, std::fs::read(&path).expect("a file"), "the file is untouched");

    let unknown = Settings { evaluator: Some("oracle".to_string()), ..settings() };
    let error = generate("chess", &unknown, 1, 1, &path, &Control::timeless(), &mut |_| {});
    assert!(error.expect_err("no such evaluator").to_string().contains("oracle"));
    let error = make("checkers", 1, 1, &folder.path().join("none")).expect_err("no such game");
    assert!(error.is_bad_input() && error.to_string().contains("checkers"), "{error}");
}
