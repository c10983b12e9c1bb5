//! Ctrl-C: ends a running search, which then tells what it has found. With no search running it ends the program, and so
//! does a second one soon after the first. A request to end (SIGTERM) and the end of the terminal (SIGHUP) are the same to us.

use std::io::Write;
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::Control;

struct State {
    running: Option<Arc<Control>>,
    last: Option<Instant>,
}

static STATE: Mutex<State> = Mutex::new(State { running: None, last: None });

/// The exit code of a program that Ctrl-C ended, by custom of the shell.
const INTERRUPTED: i32 = 130;

/// Two within this time mean: enough.
const TWICE: Duration = Duration::from_secs(1);

/// Listens for Ctrl-C and its relatives.
pub fn install() {
    #[cfg(unix)]
    let deaf = is_ignored();
    // Without a handler Ctrl-C simply ends the program, which is no reason not to start.
    let _ = ctrlc::set_handler(|| {
        let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
        let again = state.last.replace(Instant::now()).is_some_and(|last| last.elapsed() < TWICE);
        match state.running.take() {
            Some(control) if !again => control.stop(),
            _ => leave(),
        }
    });
    #[cfg(unix)]
    if deaf {
        ignore();
    }
}

/// Ends the program as Ctrl-C does.
pub fn leave() -> ! {
    // So that the shell's prompt begins on a line of its own.
    let _ = std::io::stderr().write_all(b"\n");
    exit(INTERRUPTED)
}

/// Were we started so that the end of the terminal does not matter, as `nohup` does it?
#[cfg(unix)]
fn is_ignored() -> bool {
    use nix::sys::signal::{SigHandler, Signal, signal};
    // SAFETY: no handler of ours is installed or replaced; the default is put back.
    let before = unsafe { signal(Signal::SIGHUP, SigHandler::SigIgn) };
    let ignored = matches!(before, Ok(SigHandler::SigIgn));
    if !ignored {
        // SAFETY: as above.
        let _ = unsafe { signal(Signal::SIGHUP, SigHandler::SigDfl) };
    }
    ignored
}

/// The end of the terminal does not matter.
#[cfg(unix)]
fn ignore() {
    use nix::sys::signal::{SigHandler, Signal, signal};
    // SAFETY: ignoring a signal runs no code of ours.
    let _ = unsafe { signal(Signal::SIGHUP, SigHandler::SigIgn) };
}

/// Runs `work` with a clock that starts now; Ctrl-C stops it.
pub fn stoppable<T>(work: impl FnOnce(&Arc<Control>) -> T) -> T {
    let control = Arc::new(engine::start_clock());
    stopping(&control, || work(&control))
}

/// Runs `work`; Ctrl-C stops `control`.
pub fn stopping<T>(control: &Arc<Control>, work: impl FnOnce() -> T) -> T {
    STATE.lock().unwrap_or_else(PoisonError::into_inner).running = Some(control.clone());
    let result = work();
    STATE.lock().unwrap_or_else(PoisonError::into_inner).running = None;
    result
}
