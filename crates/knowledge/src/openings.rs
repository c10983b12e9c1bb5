//! Our own repertoire: named opening lines, as a text file in the repository, compiled into the program.
//!
//! The file is `data/openings.txt`: ECO code, English name, German name, moves in SAN. The name belongs to the position at the
//! star, or at the end. A move marked `?` or `?!` is not for playing. From the file come the names of positions, here, and the
//! embedded book ([`crate::book::Book::embedded`]).
//!
//! The codes are those of the Encyclopaedia of Chess Openings (A. Matanović, 1974 and later).

use std::collections::HashMap;
use std::sync::LazyLock;

use chess::{Move, Position};
use game::{Key, Rules};

/// The file as it was when the program was built.
const TEXT: &str = include_str!("../data/openings.txt");

/// What an opening is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings, A00 to E99.
    pub eco: &'static str,
    /// Its English name.
    pub english: &'static str,
    /// Its German name.
    pub german: &'static str,
}

/// A line of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is called.
    pub opening: Opening,
    /// Its moves as they stand in the file, with numbers, marks and the star.
    pub text: &'static str,
    /// Its moves.
    pub steps: Vec<Step>,
    /// After how many of them the position stands that has the name.
    pub named: usize,
}

/// A move of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Would we play it? Not if the file marks it as doubtful.
    pub playable: bool,
}

/// All lines with their moves, in the order of the file.
static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| match parse(TEXT) {
    Ok(lines) => lines,
    // A test reads the same text, so this is never seen.
    Err(error) => panic!("openings.txt: {error}"),
});

/// The names of positions.
static NAMES: LazyLock<HashMap<Key, Opening>> =
    LazyLock::new(|| LINES.iter().map(|line| (line.positions()[line.named].key(), line.opening)).collect());

/// All lines with their moves, in the order of the file.
pub fn lines() -> &'static [Line] {
    &LINES
}

/// The name of exactly this position, by whatever moves it was reached.
///
/// ```
/// use chess::Position;
/// let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
/// let opening = knowledge::openings::name(&Position::from_fen(fen).unwrap()).unwrap();
/// assert_eq!((opening.eco, opening.german), ("B20", "Sizilianische Verteidigung"));
/// ```
pub fn name(position: &Position) -> Option<Opening> {
    NAMES.get(&position.key()).copied()
}

impl Line {
    /// The positions of the line, the start position first.
    pub fn positions(&self) -> Vec<Position> {
        let mut all = vec![Position::default()];
        for step in &self.steps {
            all.push(all[all.len() - 1].after(step.mv));
        }
        all
    }
}

/// Reads lines `ECO | English | German | moves`. Empty lines and lines that begin with `#` are skipped. The error names the
/// line.
fn parse(text: &'static str) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&'static str> = line.split('|').map(str::trim).collect();
        let [eco, english, german, moves] = fields[..] else {
            return Err(format!("line {number}: {} fields, expected ECO | English | German | moves", fields.len()));
        };
        let line = read_moves(Opening { eco, english, german }, moves);
        lines.push(line.map_err(|error| format!("line {number}: {error}"))?);
    }
    Ok(lines)
}

fn read_moves(opening: Opening, text: &'static str) -> Result<Line, game::MoveError> {
    let mut position = Position::default();
    let mut steps = Vec::new();
    let mut named = None;
    for word in text.split_whitespace().filter(|word| !word.ends_with('.')) {
        if word == "*" {
            named = Some(steps.len());
            continue;
        }
        let mv = position.read_move(word.trim_end_matches(['?', '!']))?;
        steps.push(Step { mv, playable: !word.contains('?') });
        position.play(mv);
    }
    Ok(Line { opening, text, named: named.unwrap_or(steps.len()), steps })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_is_legal_and_written_as_it_should_be() {
        let lines = parse(TEXT).expect("all lines can be read");
        assert!(lines.len() >= 500, "{}", lines.len());
        for line in &lines {
            let opening = line.opening;
            assert!(matches!(opening.eco.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']), "{opening:?}");
            assert!(!opening.english.is_empty() && !opening.german.is_empty() && line.named > 0, "{opening:?}");
            // Numbers and notation exactly as SAN has them.
            let mut written = line.text.split_whitespace().filter(|word| *word != "*");
            for (ply, (position, step)) in line.positions().iter().zip(&line.steps).enumerate() {
                if ply % 2 == 0 {
                    assert_eq!(written.next(), Some(&*format!("{}.", ply / 2 + 1)), "{opening:?}");
                }
                let expected = position.san(step.mv);
                assert_eq!(written.next().map(|word| word.trim_end_matches(['?', '!'])), Some(&*expected));
            }
            assert_eq!(written.next(), None, "{opening:?}");
        }
    }

    #[test]
    fn no_position_and_no_name_occurs_twice() {
        let (mut named, mut ends) = (HashSet::new(), HashSet::new());
        let (mut english, mut german) = (HashSet::new(), HashSet::new());
        for line in lines() {
            let positions = line.positions();
            assert!(named.insert(positions[line.named].key()), "the position has two names: {line:?}");
            assert!(ends.insert(positions[line.steps.len()].key()), "the line occurs twice: {line:?}");
            assert!(english.insert(line.opening.english), "{line:?}");
            assert!(german.insert(line.opening.german), "{line:?}");
        }
    }

    #[test]
    fn a_move_is_doubtful_in_all_lines_or_in_none() {
        let mut playable = HashMap::new();
        for line in lines() {
            for (position, step) in line.positions().iter().zip(&line.steps) {
                let known = playable.entry((position.key(), step.mv)).or_insert(step.playable);
                assert_eq!(*known, step.playable, "{} in {line:?}", position.san(step.mv));
            }
        }
    }

    #[test]
    fn all_codes_are_there() {
        let codes: HashSet<&str> = lines().iter().map(|line| line.opening.eco).collect();
        let missing: Vec<String> = ('A'..='E')
            .flat_map(|letter| (0..100).map(move |number| format!("{letter}{number:02}")))
            .filter(|code| !codes.contains(code.as_str()))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn transpositions_have_one_name() {
        let mut position = Position::default();
        // The Queen's Gambit by way of the English Opening.
        for mv in ["c4", "d5", "d4"] {
            position.play(position.read_move(mv).unwrap());
        }
        assert_eq!(name(&position).unwrap().german, "Damengambit");
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        assert!(parse("# x\n\nA00 | a | b | 1. e4 e4").unwrap_err().starts_with("line 3: move 'e4'"));
        assert!(parse("A00 | a | b").unwrap_err().starts_with("line 1: 3 fields"));
    }
}
