//! A worker's conversation: reads jobs, answers each with a line, and ends with its input.

use std::collections::VecDeque;
use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::Control;
use serde::Serialize;

use crate::Worker;
use crate::job::{Command, Hello, Outcome, Reply, Request};

/// The longest line that a worker reads, in bytes.
pub const LONGEST_JOB: usize = 4 << 20;
/// The longest line that it writes, as whoever drives it may count on.
pub const LONGEST_ANSWER: usize = 256 << 20;
/// How many lines wait to be done; whoever writes more is held up.
const WAITING: usize = 16;
/// How many jobs are remembered that were cancelled before their turn.
const CANCELLED: usize = 64;
/// How often somebody looks whether it is to end.
const GLANCE: Duration = Duration::from_millis(50);

/// A line, as it may come from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Its text.
    Text(String),
    /// It has more bytes than are read; it was skipped.
    TooLong,
}

/// The next line of at most so many bytes; `None` at the end. Bytes that are not UTF-8 become signs that mean nothing.
pub fn next_line(input: &mut impl BufRead, most: usize) -> std::io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(most as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() > most && bytes.last() != Some(&b'\n') {
        loop {
            let buffer = input.fill_buf()?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let (used, last) = (end.map_or(buffer.len(), |end| end + 1), end.is_some() || buffer.is_empty());
            input.consume(used);
            if last {
                return Ok(Some(Line::TooLong));
            }
        }
    }
    Ok(Some(Line::Text(String::from_utf8_lossy(&bytes).trim().to_string())))
}

/// The job that is being done, and those that shall not be begun.
#[derive(Default)]
struct Current {
    running: Option<(u64, Arc<Control>)>,
    cancelled: VecDeque<u64>,
}

/// Says hello, then does jobs until the input ends or `halt` is stopped. The jobs that were read before the end are done.
pub fn serve(
    mut input: impl BufRead + Send + 'static,
    output: impl Write + Send,
    worker: &mut Worker,
    hello: &Hello,
    halt: &Control,
) -> std::io::Result<()> {
    let output = Mutex::new(output);
    write(&output, &serde_json::json!({ "hello": hello }))?;
    let current = Arc::new(Mutex::new(Current::default()));
    let (sender, lines) = sync_channel(WAITING);
    let desk = current.clone();
    // Not waited for: it may be in the middle of reading when everything else has ended.
    std::thread::Builder::new().name("listen".to_string()).spawn(move || {
        // An input that cannot be read has ended.
        while let Ok(Some(line)) = next_line(&mut input, LONGEST_JOB) {
            let command = match line {
                Line::Text(text) if text.is_empty() => continue,
                Line::Text(text) => Command::parse(&text),
                Line::TooLong => Err((None, format!("the line is longer than {LONGEST_JOB} bytes"))),
            };
            if let Ok(Command::Cancel(id)) = command {
                cancel(&desk, id);
            } else if sender.send(command).is_err() {
                break;
            }
        }
    })?;
    loop {
        match lines.recv_timeout(GLANCE) {
            _ if halt.stopped() => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Ok(Ok(Command::Cancel(_))) => unreachable!("that was heard at once"),
            Ok(Ok(Command::Do(request))) => answer(&request, worker, &output, &current, halt)?,
            Ok(Err((id, reason))) => write(&output, &Reply { id, outcome: Outcome::Refused(reason) })?,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(output: &Mutex<impl Write>, line: &impl Serialize) -> std::io::Result<()> {
    let mut text = serde_json::to_vec(line).map_err(std::io::Error::other)?;
    text.push(b'\n');
    let mut output = lock(output);
    output.write_all(&text)?;
    output.flush()
}

fn cancel(desk: &Mutex<Current>, id: u64) {
    let mut desk = lock(desk);
    match &desk.running {
        Some((running, control)) if *running == id => control.stop(),
        _ => {
            desk.cancelled.push_back(id);
            if desk.cancelled.len() > CANCELLED {
                desk.cancelled.pop_front();
            }
        }
    }
}

/// Does a job within its time.
fn answer(
    request: &Request,
    worker: &mut Worker,
    output: &Mutex<impl Write + Send>,
    current: &Mutex<Current>,
    halt: &Control,
) -> std::io::Result<()> {
    let control = Arc::new(engine::start_clock_under(halt));
    {
        let mut desk = lock(current);
        if let Some(place) = desk.cancelled.iter().position(|id| *id == request.id) {
            desk.cancelled.remove(place);
            control.stop();
        }
        desk.running = Some((request.id, control.clone()));
    }
    let begin = Instant::now();
    let deadline = Duration::from_millis(request.deadline_ms);
    let beat = request.heartbeat_ms.map_or(Duration::MAX, Duration::from_millis);
    let (over, end) = channel::<()>();
    let mut late = false;
    let found = std::thread::scope(|scope| {
        let (steering, late) = (&control, &mut late);
        let watch = move || {
            loop {
                let left = deadline.saturating_sub(begin.elapsed());
                match end.recv_timeout(left.min(beat)) {
                    Err(RecvTimeoutError::Timeout) if begin.elapsed() >= deadline => {
                        *late = true;
                        return steering.stop();
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let outcome = Outcome::Working(begin.elapsed().as_secs_f64());
                        // Nobody listens any more: nor does anybody want the answer.
                        if write(output, &Reply { id: Some(request.id), outcome }).is_err() {
                            return steering.stop();
                        }
                    }
                    _ => return,
                }
            }
        };
        std::thread::Builder::new().name("watch".to_string()).spawn_scoped(scope, watch)?;
        let found = worker.work(&request.job, &control);
        drop(over);
        std::io::Result::Ok(found)
    });
    lock(current).running = None;
    let outcome = match found? {
        Ok(Some(done)) => Outcome::Done(done),
        Ok(None) if late => Outcome::Stopped(format!("its deadline of {} ms is over", request.deadline_ms)),
        Ok(None) if halt.stopped() => Outcome::Stopped("the worker is to end".to_string()),
        Ok(None) => Outcome::Stopped("it was cancelled".to_string()),
        Err(reason) => Outcome::Refused(reason),
    };
    write(output, &Reply { id: Some(request.id), outcome })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_cost_themselves_only() {
        let text = format!("{}\nabc\r\n\n{}\nlast", "x".repeat(100), "y".repeat(10));
        let mut input = std::io::BufReader::with_capacity(7, text.as_bytes());
        let mut found = Vec::new();
        while let Some(line) = next_line(&mut input, 10).expect("readable") {
            found.push(line);
        }
        let text = |text: &str| Line::Text(text.to_string());
        assert_eq!(found, [Line::TooLong, text("abc"), text(""), text("yyyyyyyyyy"), text("last")]);
    }
}
