//! Transcripts of Othello: the squares one after the other, `f5d6c3d3c4`. A pass that must be made is left out.

use crate::{Broken, Colors, Limits, Moves, Record};

/// The moves of a transcript, each of two letters but for `pass`. Blanks and commas between them do not matter; whether they
/// are squares at all is for the rules to say.
pub fn moves(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
        let is_pass = rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass"));
        let length = rest.char_indices().nth(if is_pass { 4 } else { 2 }).map_or(rest.len(), |(end, _)| end);
        let (word, after) = rest.split_at(length);
        rest = after;
        (!word.is_empty()).then_some(word.trim_end_matches(|letter: char| letter.is_whitespace() || letter == ','))
    })
}

/// Does a text look like a transcript: squares and nothing else, at least two of them?
pub fn is_transcript(text: &str) -> bool {
    let is_square = |word: &str| matches!(word.as_bytes(), [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let words = || text.split_whitespace();
    words().any(|word| word.len() >= 4)
        && words().all(|word| word.is_ascii() && moves(word).all(|mv| is_square(mv) || mv.eq_ignore_ascii_case("pass")))
}

/// Reads one game from each line that is not empty.
pub fn read(text: &str, limits: &Limits) -> Vec<Result<Record, Broken>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let games = (1..=limits.games).zip(lines);
    games
        .map(|(number, (line, text))| {
            let mut record = Record { number, line, colors: Colors::BLACK_FIRST, ..Record::default() };
            record.tags.set("Variant", "othello");
            if moves(text).nth(limits.moves).is_some() {
                return Err(record.broken(format!("more than {} moves", limits.moves)));
            }
            record.moves = Moves::line(moves(text));
            Ok(record)
        })
        .collect()
}

/// The main line as a transcript.
pub fn write(record: &Record) -> String {
    record.moves.main_texts().filter(|mv| !mv.eq_ignore_ascii_case("pass")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transcripts() {
        assert_eq!(moves("f5D6, c3 passpa--é1").collect::<Vec<_>>(), ["f5", "D6", "c3", "pass", "pa", "--", "é1"]);
        assert_eq!(["f5d6c3", "f5 d6", "f5d6x", "e4e5 Nf3"].map(is_transcript), [true, false, false, false]);
        let found = read("f5d6c3\n\nf5f6\n", &Limits::default());
        let records: Vec<&Record> = found.iter().flatten().collect();
        assert_eq!((records.len(), records[1].number, records[1].line), (2, 2, 3));
        assert_eq!(records.iter().map(|record| write(record)).collect::<Vec<_>>(), ["f5d6c3", "f5f6"]);
        assert!(read("f5d6c3", &Limits { moves: 2, ..Limits::default() })[0].is_err());
    }
}
