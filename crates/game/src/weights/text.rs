//! A table of weights as text, written and read: TOML (<https://toml.io>), of which a table needs keys, texts, whole numbers and lists.

use std::fmt;

use super::{MAX_WEIGHT, WeightTable};
use crate::nearest;

/// What is wrong with a table of weights, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for WeightsError {}

/// What a file of weights begins with.
const HEAD: &str = "\
# Weights of an evaluator of Kiebitz, in score steps: a hundred are a pawn, a man or a disc.
# Terms that are left out keep the weights that are built in. Used as weights=FILE of a player.
";

/// No line is longer, unless a row is.
const WIDTH: usize = 100;

impl WeightTable {
    /// The table as a file, which [`WeightTable::read`] reads back.
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\nevaluator = \"{}\"\n", self.evaluator);
        if self.stages.len() > 1 {
            text += &format!("# A row has a weight for each stage of the game: {}.\n", self.stages.join(", "));
        }
        let mut group = "";
        for term in &self.terms {
            if term.group != group {
                group = term.group;
                text += &format!("\n# Group: {group}\n");
            }
            let rows: Vec<String> = match self.stages.len() {
                1 => term.weights.iter().map(ToString::to_string).collect(),
                stages => term.weights.chunks(stages).map(|row| format!("{row:?}")).collect(),
            };
            text += &format!("\n# {}\n{} = [", term.about, term.name);
            let flat = rows.join(", ");
            if flat.len() + term.name.len() < WIDTH {
                text += &flat;
            } else {
                let mut width = WIDTH;
                for row in &rows {
                    if width + row.len() > WIDTH {
                        text += "\n   ";
                        width = 3;
                    }
                    text += &format!(" {row},");
                    width += row.len() + 2;
                }
                text.push('\n');
            }
            text += "]\n";
        }
        text
    }

    /// Takes the weights of a text over the table's own. Terms that the text does not mention stay as they are.
    pub fn read(&mut self, text: &str) -> Result<(), WeightsError> {
        let mut reader = Reader { rest: text, line: 1 };
        let mut seen: Vec<String> = Vec::new();
        while let Some(key) = reader.key()? {
            let line = reader.line;
            let wrong = |reason: String| WeightsError { line, reason };
            if seen.contains(&key) {
                return Err(wrong(format!("'{key}' stands there twice")));
            }
            reader.expect('=', "a name is followed by = and its value")?;
            if key == "evaluator" {
                let name = reader.quoted()?;
                if name != self.evaluator {
                    return Err(wrong(format!("weights of the evaluator '{name}', not of '{}'", self.evaluator)));
                }
            } else {
                let stages = self.stages;
                let Some(term) = self.terms.iter_mut().find(|term| term.name == key) else {
                    let known: Vec<&str> = self.terms.iter().map(|term| term.name.as_str()).collect();
                    let hint = nearest(&key, known.iter().copied())
                        .map_or(String::new(), |name| format!("did you mean '{name}'? "));
                    return Err(wrong(format!("no term '{key}'; {hint}{} has {}", self.evaluator, known.join(", "))));
                };
                let rows = reader.rows(stages.len())?;
                if rows.len() != term.weights.len() {
                    let [wanted, found] = [term.weights.len(), rows.len()].map(|count| count / stages.len());
                    let of = if stages.len() > 1 { format!(" of {} weights", stages.len()) } else { String::new() };
                    return Err(wrong(format!("{key} has {found} rows{of}, expected {wanted}")));
                }
                term.weights = rows;
            }
            seen.push(key);
            reader.end_of_line()?;
        }
        Ok(())
    }
}

/// What is left to read, and the line it is on.
struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl Reader<'_> {
    fn wrong<T>(&self, reason: impl Into<String>) -> Result<T, WeightsError> {
        Err(WeightsError { line: self.line, reason: reason.into() })
    }

    /// What comes next, as far as a message shows it.
    fn next(&self) -> String {
        let word: String = self.rest.chars().take_while(|letter| !letter.is_whitespace()).take(20).collect();
        if word.is_empty() { "the end of the line".to_string() } else { format!("'{word}'") }
    }

    fn take(&mut self, letters: usize) {
        self.rest = &self.rest[letters..];
    }

    /// Passes over spaces on this line.
    fn spaces(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r']);
    }

    /// Passes over spaces, comments and ends of lines.
    fn blank(&mut self) {
        loop {
            self.spaces();
            if self.rest.starts_with('#') {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with('\n') {
                self.line += 1;
                self.take(1);
            } else {
                return;
            }
        }
    }

    /// The next name; `None` at the end.
    fn key(&mut self) -> Result<Option<String>, WeightsError> {
        self.blank();
        let letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        let end = self.rest.find(|next| !letter(next)).unwrap_or(self.rest.len());
        if end == 0 {
            return match self.rest.is_empty() {
                true => Ok(None),
                false => self.wrong(format!("expected a term, as in tempo = [20], and not {}", self.next())),
            };
        }
        let key = self.rest[..end].to_string();
        self.take(end);
        Ok(Some(key))
    }

    fn expect(&mut self, sign: char, rule: &str) -> Result<(), WeightsError> {
        self.spaces();
        if !self.rest.starts_with(sign) {
            return self.wrong(format!("{rule}, and not by {}", self.next()));
        }
        self.take(sign.len_utf8());
        Ok(())
    }

    fn quoted(&mut self) -> Result<String, WeightsError> {
        self.expect('"', "an evaluator is written in quotes")?;
        match self.rest.find(['"', '\n']).filter(|&end| self.rest[end..].starts_with('"')) {
            Some(end) => {
                let text = self.rest[..end].to_string();
                self.take(end + 1);
                Ok(text)
            }
            None => self.wrong("the closing quote is missing"),
        }
    }

    fn end_of_line(&mut self) -> Result<(), WeightsError> {
        self.spaces();
        match self.rest.is_empty() || self.rest.starts_with(['#', '\n']) {
            true => Ok(()),
            false => self.wrong(format!("expected the end of the line, and not {}", self.next())),
        }
    }

    /// A list of rows, each a list of so many numbers; with one stage a list of numbers.
    fn rows(&mut self, stages: usize) -> Result<Vec<i32>, WeightsError> {
        let mut weights = Vec::new();
        self.list(&mut |reader| {
            if stages == 1 && !reader.rest.starts_with('[') {
                weights.push(reader.number()?);
                return Ok(());
            }
            let before = weights.len();
            reader.list(&mut |reader| {
                weights.push(reader.number()?);
                Ok(())
            })?;
            match weights.len() - before {
                count if count == stages => Ok(()),
                count => reader.wrong(format!("a row of {count} weights, expected {stages}")),
            }
        })?;
        Ok(weights)
    }

    fn list(&mut self, item: &mut dyn FnMut(&mut Self) -> Result<(), WeightsError>) -> Result<(), WeightsError> {
        self.expect('[', "weights are written as a list, [1, 2]")?;
        loop {
            self.blank();
            if self.rest.starts_with(']') {
                self.take(1);
                return Ok(());
            }
            item(self)?;
            self.blank();
            if self.rest.starts_with(',') {
                self.take(1);
            } else if !self.rest.starts_with(']') {
                return self.wrong(format!("expected a comma or ] and not {}", self.next()));
            }
        }
    }

    fn number(&mut self) -> Result<i32, WeightsError> {
        let end = self
            .rest
            .find(|next: char| !(next.is_ascii_digit() || matches!(next, '-' | '+')))
            .unwrap_or(self.rest.len());
        match self.rest[..end].parse() {
            Ok(number) if (-MAX_WEIGHT..=MAX_WEIGHT).contains(&number) => {
                self.take(end);
                Ok(number)
            }
            _ => self.wrong(format!(
                "{} is no weight: expected a whole number from -{MAX_WEIGHT} to {MAX_WEIGHT}",
                self.next()
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::WeightTerm;
    use super::super::tests::table;
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut original = table();
        original.terms.push(WeightTerm {
            name: "long".to_string(),
            group: "tempo",
            about: "More than a line.",
            weights: (0..200).map(|index| index * 7 - 400).collect(),
        });
        let text = original.text();
        assert!(text.lines().all(|line| line.len() <= 110), "{text}");
        let mut other = original.clone();
        other.terms.iter_mut().for_each(|term| term.weights.fill(0));
        other.read(&text).expect("our own text");
        assert_eq!(other, original);
        let mut flat =
            WeightTable::flat("flat", &[("man", "material", "A man.", &[100]), ("row", "rows", "Rows.", &[1, -2])]);
        let text = flat.text();
        assert!(text.contains("row = [1, -2]"), "{text}");
        flat.read(&text).expect("our own text");
        assert_eq!(flat.weights(), [100, 1, -2]);
    }

    #[test]
    fn what_is_left_out_stays() {
        let mut changed = table();
        changed.read("# a comment\r\ntempo = [ [1,\n 2], ] # after\n").expect("one term");
        assert_eq!(changed.weights(), [3, -5, 10, 20, 30, 41, 1, 2]);
        changed.read("").expect("nothing");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, line, hint) in [
            ("evaluator = \"other\"", 1, "not of 'tested'"),
            ("evaluator = tested", 1, "quotes"),
            ("evaluator = \"tested", 1, "closing quote"),
            ("\ntempp = [[1, 2]]", 2, "did you mean 'tempo'?"),
            ("zzzzzzzz = 1", 1, "mobility, safe-mobility, tempo"),
            ("tempo [[1, 2]]", 1, "="),
            ("tempo = 7", 1, "list"),
            ("tempo = [[1, 2], [3, 4]]", 1, "2 rows of 2 weights, expected 1"),
            ("tempo = [[1,\n2, 3]]", 2, "expected 2"),
            ("tempo = [[1, x]]", 1, "'x]]' is no weight"),
            ("tempo = [[1, 20000]]", 1, "10000"),
            ("tempo = [[1, 2.5]]", 1, "expected a comma"),
            ("tempo = [[1, 2]", 1, "expected a comma or ]"),
            ("tempo = [[1, 2]] mobility = [[1, 2]]", 1, "end of the line"),
            ("tempo = [[1, 2]]\n\ntempo = [[1, 2]]", 3, "twice"),
            ("[tempo]", 1, "expected a term"),
            ("\u{e4}", 1, "expected a term"),
        ] {
            let error = table().read(text).expect_err(text);
            assert!(error.line == line && error.reason.contains(hint), "{text}: {error}");
        }
    }
}
