//! Tests of the pool.

use std::sync::mpsc;

use super::*;

/// Takes a while, and tells who it was.
struct Busy {
    name: &'static str,
    steps: usize,
    done: mpsc::Sender<&'static str>,
}

/// The same, but a game waits for it.
struct Reply(Busy);

impl Work for Reply {
    fn run(&mut self, control: &Arc<Control>) -> bool {
        self.0.run(control)
    }

    fn finish(self: Box<Self>) {
        Box::new(self.0).finish();
    }

    fn refuse(self: Box<Self>, refusal: Refusal) {
        Box::new(self.0).refuse(refusal);
    }

    fn is_reply(&self) -> bool {
        true
    }
}

impl Work for Busy {
    fn run(&mut self, control: &Arc<Control>) -> bool {
        while self.steps > 0 && !control.stopped() {
            std::thread::sleep(Duration::from_millis(5));
            self.steps -= 1;
        }
        self.steps > 0
    }

    fn finish(self: Box<Self>) {
        let _ = self.done.send(self.name);
    }

    fn refuse(self: Box<Self>, _refusal: Refusal) {
        let _ = self.done.send("refused");
    }
}

fn client(name: &str) -> Arc<str> {
    Arc::from(name)
}

const ONE: Manning = Manning {
    name: "test",
    threads: 1,
    part: Part::Searches,
    per_client: limits::SEARCHES_PER_CLIENT,
    waiting: limits::WAITING_SEARCHES,
};

fn pool() -> Pool {
    Pool::new(ONE, Arc::new(Memory::new(256))).unwrap()
}

#[test]
fn lanes_take_turns_and_long_work_gives_way() {
    let pool = pool();
    let (done, order) = mpsc::channel();
    let busy = |name, steps| Box::new(Busy { name, steps, done: done.clone() });
    let (one, other) = (client("one"), client("other"));
    let long = pool.submit(&one, true, busy("long", 400)).unwrap();
    while pool.shared.lock().running.is_empty() {
        std::thread::yield_now();
    }
    let second = pool.submit(&one, false, busy("second", 1)).unwrap();
    let third = pool.submit(&one, false, busy("third", 1)).unwrap();
    let theirs = pool.submit(&other, false, busy("theirs", 1)).unwrap();
    let names: Vec<&str> = (0..4).map(|_| order.recv().unwrap()).collect();
    // The long one stands behind what its own client asked for later, and the other client waits for one job only.
    assert_eq!(names, ["second", "theirs", "third", "long"]);
    drop((long, second, third, theirs));
}

/// Clients that play without a pause have their analyses done as well, all equally often.
#[test]
fn who_plays_may_analyse() {
    let (done, _order) = mpsc::channel();
    let (mut state, memory) = (State::default(), Memory::new(4));
    let names = ["one", "two", "three", "four"];
    for name in names {
        for is_reply in [false, true] {
            let busy = Busy { name, steps: 1, done: done.clone() };
            let work: Box<dyn Work> = if is_reply { Box::new(Reply(busy)) } else { Box::new(busy) };
            let place = memory.take(Part::Searches, 0).unwrap();
            let client = client(name);
            state.put(Job {
                number: 0,
                client,
                sliced: false,
                spent: Duration::ZERO,
                share: None,
                _place: place,
                work,
            });
        }
    }
    let mut turns = std::collections::BTreeMap::new();
    for _ in 0..40 {
        let job = state.take().unwrap();
        *turns.entry((job.client.to_string(), job.work.is_reply())).or_insert(0) += 1;
        state.put(job);
    }
    assert_eq!(turns.len(), 8, "{turns:?}");
    assert!(turns.values().all(|&count| count == 5), "{turns:?}");
}

#[test]
fn replies_have_every_second_turn() {
    let pool = pool();
    let (done, order) = mpsc::channel();
    let busy = |name, steps| Busy { name, steps, done: done.clone() };
    let first = pool.submit(&client("first"), false, Box::new(busy("first", 20))).unwrap();
    while pool.shared.lock().running.is_empty() {
        std::thread::yield_now();
    }
    let analyses = ["a", "b", "c", "d"].map(|name| pool.submit(&client(name), false, Box::new(busy(name, 1))).unwrap());
    let replies = ["x", "y"].map(|name| pool.submit(&client(name), false, Box::new(Reply(busy(name, 1)))).unwrap());
    let names: Vec<&str> = (0..7).map(|_| order.recv().unwrap()).collect();
    let place = |name: &str| names.iter().position(|other| *other == name).unwrap();
    // Both are done before the second half of the analyses, which keep their order.
    assert!(place("x") <= 2 && place("y") <= 4 && place("x") < place("y"), "{names:?}");
    assert!(names.iter().filter(|name| name.len() == 1 && **name < "x").is_sorted(), "{names:?}");
    drop((first, analyses, replies));
}

#[test]
fn work_can_be_taken_back() {
    let pool = pool();
    let (done, order) = mpsc::channel();
    let busy = |name, steps| Box::new(Busy { name, steps, done: done.clone() });
    let client = client("one");
    let endless = pool.submit(&client, false, busy("endless", usize::MAX)).unwrap();
    let waiting = pool.submit(&client, false, busy("waiting", 1)).unwrap();
    let last = pool.submit(&client, false, busy("last", 1)).unwrap();
    drop(waiting);
    drop(endless);
    assert_eq!(order.recv(), Ok("last"));
    drop(last);
    drop(pool);
    drop(done);
    assert!(order.recv().is_err(), "nothing else was finished");
}

#[test]
fn a_client_has_so_many_and_no_more() {
    let pool = pool();
    let (done, _order) = mpsc::channel();
    let client = client("greedy");
    let busy = || Box::new(Busy { name: "busy", steps: usize::MAX, done: done.clone() });
    let tickets: Vec<Ticket> =
        (0..limits::SEARCHES_PER_CLIENT).map(|_| pool.submit(&client, false, busy()).unwrap()).collect();
    assert_eq!(pool.submit(&client, false, busy()).err().map(|refusal| refusal.code), Some(Code::TooMany));
    assert!(pool.submit(&Arc::from("modest"), false, busy()).is_ok());
    drop(tickets);
}

/// Keeps something from turn to turn, and tells when it loses it.
struct Keeps {
    busy: Busy,
    mib: u64,
    lost: mpsc::Sender<&'static str>,
}

impl Work for Keeps {
    fn run(&mut self, control: &Arc<Control>) -> bool {
        self.busy.run(control)
    }

    fn finish(self: Box<Self>) {
        Box::new(self.busy).finish();
    }

    fn refuse(self: Box<Self>, refusal: Refusal) {
        Box::new(self.busy).refuse(refusal);
    }

    fn memory(&self) -> u64 {
        self.mib << 20
    }

    fn shed(&mut self) {
        let _ = self.lost.send(self.busy.name);
    }
}

/// Searches that wait hold nothing that a search that runs needs, however many they are, and all of them are done.
#[test]
fn who_waits_holds_no_table_that_is_needed() {
    let memory = Arc::new(Memory::new(256));
    let pool = Pool::new(ONE, Arc::clone(&memory)).unwrap();
    let (done, order) = mpsc::channel();
    let (lost, losses) = mpsc::channel();
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let tickets = names.map(|name| {
        // Each runs a little longer than a slice; two fit into the memory.
        let busy = Busy { name, steps: 100, done: done.clone() };
        pool.submit(&client(name), true, Box::new(Keeps { busy, mib: 50, lost: lost.clone() })).unwrap()
    });
    for _ in names {
        assert!(memory.used(Part::Searches) <= 128 << 20);
        assert_ne!(order.recv().unwrap(), "refused");
    }
    assert!(losses.try_recv().is_ok(), "somebody had to give up his table");
    drop((tickets, pool));
}

#[test]
fn what_never_fits_is_refused() {
    let pool = pool();
    let (done, order) = mpsc::channel();
    let (lost, _losses) = mpsc::channel();
    let busy = |name| Busy { name, steps: 1, done: done.clone() };
    let large = Keeps { busy: busy("large"), mib: 1000, lost };
    let large = pool.submit(&client("large"), false, Box::new(large)).unwrap();
    assert_eq!(order.recv(), Ok("refused"));
    let small = pool.submit(&client("small"), false, Box::new(busy("small"))).unwrap();
    assert_eq!(order.recv(), Ok("small"));
    drop((large, small));
}

struct Panics(mpsc::Sender<&'static str>);

impl Work for Panics {
    fn run(&mut self, _control: &Arc<Control>) -> bool {
        panic!("on purpose")
    }

    fn finish(self: Box<Self>) {
        let _ = self.0.send("finished");
    }

    fn refuse(self: Box<Self>, refusal: Refusal) {
        assert_eq!(refusal.code, Code::Fault);
        let _ = self.0.send("told");
    }
}

#[test]
fn a_panic_ends_one_job_and_nothing_else() {
    let memory = Arc::new(Memory::new(256));
    let pool = Pool::new(ONE, Arc::clone(&memory)).unwrap();
    let (done, order) = mpsc::channel();
    let broken = pool.submit(&client("one"), false, Box::new(Panics(done.clone()))).unwrap();
    assert_eq!(order.recv(), Ok("told"));
    let busy = Busy { name: "next", steps: 1, done };
    let next = pool.submit(&client("one"), false, Box::new(busy)).unwrap();
    assert_eq!(order.recv(), Ok("next"));
    drop((broken, next, pool));
    while memory.used(Part::Searches) > 0 {
        std::thread::yield_now();
    }
}
