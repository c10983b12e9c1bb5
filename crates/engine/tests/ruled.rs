//! Games given as text, behind the facade.

use engine::{Control, Go, Loading, Options};

#[test]
fn games_of_our_own_open_by_name() {
    for name in engine::ruled_games() {
        let engine = engine::open(&name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(engine.game(), name);
        assert!(!engine.moves().is_empty(), "{name}");
    }
}

#[test]
fn small_games_are_solved() {
    for name in ["misere", "small-four"] {
        let mut engine = engine::open(name).expect("a game");
        let solved = engine.solve(&Options::default(), &Control::timeless(), &mut |_, _| {}).expect("it must end");
        assert_eq!(solved.expect("nobody stops it").exact, 0, "{name}");
    }
}

#[test]
fn nim_is_searched_to_its_end() {
    let mut engine = engine::open("nim").expect("a game");
    let answer = engine.go(&Options::default(), &Go::depth(17), &Control::timeless(), &mut |_| {}).expect("a search");
    assert!(answer.lines[0].score.is_loss(), "1 ^ 3 ^ 5 ^ 7 = 0: {:?}", answer.lines[0].score);
}

#[test]
fn names_of_built_in_games_are_not_taken() {
    let text = "game Othello\nplayers A B\nboard 3x3\npiece mark x o\n  place on empty\nwin line 3\ndraw full";
    let loaded = engine::load_rules("othello", text, Loading::default()).expect("rules");
    assert_eq!(loaded.name, "othello-rules");
    assert_eq!(engine::open("othello").expect("the board game").moves().len(), 4);
    assert_eq!(engine::open("othello-rules").expect("the rules").moves().len(), 9);
}

#[test]
fn a_file_cannot_be_named_here() {
    let Err(error) = engine::open("rules:/etc/passwd") else { panic!("a file was opened") };
    assert!(error.to_string().contains("a game is written as name"), "{error}");
}

#[test]
fn a_contest_decides_who_plays() {
    let loaded = engine::load_rules(
        "own-misere",
        "game Own\nplayers A B\nboard 3x3\npiece mark x o\n  place on empty\nlose line 3\ndraw full",
        Loading::default(),
    );
    let points = engine::contest(loaded.expect("rules"));
    assert_eq!(points.iter().sum::<u32>(), 20, "ten games of two half points each: {points:?}");
}
