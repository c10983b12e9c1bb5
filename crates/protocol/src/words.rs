//! Words of a line, numbers among them, and lines that stay lines.

use std::borrow::Cow;

/// The words of a line; at any time what follows can be had as it stands.
#[derive(Clone)]
pub(crate) struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    pub fn new(line: &'a str) -> Words<'a> {
        Words(line.trim())
    }

    /// All that has not been taken.
    pub fn rest(&self) -> &'a str {
        self.0
    }

    /// The next word if it is as wanted.
    pub fn next_if(&mut self, wanted: impl Fn(&str) -> bool) -> Option<&'a str> {
        let mut ahead = self.clone();
        let word = ahead.next().filter(|word| wanted(word))?;
        *self = ahead;
        Some(word)
    }

    /// The words up to the first that is not wanted.
    pub fn while_wanted(&mut self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        std::iter::from_fn(|| self.next_if(&wanted)).map(str::to_string).collect()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let end = self.0.find(char::is_whitespace).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }
}

/// A count as other programs write it: negative ones are none, and what is too large is as large as can be.
pub(crate) fn count<T: TryFrom<i128>>(word: &str, most: T) -> Option<T> {
    let number: i128 = word.parse().ok()?;
    Some(T::try_from(number.max(0)).unwrap_or(most))
}

/// Text on one line, whatever is in it.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let show =
        |letter: char| if letter.is_control() { letter.escape_default().to_string() } else { letter.to_string() };
    Cow::Owned(text.chars().map(show).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_the_rest() {
        let mut words = Words::new("  info string  two  words \r\n");
        assert_eq!((words.next(), words.next(), words.rest()), (Some("info"), Some("string"), "two  words"));
        assert_eq!(words.next_if(|word| word == "three"), None);
        assert_eq!(words.while_wanted(|word| word != "words"), ["two"]);
        assert_eq!((words.next(), words.next(), words.rest()), (Some("words"), None, ""));
    }

    #[test]
    fn counts_are_bounded() {
        assert_eq!(count("-5", u32::MAX), Some(0));
        assert_eq!(count("99999999999", u32::MAX), Some(u32::MAX));
        assert_eq!(count("1.5", u32::MAX), None);
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(one_line("a\nb\tc"), "a\\nb\\tc");
        assert_eq!(one_line("ä b"), "ä b");
    }
}
