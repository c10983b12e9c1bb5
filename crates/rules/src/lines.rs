//! Lines and words of the language of boards, with their places, and faults that name the nearest word.

use crate::error::{Place, Reason, RulesError};

/// A line of the text, as words with their columns.
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// Its words, each with its column.
    pub words: Vec<(u32, &'a str)>,
    /// Does it begin with a blank?
    pub indented: bool,
}

impl<'a> Line<'a> {
    /// A fault at a word of the line, or behind its end.
    pub fn fail(&self, word: usize, message: impl Into<String>) -> RulesError {
        let column = self.words.get(word).map_or_else(
            || self.words.last().map_or(1, |(column, word)| column + word.chars().count() as u32 + 1),
            |(column, _)| *column,
        );
        RulesError::new(Place { line: self.number, column }, Reason::Syntax, message)
    }

    /// A word is not among those that can stand here: the error names the nearest.
    pub fn unknown(&self, at: usize, choices: &[&str]) -> RulesError {
        let Some((_, word)) = self.words.get(at) else {
            return self.fail(at, format!("something is missing; {} can stand here", choices.join(", ")));
        };
        let hint = match game::nearest(word, choices.iter().copied()) {
            Some(nearest) => format!("did you mean '{nearest}'?"),
            None => format!("{} can stand here", choices.join(", ")),
        };
        self.fail(at, format!("'{word}' is not known here; {hint}"))
    }

    /// A word of the line; empty behind its end.
    pub fn word(&self, at: usize) -> &'a str {
        self.words.get(at).map_or("", |(_, word)| word)
    }

    /// The words from one on.
    pub fn rest(&self, from: usize) -> String {
        self.words[from.min(self.words.len())..].iter().map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
    }

    /// Nothing may follow.
    pub fn end(&self, at: usize) -> Result<(), RulesError> {
        match self.words.get(at) {
            Some((_, word)) => Err(self.fail(at, format!("'{word}' is too much here"))),
            None => Ok(()),
        }
    }

    /// A number from 1 to 1000.
    pub fn number_at(&self, at: usize, what: &str) -> Result<u32, RulesError> {
        self.word(at)
            .parse()
            .ok()
            .filter(|number| (1..=1000).contains(number))
            .ok_or_else(|| self.fail(at, format!("expected {what}, a number from 1 to 1000")))
    }
}

/// The lines of a text that are neither empty nor comments.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let mut found = Vec::new();
    for (number, content) in (1..).zip(text.lines()) {
        let content = content.strip_prefix('\u{feff}').unwrap_or(content);
        if content.trim_start().starts_with("# ") || content.trim() == "#" {
            continue;
        }
        let mut words = Vec::new();
        let mut column = 1;
        for part in content.split([' ', '\t']) {
            if !part.is_empty() {
                words.push((column, part));
            }
            column += part.chars().count() as u32 + 1;
        }
        if !words.is_empty() {
            found.push(Line { number, words, indented: content.starts_with([' ', '\t']) });
        }
    }
    found
}
