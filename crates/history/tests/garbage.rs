//! Damaged stores: refused or read as far as they go, never a panic.

#[path = "../../knowledge/tests/shared/mod.rs"]
mod shared;

use std::path::Path;

use game::Rng;
use history::{GameResult, History, PlayedGame};
use shared::damage;

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
