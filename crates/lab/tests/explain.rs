//! Explanations: what is said is so, in both languages, for every game.

use engine::Control;
use lab::explain::{self, Explanation, Gain, Language, Piece, Request, Role, What};

fn ask(game: &str, position: &str, asked: Option<&str>) -> Explanation {
    let request = Request { asked: asked.map(ToString::to_string), nodes: 30_000, ..Request::new(game, position) };
    explain::explain(&request, &Control::timeless()).unwrap()
}

fn outcome(found: &Explanation, wanted: Role) -> &Gain {
    let gain = found.facts.iter().find_map(|fact| match &fact.what {
        What::Outcome { role, gain, .. } if *role == wanted => Some(gain),
        _ => None,
    });
    gain.unwrap_or_else(|| panic!("{found:#?}"))
}

fn text(found: &Explanation, language: Language) -> String {
    found.sentences(language).iter().map(|sentence| format!("{}\n", sentence.text)).collect()
}

#[test]
fn every_game_in_both_languages() {
    let games = [
        ("chess", "start"),
        ("chess960(start=100)", "start"),
        ("tic-tac-toe", "XO--X----"),
        ("connect-four", "4455"),
        ("connect-four(width=5,height=4)", "start"),
        ("othello", "f5d6c3"),
        ("othello(size=6)", "start"),
        ("draughts", "start"),
        ("draughts(rules=international)", "start"),
        ("draughts(rules=frisian)", "start"),
        ("go(size=5)", "start"),
    ];
    for (game, position) in games {
        let best = ask(game, position, None);
        let mut engine = engine::open(game).unwrap();
        engine.set_position(position).unwrap();
        let moves = engine::Ply::texts(&engine.moves());
        assert!(moves.contains(&best.best), "{game}: {}", best.best);
        let other = moves.iter().find(|mv| **mv != best.best).unwrap();
        for found in [best, ask(game, position, Some(other))] {
            let (english, german) = (found.sentences(Language::English), found.sentences(Language::German));
            assert!(!english.is_empty() && english.len() == german.len(), "{game}: {english:?}");
            for (one, two) in english.iter().zip(&german) {
                assert_eq!(one.facts, two.facts, "{game}");
                assert!(
                    !one.facts.is_empty() && one.facts.iter().all(|id| found.facts[*id].id == *id),
                    "{game}: {one:?}"
                );
                assert!(one.text.ends_with('.') && two.text.ends_with('.'), "{game}: {one:?} {two:?}");
            }
            // Every line can be played from where it begins.
            for fact in &found.facts {
                if let What::Move { line, .. } | What::Outcome { line, .. } = &fact.what {
                    engine.set_position(&line.from).unwrap();
                    for mv in &line.moves {
                        assert_eq!(engine.play(mv).map(|ply| ply.text).as_ref(), Ok(mv), "{game}: {line:?}");
                    }
                }
            }
            let value = found.json(Language::German);
            assert_eq!(value["sentences"].as_array().unwrap().len(), german.len(), "{game}");
        }
    }
}

#[test]
fn a_fork_wins_the_queen() {
    // The knight gives check and attacks the queen.
    let found = ask("chess", "q3k3/8/8/1N6/8/8/5PPP/6K1 w - - 0 1", None);
    assert_eq!(found.best, "Nc7+");
    assert!(
        matches!(outcome(&found, Role::Best), Gain::Material { tally, .. } if tally.won == [Piece::Queen]),
        "{found:#?}"
    );
    let english = text(&found, Language::English);
    assert!(english.contains("It wins a queen: 1. Nc7+ "), "{english}");
    let german = text(&found, Language::German);
    assert!(german.contains("Er gewinnt eine Dame: 1. Sc7+ "), "{german}");
}

#[test]
fn a_bad_capture_loses_the_queen_for_a_pawn() {
    let found = ask("chess", "4k3/1p6/2p5/3p4/8/1Q6/PPP5/4K3 w - - 0 1", Some("Qxd5"));
    let Gain::Material { tally, .. } = outcome(&found, Role::Asked) else { panic!("{found:#?}") };
    assert_eq!((tally.won.as_slice(), tally.lost.as_slice()), (&[Piece::Pawn][..], &[Piece::Queen][..]));
    assert!(text(&found, Language::English).contains("Qxd5 loses a queen for a pawn: 1. Qxd5 cxd5."));
}

#[test]
fn mates_are_counted_in_moves() {
    let found = ask("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Some("Ra7"));
    let english = text(&found, Language::English);
    assert!(english.starts_with("Ra7 misses Ra8#, which mates in 1: 1. Ra8#."), "{english}");
    // Black must see to the back rank, and does not.
    let found = ask("chess", "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1", Some("Rxf2"));
    let english = text(&found, Language::English);
    assert!(english.starts_with("After Rxf2 White mates in 1"), "why comes first: {english}");
    assert!(english.contains("After Rxf2 White mates in 1: 1... Rxf2 2. Rd8#."), "{english}");
    assert!(english.contains("If Black passed, White would mate in 1: 2. Rd8#."), "{english}");
    assert!(english.contains("Rxf2 does not meet this: Rd8# follows all the same."), "{english}");
}

/// What a quiet mistake allows or leaves out is told, and no gain; a move that is as good as the best is called so.
#[test]
fn a_quiet_mistake_is_not_told_as_a_gain() {
    let start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let found = ask("chess", start, Some("Rg1"));
    let english = found.sentences(Language::English);
    assert!(english[0].text.starts_with("Rg1 allows ") || english[0].text.starts_with("Rg1 misses "), "{english:?}");
    assert!(!english[0].text.contains("wins"), "{english:?}");
    assert!(english[1].text.starts_with("Better is "), "{english:?}");
    let line = english[0].line.as_ref().unwrap();
    assert!(
        !line.moves.is_empty() && english[0].text.starts_with(english[0].lead.trim_end_matches('.')),
        "{english:?}"
    );
    let best = ask("chess", start, Some(&found.best.clone()));
    assert!(best.sentences(Language::English)[0].text.starts_with("Best is "));
}

/// What is known of a position is taken for granted, so that two answers about it agree: unless whoever asks would search more than
/// was searched, even with the closer look that a move gets.
#[test]
fn what_is_known_is_not_searched_again() {
    let start = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let first = ask("chess", start, Some("f6"));
    let again = Request {
        asked: Some("h6".to_string()),
        nodes: 2_000,
        known: first.judged.clone(),
        ..Request::new("chess", start)
    };
    let again = explain::explain(&again, &Control::timeless()).unwrap();
    assert_eq!((again.best, again.judged), (first.best, first.judged));
    assert!(!first.judged_after.is_empty());
}

/// Values are told from the first player's view, whoever is to move, and with a real minus.
#[test]
fn values_have_one_point_of_view() {
    let found = ask("chess", "q3k3/8/8/8/8/8/5PPP/R5K1 b - - 0 1", Some("Qxa1+"));
    let text = text(&found, Language::English);
    assert!(text.contains('−') && !text.contains(" -"), "{text}");
}

#[test]
fn a_promotion_is_named() {
    let found = ask("chess", "8/P7/8/8/8/8/k7/4K3 w - - 0 1", None);
    // With three men the tables know the mate; with more the search sees the queen.
    assert_eq!(found.best, "a8=Q+");
    let found = ask("chess", "8/P6p/8/8/7P/8/1k6/4K2N w - - 0 1", None);
    match outcome(&found, Role::Best) {
        Gain::Material { tally, .. } => assert_eq!(tally.promoted, [Piece::Queen]),
        Gain::Decided { wins, .. } => assert!(wins),
        Gain::Count { .. } => panic!("{found:#?}"),
    }
}

#[test]
fn the_only_move_and_no_move() {
    let found = ask("chess", "7k/8/8/8/8/8/5PPr/6RK w - - 0 1", None);
    assert!(text(&found, Language::English).contains("It is the only legal move."));
    let over = Request::new("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let error = explain::explain(&over, &Control::timeless()).unwrap_err().to_string();
    assert!(error.contains("the game is over"), "{error}");
    let illegal = Request { asked: Some("e2e5".to_string()), ..Request::new("chess", "start") };
    assert!(explain::explain(&illegal, &Control::timeless()).is_err());
}

/// Where all is lost, or all wins, the move that loses at once or wins late is told of.
#[test]
fn sooner_or_later_is_a_difference() {
    let found = ask("connect-four", "41414", Some("2"));
    let text = text(&found, Language::English);
    assert_ne!(found.best, "2");
    assert!(text.starts_with("After 2 ") && text.contains(" wins the game in 1 move: 2 4."), "{text}");
    assert!(text.contains("Better is 4 with a win for") && !text.contains("as good as"), "{text}");
    // A mate in two where there is one in one.
    let found = ask("chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", Some("Qg2"));
    let text = self::text(&found, Language::English);
    assert!(text.contains("misses Qg7#, which mates in 1"), "{text}");
}

/// What is told of the search repeats, and a search that is stopped tells what it knows or says that it knows nothing.
#[test]
fn the_same_question_has_the_same_answer() {
    let position = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let facts = || ask("chess", position, Some("f6")).facts;
    assert_eq!(facts(), facts());
    let control = Control::timeless();
    control.stop();
    if let Ok(found) = explain::explain(&Request::new("chess", position), &control) {
        assert!(!found.best.is_empty());
    }
}
