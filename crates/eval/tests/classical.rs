//! The classical evaluation is fair to both sides, explains itself, and remembers rightly.

use chess::Position;
use eval::{Classical, Term, Weights, table};
use game::{Abilities, Evaluator, Rng, Rules, Score};

/// Positions of random games, from the opening to bare endings.
fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::default();
        let mut scratch = Vec::new();
        while let Some(mv) = position.playout_move(&mut rng, &mut scratch) {
            position.play(mv);
            if rng.below(12) == 0 && position.end().is_none() {
                positions.push(position.clone());
            }
            scratch.clear();
        }
    }
    positions.truncate(count);
    positions
}

/// The same position with the colors and the ends of the board exchanged, by its text.
fn mirrored(position: &Position) -> Position {
    let text = position.position_text();
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(other).collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let castling = swap(fields[2]);
    let text = format!("{} {turn} {castling} {en_passant} {} {}", board.join("/"), fields[4], fields[5]);
    position.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn both_sides_are_judged_alike() {
    let mut evaluator = Classical::default();
    let [tempo, ..] = Weights::default().get(Term::Tempo, 0).parts();
    assert_eq!(evaluator.evaluate(&Position::default()), Score::new(tempo), "the start position is worth a tempo");
    for position in positions(2000, 1) {
        let (here, there) = (evaluator.evaluate(&position), evaluator.evaluate(&mirrored(&position)));
        assert_eq!(here, there, "{position:?}");
    }
}

#[test]
fn the_counts_explain_the_evaluation() {
    let (mut evaluator, weights) = (Classical::default(), Weights::default());
    for position in positions(1000, 2) {
        let score = position.turn().view(evaluator.evaluate(&position)).value();
        assert_eq!(Classical::counts(&position).value(&weights), score, "{position:?}");
        assert_eq!(table(&position).iter().map(|row| row.total).sum::<i32>(), score, "{position:?}");
    }
}

/// A fresh evaluator has an empty cache; the other has seen much, and has slots that were used by other positions.
#[test]
fn remembering_changes_nothing() {
    let mut experienced = Classical::default();
    let positions = positions(1500, 3);
    for position in &positions {
        experienced.evaluate(position);
    }
    for position in &positions {
        assert_eq!(experienced.evaluate(position), Classical::default().evaluate(position), "{position:?}");
    }
}

/// A term, a weight of it (or `*` for all together), how often White and Black are paid it, and a position.
#[test]
fn every_term_counts_what_it_says() {
    let text = include_str!("../../../tests/data/chess-eval-terms.txt");
    let (mut seen, mut wrong) = (std::collections::BTreeSet::new(), Vec::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[name, index, white, black, fen] = &fields[..] else { panic!("five fields wanted: {line}") };
        let term = Term::by_name(name).unwrap_or_else(|| panic!("no term of this name: {line}"));
        let position = Position::default().parse_position(fen).unwrap_or_else(|error| panic!("{line}: {error}"));
        let counts = Classical::counts(&position);
        let count = |side| -> i32 {
            let row = counts.of(term, side);
            if index == "*" { row.iter().sum() } else { row[index.parse::<usize>().expect(line)] }
        };
        let found = (count(chess::WHITE).to_string(), count(chess::BLACK).to_string());
        if found != (white.to_string(), black.to_string()) {
            wrong.push(format!("{line}: {found:?}"));
        }
        seen.insert(term);
    }
    assert!(wrong.is_empty(), "counted otherwise:\n{}", wrong.join("\n"));
    let missing: Vec<_> = Term::ALL.iter().filter(|term| !seen.contains(term)).collect();
    assert!(missing.is_empty(), "terms without a test position: {missing:?}");
}

/// Endings whose value is known: nothing where nothing can be won, and much where the win is sure.
#[test]
fn known_endings_are_known() {
    let judge = |fen: &str| {
        let position = Position::default().parse_position(fen).expect("a good position");
        Classical::default().evaluate(&position).value()
    };
    for drawn in [
        "k7/8/8/P7/8/4B3/8/2K5 w - - 0 1",  // the bishop does not control a8
        "8/8/8/8/p6k/8/8/K7 b - - 0 1",     // the king is in the corner
        "8/8/4k3/8/8/3NN3/8/4K3 w - - 0 1", // two knights
    ] {
        assert_eq!(judge(drawn), 0, "{drawn}");
    }
    assert!(judge("k7/8/8/P7/8/3B4/8/2K5 w - - 0 1") > 300, "the right bishop");
    assert!(judge("8/8/4k3/8/8/8/4r3/R2BK3 w - - 0 1").abs() < 100, "a minor piece more, without pawns");
    // A bare king is worse off at the edge, and with bishop and knight in the corner of the bishop's color.
    assert!(judge("8/8/8/4k3/8/2K5/8/7R w - - 0 1") < judge("8/8/8/7k/8/5K2/8/R7 w - - 0 1"));
    let corner = |king: &str| judge(&format!("{king}/8/2K5/8/8/3BN3/8/8 w - - 0 1"));
    assert!(corner("k7") > corner("3k4") + 50, "the light bishop mates on a8");
    assert!(judge("8/5k2/3b4/2p5/2P5/3B4/3PK3/8 w - - 0 1") < judge("8/5k2/4b3/2p5/2P5/3B4/3PK3/8 w - - 0 1"));
}

/// Sums of many queens stay within judgements.
#[test]
fn a_crowd_of_queens_is_no_proof() {
    let fen = "QQQQQQQQ/Q7/8/8/8/K7/8/7k b - - 0 1";
    let position = Position::default().parse_position(fen).expect("a good position");
    assert!(!Classical::default().evaluate(&position).is_decided());
}
