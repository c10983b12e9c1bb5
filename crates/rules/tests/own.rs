//! The games that the program carries, and the language of boards.

mod minimax;

use game::{Abilities, Outcome, Rules, Side};
use rules::{Loading, OWN, Ruled};

fn begin(name: &str) -> Ruled {
    let own = OWN.iter().find(|own| own.name == name).unwrap_or_else(|| panic!("no game {name}"));
    let loaded = rules::load(own.name, own.text, Loading::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(loaded.name, name);
    Ruled::begin(loaded)
}

/// Leaves counted to some depths; the first ones are known from elsewhere, as is said beside them.
const COUNTS: &[(&str, &[u64])] = &[
    // RBG: breakthrough.rbg
    ("breakthrough", &[22, 484, 11132, 256_036]),
    // RBG: knightthrough.rbg
    ("knightthrough", &[40, 1600, 63520]),
    ("gomoku", &[121, 14520]),
    // RBG: reversi_6x6.rbg
    ("reversi", &[4, 12, 56, 244, 1364]),
    ("small-four", &[4, 16, 64, 256, 1020]),
    // A tree of nine empty cells.
    ("misere", &[9, 72, 504, 3024, 15120]),
    ("hex", &[49, 2352, 110_544]),
    // All heaps: 1 + 3 + 5 + 7.
    ("nim", &[16]),
    // Programs that play Ataxx count so from the four corners.
    ("ataxx", &[16, 256, 6460]),
    // RBG: the first nine men; nobody can close a mill before the fifth ply.
    ("nine-mens-morris", &[24, 552, 12144]),
    // A marble, the other's pass, a quarter, the other's marble.
    ("pentago", &[36, 36, 288, 10080]),
];

#[test]
fn own_games_conform() {
    for own in OWN {
        game::conformance::check(&begin(own.name), 3);
    }
}

#[test]
fn own_games_count_as_they_should() {
    for (name, counts) in COUNTS {
        let start = begin(name);
        for (depth, count) in (1..).zip(*counts) {
            assert_eq!(game::perft(&start, depth), *count, "{name} depth {depth}");
        }
    }
}

#[test]
fn known_values_are_found() {
    let of = |name: &str| minimax::value(&begin(name), &mut std::collections::HashMap::new());
    // 1 ^ 3 ^ 5 ^ 7 = 0: whoever begins loses.
    assert_eq!(of("nim"), -1);
    assert_eq!(of("misere"), 0);
    // Dawson's chess of seven files is Dawson's Kayles, nim value 3 for a row of seven: the first player wins.
    assert_eq!(of("dawsons-chess"), 1);
}

#[test]
fn the_end_is_bounded_where_cells_are_used_up() {
    assert_eq!(begin("small-four").plies_left(), Some(16));
    assert_eq!(begin("misere").plies_left(), Some(9));
    assert_eq!(begin("king-hunt").plies_left(), Some(100));
    assert_eq!(begin("breakthrough").plies_left(), None);
}

#[test]
fn moves_are_written_as_people_do() {
    let start = begin("breakthrough");
    let mv = start.parse_move("a2-a3").expect("a move");
    assert_eq!(start.move_text(mv), "a2-a3");
    assert_eq!(start.parse_move("(move 1 2 1 3)"), Ok(mv));
    let error = start.parse_move("a2-a9").unwrap_err();
    assert!(error.to_string().contains("no move of White is written so"), "{error}");
    let position = start.parse_position("a2-a3 h7-h6").expect("moves");
    assert_eq!(position.side_to_move(), Side::First);
    assert_eq!(position.outcome(), None);
}

#[test]
fn what_is_exported_is_read_back_the_same() {
    // What is GDL already is its own translation.
    for own in OWN.iter().filter(|own| rules::to_gdl(own.text).is_ok_and(|gdl| gdl != own.text)) {
        let gdl = rules::to_gdl(own.text).expect("our own texts are right").into_owned();
        let loaded = rules::load(&format!("{}-again", own.name), &gdl, Loading::default()).expect("GDL of our own");
        assert_eq!(game::perft(&Ruled::begin(loaded), 2), game::perft(&begin(own.name), 2), "{}", own.name);
    }
}

#[test]
fn the_fox_wins_by_reaching_the_far_row() {
    let mut position = begin("fox-and-hounds");
    assert_eq!(position.moves().len(), 1, "the fox begins in the corner");
    position.play(position.moves()[0]);
    assert_eq!(position.moves().len(), 7, "four hounds, one at the edge");
    assert_ne!(position.outcome(), Some(Outcome::Draw));
}

/// Broken texts: the line of the fault, and a word of what is said about it.
const BROKEN: &[(&str, u32, &str)] = &[
    ("gme X", 1, "did you mean 'game'"),
    ("game", 1, "name is missing"),
    ("game X\nplayrs A B", 2, "did you mean 'players'"),
    ("game X\nplayers A", 2, "two names"),
    ("game X\nplayers A a", 2, "different names"),
    ("game X\nplayers A B\nboard 8", 3, "8x8"),
    ("game X\nplayers A B\nboard 88x2", 3, "8x8"),
    ("game X\nplayers A B\nboard hex", 3, "hex 7"),
    ("game X\nplayers A B\nboard 3x3\nstart\n  ...\n  ...", 4, "2 rows"),
    ("game X\nplayers A B\nboard 3x3\nstart\n  ...\n  ..\n  ...", 6, "2 cells"),
    ("game X\nplayers A B\nstart\n  ...", 3, "board must be given"),
    ("game X\nplayers A B\nboard 3x3\npiece p", 4, "one letter"),
    ("game X\nplayers A B\nboard 3x3\npiece p x x", 4, "different letters"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  plcae", 5, "did you mean 'place'"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  step forwards to empty", 5, "did you mean 'forward'"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  step to empty", 5, "direction is missing"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  step forward", 5, "to empty"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  step forward to nothing", 5, "to empty"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  leap forward", 5, "leap 2,1"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  leap 2 up to empty", 5, "can stand here"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  jump any over own", 5, "over enemy"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  promote to q", 5, "promote at far row"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  place on empty\nwin lin 3", 6, "did you mean 'line'"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  place on empty\nwin line", 6, "length of the line"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  place on empty\nwin full", 6, "write 'draw'"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  place on empty\ndraw line 3", 6, "'win' or 'lose'"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  place on empty\nwin capture queen", 6, "no piece 'queen'"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\n  place on empty", 5, "'win ...' is missing"),
    ("game X\nplayers A B\nboard 3x3\npiece p x o\nwin line 3", 4, "no piece can do anything"),
    ("game X\n  players A B", 2, "indented"),
    (
        "game X\nplayers A B\nboard 3x3\nstart\n  ...\n  .z.\n  ...\npiece p x o\n  place\nwin line 3",
        4,
        "stands for nothing",
    ),
    ("game X\nplayers A B\nboard 3x3\nmust jump", 4, "capture"),
    ("game X\nplayers A B\nboard 3x3\npass sometimes", 4, "pass if stuck"),
];

#[test]
fn broken_texts_are_refused_with_line_and_word() {
    for (text, line, word) in BROKEN {
        let error = rules::to_gdl(text).expect_err(text);
        assert_eq!(error.place.line, *line, "{text}: {error}");
        assert!(error.message.contains(word), "{text}: {error}");
    }
}
