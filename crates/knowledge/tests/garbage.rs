//! Damaged files of every kind: refused or read as far as they go, never a panic.

mod shared;

use game::Rng;
use knowledge::book::Book;
use record::pgn::Games;
use shared::damage;

const PGN: &[u8] = b"[Event \"A\"]\n[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O-O {x} O-O (1... Kd7) \
    2. bxa8=Q $3 *\n\n[Event \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n";

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
