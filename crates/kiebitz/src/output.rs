//! What a command says, and how it fails.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::time::Duration;

use engine::Control;
use indicatif::{ProgressBar, ProgressStyle};

/// Why a command did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for makes no sense: exit code 2.
    BadInput(String),
    /// It could not be done: exit code 1.
    Other(String),
    /// Nobody reads our output any more.
    Closed,
}

impl Failure {
    /// The same with the place where it happened.
    pub fn at(self, place: &str) -> Failure {
        match self {
            Failure::BadInput(message) => Failure::BadInput(format!("{place}: {message}")),
            Failure::Other(message) => Failure::Other(format!("{place}: {message}")),
            Failure::Closed => Failure::Closed,
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Failure::BadInput(message) | Failure::Other(message) => message,
            Failure::Closed => "nobody reads the output",
        })
    }
}

impl From<engine::Error> for Failure {
    fn from(error: engine::Error) -> Failure {
        Failure::BadInput(error.to_string())
    }
}

impl From<engine::KnowledgeError> for Failure {
    fn from(error: engine::KnowledgeError) -> Failure {
        match error {
            engine::KnowledgeError::Io(_, error) if error.kind() == std::io::ErrorKind::BrokenPipe => Failure::Closed,
            error if error.is_bad_input() => Failure::BadInput(error.to_string()),
            error => Failure::Other(error.to_string()),
        }
    }
}

impl From<learn::Error> for Failure {
    fn from(error: learn::Error) -> Failure {
        if error.is_bad_input() { Failure::BadInput(error.to_string()) } else { Failure::Other(error.to_string()) }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Other(error.to_string()),
        }
    }
}

/// Prints without a line break, and flushes.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a line.
pub fn line(text: impl Display) -> Result<(), Failure> {
    print(&format!("{text}\n"))
}

/// A line on the error output, beside what is printed.
pub fn complain(text: &str) -> Result<(), Failure> {
    Ok(writeln!(std::io::stderr(), "{}", visible(text))?)
}

/// Prints JSON.
pub fn json(value: &serde_json::Value) -> Result<(), Failure> {
    line(serde_json::to_string_pretty(value).expect("values that we made"))
}

/// Writes a file whole or not at all.
pub fn write_whole(path: &std::path::Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut file = engine::WholeFile::create(path, true)?;
    file.write_all(content.as_ref())?;
    Ok(file.finish()?)
}

/// A sign of life while something takes long; hidden when nobody watches.
pub fn spinner(message: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("a template");
    let bar = ProgressBar::new_spinner().with_style(style).with_message(message.to_string());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// How far work on so many bytes is; hidden when nobody watches.
pub fn byte_bar(message: &str) -> ProgressBar {
    let template = "{spinner} {elapsed} [{bar:30}] {bytes} of {total_bytes}, {eta} left {msg}";
    let style = ProgressStyle::with_template(template).expect("a template").progress_chars("=> ");
    ProgressBar::new(0).with_style(style).with_message(message.to_string())
}

/// How far work of a known length has come; hidden when nobody watches.
pub fn bar(length: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} (left {eta}) {msg}").expect("a template");
    let bar = ProgressBar::new(length).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The account of long work that is given step by step: a sign that it goes on, and lines above it.
pub struct Account {
    /// The sign.
    pub bar: ProgressBar,
    /// Nothing is printed: the result will be data.
    silent: bool,
    begun: bool,
    printed: Result<(), Failure>,
}

impl Account {
    /// Nothing is told yet.
    pub fn new(message: &str, silent: bool) -> Account {
        Account { bar: spinner(message), silent, begun: false, printed: Ok(()) }
    }

    /// Prints what the work begins with, once, and a step. Work whose account cannot be printed is stopped.
    pub fn tell(
        &mut self,
        control: &Control,
        beginning: impl FnOnce() -> Result<(), Failure>,
        step: impl FnOnce() -> Result<(), Failure>,
    ) {
        if self.silent || self.printed.is_err() {
            return;
        }
        let begun = std::mem::replace(&mut self.begun, true);
        self.printed = self.bar.suspend(|| if begun { Ok(()) } else { beginning() }.and_then(|()| step()));
        if self.printed.is_err() {
            control.stop();
        }
    }

    /// The end of it.
    pub fn end(self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        self.printed
    }
}

/// Text from outside without anything that could confuse a terminal.
pub fn visible(text: &str) -> String {
    let show = |letter: char| if letter.is_control() { letter.escape_default().collect() } else { letter.to_string() };
    text.chars().map(show).collect()
}

/// How many letters fit beside each other: no bound where nobody watches.
pub fn width() -> usize {
    let (_, columns) = console::Term::stdout().size();
    if std::io::stdout().is_terminal() { usize::from(columns).max(20) } else { usize::MAX }
}

/// Words in lines that fit the terminal. The number of a move stays with the move.
pub fn wrap(words: &[String]) -> String {
    let is_number = |word: &str| {
        let digits = word.trim_end_matches('.');
        digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    };
    let mut together: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        match together.last_mut().filter(|last| is_number(last)) {
            Some(number) => number.extend([" ", word.as_str()]),
            None => together.push(word.clone()),
        }
    }
    let width = usize::from(console::Term::stdout().size().1).clamp(20, 100);
    let mut text = String::new();
    let mut used = 0;
    for word in &together {
        let length = word.chars().count();
        if used > 0 && used + 1 + length >= width {
            text.push('\n');
            used = 0;
        }
        if used > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += length;
    }
    text
}

/// A number with its thousands apart: 12,345,678.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Nodes per second.
pub fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// A time as people read it.
pub fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_does_not_end_between_a_number_and_its_move() {
        // Nobody watches a test, so that lines are 80 wide or less, and some number comes to the end of one.
        let line: Vec<String> = (1..60).flat_map(|number| [format!("{number}."), "Nf3".into(), "Nf6".into()]).collect();
        let text = wrap(&line);
        assert!(text.lines().count() > 5, "{text}");
        assert!(text.lines().all(|line| !line.ends_with('.') && line.chars().count() <= 100), "{text}");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), line);
    }
}
