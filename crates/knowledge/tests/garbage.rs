//! Damaged files of every kind: refused or read as far as they go, never a panic.

use std::path::Path;

use game::Rng;
use knowledge::book::Book;
use knowledge::history::{GameResult, History, PlayedGame};
use record::pgn::Games;

const PGN: &[u8] = b"[Event \"A\"]\n[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O-O {x} O-O (1... Kd7) \
    2. bxa8=Q $3 *\n\n[Event \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n";

/// Some bytes changed, some cut out, some doubled.
fn damage(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=rng.below(6) {
        let at = rng.below(bytes.len());
        match rng.below(4) {
            0 => bytes[at] = rng.next_u64() as u8,
            1 => bytes[at] = rng.pick(b"[]{}();\"\\\n\r%x0= "),
            2 => drop(bytes.drain(at..(at + 1 + rng.below(9)).min(bytes.len()))),
            _ => {
                let piece = bytes[at..(at + 1 + rng.below(9)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
    bytes
}

#[test]
fn games() {
    let mut rng = Rng::new(1);
    let mut readable = 0;
    for _ in 0..20_000 {
        for game in Games::new(&damage(PGN, &mut rng)[..]).flatten().flatten() {
            if let Ok(start) = knowledge::games::start(&game) {
                readable += usize::from(knowledge::games::replay(&game, &start, |_, _| {}).is_ok());
            }
        }
    }
    assert!(readable > 10_000, "{readable}");
}

#[test]
fn books() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    let mut rng = Rng::new(2);
    let bytes: Vec<u8> =
        (0..64_u64).flat_map(|key| [(key << 50).to_be_bytes(), rng.next_u64().to_be_bytes()].concat()).collect();
    let position = chess::Position::default();
    let mut opened = 0;
    for _ in 0..500 {
        std::fs::write(&path, damage(&bytes, &mut rng)).unwrap();
        if let Ok(book) = Book::open_file(&path) {
            opened += 1;
            book.moves(&position, None);
        }
    }
    assert!(opened > 0);
}

#[test]
fn stores() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite");
    {
        let mut history = History::open(&path).unwrap();
        let course = (0..60).map(|ply| (game::Key(ply), format!("{ply}"))).collect();
        let game = PlayedGame { game: "go".to_string(), course, result: GameResult::Draw, ..PlayedGame::default() };
        history.record(&game).unwrap();
    }
    let good = std::fs::read(&path).unwrap();
    let mut rng = Rng::new(3);
    let ask = |path: &Path| {
        let history = History::open(path)?;
        history.moves("go", game::Key(3))?;
        history.for_each("go", |_| Ok(true))
    };
    assert!(ask(&path).is_ok());
    let mut refused = 0;
    for _ in 0..200 {
        let _ = std::fs::remove_file(folder.path().join("history.sqlite-wal"));
        let _ = std::fs::remove_file(folder.path().join("history.sqlite-shm"));
        std::fs::write(&path, damage(&good, &mut rng)).unwrap();
        if let Err(error) = ask(&path) {
            refused += 1;
            assert!(error.to_string().contains("history.sqlite"), "{error}");
        }
    }
    assert!(refused > 20, "{refused}");
}
