//! Texts that are meant to do harm, or are merely wrong: refused with a reason, within limits, without a panic.

use game::Rng;
use rules::{Limits, Loading, OWN, Reason, Walker, compile, load};

fn refused(text: &str) -> rules::RulesError {
    match compile(text, Limits::default()) {
        Ok(_) => panic!("not refused: {}", &text[..text.len().min(200)]),
        Err(error) => error,
    }
}

const FRAME: &str = "(role a) (role b) (init (control a)) (legal a x) (legal b x) (terminal) (goal a 100) (goal b 0)";

#[test]
fn deep_nesting_is_refused() {
    assert_eq!(refused(&"(".repeat(1_000_000)).reason, Reason::Syntax);
    let deep = format!("{FRAME} (p {}x{})", "(f ".repeat(60), ")".repeat(60));
    assert!(compile(&deep, Limits::default()).is_ok(), "what is nested and harmless is read");
}

#[test]
fn huge_arities_and_texts_are_refused() {
    let wide = format!("{FRAME} (p {})", "x ".repeat(10_000));
    assert_eq!(refused(&wide).reason, Reason::TooLarge);
    assert_eq!(refused(&"(a) ".repeat(300_000)).reason, Reason::TooLarge);
    let variables: String = (0..250).map(|number| format!("(p ?v{number}) ")).collect();
    assert_eq!(refused(&format!("{FRAME} (p x) (<= (q) {variables})")).reason, Reason::TooLarge);
}

#[test]
fn alternatives_that_multiply_are_refused() {
    let pairs: String = (0..40).map(|number| format!("(or (p a{number}) (p b{number}))")).collect();
    assert_eq!(refused(&format!("{FRAME} (p c) (<= terminal {pairs})")).reason, Reason::TooLarge);
}

#[test]
fn exponential_grounding_is_refused_and_named() {
    let digits: String = (0..10).map(|digit| format!("(d {digit})")).collect();
    let text = format!(
        "{FRAME} {digits} (<= (big ?a ?b ?c ?d ?e ?f ?g ?h ?i) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h) (d ?i)) \
         (<= terminal (big 1 1 1 1 1 1 1 1 1))"
    );
    let error = match compile(&text, Limits { steps: 3_000_000, proof: 0, ..Limits::default() }) {
        Ok(_) => panic!("not refused"),
        Err(error) => error,
    };
    assert_eq!(error.reason, Reason::TooLarge);
    assert!(error.message.contains("'big'"), "{error}");
}

#[test]
fn terms_that_grow_for_ever_are_refused() {
    let text = format!("{FRAME} (n z) (<= (n (s ?x)) (n ?x)) (<= terminal (n z))");
    let error = match compile(&text, Limits { steps: 3_000_000, proof: 0, ..Limits::default() }) {
        Ok(_) => panic!("not refused"),
        Err(error) => error,
    };
    assert_eq!(error.reason, Reason::TooLarge);
}

/// Terms share their parts: each of these is written with four times as many letters as the one before.
#[test]
fn terms_that_double_are_refused() {
    let text = format!("{FRAME} (init (n z)) (<= (next (n (f ?x ?x ?x ?x))) (true (n ?x)))");
    let error = refused(&text);
    assert_eq!(error.reason, Reason::TooLarge);
    assert!(error.message.contains("'next'"), "{error}");
}

#[test]
fn long_words_and_long_rules_are_refused() {
    assert_eq!(refused(&format!("{FRAME} (p {})", "x".repeat(1000))).reason, Reason::TooLarge);
    let long = refused(&format!("{FRAME} (p x) (<= (legal a y) {})", "(p ?x) ".repeat(2000)));
    assert_eq!(long.reason, Reason::TooLarge);
    assert!(long.message.contains("'legal'"), "{long}");
    let rule = format!("(<= (q) {})", "(or (p a) (p b))".repeat(12));
    assert_eq!(refused(&format!("{FRAME} (p a) {}", rule.repeat(100))).reason, Reason::TooLarge);
}

/// Combinations that a later condition throws away take time and memory too.
#[test]
fn what_is_thrown_away_is_counted() {
    let digits: String = (0..10).map(|digit| format!("(d {digit})")).collect();
    let all = "?a ?b ?c ?d ?e ?f ?g ?h ?i";
    let each: String = all.split(' ').map(|name| format!("(d {name}) ")).collect();
    let text = format!(
        "{FRAME} {digits} (q 1 1 1 1 1 1 1 1 1) (<= (h {all}) {each} (not (q {all})) (distinct ?i ?i)) (<= (legal a y) (h {all}))"
    );
    let Err(error) = compile(&text, Limits { steps: 3_000_000, ..Limits::default() }) else { panic!("not refused") };
    assert_eq!(error.reason, Reason::TooLarge);
    assert!(error.message.contains("'h'"), "{error}");
}

#[test]
fn faults_of_meaning_have_lines() {
    for (text, line, word) in [
        ("(role a)\n(<= (p ?x) (q))\n(<= terminal (p b))", 2, "?x"),
        ("(role a)\n(<= (p) (not (q)))\n(<= (q) (not (p)))\n(<= terminal (p))", 2, "own opposite"),
        ("(role a)\n(<= (true x) (p))", 2, "'true'"),
        ("(role a)\n(p x)\n(p x y)", 3, "it takes 1"),
        ("(role a)\n(<= (legal a x) (does a y))", 2, "'does'"),
        ("(role a)\n(<= (p) (next x))", 2, "'next'"),
        ("(role a)\n(p ?x)", 2, "?x"),
        ("(role a)\n(<= (p) (not (q) (r)))", 2, "'not'"),
        ("(role a)\n(<=)", 2, "head"),
    ] {
        let error = refused(text);
        assert_eq!(error.place.line, line, "{text}: {error}");
        assert!(error.message.contains(word), "{text}: {error}");
    }
}

#[test]
fn players_are_counted() {
    let game = "(init (s 0)) (legal a x) (<= terminal (true (s 1))) (<= (next (s 1)) (true (s 0))) (goal a 100)";
    for (roles, word) in [("(role a)", "one player"), ("(role a) (role b) (role c)", "3 players")] {
        let Err(error) = load("test", &format!("{roles} {game}"), Loading::default()) else { panic!("not refused") };
        assert_eq!(error.reason, Reason::Players);
        assert!(error.message.contains(word), "{error}");
    }
}

#[test]
fn general_sums_are_played_only_when_asked_for() {
    let game = "(role a) (role b) (init (control a)) (init (s 0)) (<= (legal ?r x) (true (control ?r))) \
        (<= (legal ?r y) (true (control ?r))) (<= (legal a noop) (true (control b))) (<= (legal b noop) (true (control a))) \
        (<= (next (control b)) (true (control a))) (<= (next (control a)) (true (control b))) \
        (<= (next (s 1)) (does ?r x)) (<= (next (s 2)) (does ?r y)) (<= terminal (true (control b))) \
        (<= (goal a 100) (true (s 1))) (<= (goal b 50) (true (s 1))) (<= (goal a 0) (true (s 2))) (<= (goal b 50) (true (s 2)))";
    let Err(error) = load("general", game, Loading::default()) else { panic!("not refused") };
    assert_eq!(error.reason, Reason::GeneralSum);
    assert!(load("general", game, Loading { difference: true, ..Loading::default() }).is_ok());
}

/// A text with some words exchanged, doubled or left out.
fn mutated(text: &str, rng: &mut Rng) -> String {
    // The words will stand in one line, where a comment would end them.
    let text: String = text.lines().filter(|line| !line.starts_with(';')).collect::<Vec<_>>().join(" ");
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut words: Vec<&str> = spaced.split([' ', '\n']).filter(|word| !word.is_empty()).collect();
    for _ in 0..1 + rng.below(4) {
        let names: Vec<usize> = (0..words.len()).filter(|&at| !matches!(words[at], "(" | ")")).collect();
        let (mut at, other) = (rng.pick(&names), rng.pick(&names));
        if rng.below(8) == 0 {
            at = rng.below(words.len());
        }
        match rng.below(8).min(4) {
            0 => words[at] = words[other],
            1 => words.swap(at, other),
            2 => drop(words.remove(at)),
            3 => words.insert(at, words[other]),
            _ => words[at] = words[names[rng.below(names.len().min(40))]],
        }
    }
    words.join(" ")
}

#[test]
fn mutated_rules_are_refused_or_played() {
    let limits = Limits { steps: 60_000, literals: 60_000, bytes: 1 << 24, proof: 20_000 };
    let mut rng = Rng::new(2026);
    let texts: Vec<String> = OWN
        .iter()
        .map(|own| rules::to_gdl(own.text).expect("our own").into_owned())
        .filter(|text| text.len() < 7000)
        .collect();
    let mut played = 0;
    for _ in 0..600 {
        let text = mutated(&texts[rng.below(texts.len())], &mut rng);
        let Ok(rules) = compile(&text, limits) else { continue };
        played += 1;
        let mut walker = Walker::new(&rules);
        let mut facts = rules.init.clone();
        for _ in 0..30 {
            let role = walker.turn(&facts).0.unwrap_or(0);
            let mut moves = Vec::new();
            walker.moves(&facts, role, &mut moves);
            if walker.is_over(&facts) || moves.is_empty() {
                let _ = walker.goals(&facts);
                break;
            }
            walker.play(&mut facts, role, rng.pick(&moves));
        }
    }
    assert!(played > 50, "only {played} mutations could be played");
}
