//! Learning from the past: who has lost the same line again and again plays something else.

use std::path::Path;

use engine::{BookSource, Choice, Control, Engine, Go, Identity, Options};
use history::{GameResult, History, PlayedGame};

/// A player who learns from the games of this store.
fn learning(path: &Path) -> Options {
    let mut options = Options::from(Identity { history: true, ..Identity::default() });
    options.resources.past = history::past(Some(path.to_path_buf()));
    options
}

fn answer(engine: &mut dyn Engine, options: &Options) -> String {
    let answer = engine.go(options, &Go::depth(4), &Control::timeless(), &mut |_| {}).unwrap();
    answer.best.expect("a move").text
}

/// Records so many games that begin with these moves and end like this.
fn remember(path: &Path, game: &str, moves: &[&str], result: GameResult, times: usize) {
    let mut engine = engine::open(game).unwrap();
    for mv in moves {
        engine.play(mv).unwrap();
    }
    let played = PlayedGame {
        game: engine.game(),
        course: engine.course(),
        result,
        source: "test".to_string(),
        ..PlayedGame::default()
    };
    let mut history = History::open(path).unwrap();
    for _ in 0..times {
        history.record(&played).unwrap();
    }
}

/// What is played most often by these seeds.
fn favorite(engine: &mut dyn Engine, options: &Options) -> (String, usize) {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for seed in 0..40 {
        engine.forget();
        let player = Identity { seed, ..options.player.clone() };
        let mv = answer(engine, &Options { player, ..options.clone() });
        match counts.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, count)) => *count += 1,
            None => counts.push((mv, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    (counts[0].0.clone(), counts.len())
}

#[test]
fn the_search_deviates_after_losing_the_same_line() {
    for game in ["chess", "othello"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history.sqlite");
        let options = learning(&path);
        let mut engine = engine::open(game).unwrap();
        let before = answer(&mut *engine, &options);
        remember(&path, game, &[&before], GameResult::Second, 12);
        engine.forget();
        assert_ne!(answer(&mut *engine, &options), before, "{game}");
        // Without the past it would do it again.
        engine.forget();
        assert_eq!(answer(&mut *engine, &Options::default()), before, "{game}");
    }
}

#[test]
fn the_choice_from_the_book_follows_the_results() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite");
    let mut options = learning(&path);
    options.player.book = Some(BookSource::Embedded);
    options.player.book_choice = Choice::Best;
    let mut engine = engine::open("chess").unwrap();
    let (before, _) = favorite(&mut *engine, &options);
    remember(&path, "chess", &[&before], GameResult::Second, 10);
    let (after, variety) = favorite(&mut *engine, &options);
    assert_ne!(after, before);
    assert!(variety > 1, "nothing else is ever tried");
    // What wins is played again.
    remember(&path, "chess", &[&before], GameResult::First, 60);
    assert_eq!(favorite(&mut *engine, &options).0, before);
}

/// Checking the options opens the store, and nothing opens it again.
#[cfg(unix)]
#[test]
fn a_store_is_opened_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite");
    let options = learning(&path);
    assert!(!path.exists(), "nothing has been asked yet");
    let mut engine = engine::open("chess").unwrap();
    engine.check(&options, &Go::depth(1)).unwrap();
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&path, "no store at all").unwrap();
    answer(&mut *engine, &options);
    // Who opens it now is told so.
    let later = learning(&path);
    assert!(engine.check(&later, &Go::depth(1)).unwrap_err().to_string().contains("history.sqlite, offset"));
}

/// Samuel's rote learning: what a search has found is kept, and a later one that meets the position at its leaves sees as far as if it had
/// searched it again.
#[test]
fn what_was_searched_is_known_in_the_next_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite");
    let player: engine::PlayerSpec = "samuel".parse().unwrap();
    let (mut options, _) = player.options(false).unwrap();
    options.resources.past = history::past(Some(path.clone()));
    let mut engine = engine::open("draughts").unwrap();
    let line = ["11-15", "23-19", "8-11", "22-17"];
    let score = |engine: &mut dyn Engine, options: &Options, depth| {
        let answer = engine.go(options, &Go::depth(depth), &Control::timeless(), &mut |_| {}).unwrap();
        answer.lines[0].score
    };
    // One ply before a position that was searched deeply, a search of one ply finds its value there.
    line[..3].iter().for_each(|mv| drop(engine.play(mv).unwrap()));
    let key = {
        engine.play(line[3]).unwrap();
        let key = engine.key();
        engine.undo();
        key
    };
    // Worth three quarters of a man to the side that moves there, more than any other move brings.
    let side = engine.side_to_move();
    let known = engine::Searched { key, depth: 9, value: side.view(77) };
    let evaluator = options.player.evaluator.clone().unwrap();
    History::open(&path).unwrap().keep_searched("draughts", &evaluator, known).unwrap();
    let found = score(&mut *engine, &options, 1);
    let plain = Options { player: Identity { rote: false, ..options.player.clone() }, ..options.clone() };
    let without = score(&mut *engine, &plain, 1);
    assert!(found.value() == 77 && without.value() < 77, "{found:?} {without:?}");
    // And its own value is kept now, at its depth; a shallower search does not replace it, a deeper one does.
    let kept = |depth: i32| {
        let all = History::open(&path).unwrap().searched("draughts", &evaluator, 100).unwrap();
        all.iter().any(|searched| searched.key != key && searched.depth == depth)
    };
    assert!(kept(1));
    score(&mut *engine, &options, 3);
    assert!(kept(3) && !kept(1));
    score(&mut *engine, &options, 2);
    assert!(kept(3) && !kept(2));
    // Another evaluation knows nothing of it.
    assert!(History::open(&path).unwrap().searched("draughts", "positional", 100).unwrap().is_empty());
}
