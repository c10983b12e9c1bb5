//! Every evaluator of every game keeps the laws of evaluators, and a name that no game knows is refused with those it has.

use engine::{Playable, Visitor};
use game::conformance::check_evaluator;

const GAMES: &[&str] = &[
    "chess",
    "chess960(white=3,black=700)",
    "tic-tac-toe",
    "connect-four",
    "connect-four(width=5,height=4)",
    "othello",
    "othello(size=6)",
    "draughts",
    "draughts(rules=international)",
    "draughts(rules=frisian)",
    "go(size=5)",
];

/// Upper case becomes lower case and the other way round.
fn other_case(text: &str) -> String {
    let turn = |letter: char| match letter {
        'a'..='z' => letter.to_ascii_uppercase(),
        _ => letter.to_ascii_lowercase(),
    };
    text.chars().map(turn).collect()
}

/// The text of the position with the sides exchanged, where that is a position of the same game.
fn mirrored(game: &str, position: &str) -> Option<String> {
    let word: Vec<&str> = position.split(' ').collect();
    if game.starts_with("chess") {
        let ranks: Vec<String> = word[0].split('/').rev().map(other_case).collect();
        let turn = if word[1] == "w" { "b" } else { "w" };
        let en_passant = word[3].replace('3', "x").replace('6', "3").replace('x', "6");
        let rights = if word[2] == "-" { "-".to_string() } else { other_case(word[2]) };
        return Some([&ranks.join("/"), turn, &rights, &en_passant, word[4], word[5]].join(" "));
    }
    if game.starts_with("othello") {
        return Some(position.replace('X', "x").replace('O', "X").replace('x', "O"));
    }
    None
}

#[test]
fn every_evaluator_keeps_the_laws() {
    struct Check;
    impl Visitor for Check {
        type Result = ();

        fn visit<G: Playable>(self, start: G) {
            let spec = start.spec();
            for name in start.evaluators() {
                let evaluator = start.evaluator(name).expect("a name from the list");
                let mirror = |position: &G| {
                    let text = mirrored(&spec, &position.position_text()).expect("a symmetric game");
                    start.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
                };
                let symmetric = mirrored(&spec, &start.position_text()).is_some();
                check_evaluator(&start, &evaluator, 20, symmetric.then_some(&mirror as &dyn Fn(&G) -> G));
            }
        }
    }
    for game in GAMES {
        engine::visit(game, Check).expect("a game");
    }
}

#[test]
fn evaluators_are_made_from_a_source() {
    struct Make<'a>(&'a str);
    impl Visitor for Make<'_> {
        type Result = Option<String>;

        fn visit<G: Playable>(self, start: G) -> Option<String> {
            start.evaluator(self.0).err().map(|error| error.to_string())
        }
    }
    for game in GAMES {
        assert_eq!(engine::visit(game, Make("")).expect("a game"), None, "{game}: the default");
        let error = engine::visit(game, Make("oracle")).expect("a game").expect("no such evaluator");
        assert!(error.contains("'oracle'") && error.contains(" has "), "{game}: {error}");
    }
}
