//! In German everything is German: no sentence ends in English, no label stays behind, moves have German letters.

mod common;

use common::{ok, typed};

/// English words that German does not have, small enough to stand in every sentence.
const ENGLISH: &[&str] = &[
    "the", "and", "of", "with", "is", "are", "that", "this", "from", "for", "by", "to", "it", "its", "after", "before",
    "which", "who", "have", "has", "would", "white", "black", "wins", "plays", "level", "depth", "nodes", "full",
    "strength", "source", "when", "than", "only", "first", "without", "greater", "composed", "discs", "disc", "points",
    "found", "you", "your", "cannot", "be", "as", "on", "or", "if", "at",
];

/// A text without what is said to be English, in parentheses.
fn own(text: &str) -> String {
    let mut parts = text.split("(auf Englisch: ");
    let first = parts.next().unwrap_or("");
    let rest = parts.filter_map(|part| part.split_once("). ")).map(|(_, rest)| rest);
    std::iter::once(first).chain(rest).collect()
}

/// The English words in a text.
fn english(text: &str) -> Vec<String> {
    let text = own(text);
    let words = text.split_whitespace().map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()));
    words.filter(|word| ENGLISH.iter().any(|known| word.eq_ignore_ascii_case(known))).map(str::to_string).collect()
}

/// There is something in the text, and no English word.
fn is_german(what: &str, text: &str) {
    assert!(!text.trim().is_empty(), "{what} says nothing");
    assert!(english(text).is_empty(), "{what}: {:?} in\n{text}", english(text));
}

#[test]
fn english_is_seen() {
    assert_eq!(english("Quelle: composed by the authors."), ["composed", "by", "the"]);
    assert_eq!(english("(+0.12, depth 3, 20 Knoten)"), ["depth"]);
    assert_eq!(english("Das geht nicht (auf Englisch: the move is wrong). Am Zug."), Vec::<String>::new());
    assert_eq!(english("Was war das? Der Turm, in der Not, so man hat; minimax+alpha-beta."), Vec::<String>::new());
}

/// Every exhibit, with its source, and what repairs the search that errs.
#[test]
fn the_gallery() {
    let text = ok(&["lab", "horizon", "--lang", "de"]);
    is_german("lab horizon", &text);
    assert!(text.contains("Dxb7") && !text.contains("Qxb7") && text.contains("mit Ruhesuche, Tiefe 3"), "{text}");
    assert!(text.contains("Was hilft: ohne null-move.") && text.contains("Was hilft: eine größere Tiefe."), "{text}");
    assert_eq!(text.matches("Quelle: ").count(), lab::horizon::gallery().len());
}

#[test]
fn explanations() {
    for (game, position, mv) in [
        ("chess", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "Qxf7#"),
        ("chess", "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1", "Rxf2"),
        ("draughts", "start", "11-15"),
        ("othello", "f5d6c3", "d3"),
        ("connect-four", "4455", "1"),
        ("go(size=5)", "C3", "B2"),
    ] {
        let text = ok(&["explain", game, "--position", position, "--move", mv, "--nodes", "5000", "--lang", "de"]);
        is_german(game, &text);
    }
}

/// Games on the terminal, from the questions before to the verdict.
#[test]
fn games_on_the_terminal() {
    let chess = ["chess", "3", "1", "easy", "help", "moves", "e5", "Sf9", "hint", "Sf3", "why", "resign", "j", "n"];
    for (arguments, lines) in [
        (&[][..], &chess[..]),
        (&["othello", "--second", "kiebitz:level=1"][..], &["a1", "hint", "d3", "why", "undo", "resign", "j", "n"][..]),
        (&["go(size=5)", "--second", "mcts:playouts=30"][..], &["hint", "C3", "resign", "j", "n"][..]),
        (&["chess", "--first", "kiebitz:level=10,nodes=500"][..], &["e5", "quit"][..]),
        (&["tic-tac-toe", "--second", "random", "--clock", "5+3"][..], &["5", "quit"][..]),
    ] {
        let all = [&["play", "--lang", "de"], arguments].concat();
        let output = typed(&all, (lines.join("\n") + "\n").as_bytes());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{arguments:?}: {text}");
        is_german(&format!("{arguments:?}"), &text);
        // Nor the English letters of the pieces.
        assert!(!own(&text).contains("Nf3") && !own(&text).contains("Nc6"), "{text}");
    }
}
