//! Games at the terminal, played by a script.

mod common;

use common::{GAMES, ok, typed};

/// What a game says that goes by this script; it must end well.
fn play(args: &[&str], lines: &[&str]) -> String {
    let output = typed(&[&["play"], args].concat(), (lines.join("\n") + "\n").as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {text}");
    text
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no '{part}' in:\n{text}");
    }
}

#[test]
fn programs_finish_every_game() {
    for game in GAMES {
        let text = ok(&["play", game, "--first", "kiebitz:level=1", "--second", "random", "--games", "2"]);
        has(&text, &["The game is over.", "After game 2: "]);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game =
        |seed: &str| ok(&["play", "go(size=5)", "--first", "mcts:playouts=30", "--second", "random", "--seed", seed]);
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
}

#[test]
fn a_whole_game_with_every_command() {
    let two = ["tic-tac-toe", "--second", "human"];
    let text = play(&two, &["help", "moves", "hint", "1", "undo", "5", "board", "position", "1", "2", "9", "8", "n"]);
    has(&text, &["take back", "1 2 3 4 5 6 7 8 9", "Hint: ", "1. X plays 1", "[X]", "----X----"]);
    has(&text, &["The game is over. X wins: three in a row.", "Another game with the same settings?"]);
}

#[test]
fn a_refused_move_is_explained() {
    let text = play(&["othello"], &["a1", "z9", "", "\u{7}", "resign", "perhaps", "n", "quit"]);
    has(&text, &["move 'a1'", "move 'z9'", "\\u{7}", "Really resign?", "y or n"]);
}

#[test]
fn moves_are_counted_as_the_position_counts_them() {
    let fen = "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7";
    let text = play(&["chess", "--position", fen, "--first", "human", "--second", "human"], &["e5", "e4", "quit"]);
    has(&text, &["7... Black plays e5", "8. White plays e4"]);
    let two = ["draughts", "--position", "W:W21,22:B1,2", "--first", "human", "--second", "human"];
    has(&play(&two, &["22-17", "1-6", "quit"]), &["1... White plays 22-17", "2. Black plays 1-6"]);
}

#[test]
fn undo_takes_back_the_reply_too() {
    let text = play(&["connect-four", "--second", "random"], &["undo", "4", "undo", "position", "4", "quit"]);
    has(&text, &["There is no move of yours to take back."]);
    assert_eq!(text.matches("1. human plays 4").count(), 2, "{text}");
    // The program opened: its move stays.
    let text = play(&["connect-four", "--first", "random", "--second", "human"], &["undo", "quit"]);
    has(&text, &["There is no move of yours to take back."]);
    assert_eq!(text.matches("1. random plays").count(), 1, "{text}");
}

#[test]
fn resigning_and_a_rematch() {
    let text = play(&["othello", "--second", "random"], &["resign", "y", "y", "resign", "yes", "n"]);
    assert_eq!(text.matches("White wins: Black resigns.").count(), 2, "{text}");
}

#[test]
fn a_forced_pass_needs_only_enter() {
    // White has no move: every black disc it could enclose is gone.
    let board = "--------/--------/--------/--------/--------/--------/--------/XXXXO---";
    let position = format!("{} O", board.replace('/', ""));
    let text = play(&["othello", "--position", &position, "--second", "human"], &["", "quit"]);
    has(&text, &["no other move than to pass: press Enter", "plays pass"]);
}

#[test]
fn nothing_said_means_questions() {
    // Game, side and opponent, each wrong first.
    let answers = ["ches", "connect-four", "3", "1", "martian", "13", "easy", "4", "quit"];
    let text = play(&[], &answers);
    has(&text, &["did you mean chess?", "expected 1, 2, b or n", "player 'martian'", "player '13'"]);
    has(&text, &["Red (X): human", "Yellow (O): Kiebitz level 2 (easy)"]);
    has(&text, &["1. Red plays 4", "1... Kiebitz level 2 (easy) plays", "The game is left where it is."]);
    // All defaults.
    has(
        &play(&[], &["", "", "", "e4", "quit"]),
        &["White: human", "Black: Kiebitz level 5 (medium)", "1. White plays e4"],
    );
    // Nobody, and both.
    let text = play(&[], &["tic-tac-toe", "n", "random", "1"]);
    has(&text, &["X: random", "O: Kiebitz level 1", "The game is over."]);
    has(&play(&[], &["othello", "b", "quit"]), &["Black (X): human", "White (O): human"]);
    // Players said, the game not.
    has(&play(&["--first", "random", "--second", "random"], &["tic-tac-toe"]), &["The game is over."]);
}

#[test]
fn no_more_input_leaves_cleanly_anywhere() {
    let scripts: &[(&[&str], &str)] = &[
        (&[], ""),
        (&[], "2\n"),
        (&[], "2\n1\n"),
        (&[], "2\nn\nkiebitz\n"),
        (&["othello"], ""),
        (&["othello"], "resign\n"),
        (&["othello"], "resign\ny\n"),
        (&["othello"], "no line break"),
    ];
    for (args, input) in scripts {
        let output = typed(&[&["play"], *args].concat(), input.as_bytes());
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?} {input:?}: {output:?}");
    }
    let output = typed(&["play", "othello"], b"\0\xff\xfe\n\0quit\nquit\n");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn in_go_kiebitz_counts_playouts() {
    let text = play(&["go(size=5)", "--first", "kiebitz:level=3", "--second", "human"], &["quit"]);
    has(&text, &["75 playouts"]);
    let text = play(&["go(size=5)", "--first", "kiebitz:depth=2", "--second", "human"], &["quit"]);
    has(&text, &["depth 2", "nodes)"]);
    let text = play(&["go(size=5)", "--first", "kiebitz:techniques=all,nodes=99", "--second", "human"], &["quit"]);
    has(&text, &["nodes)"]);
}

#[test]
fn a_clock_runs() {
    let args = ["tic-tac-toe", "--clock", "0.001+0", "--first", "kiebitz", "--second", "kiebitz"];
    has(&play(&args, &[]), &["The game is over."]);
    has(
        &play(&["othello", "--clock", "5+3"], &["quit"]),
        &["Clock: 5 min for the game, 3 s more with each move.", "(5:00) to move>"],
    );
}

/// Programs of others at the table.
#[test]
fn other_programs_play() {
    let uci = format!("uci:{},arg=uci,name=other,nodes=300", env!("CARGO_BIN_EXE_kiebitz"));
    let text = play(&["chess", "--second", &uci], &["e4", "undo", "d4", "draw", "quit"]);
    has(&text, &["Black: other", "1... other plays", "nodes)", "1. human plays d4", "other declines the draw"]);
    let hub = format!("hub:{},arg=hub,name=other,depth=2", env!("CARGO_BIN_EXE_kiebitz"));
    let text = play(&["draughts(rules=international)", "--first", &hub, "--second", "random"], &[]);
    has(&text, &["1. other plays", "The game is over."]);
    let output = typed(&["play", "chess", "--second", "uci:true"], b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("player 'uci:true': "), "{output:?}");
}

#[test]
fn two_people_agree_on_a_draw() {
    let text = play(&["tic-tac-toe", "--second", "human"], &["draw", "n", "5", "draw", "y", "n"]);
    has(&text, &["O, do you accept a draw?", "X, do you accept a draw?", "The game is over. draw: agreed."]);
}

/// Whoever plays can ask why, of the last move and of one that comes to mind.
#[test]
fn why_is_answered_in_the_middle_of_a_game() {
    let position = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let script = ["why", "why Nf6", "why Nf9", "Nf6", "Qxf7#", "n"];
    let args = ["chess", "--position", position, "--first", "human", "--second", "human"];
    let text = play(&args, &script);
    has(&text, &["You have not moved yet.", "After Nf6 White mates in 1", "move 'Nf9'", "White wins: checkmate"]);
    let text = play(&["connect-four", "--position", "4455", "--second", "random"], &["1", "why", "quit"]);
    has(&text, &["1 "]);
}

/// The same in German: commands stay, words and letters change; English letters are still read.
#[test]
fn german() {
    let position = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let args = ["chess", "--position", position, "--first", "human", "--second", "human", "--lang", "de"];
    let text = play(&args, &["help", "Sf6", "undo", "Nf6", "why Dxf7", "Dxf7#", "n"]);
    has(
        &text,
        &[
            "Schwarz am Zug> ",
            "  ein Zug  ",
            "spielt Sf6",
            "setzt in 1 matt",
            "Die Partie ist zu Ende. Weiß gewinnt: Schachmatt.",
        ],
    );
    // What is refused, hints, and the questions at the beginning.
    let text = play(&args, &["Sf3", "Sf6", "hint", "quit"]);
    has(&text, &["Das geht nicht (auf Englisch: move 'Sf3'", "Tipp: Dxf7# (", ", Tiefe ", " Knoten: Dxf7#"]);
    let text = play(&["--lang", "de"], &["quit"]);
    has(&text, &["Welches Spiel?", "Den König matt setzen.", "vier in einer Reihe gewinnen"]);
    let output = {
        let mut child = common::kiebitz();
        child.env("LC_ALL", "de_DE.UTF-8").args(["play", "tic-tac-toe", "--first", "random", "--second", "random"]);
        child.output().expect("the binary starts")
    };
    assert!(String::from_utf8_lossy(&output.stdout).contains("Die Partie ist zu Ende."), "{output:?}");
}

/// A turn shows the board once: to whoever is to move.
#[test]
fn one_board_a_turn() {
    let text = play(&["connect-four", "--second", "random"], &["4", "quit"]);
    assert_eq!(text.matches("1  2  3  4  5  6  7").count(), 2, "{text}");
}

#[test]
fn levels_are_rated_in_chess() {
    has(&play(&["chess", "--second", "kiebitz:level=5"], &["quit"]), &["Black: kiebitz:level=5, 1727 ± 94 Elo"]);
    assert!(!play(&["othello", "--second", "kiebitz:level=5"], &["quit"]).contains("Elo"));
    has(&ok(&["games"]), &["level 2 (easy): 930 ± 207 Elo", "level 9: 2360 ± 114 Elo", "level 10: full strength"]);
}
