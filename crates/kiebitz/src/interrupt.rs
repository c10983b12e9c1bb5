//! Ctrl-C: ends a running search, which then tells what it has found; a second one, or one with no search running, ends the
//! program.

use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};

use engine::Control;

static RUNNING: Mutex<Option<Arc<Control>>> = Mutex::new(None);

/// The exit code of a program that Ctrl-C ended, by custom of the shell.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C.
pub fn install() {
    // Without a handler Ctrl-C simply ends the program, which is no reason not to start.
    let _ = ctrlc::set_handler(|| {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        match running.take() {
            Some(control) => control.stop(),
            None => exit(INTERRUPTED),
        }
    });
}

/// Runs `work` with a clock that starts now; Ctrl-C stops it.
pub fn stoppable<T>(work: impl FnOnce(&Control) -> T) -> T {
    let control = Arc::new(engine::start_clock());
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(control.clone());
    let result = work(&control);
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner).take();
    result
}
