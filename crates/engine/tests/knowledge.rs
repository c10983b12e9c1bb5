//! What a search may ask before it thinks: a book is opened once, and nobody learns without a past.

use std::sync::Arc;

use engine::{
    BookSource, Control, Error, Go, Identity, Key, Options, Past, PastGames, PastMove, PlayerSpec, Reporting,
    Resources, Searched,
};

/// A past in which one move of the start position was always lost.
struct Lost {
    mv: String,
    start: Key,
}

impl Past for Lost {
    fn moves(&self, game: &str, key: Key) -> Result<Vec<PastMove>, Error> {
        assert_eq!(game, "othello");
        let known = PastMove { mv: self.mv.clone(), results: [0, 0, 99] };
        Ok(if key == self.start { vec![known] } else { Vec::new() })
    }

    fn searched(&self, _: &str, _: &str, _: usize) -> Result<Vec<Searched>, Error> {
        Ok(Vec::new())
    }

    fn keep(&self, _: &str, _: &str, _: Searched) -> Result<(), Error> {
        Ok(())
    }
}

#[test]
fn a_search_learns_from_whatever_past_it_is_given() {
    let mut engine = engine::open("othello").unwrap();
    let best = |engine: &mut dyn engine::Engine, options: &Options| {
        engine.forget();
        engine.go(options, &Go::depth(4), &Control::timeless(), &mut |_| {}).unwrap().best.unwrap().text
    };
    let before = best(&mut *engine, &Options::default());
    let past = PastGames::new(Arc::new(Lost { mv: before.clone(), start: engine.key() }));
    // It is asked by a player who learns, and by no other.
    let mut given = Options::from(Resources { past, ..Resources::default() });
    assert_eq!(best(&mut *engine, &given), before);
    given.player.history = true;
    assert_ne!(best(&mut *engine, &given), before);
}

#[test]
fn who_learns_needs_a_past() {
    let player: PlayerSpec = "kiebitz:eval=material+history".parse().unwrap();
    let (options, go) = &player.options(true).unwrap();
    assert!(options.player.history);
    let mut engine = engine::open("chess").unwrap();
    let wrong =
        Err(Error::Request("evaluators 'history' and 'rote': there is no history of played games here".to_string()));
    assert_eq!(engine.check(options, go), wrong);
    let answer = engine.go(options, &Go::depth(1), &Control::timeless(), &mut |_| {});
    assert_eq!(answer.map(drop), wrong);
}

/// Checking the options opens the book, and nothing opens it again.
#[cfg(unix)]
#[test]
fn a_book_is_opened_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    std::fs::write(&path, [0; 16]).unwrap();
    let player = Identity { book: Some(BookSource::File(path.clone())), ..Identity::default() };
    let options = Options { player, report: Reporting::lines(2), ..Options::default() };
    let mut engine = engine::open("chess").unwrap();
    engine.check(&options, &Go::depth(1)).unwrap();
    std::fs::remove_file(&path).unwrap();
    for lines in [2, 1, 2] {
        let options = Options { report: Reporting::lines(lines), ..options.clone() };
        engine.go(&options, &Go::depth(1), &Control::timeless(), &mut |_| {}).unwrap();
    }
    assert!(engine::open("chess").unwrap().check(&options, &Go::depth(1)).is_err());
}
