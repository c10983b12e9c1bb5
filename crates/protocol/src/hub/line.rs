//! A line of Hub: a name, then arguments such as `pos=W... moves="32-28 19-23" infinite`.

use std::fmt;
use std::time::Duration;

use crate::words::one_line;

/// A line that is read: the name, and what follows it.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub name: &'a str,
    arguments: &'a str,
}

impl<'a> Line<'a> {
    pub fn read(line: &'a str) -> Line<'a> {
        let line = line.trim();
        let (name, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Line { name, arguments }
    }

    /// The arguments in order; one without a value has none.
    fn arguments(self) -> impl Iterator<Item = (&'a str, Option<&'a str>)> {
        let mut rest = self.arguments;
        std::iter::from_fn(move || {
            rest = rest.trim_start();
            let (name, behind) =
                rest.split_at(rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len()));
            let Some(behind) = behind.strip_prefix('=') else {
                rest = behind;
                return (!name.is_empty()).then_some((name, None));
            };
            // What stands in quotes may hold anything but quotes.
            let (value, behind) = match behind.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => behind.split_at(behind.find(char::is_whitespace).unwrap_or(behind.len())),
            };
            rest = behind;
            Some((name, Some(value)))
        })
    }

    /// Is there an argument of this name without a value?
    pub fn has(self, name: &str) -> bool {
        self.arguments().any(|(found, value)| found == name && value.is_none())
    }

    /// The value of an argument; empty if it is not there.
    pub fn value(self, name: &str) -> &'a str {
        self.arguments()
            .find(|(found, value)| *found == name && value.is_some())
            .and_then(|(_, text)| text)
            .unwrap_or("")
    }

    /// The words of a value.
    pub fn words(self, name: &str) -> Vec<String> {
        self.value(name).split_whitespace().map(str::to_string).collect()
    }

    /// The value as a number.
    pub fn number(self, name: &str) -> Option<f64> {
        self.value(name).parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// The value as a count; some programs write it as a real number.
    pub fn count(self, name: &str) -> Option<u64> {
        self.value(name).parse().ok().or_else(|| self.number(name).map(|number| number as u64))
    }
}

/// A value as the protocol writes it, with the space before it.
pub(super) fn argument(f: &mut fmt::Formatter<'_>, name: &str, value: impl fmt::Display) -> fmt::Result {
    let value = value.to_string().replace('"', "'");
    let plain = !value.is_empty() && !value.contains(|c: char| c == '=' || c.is_whitespace());
    let quote = if plain { "" } else { "\"" };
    write!(f, " {name}={quote}{}{quote}", one_line(&value))
}

/// The same where there may be none.
pub(super) fn optional(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| argument(f, name, value))
}

/// A time as it is written, to the millisecond.
pub(super) fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read() {
        let line = Line::read("info depth=21 mean-depth=20.8 score=-0.01 infinite pv=\"32-28 depth=3\" time=3.906\r\n");
        assert_eq!((line.name, line.value("depth"), line.value("pv")), ("info", "21", "32-28 depth=3"));
        assert_eq!((line.value("nps"), line.number("score"), line.has("infinite")), ("", Some(-0.01), true));
        assert_eq!((line.has("depth"), line.words("pv").len()), (false, 2));
        assert_eq!(Line::read("level infinite time=").value("time"), "");
        assert_eq!(Line::read("a b=\"open").value("b"), "open");
        assert_eq!(Line::read("a b=nan").number("b"), None);
        assert_eq!(Line::read("a =x b=1").value("b"), "1");
    }
}
