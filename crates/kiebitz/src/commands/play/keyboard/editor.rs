//! A line that is edited: the keys of a shell, what was typed before, moves and commands completed by Tab.

use std::sync::atomic::{AtomicU64, Ordering};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Helper};

use crate::{interrupt, output};

/// What a line may be completed to.
#[derive(Default)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..at].rfind(' ').map_or(0, |space| space + 1);
        let begun = &line[start..at];
        Ok((start, self.0.iter().filter(|word| word.starts_with(begun)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// The editor of a terminal.
pub struct Editor(rustyline::Editor<Words, DefaultHistory>);

impl Editor {
    /// `None` where the terminal cannot do it.
    pub fn new() -> Option<Editor> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = rustyline::Editor::with_config(config).ok()?;
        editor.set_helper(Some(Words::default()));
        Some(Editor(editor))
    }

    /// One line; `None` at the end of the input.
    pub fn line(&mut self, prompt: &str, words: Vec<String>) -> Option<String> {
        self.0.set_helper(Some(Words(words)));
        match self.0.readline(prompt) {
            Ok(line) => Some(output::visible(line.trim())),
            // As at any other prompt: it leaves.
            Err(ReadlineError::Interrupted) => interrupt::leave(),
            Err(_) => None,
        }
    }
}

#[cfg(unix)]
mod terminal {
    use std::sync::Mutex;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    /// How the terminal was when we came.
    pub fn remember() {
        if let Ok(mut before) = BEFORE.lock() {
            *before = tcgetattr(std::io::stdin()).ok();
        }
    }

    /// A line may still be edited when the program ends: the terminal is left as it was.
    pub fn restore() {
        if let Ok(before) = BEFORE.lock()
            && let Some(before) = &*before
        {
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSADRAIN, before);
        }
    }

    /// Is there a line to be read? Waits a moment for it.
    pub fn has_line() -> bool {
        use std::os::fd::AsFd;
        let stdin = std::io::stdin();
        let mut wanted = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
        // Whatever else happens to it, reading tells.
        poll(&mut wanted, PollTimeout::from(50_u8)).is_ok_and(|count| count > 0)
    }
}

#[cfg(not(unix))]
mod terminal {
    pub fn remember() {}
    pub fn restore() {}
    pub fn has_line() -> bool {
        true
    }
}

pub use terminal::{remember as remember_terminal, restore as restore_terminal};

/// Waits until a line can be read; false if it is not wanted any more.
pub fn waits_for_line(number: u64, withdrawn: &AtomicU64) -> bool {
    while withdrawn.load(Ordering::Acquire) < number {
        if terminal::has_line() {
            return true;
        }
    }
    false
}
