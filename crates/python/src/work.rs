//! Work on a thread of its own, so that Python's interpreter is free meanwhile and Ctrl-C is heard. No Python runs inside it but the
//! rules of games that are written in Python.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use engine::Control;
use lab::tree::RecordedTree;
use pyo3::prelude::*;

use crate::failure::{InternalError, Refused};
use crate::guest;
use crate::tree::Tree;

/// How often it is looked whether somebody has pressed Ctrl-C.
const HEARTBEAT: Duration = Duration::from_millis(20);
/// How long a stopped piece of work may take to come back with what it has.
const PATIENCE: Duration = Duration::from_secs(10);

/// What work gives.
pub enum Product {
    Json(String),
    Tree(Box<dyn RecordedTree>),
}

/// What work can say on its way.
pub type Tell<'a> = dyn FnMut(String) + Send + 'a;

enum Message {
    Progress(String),
    Done(Result<Product, PyErr>),
}

/// Work that is under way. `next` gives what it tells, and `None` when it is over.
#[pyclass(module = "kiebitz._kiebitz", frozen)]
pub struct Work {
    control: Arc<Control>,
    messages: Mutex<Receiver<Message>>,
    done: Mutex<Option<Result<Product, PyErr>>>,
}

/// What runs, so that it can be stopped when Python ends: how to stop it, and a sign of life that its thread keeps.
type Running = (Weak<Control>, Weak<()>);

static RUNNING: Mutex<Vec<Running>> = Mutex::new(Vec::new());

fn running() -> std::sync::MutexGuard<'static, Vec<Running>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Work {
    /// Begins. `game` is the game that it is about, whose rules may be Python's.
    pub fn begin(
        game: &str,
        work: impl FnOnce(&Control, &mut Tell) -> PyResult<Product> + Send + 'static,
    ) -> PyResult<Work> {
        let control = Arc::new(engine::start_clock());
        let (sender, messages) = channel();
        let watch = guest::watch(game, &control);
        let shared = Arc::clone(&control);
        let alive = Arc::new(());
        let sign = Arc::downgrade(&alive);
        let run = move || {
            let found = run(&shared, &sender, work);
            let found = match watch.and_then(|watch| watch.end()) {
                Some(error) => Err(error),
                None => found,
            };
            // Nobody listens if Python has dropped the work.
            let _ = sender.send(Message::Done(found));
            drop(alive);
        };
        {
            let mut running = running();
            running.retain(|(_, alive)| alive.strong_count() > 0);
            running.push((Arc::downgrade(&control), sign));
        }
        engine::thread("python").spawn(run).map_err(|error| InternalError::new_err(format!("no thread: {error}")))?;
        Ok(Work { control, messages: Mutex::new(messages), done: Mutex::new(None) })
    }

    fn done(&self) -> std::sync::MutexGuard<'_, Option<Result<Product, PyErr>>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next message, or none if there is none in time.
    fn receive(&self, wait: Duration) -> Option<Message> {
        let messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        match messages.recv_timeout(wait) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some(Message::Done(Err(InternalError::new_err("the work ended without a word"))))
            }
        }
    }

    /// Waits for the end, without telling anybody what happens until then.
    fn settle(&self, py: Python<'_>) {
        py.detach(|| {
            let since = Instant::now();
            while self.done().is_none() && since.elapsed() < PATIENCE {
                if let Some(Message::Done(found)) = self.receive(HEARTBEAT) {
                    *self.done() = Some(found);
                }
            }
        });
    }
}

fn run(
    control: &Control,
    sender: &Sender<Message>,
    work: impl FnOnce(&Control, &mut Tell) -> PyResult<Product>,
) -> PyResult<Product> {
    let mut tell = |text: String| drop(sender.send(Message::Progress(text)));
    match catch_unwind(AssertUnwindSafe(|| work(control, &mut tell))) {
        Ok(found) => found,
        Err(panic) => Err(InternalError::new_err(said(&*panic))),
    }
}

/// What a panic has said.
pub fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".to_string())
}

#[pymethods]
impl Work {
    /// What the work tells next, as JSON; `None` when it is over. With a timeout in seconds, `""` if there is nothing in time.
    #[pyo3(signature = (timeout = None))]
    fn next(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Option<String>> {
        let since = Instant::now();
        loop {
            if self.done().is_some() {
                return Ok(None);
            }
            match py.detach(|| self.receive(HEARTBEAT)) {
                Some(Message::Progress(text)) => return Ok(Some(text)),
                Some(Message::Done(found)) => *self.done() = Some(found),
                None => {}
            }
            if let Err(interrupt) = py.check_signals() {
                self.control.stop();
                self.settle(py);
                return Err(interrupt);
            }
            if timeout.is_some_and(|timeout| since.elapsed().as_secs_f64() >= timeout) && self.done().is_none() {
                return Ok(Some(String::new()));
            }
        }
    }

    /// Ends the work; what it has found until then is its result.
    fn stop(&self, py: Python<'_>) {
        self.control.stop();
        self.settle(py);
    }

    /// The result, as JSON; waits for it.
    fn result(&self, py: Python<'_>) -> PyResult<String> {
        match self.product(py)? {
            Product::Json(text) => Ok(text),
            Product::Tree(_) => Err(InternalError::new_err("this work gives a tree")),
        }
    }

    /// The result, if it is a tree; waits for it.
    fn tree(&self, py: Python<'_>) -> PyResult<Tree> {
        match self.product(py)? {
            Product::Tree(tree) => Ok(Tree::new(tree)),
            Product::Json(_) => Err(InternalError::new_err("this work gives no tree")),
        }
    }

    /// About how many nodes were visited so far.
    #[getter]
    fn nodes(&self) -> u64 {
        self.control.nodes()
    }
}

impl Work {
    fn product(&self, py: Python<'_>) -> PyResult<Product> {
        while self.next(py, None)?.is_some() {}
        // Asked for a second time it is gone: whoever asks keeps it.
        self.done().take().unwrap_or_else(|| Err(Refused::new_err("this result was taken already")))
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// Stops everything that runs, and waits a little until it has ended: Python is about to end.
#[pyfunction]
pub fn shut_down(py: Python<'_>) {
    let stop = || {
        let running = running();
        running.iter().filter_map(|(control, _)| control.upgrade()).for_each(|control| control.stop());
        running.iter().all(|(_, alive)| alive.strong_count() == 0)
    };
    py.detach(|| {
        for _ in 0..100 {
            if stop() {
                break;
            }
            std::thread::sleep(HEARTBEAT);
        }
    });
}

/// Panics in a piece of work: for the test that Python survives it.
#[pyfunction]
pub fn panic_on_purpose() -> PyResult<Work> {
    Work::begin("chess", |_, _| panic!("on purpose"))
}
