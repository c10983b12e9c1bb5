//! Annotated games: the moves stay what they were, mistakes are marked, and the PGN can be read again.

use std::time::Duration;

use engine::Control;
use knowledge::games;
use lab::analyse::{Effort, Judgement, Settings, annotate};
use lab::explain::Language;
use record::Record;
use record::pgn::Games;

const GAME: &str = "[Event \"A \\\"B\\\"\"]\n[White \"W\"]\n[ECO \"C50\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Bc4 Nc6 3. Qh5 {a comment} Nf6 (3... g6 4. Qf3) 4. Qxf7# 1-0\n";

fn read(text: &str) -> Vec<Record> {
    Games::new(text.as_bytes()).map(|game| game.unwrap().unwrap()).collect()
}

fn moves(game: &Record) -> Vec<String> {
    let mut moves = Vec::new();
    games::replay(game, &games::start(game).unwrap(), |position, mv| moves.push(position.uci_text(mv, false))).unwrap();
    moves
}

#[test]
fn a_blunder_is_marked_and_explained() {
    let game = &read(GAME)[0];
    for language in [Language::English, Language::German] {
        let settings = Settings { effort: Effort::Nodes(5_000), language };
        let mut heard = 0;
        let found = annotate(game, &settings, &Control::timeless(), &mut |_, _| heard += 1).unwrap().unwrap();
        assert_eq!(heard, 8);
        assert_eq!(found.moves.len(), 7);
        let blunder = &found.moves[5];
        assert_eq!((blunder.mv.as_str(), blunder.judgement), ("Nf6", Some(Judgement::Blunder)));
        assert_eq!(blunder.eval.as_deref().and_then(|eval| eval.split(',').next()), Some("#1"));
        assert!(found.moves[6].judgement.is_none() && found.moves[6].eval.is_none());
        let pgn = found.pgn();
        let wanted = match language {
            Language::English => "White mates in 1",
            Language::German => "setzt in 1 matt",
        };
        assert!(pgn.replace('\n', " ").contains(wanted), "{pgn}");
        assert!(pgn.contains("Nf6 $4") || pgn.contains("Nf6\n$4"), "{pgn}");
        assert!(!pgn.contains("[%eval\n"), "{pgn}");
        assert!(pgn.lines().all(|line| line.chars().count() <= 80), "{pgn}");
        assert!(pgn.starts_with("[Event \"A \\\"B\\\"\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"), "{pgn}");
        // Read again, it is the same game.
        let again = read(&pgn);
        assert_eq!(again.len(), 1);
        assert_eq!(moves(&again[0]), moves(game));
        assert_eq!((again[0].tag("ECO"), again[0].result), (Some("C50"), game.result));
    }
}

#[test]
fn from_a_position_with_black_to_move_and_by_time() {
    let text = "[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 3 30\"]\n\n30... Rxf2 31. Rd8# 1-0\n";
    let game = &read(text)[0];
    let settings = Settings { effort: Effort::Time(Duration::from_millis(30)), language: Language::English };
    let found = annotate(game, &settings, &engine::start_clock(), &mut |_, _| {}).unwrap().unwrap();
    let pgn = found.pgn();
    assert!(pgn.contains("30... Rxf2 $4 {[%eval #1,"), "{pgn}");
    assert!(pgn.contains("(30..."), "{pgn}");
    assert_eq!(moves(&read(&pgn)[0]), ["a2f2", "d1d8"]);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let settings = Settings { effort: Effort::Nodes(1_000), language: Language::English };
    let illegal = &read("1. e4 e5 2. Ke3 *\n")[0];
    assert!(annotate(illegal, &settings, &Control::timeless(), &mut |_, _| {}).unwrap_err().contains("Ke3"));
    let control = Control::timeless();
    control.stop();
    assert_eq!(annotate(&read(GAME)[0], &settings, &control, &mut |_, _| {}), Ok(None));
}

/// A threefold repetition that nobody claimed does not end the game in the file, nor the explanation of what follows.
#[test]
fn a_draw_that_was_not_claimed_is_played_on() {
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 6. Qh5 Ke7 7. Qxe5# 1-0\n";
    let settings = Settings { effort: Effort::Nodes(2_000), language: Language::English };
    let found = annotate(&read(text)[0], &settings, &Control::timeless(), &mut |_, _| {}).unwrap().unwrap();
    assert_eq!(found.moves.len(), 13);
    assert!(found.moves[7].eval.is_none(), "drawn by repetition");
    assert_eq!(found.moves[11].judgement, Some(Judgement::Blunder));
}
