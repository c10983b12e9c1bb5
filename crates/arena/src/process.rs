//! Another program as a process: lines in, lines out, and no way for it to do harm.
//!
//! It may hang, crash, print without end, never read, close its pipes or refuse to leave. A thread of our own reads whatever it
//! prints as fast as it comes and notes when; what it does not read waits here. Nothing it does holds up a game, and no process is
//! left behind.

use std::fmt::Display;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::Control;

use crate::guardian::Group;
use crate::seating::Launch;
use crate::{Fault, Turn};

/// A line that the program has printed.
pub struct Line {
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// A running program.
pub struct Process {
    child: Child,
    group: Group,
    input: Option<ChildStdin>,
    /// What it has been sent and its pipe has not taken yet.
    unread: Vec<u8>,
    /// Since when nothing of it has been taken.
    stuck_since: Instant,
    lines: Receiver<Line>,
    spoken: Arc<Spoken>,
    /// Stopped when nobody needs it any more.
    halt: Control,
}

/// Which lines are handed on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Listening {
    /// Answers, which begin with one of these words. Of what tells about a search (`info`) only the last line is kept, and
    /// what means nothing is counted.
    Answers(&'static [&'static str]),
    /// Every line.
    All,
}

/// What the reading thread keeps besides the lines that it hands on.
#[derive(Default)]
struct Spoken {
    /// All bytes so far.
    bytes: AtomicU64,
    /// The last line that tells about a search; only the last one is of interest.
    info: Mutex<Option<String>>,
    /// There has been another one.
    news: AtomicBool,
    /// The last line that means nothing to us, and how many there were.
    garbage: Mutex<(u64, String)>,
}

/// A longer line is cut here.
const LINE_LENGTH: u64 = 64 << 10;
/// How many unread lines are buffered before the program is blocked.
const LINES_WAITING: usize = 4096;
/// More than this within one move is a flood.
const FLOOD: u64 = 16 << 20;
/// A program that takes nothing for so long, with more than this to be read besides what a pipe holds, does not read.
const STUCK: Duration = Duration::from_secs(5);
const UNREAD: usize = 64 << 10;
/// How long after its time is over an answer is still accepted.
const GRACE: Duration = Duration::from_millis(20);
/// How long a program may take for its move when that is wanted at once.
const AT_ONCE: Duration = Duration::from_secs(10);
/// How long a program may take to leave, or to end a search whose move nobody wants.
const FAREWELL: Duration = Duration::from_secs(2);
/// The same when nobody needs it any more.
const SHORT_FAREWELL: Duration = Duration::from_millis(300);
/// How often we look whether the game is to go on.
pub const GLANCE: Duration = Duration::from_millis(50);
/// How often we look whether a program reads on.
const READS_ON: Duration = Duration::from_millis(2);

impl Process {
    /// Starts a program. When `halt` is stopped, nothing that it does is waited for any more.
    pub fn start(launch: &Launch, listening: Listening, halt: &Control) -> Result<Process, Fault> {
        let mut command = Command::new(&launch.path);
        command.args(&launch.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        alone(&mut command);
        let mut child = command
            .spawn()
            .map_err(|error| Fault::NotReady(format!("'{}' cannot be started: {error}", launch.path.display())))?;
        let (sender, lines) = sync_channel(LINES_WAITING);
        let spoken = Arc::new(Spoken::default());
        let (Some(output), input) = (child.stdout.take(), child.stdin.take()) else { unreachable!("both are piped") };
        let keeper = spoken.clone();
        let thread = std::thread::Builder::new().name("listen".to_string());
        let (group, halt) = (Group::of(child.id()), engine::start_clock_under(halt));
        let (unread, stuck_since) = (Vec::new(), Instant::now());
        let process = Process { child, group, input, unread, stuck_since, lines, spoken, halt };
        process.input.as_ref().map_or(Ok(()), never_block).map_err(|error| Fault::NotReady(error.to_string()))?;
        // If no thread can be started, dropping the value ends the process.
        thread
            .spawn(move || listen(BufReader::new(output), listening, &sender, &keeper))
            .map_err(|error| Fault::NotReady(error.to_string()))?;
        Ok(process)
    }

    /// Sends lines, all at once. Never waits: what the program does not read now it may read later.
    pub fn send(&mut self, text: &str) -> Result<(), Fault> {
        if self.input.is_none() {
            return Err(Fault::Crashed("it has been asked to leave".to_string()));
        }
        self.hand_over()?;
        if self.unread.is_empty() {
            self.stuck_since = Instant::now();
        }
        if self.unread.len() > UNREAD && self.stuck_since.elapsed() > STUCK {
            return Err(Fault::Stalled(format!("it does not read: {} KiB wait for it", self.unread.len() >> 10)));
        }
        self.unread.extend_from_slice(text.as_bytes());
        self.hand_over()
    }

    /// Writes as much of what is unread as the pipe takes.
    fn hand_over(&mut self) -> Result<(), Fault> {
        let Some(input) = &mut self.input else { return Ok(()) };
        while !self.unread.is_empty() {
            match input.write(&self.unread) {
                Ok(count) if count > 0 => {
                    self.unread.drain(..count);
                    self.stuck_since = Instant::now();
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The reason why it does not read any more is more telling than that it does not.
                _ => {
                    let closed = || "it has closed its input".to_string();
                    return Err(Fault::Crashed(self.post_mortem().unwrap_or_else(closed)));
                }
            }
        }
        Ok(())
    }

    /// Sends commands of a protocol, one a line.
    pub fn tell<C: Display>(&mut self, commands: &[C]) -> Result<(), Fault> {
        self.send(&commands.iter().map(|command| format!("{command}\n")).collect::<String>())
    }

    /// The next line that is not about a search, read before `until`; `None` if there is none.
    pub fn next(&mut self, until: Instant) -> Result<Option<Line>, Fault> {
        loop {
            let input = self.hand_over();
            let pause = if self.unread.is_empty() { GLANCE } else { READS_ON };
            // What it has said counts even if it has closed its input since.
            let wait = if input.is_err() { Duration::ZERO } else { until.saturating_duration_since(Instant::now()) };
            match self.lines.recv_timeout(wait.min(pause)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => {
                    let closed = || "it has closed its output".to_string();
                    return Err(Fault::Crashed(self.post_mortem().unwrap_or_else(closed)));
                }
                Err(RecvTimeoutError::Timeout) => input?,
            }
            if self.halt.stopped() {
                return Err(Fault::Halted);
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }

    /// Waits for the answer to a turn that began at `start`: the first line of which `answer` makes something. `stop` is how it
    /// is told to answer at once, where there is a way; `heard` is called with what it says about its search.
    pub fn await_move<T>(
        &mut self,
        turn: &Turn,
        start: Instant,
        stop: Option<&dyn Display>,
        answer: impl Fn(&str) -> Option<Result<T, Fault>>,
        heard: &mut dyn FnMut(&str),
    ) -> Result<(T, Instant), Fault> {
        // After the time is over, the answer may already have arrived and not have been handed on.
        let mut until = start + turn.patience + GRACE;
        let mut told_to_stop = false;
        loop {
            if let Some(line) = self.next(until.min(Instant::now() + GLANCE))? {
                match answer(&line.text) {
                    Some(_) if turn.control.abandoned() && told_to_stop => return Err(Fault::Halted),
                    Some(found) => return Ok((found?, line.at)),
                    None => continue,
                }
            }
            if let Some(info) = self.news() {
                heard(&info);
            }
            if !told_to_stop && turn.control.stopped() {
                match stop {
                    Some(command) => self.tell(&[command])?,
                    None if turn.control.abandoned() => {
                        return Err(Fault::Stalled("it cannot be told to stop".to_string()));
                    }
                    None => {}
                }
                told_to_stop = stop.is_some();
                if told_to_stop {
                    let wait = if turn.control.abandoned() { FAREWELL } else { AT_ONCE };
                    until = until.min(Instant::now() + wait);
                }
            }
            if self.floods() {
                return Err(Fault::Flooded("it prints without end".to_string()));
            }
            if Instant::now() >= until {
                let garbage = self.garbage();
                let seconds = start.elapsed().as_secs_f64();
                return Err(Fault::Stalled(format!("no move after {seconds:.3} s{garbage}")));
            }
        }
    }

    /// Waits for a line that begins with `word`.
    pub fn expect(&mut self, word: &str, patience: Duration) -> Result<(), Fault> {
        let until = Instant::now() + patience;
        while let Some(line) = self.next(until)? {
            if line.text.split_whitespace().next() == Some(word) {
                return Ok(());
            }
        }
        let garbage = self.garbage();
        Err(Fault::NotReady(format!("no '{word}' within {} s{garbage}", patience.as_secs_f64())))
    }

    /// Closes its input, and waits for it to end; false if it does not.
    pub fn ends_with_input(&mut self, patience: Duration) -> bool {
        self.input = None;
        let until = Instant::now() + patience;
        while Instant::now() < until {
            while self.lines.try_recv().is_ok() {}
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }

    /// Forgets what was printed so far.
    pub fn clear(&mut self) {
        while self.lines.try_recv().is_ok() {}
        *self.spoken.info.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.spoken.garbage.lock().unwrap_or_else(PoisonError::into_inner) = (0, String::new());
        self.spoken.bytes.store(0, Relaxed);
    }

    /// The last line about a search, if there is one that has not been handed out.
    fn news(&self) -> Option<String> {
        let fresh = self.spoken.news.swap(false, Relaxed);
        if fresh { self.info() } else { None }
    }

    /// The last line about a search since [`Process::clear`].
    pub fn info(&self) -> Option<String> {
        self.spoken.info.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Has it printed more than any reasonable program since [`Process::clear`]?
    pub fn floods(&self) -> bool {
        self.spoken.bytes.load(Relaxed) > FLOOD
    }

    /// What it printed that nobody understands, in words; empty if there is nothing.
    pub fn garbage(&self) -> String {
        let garbage = self.spoken.garbage.lock().unwrap_or_else(PoisonError::into_inner);
        match &*garbage {
            (0, _) => String::new(),
            (1, last) => format!(" (it printed '{last}')"),
            (count, last) => format!(" (it printed {count} lines that mean nothing, the last '{last}')"),
        }
    }

    /// How the program ended, if it has.
    fn post_mortem(&mut self) -> Option<String> {
        // The pipe may close a moment before the process is gone.
        let until = Instant::now() + Duration::from_millis(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(format!("it has ended: {status}")),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// Asks it to quit, and makes sure that it does. Returns what was wrong, if anything.
    pub fn quit(&mut self) -> Option<String> {
        self.input.as_ref()?;
        let _ = self.send("quit\n");
        self.input = None;
        let patience = if self.halt.stopped() { SHORT_FAREWELL } else { FAREWELL };
        let until = Instant::now() + patience;
        while Instant::now() < until {
            // It may have written more than the pipe holds, and cannot exit before that is read.
            while self.lines.try_recv().is_ok() {}
            if !matches!(self.child.try_wait(), Ok(None)) {
                self.kill();
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.kill();
        let told = || format!("it did not leave within {} seconds of 'quit' and was ended", FAREWELL.as_secs());
        (patience == FAREWELL).then(told)
    }

    /// Ends it at once, with everything that it has started.
    pub fn kill(&mut self) {
        self.input = None;
        self.group.kill();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A write that finds the pipe full returns at once. Elsewhere than on Unix a program that does not read holds us up.
fn never_block(input: &ChildStdin) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use nix::fcntl::{FcntlArg, OFlag, fcntl};
        // The flags belong to our end of the pipe; the program's end stays as it is.
        fcntl(input, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    }
    #[cfg(not(unix))]
    let _ = input;
    Ok(())
}

/// Keeps Ctrl-C at our terminal from the program, and the program from living longer than we do.
pub fn alone(command: &mut Command) {
    #[cfg(not(unix))]
    let _ = command;
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::CommandExt;
        // SAFETY: between fork and exec only a system call is made, which is safe there; it does not allocate.
        unsafe {
            command.pre_exec(|| {
                nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL).map_err(std::io::Error::from)
            });
        }
    }
}

/// Reads what a program prints until it closes its output or nobody listens any more.
fn listen(mut output: impl BufRead, listening: Listening, lines: &SyncSender<Line>, spoken: &Spoken) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LINE_LENGTH).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(count) => drop(spoken.bytes.fetch_add(count as u64, Relaxed)),
        }
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim();
        let head = text.split_whitespace().next().unwrap_or("");
        let heard = match listening {
            Listening::Answers(words) => words.contains(&head),
            Listening::All => true,
        };
        if heard {
            if lines.send(Line { text: text.to_string(), at }).is_err() {
                return;
            }
        } else if head == "info" {
            // Lines without a score (notices, the move that is being looked at) do not hide the last one that has one.
            if text.contains(" score") {
                let mut info = spoken.info.lock().unwrap_or_else(PoisonError::into_inner);
                let info = info.get_or_insert_default();
                info.clear();
                info.push_str(text);
                spoken.news.store(true, Relaxed);
            }
        } else if !text.is_empty() {
            let mut garbage = spoken.garbage.lock().unwrap_or_else(PoisonError::into_inner);
            garbage.0 += 1;
            garbage.1 = text.chars().take(60).flat_map(char::escape_default).collect();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn sleeper(halt: &Control) -> Process {
        let launch = Launch { path: "sleep".into(), arguments: vec!["3600".to_string()], ..Launch::default() };
        Process::start(&launch, Listening::All, halt).expect("sleep exists")
    }

    #[test]
    fn who_does_not_read_stalls() {
        let mut process = sleeper(&Control::timeless());
        let line = format!("{}\n", "x".repeat(100_000));
        let fault = (0..1000).find_map(|_| {
            std::thread::sleep(STUCK / 10);
            process.send(&line).err()
        });
        assert!(matches!(&fault, Some(Fault::Stalled(text)) if text.contains("does not read")), "{fault:?}");
    }

    #[test]
    fn what_was_not_read_is_read_later() {
        let script = "sleep 0.2; wc -c";
        let launch =
            Launch { path: "sh".into(), arguments: vec!["-c".to_string(), script.to_string()], ..Launch::default() };
        let mut process = Process::start(&launch, Listening::All, &Control::timeless()).expect("a shell");
        process.send(&"x".repeat(300_000)).expect("it is only kept");
        let until = Instant::now() + Duration::from_secs(60);
        while !process.unread.is_empty() && Instant::now() < until {
            assert!(process.next(Instant::now() + READS_ON).expect("it lives").is_none());
        }
        process.input = None;
        assert_eq!(process.next(until).expect("it lives").expect("an answer").text, "300000");
    }

    #[test]
    fn nobody_is_waited_for_after_the_end() {
        let halt = Control::timeless();
        let mut process = sleeper(&halt);
        halt.stop();
        assert_eq!(process.expect("readyok", Duration::from_secs(3600)), Err(Fault::Halted));
    }
}
