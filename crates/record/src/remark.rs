//! What is said about a move: words, and commands such as `[%clk 0:10:00]`, `[%eval 0.35,18]`, `[%csl Gd4]`, `[%cal Re2e4]`.
//!
//! `%clk`, `%emt`, `%csl` and `%cal` are from the supplement of 2001 to the PGN standard; `%eval` is what chess sites and
//! python-chess read.

use std::time::Duration;

use game::Score;

/// A comment, taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Remark {
    /// The words, without the commands, with single blanks between them.
    pub text: String,
    /// The commands, name and value: `clk`, `0:10:00`.
    pub commands: Vec<(String, String)>,
}

/// What belongs to a move besides its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// Numeric annotation glyphs.
    pub nags: Vec<u8>,
    /// The comment.
    pub remark: Remark,
}

impl Remark {
    /// Takes a comment apart.
    pub fn read(comment: &str) -> Remark {
        let mut remark = Remark::default();
        let mut rest = comment;
        while let Some(start) = rest.find("[%") {
            remark.say(&rest[..start]);
            let inside = &rest[start + 2..];
            let Some(end) = inside.find(']') else {
                // Commands that are never closed are words.
                remark.say(&inside.replace("[%", " "));
                return remark;
            };
            let (name, value) = inside[..end].split_once(char::is_whitespace).unwrap_or((&inside[..end], ""));
            let value: Vec<&str> = value.split_whitespace().collect();
            remark.commands.push((name.to_string(), value.join(" ")));
            rest = &inside[end + 1..];
        }
        remark.say(rest);
        remark
    }

    /// Is nothing said?
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.commands.is_empty()
    }

    /// Adds words.
    pub fn say(&mut self, words: &str) {
        for word in words.split_whitespace() {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    /// Adds a command.
    pub fn command(&mut self, name: &str, value: impl Into<String>) {
        self.commands.push((name.to_string(), value.into()));
    }

    /// The value of a command; of several with one name the last.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.commands.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The arrows and marked cells, each as `Re2e4` or `Gd4`.
    pub fn arrows(&self) -> impl Iterator<Item = &str> {
        let drawn = self.commands.iter().filter(|(name, _)| name == "csl" || name == "cal");
        drawn.flat_map(|(_, value)| value.split(',').map(str::trim))
    }

    /// Adds what another remark says.
    pub fn join(&mut self, other: Remark) {
        self.say(&other.text);
        self.commands.extend(other.commands);
    }

    /// The remark as the words of a comment with its braces: the commands together are one word, which
    /// must not be broken across lines.
    pub(crate) fn words(&self) -> Vec<String> {
        let commands: Vec<String> = self
            .commands
            .iter()
            .map(|(name, value)| format!("[%{} {}]", plain(name), plain(value)).replace(" ]", "]"))
            .collect();
        let mut words = Vec::new();
        if !commands.is_empty() {
            words.push(commands.join(" "));
        }
        words.extend(plain(&self.text).split_whitespace().map(str::to_string));
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        words
    }
}

/// A text that may stand in a comment: braces would end it.
pub(crate) fn plain(text: &str) -> String {
    text.replace(['{', '}'], "|")
}

/// A value for `%eval`: pawns, or moves to mate. The score is White's.
pub fn eval_text(score: Score) -> String {
    match score.plies_to_end() {
        None => format!("{:.2}", f64::from(score.value()) / 100.0),
        Some(plies) if score.is_win() => format!("#{}", plies.div_ceil(2)),
        Some(plies) => format!("#-{}", plies.div_ceil(2)),
    }
}

/// A time for `%clk` and `%emt`: `0:00:59.812`; whole seconds are written without a fraction.
pub fn time_text(time: Duration) -> String {
    let milliseconds = time.as_millis();
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest == 0 { whole } else { format!("{whole}.{rest:03}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_taken_apart_and_put_together() {
        let remark = Remark::read("good [%csl Gd4,Rd5][%cal Re2e4]\n [%eval 0.35,18] and more [%clk 0:01:02");
        assert_eq!(remark.text, "good and more clk 0:01:02");
        assert_eq!(remark.arrows().collect::<Vec<_>>(), ["Gd4", "Rd5", "Re2e4"]);
        assert_eq!((remark.get("eval"), remark.get("clk")), (Some("0.35,18"), None));
        let remark = Remark::read("[%emt 1] [%bare] two  words}");
        assert_eq!(remark.words(), ["{[%emt 1] [%bare]", "two", "words|}"]);
        assert!(Remark::read(" \n ").is_empty());
    }

    #[test]
    fn times_and_values() {
        assert_eq!(time_text(Duration::from_millis(3_723_004)), "1:02:03.004");
        assert_eq!(time_text(Duration::from_secs(59)), "0:00:59");
        assert_eq!(eval_text(Score::new(-35)), "-0.35");
        assert_eq!(eval_text(Score::win_in(3)), "#2");
        assert_eq!(eval_text(Score::loss_in(4)), "#-2");
    }
}
