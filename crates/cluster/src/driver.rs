//! Drives workers: starts them, hands out jobs, hears answers, and starts again whoever is lost.
//!
//! Only this thread decides; each worker has one thread that writes to it and one that reads from it, so that none can hold it up.

use std::collections::HashMap;
use std::fmt::Display;
use std::io::{BufReader, Read, Write};
use std::ops::ControlFlow;
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use arena::Group;
use engine::Control;
use serde::Deserialize;

use crate::carrier::Carrier;
use crate::job::{Done, Hello, Job, Outcome, Reply, Request, VERSION};
use crate::queue::{Lapse, Patience, Queue};
use crate::serve::{LONGEST_ANSWER, Line, next_line};

/// What is to be done, and what becomes of it.
pub trait Work {
    /// The next job.
    fn next(&mut self) -> Result<Next, String>;

    /// A job is done for the first time, by the worker of this name.
    fn done(&mut self, job: u64, worker: &str, done: Done) -> Verdict;
}

/// What comes next.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// This job, under a number of its own, which grows from job to job.
    Job(u64, Box<Job>),
    /// Nothing before jobs that are out are done.
    Wait,
    /// Nothing any more.
    Done,
}

/// What is said of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is kept; the work goes on, or it is enough.
    Kept(ControlFlow<()>),
    /// It is kept, but this worker gets nothing more to do, and why.
    Enough(String),
    /// It cannot be the result of this job, and why: the worker gets nothing more, and the job is done again.
    False(String),
}

/// What happens to workers, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// Something has happened to one.
    Of {
        /// Its name.
        worker: String,
        /// What.
        text: String,
    },
    /// So many are there now.
    There(usize),
}

/// What one worker has done.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Account {
    /// Its name.
    pub name: String,
    /// Jobs whose results were kept.
    pub done: u64,
    /// Jobs that another was faster at.
    pub spare: u64,
    /// Jobs that it could not do.
    pub failed: u64,
    /// How often it was lost: it ended, was silent or late.
    pub lost: u64,
    /// Seconds that its kept jobs took.
    pub seconds: f64,
    /// Why it got nothing more to do, if that is so.
    pub aside: Option<String>,
}

/// How long a worker may take to say hello.
const HELLO: Duration = Duration::from_secs(30);
/// How often signs of life are wanted.
const BEAT: Duration = Duration::from_millis(1000);
/// After its first loss a worker is started again after this time, after each further one in a row after twice the time...
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// ...but at most this.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// One that was lost so often without having done anything is not started again.
const LOST: u32 = 6;
/// How often we look at the time.
const GLANCE: Duration = Duration::from_millis(50);
/// How long workers may take to leave.
const FAREWELL: Duration = Duration::from_millis(500);

/// What a worker has said.
enum Said {
    Line(Line),
    /// It says nothing more.
    Gone,
}

/// A worker that runs.
struct Link {
    end: End,
    /// What it is to read.
    input: Sender<Vec<u8>>,
    since: Instant,
}

/// What is at the other end of the lines.
enum End {
    Process(Child, Group),
    #[cfg(unix)]
    Socket(UnixStream),
}

impl End {
    /// Has it ended of its own will?
    fn is_over(&mut self) -> bool {
        match self {
            End::Process(child, _) => !matches!(child.try_wait(), Ok(None)),
            // Whoever is behind it ends the worker when nobody listens any more.
            #[cfg(unix)]
            End::Socket(_) => true,
        }
    }

    fn kill(self) {
        match self {
            End::Process(mut child, group) => {
                group.kill();
                let _ = child.kill();
                let _ = child.wait();
            }
            #[cfg(unix)]
            End::Socket(stream) => drop(stream.shutdown(std::net::Shutdown::Both)),
        }
    }
}

impl Link {
    fn send(&self, line: &impl serde::Serialize) {
        // One that is gone is told of by its reader.
        if let Ok(mut bytes) = serde_json::to_vec(line) {
            bytes.push(b'\n');
            let _ = self.input.send(bytes);
        }
    }
}

/// The place of a worker.
struct Slot {
    carrier: Carrier,
    account: Account,
    link: Option<Link>,
    /// Which of its links it is, so that nobody hears what an earlier one has said.
    generation: u64,
    /// When it is started, if it does not run.
    start_at: Instant,
    /// How often in a row it was lost without having done anything.
    losses: u32,
    /// It has said hello.
    ready: bool,
}

/// The first lines of a worker.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Greeting {
    /// Who it is.
    Hello(Hello),
    /// Whoever brings our lines has no place for it yet.
    Waiting {},
    /// Whoever brings our lines cannot, and why.
    Failed(String),
}

struct Driver<'a> {
    slots: Vec<Slot>,
    queue: Queue,
    /// The jobs that are not done.
    jobs: HashMap<u64, Box<Job>>,
    /// One of them over which too many workers were lost.
    deadly: Option<u64>,
    begin: Instant,
    sender: Sender<(usize, u64, Said)>,
    /// How a worker of this machine is started.
    local: &'a [String],
    /// The signature of what is played here.
    bench: u64,
    patience: Patience,
    /// How many are there, as it was told.
    there: usize,
    tell: &'a mut dyn FnMut(News),
}

/// Lets workers do all of `work`, unless `halt` is stopped. `local` is how a worker of this machine is started; workers whose signature
/// is not `bench` get nothing to do. `tell` hears what happens to workers. What each has done is returned.
pub fn drive(
    carriers: &[Carrier],
    local: &[String],
    bench: u64,
    patience: Patience,
    work: &mut dyn Work,
    halt: &Control,
    tell: &mut dyn FnMut(News),
) -> Result<Vec<Account>, String> {
    let (sender, said) = channel();
    let now = Instant::now();
    let slot = |carrier: &Carrier| Slot {
        carrier: carrier.clone(),
        account: Account { name: carrier.to_string(), ..Account::default() },
        link: None,
        generation: 0,
        start_at: now,
        losses: 0,
        ready: false,
    };
    let mut driver = Driver {
        slots: carriers.iter().map(slot).collect(),
        queue: Queue::new(patience),
        jobs: HashMap::new(),
        deadly: None,
        begin: now,
        sender,
        local,
        bench,
        patience,
        there: 0,
        tell,
    };
    let result = driver.run(work, halt, &said);
    driver.dismiss();
    result.map(|()| driver.slots.into_iter().map(|slot| slot.account).collect())
}

impl Driver<'_> {
    fn now(&self) -> Duration {
        self.begin.elapsed()
    }

    fn run(&mut self, work: &mut dyn Work, halt: &Control, said: &Receiver<(usize, u64, Said)>) -> Result<(), String> {
        let mut exhausted = false;
        while !halt.stopped() {
            self.start();
            self.count();
            let idle = self.queue.idle();
            while !exhausted && self.queue.waiting() < idle.len() {
                match work.next()? {
                    Next::Job(number, job) => {
                        self.jobs.insert(number, job);
                        self.queue.add(number);
                    }
                    Next::Wait => break,
                    Next::Done => exhausted = true,
                }
            }
            idle.into_iter().for_each(|index| self.hand_out(index));
            if let Some(number) = self.deadly {
                return Err(format!("job {number} was given up: one worker after the other was lost over it"));
            }
            if exhausted && self.queue.is_empty() {
                return Ok(());
            }
            if let Some(first) = self.slots.first()
                && self.slots.iter().all(|slot| slot.account.aside.is_some())
            {
                let why = first.account.aside.clone().unwrap_or_default();
                return Err(format!("no worker is left: {}: {why}", first.account.name));
            }
            match said.recv_timeout(GLANCE) {
                Ok((index, generation, said)) => {
                    if self.slots[index].generation == generation && self.hear(index, said, work)?.is_break() {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("we hold a sender"),
            }
            for lapse in self.queue.lapsed(self.now()) {
                match lapse {
                    Lapse::Silent(index) => self.lose(index, "it gives no sign of life"),
                    Lapse::Late(index) => self.lose(index, "it takes too long"),
                }
            }
        }
        Ok(())
    }

    fn say(&mut self, index: usize, text: impl Display) {
        (self.tell)(News::Of { worker: self.slots[index].account.name.clone(), text: text.to_string() });
    }

    /// Tells how many are there, whenever that changes.
    fn count(&mut self) {
        let there = self.slots.iter().filter(|slot| slot.ready).count();
        if there != self.there {
            self.there = there;
            (self.tell)(News::There(there));
        }
    }

    /// Starts those who are to run and do not, and loses those who do not say hello.
    fn start(&mut self) {
        for index in 0..self.slots.len() {
            let slot = &mut self.slots[index];
            match &slot.link {
                Some(link) if !slot.ready && link.since.elapsed() > HELLO => {
                    self.lose(index, format!("no hello within {} s", HELLO.as_secs()));
                }
                None if slot.account.aside.is_none() && Instant::now() >= slot.start_at => {
                    slot.generation += 1;
                    match launch(&slot.carrier, self.local, index, slot.generation, &self.sender) {
                        Ok(link) => (slot.link, slot.ready) = (Some(link), false),
                        Err(error) => self.lose(index, format!("it cannot be started: {error}")),
                    }
                }
                _ => {}
            }
        }
    }

    fn hand_out(&mut self, index: usize) {
        let Some(number) = self.queue.take(index, self.now()) else { return };
        let (Some(link), Some(job)) = (&self.slots[index].link, self.jobs.get(&number)) else { return };
        let request = Request {
            deadline_ms: self.patience.deadline.as_millis() as u64,
            heartbeat_ms: Some(BEAT.as_millis() as u64),
            ..Request::new(number, (**job).clone())
        };
        link.send(&request);
    }

    /// A worker is lost: another does its job, and it is started again.
    fn lose(&mut self, index: usize, why: impl Display) {
        self.deadly = self.deadly.or(self.queue.leave(index));
        let slot = &mut self.slots[index];
        if let Some(link) = slot.link.take() {
            link.end.kill();
        }
        // What it has said since is nobody's business any more.
        slot.generation += 1;
        slot.ready = false;
        slot.account.lost += 1;
        slot.losses += 1;
        let pause = FIRST_PAUSE.saturating_mul(1 << (slot.losses - 1).min(10)).min(LONGEST_PAUSE);
        slot.start_at = Instant::now() + pause;
        // A place that was of use once may become so again, as a machine that restarts.
        if slot.losses >= LOST && slot.account.done == 0 {
            return self.set_aside(index, format!("{why}; lost {LOST} times in a row"));
        }
        self.say(index, format!("lost: {why}"));
    }

    /// A worker gets nothing more to do.
    fn set_aside(&mut self, index: usize, why: String) {
        self.queue.leave(index);
        let slot = &mut self.slots[index];
        if let Some(link) = slot.link.take() {
            link.end.kill();
        }
        slot.generation += 1;
        slot.ready = false;
        slot.account.aside = Some(why.clone());
        self.say(index, format!("set aside: {why}"));
    }

    fn hear(&mut self, index: usize, said: Said, work: &mut dyn Work) -> Result<ControlFlow<()>, String> {
        let go_on = Ok(ControlFlow::Continue(()));
        let text = match said {
            Said::Line(Line::Text(text)) => text,
            Said::Line(Line::TooLong) => {
                self.set_aside(index, format!("a line of more than {LONGEST_ANSWER} bytes"));
                return go_on;
            }
            Said::Gone => {
                self.lose(index, "it has ended");
                return go_on;
            }
        };
        if !self.slots[index].ready {
            match serde_json::from_str::<Greeting>(&text) {
                Ok(Greeting::Hello(hello)) if hello.version != VERSION => {
                    self.set_aside(index, format!("it speaks version {}, we speak {VERSION}", hello.version));
                }
                Ok(Greeting::Hello(hello)) if hello.bench != self.bench => {
                    let why = format!("its signature is {}, ours is {}: it plays otherwise", hello.bench, self.bench);
                    self.set_aside(index, why);
                }
                Ok(Greeting::Waiting {}) => {
                    if let Some(link) = &mut self.slots[index].link {
                        link.since = Instant::now();
                    }
                }
                Ok(Greeting::Failed(why)) => self.lose(index, why),
                Ok(Greeting::Hello(_)) => {
                    let now = self.now();
                    self.slots[index].ready = true;
                    self.queue.join(index, now);
                }
                // A shell may greet first.
                Err(_) => {}
            }
            return go_on;
        }
        let reply: Reply = match serde_json::from_str(&text) {
            Ok(reply) => reply,
            Err(error) => {
                self.set_aside(index, format!("it says what means nothing: {error}"));
                return go_on;
            }
        };
        let now = self.now();
        self.queue.heard(index, now);
        let Some(number) = reply.id.filter(|id| self.queue.job_of(index) == Some(*id)) else {
            match reply.outcome {
                Outcome::Refused(reason) => self.set_aside(index, format!("it does not understand us: {reason}")),
                _ => self.set_aside(index, "it answers what it was not asked".to_string()),
            }
            return go_on;
        };
        match reply.outcome {
            Outcome::Working(_) => go_on,
            Outcome::Stopped(_) => {
                self.queue.put_down(index, number, now);
                go_on
            }
            Outcome::Refused(reason) => {
                self.slots[index].account.failed += 1;
                self.say(index, format!("job {number}: {reason}"));
                match self.queue.failed(index, number, now) || self.all_are_there() && self.queue.is_hopeless(number) {
                    true => Err(format!("job {number} cannot be done: {reason}")),
                    false => go_on,
                }
            }
            Outcome::Done(done) => self.take_in(index, number, done, work),
        }
    }

    /// Has everybody said hello from whom something is expected?
    fn all_are_there(&self) -> bool {
        self.slots.iter().all(|slot| slot.ready || slot.account.aside.is_some())
    }

    fn take_in(
        &mut self,
        index: usize,
        number: u64,
        done: Done,
        work: &mut dyn Work,
    ) -> Result<ControlFlow<()>, String> {
        let now = self.now();
        if !self.jobs.contains_key(&number) {
            // Another was faster.
            self.queue.put_down(index, number, now);
            self.slots[index].account.spare += 1;
            return Ok(ControlFlow::Continue(()));
        }
        let name = self.slots[index].account.name.clone();
        let verdict = work.done(number, &name, done);
        if let Verdict::False(why) = verdict {
            self.set_aside(index, why);
            return Ok(ControlFlow::Continue(()));
        }
        let took = self.queue.since(index).map_or(0.0, |since| now.saturating_sub(since).as_secs_f64());
        for other in self.queue.done(index, number, now).unwrap_or_default() {
            if let Some(link) = &self.slots[other].link {
                link.send(&serde_json::json!({ "cancel": number }));
            }
        }
        self.jobs.remove(&number);
        let slot = &mut self.slots[index];
        slot.account.done += 1;
        slot.account.seconds += took;
        slot.losses = 0;
        match verdict {
            Verdict::Kept(flow) => Ok(flow),
            Verdict::Enough(why) => {
                self.set_aside(index, why);
                Ok(ControlFlow::Continue(()))
            }
            Verdict::False(_) => unreachable!("dealt with above"),
        }
    }

    /// Lets everybody go: what they do is not wanted any more.
    fn dismiss(&mut self) {
        let mut leaving = Vec::new();
        for index in 0..self.slots.len() {
            let job = self.queue.job_of(index);
            let Some(link) = self.slots[index].link.take() else { continue };
            if let Some(job) = job {
                link.send(&serde_json::json!({ "cancel": job }));
            }
            // Without a sender its input is closed when everything has been written.
            let Link { end, input, .. } = link;
            drop(input);
            leaving.push(end);
        }
        let until = Instant::now() + FAREWELL;
        for mut end in leaving {
            while Instant::now() < until && !end.is_over() {
                std::thread::sleep(Duration::from_millis(5));
            }
            end.kill();
        }
    }
}

/// Where lines are read, where they are written, and what is behind both.
type Opened = (Box<dyn Read + Send>, Box<dyn Write + Send>, End);

fn open(carrier: &Carrier, local: &[String]) -> std::io::Result<Opened> {
    if let Some(mut command) = carrier.command(local) {
        let mut child = command.spawn()?;
        let group = Group::of(child.id());
        let (Some(output), Some(input)) = (child.stdout.take(), child.stdin.take()) else {
            unreachable!("both are piped")
        };
        return Ok((Box::new(output), Box::new(input), End::Process(child, group)));
    }
    match carrier {
        #[cfg(unix)]
        Carrier::Socket(path, _) => {
            let stream = UnixStream::connect(path)?;
            Ok((Box::new(stream.try_clone()?), Box::new(stream.try_clone()?), End::Socket(stream)))
        }
        _ => Err(std::io::Error::new(std::io::ErrorKind::Unsupported, "this system has no sockets of that kind")),
    }
}

/// Starts a worker, with the two threads that talk to it.
fn launch(
    carrier: &Carrier,
    local: &[String],
    index: usize,
    generation: u64,
    sender: &Sender<(usize, u64, Said)>,
) -> std::io::Result<Link> {
    let (output, mut pipe, end) = open(carrier, local)?;
    let (input, lines) = channel::<Vec<u8>>();
    let link = Link { end, input, since: Instant::now() };
    let thread = |name: &str| std::thread::Builder::new().name(name.to_string());
    let written = thread("tell").spawn(move || {
        for line in lines {
            if pipe.write_all(&line).and_then(|()| pipe.flush()).is_err() {
                return;
            }
        }
    });
    let sender = sender.clone();
    let read = thread("listen").spawn(move || {
        let mut output = BufReader::new(output);
        while let Ok(Some(line)) = next_line(&mut output, LONGEST_ANSWER) {
            if sender.send((index, generation, Said::Line(line))).is_err() {
                return;
            }
        }
        let _ = sender.send((index, generation, Said::Gone));
    });
    match written.and(read) {
        Ok(_) => Ok(link),
        Err(error) => {
            link.end.kill();
            Err(error)
        }
    }
}
