//! The Knowledge Interchange Format: words and lists in parentheses, each with its place in the text.
//!
//! Comments run from `;` to the end of the line. The words that have a meaning are read without regard to case, all others as they are
//! written, as the reference implementation of GDL does. A comment `;; kiebitz: ...` is kept as a
//! [`Remark`]: it tells how the game is shown, and other programs pass over it.

use crate::error::{Place, Reason, RulesError};

/// The deepest nesting of parentheses that is read.
const MAX_DEPTH: usize = 64;
/// The longest word that is read, in bytes.
const MAX_WORD: usize = 200;
/// The largest text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// A word or a list.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A word; in lower case if it has a meaning of its own.
    Word(Place, String),
    /// A list.
    List(Place, Vec<Expr>),
}

impl Expr {
    /// Where it begins.
    pub fn place(&self) -> Place {
        match self {
            Expr::Word(place, _) | Expr::List(place, _) => *place,
        }
    }

    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Expr::Word(_, word) => Some(word),
            Expr::List(..) => None,
        }
    }
}

/// A comment that is meant for this program: the words after `kiebitz:`.
#[derive(Clone, PartialEq, Debug)]
pub struct Remark {
    /// Where it stands.
    pub place: Place,
    /// Its words, as they were written.
    pub words: Vec<String>,
}

/// What stands in a text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// The sentences.
    pub sentences: Vec<Expr>,
    /// The comments for this program.
    pub remarks: Vec<Remark>,
    /// Where the text ends.
    pub end: Place,
}

fn syntax(place: Place, message: impl Into<String>) -> RulesError {
    RulesError::new(place, Reason::Syntax, message)
}

/// Words that mean the same in capitals.
const MEANING: [&str; 15] = [
    "role", "init", "true", "next", "legal", "does", "goal", "terminal", "base", "input", "distinct", "not", "or",
    "and", "<=",
];

/// The word as it counts.
fn folded(word: &str) -> String {
    match MEANING.iter().find(|known| known.eq_ignore_ascii_case(word)) {
        Some(known) => known.to_string(),
        None => word.to_string(),
    }
}

/// Reads a text.
pub fn read(text: &str) -> Result<Sheet, RulesError> {
    let mut sheet = Sheet::default();
    if text.len() > MAX_TEXT {
        let message = format!("the text has {} bytes; at most {MAX_TEXT} are read", text.len());
        return Err(RulesError::new(Place { line: 1, column: 1 }, Reason::TooLarge, message));
    }
    // The lists that are open, the outermost first.
    let mut open: Vec<(Place, Vec<Expr>)> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.strip_prefix('\u{feff}').unwrap_or(content);
        let mut letters = content.char_indices().zip(1..).peekable();
        while let Some(((start, letter), column)) = letters.next() {
            let place = Place { line, column };
            match letter {
                ';' => {
                    let comment = content[start..].trim_start_matches(';').trim_start();
                    if let Some(rest) = comment.strip_prefix("kiebitz:") {
                        let words = rest.split_whitespace().map(str::to_string).collect();
                        sheet.remarks.push(Remark { place, words });
                    }
                    break;
                }
                '(' if open.len() == MAX_DEPTH => {
                    return Err(syntax(place, format!("more than {MAX_DEPTH} parentheses are open")));
                }
                '(' => open.push((place, Vec::new())),
                ')' => {
                    let Some((at, list)) = open.pop() else {
                        return Err(syntax(place, "this parenthesis closes nothing"));
                    };
                    if list.is_empty() {
                        return Err(syntax(at, "() means nothing; a sentence begins with a word"));
                    }
                    let target = open.last_mut().map_or(&mut sheet.sentences, |(_, list)| list);
                    target.push(Expr::List(at, list));
                }
                letter if letter.is_whitespace() => {}
                letter if letter.is_control() => {
                    return Err(syntax(place, format!("the character {letter:?} cannot stand in rules")));
                }
                _ => {
                    let mut end = start + letter.len_utf8();
                    while let Some(&((at, letter), _)) = letters.peek() {
                        if letter.is_whitespace() || letter.is_control() || "();".contains(letter) {
                            break;
                        }
                        end = at + letter.len_utf8();
                        letters.next();
                    }
                    if end - start > MAX_WORD {
                        let begin: String = content[start..].chars().take(20).collect();
                        let message =
                            format!("the word '{begin}...' has {} bytes; at most {MAX_WORD} are read", end - start);
                        return Err(RulesError::new(place, Reason::TooLarge, message));
                    }
                    let word = folded(&content[start..end]);
                    let target = open.last_mut().map_or(&mut sheet.sentences, |(_, list)| list);
                    target.push(Expr::Word(place, word));
                }
            }
        }
        sheet.end = Place { line, column: content.chars().count() as u32 + 1 };
    }
    match open.last() {
        Some((place, _)) => Err(syntax(*place, "this parenthesis is never closed")),
        None => Ok(sheet),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lists_comments_and_places() {
        let sheet = read("; kiebitz: board cell 1 2 3\n(<= (Foo ?X) ; why\n  bar)").unwrap();
        assert_eq!(sheet.remarks[0].words, ["board", "cell", "1", "2", "3"]);
        let Expr::List(place, list) = &sheet.sentences[0] else { panic!("a list") };
        assert_eq!((place.line, place.column), (2, 1));
        assert_eq!(list[2], Expr::Word(Place { line: 3, column: 3 }, "bar".into()));
    }

    #[test]
    fn faults_have_places() {
        for (text, line, column) in
            [("(a\n (b)", 1, 1), ("(a)\n )", 2, 2), ("a\n ( () )", 2, 4), ("a\u{0}b", 1, 2), (&"(".repeat(65), 1, 65)]
        {
            let error = read(text).unwrap_err();
            assert_eq!((error.place.line, error.place.column), (line, column), "{text:?}: {error}");
        }
    }
}
