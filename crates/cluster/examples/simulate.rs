//! The queue of jobs with many workers that are slow, fail and freeze, in simulated time: what of their time is of use?
//!
//! `cargo run -p kiebitz-cluster --example simulate` prints the table of docs/scale.md; the same numbers always. With arguments it
//! simulates one run: `simulate WORKERS JOBS SECONDS-A-JOB FAILURES-A-DAY FREEZES-A-DAY`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use cluster::{Lapse, Patience, Queue};
use game::Rng;

/// What is simulated.
#[derive(Clone, Copy)]
struct World {
    workers: usize,
    jobs: u64,
    /// What a job takes on the middle machine, in seconds, on average.
    seconds: f64,
    /// How often a worker is lost in a day, on average: its machine restarts, its place is needed.
    failures: f64,
    /// How often it freezes and does not come back by itself.
    freezes: f64,
}

/// How long a lost worker takes to come back, in seconds.
const RETURN: f64 = 20.0;
/// The slowest machine has this speed, the fastest one over it.
const SLOWEST: f64 = 0.5;
/// Seconds in a day.
const DAY: f64 = 86_400.0;

/// What happens to a worker, in the life that has this number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Finish(usize, u64, u64),
    Fail(usize, u64),
    Freeze(usize, u64),
    Return(usize, u64),
    Beat,
}

struct Worker {
    speed: f64,
    life: u64,
    alive: bool,
    frozen: bool,
}

/// What came of a run.
struct Outcome {
    /// Seconds until the last result.
    time: f64,
    /// Seconds of work on the middle machine, each job once.
    useful: f64,
    /// Jobs that were begun, those begun again among them.
    begun: u64,
    /// The longest time in which no result came, in seconds.
    gap: f64,
    /// Operations of the queue a second of our own time.
    speed: f64,
}

/// A number of the exponential distribution.
fn exponential(rng: &mut Rng, mean: f64) -> f64 {
    -((rng.below(1 << 30) + 1) as f64 / f64::from(1 << 30)).ln() * mean
}

fn simulate(world: World, seed: u64) -> Outcome {
    let mut rng = Rng::new(seed);
    let mut queue = Queue::new(Patience::default());
    let mut events: BinaryHeap<Reverse<(u64, u64, Event)>> = BinaryHeap::new();
    let mut order = 0;
    let mut at = |events: &mut BinaryHeap<_>, seconds: f64, event: Event| {
        order += 1;
        events.push(Reverse(((seconds * 1e6) as u64, order, event)));
    };
    // From half a job to one and a half: games differ in length.
    let length: Vec<f64> = (0..world.jobs).map(|_| world.seconds * (0.5 + rng.below(1000) as f64 / 1000.0)).collect();
    let spread = |rng: &mut Rng| SLOWEST.powf(2.0 * rng.below(1001) as f64 / 1000.0 - 1.0);
    let mut workers: Vec<Worker> =
        (0..world.workers).map(|_| Worker { speed: spread(&mut rng), life: 0, alive: false, frozen: false }).collect();
    for index in 0..world.workers {
        at(&mut events, 0.0, Event::Return(index, 0));
    }
    at(&mut events, 1.0, Event::Beat);
    let (mut next, mut done, mut begun, mut operations) = (0, 0, 0, 0_u64);
    let (mut last, mut gap) = (0.0_f64, 0.0_f64);
    let begin = Instant::now();
    while done < world.jobs {
        let Some(Reverse((micros, _, event))) = events.pop() else { unreachable!("there is always a beat") };
        let (now, seconds) = (Duration::from_micros(micros), micros as f64 / 1e6);
        let mut lost = Vec::new();
        match event {
            Event::Finish(index, life, job) => {
                let worker = &workers[index];
                if worker.life == life && worker.alive && !worker.frozen && queue.job_of(index) == Some(job) {
                    operations += 1;
                    match queue.done(index, job, now) {
                        Some(others) => {
                            done += 1;
                            gap = gap.max(seconds - last);
                            last = seconds;
                            // They are told, and put it down.
                            others.into_iter().for_each(|other| queue.put_down(other, job, now));
                        }
                        None => queue.put_down(index, job, now),
                    }
                }
            }
            Event::Fail(index, life) if workers[index].life == life => lost.push(index),
            Event::Freeze(index, life) if workers[index].life == life => workers[index].frozen = true,
            Event::Return(index, life) if workers[index].life == life => {
                (workers[index].alive, workers[index].frozen) = (true, false);
                queue.join(index, now);
                for (rate, event) in
                    [(world.failures, Event::Fail(index, life)), (world.freezes, Event::Freeze(index, life))]
                {
                    if rate > 0.0 {
                        let when = exponential(&mut rng, DAY / rate);
                        at(&mut events, seconds + when, event);
                    }
                }
            }
            Event::Beat => {
                for (index, worker) in workers.iter().enumerate() {
                    if worker.alive && !worker.frozen {
                        queue.heard(index, now);
                    }
                }
                lost.extend(queue.lapsed(now).into_iter().map(|lapse| match lapse {
                    Lapse::Silent(index) | Lapse::Late(index) => index,
                }));
                at(&mut events, seconds + 1.0, Event::Beat);
            }
            _ => {}
        }
        for index in lost {
            queue.leave(index);
            workers[index].alive = false;
            workers[index].life += 1;
            at(&mut events, seconds + RETURN, Event::Return(index, workers[index].life));
        }
        let idle = queue.idle();
        while next < world.jobs && queue.waiting() < idle.len() {
            queue.add(next);
            next += 1;
        }
        for index in idle {
            if let Some(job) = queue.take(index, now) {
                operations += 1;
                begun += 1;
                let worker = &workers[index];
                let when = seconds + length[job as usize] / worker.speed;
                at(&mut events, when, Event::Finish(index, worker.life, job));
            }
        }
    }
    let capacity: f64 = workers.iter().map(|worker| worker.speed).sum();
    Outcome {
        time: last,
        useful: length.iter().sum::<f64>() / capacity,
        begun,
        gap,
        speed: operations as f64 / begin.elapsed().as_secs_f64(),
    }
}

fn row(world: World) {
    let World { workers, jobs, seconds, failures, freezes } = world;
    let Outcome { time, useful, begun, gap, speed } = simulate(world, 1);
    println!(
        "| {workers} | {jobs} | {seconds} | {failures} | {freezes} | {time:.0} | {:.1} % | {:.2} % | {gap:.1} |",
        100.0 * useful / time,
        100.0 * (begun - jobs) as f64 / jobs as f64
    );
    eprintln!("{workers} workers: the queue does {speed:.0} operations a second");
}

fn main() {
    let numbers: Vec<f64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    println!(
        "| workers | jobs | seconds a job | losses a day | freezes a day | seconds in all | of use | begun twice | longest gap |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    if let [workers, jobs, seconds, failures, freezes] = numbers[..] {
        return row(World { workers: workers as usize, jobs: jobs as u64, seconds, failures, freezes });
    }
    for (workers, jobs, seconds, failures, freezes) in [
        (2, 200, 10.0, 0.0, 0.0),
        (10, 2_000, 10.0, 24.0, 4.0),
        (100, 20_000, 10.0, 0.0, 0.0),
        (100, 20_000, 10.0, 24.0, 4.0),
        (100, 20_000, 10.0, 240.0, 40.0),
        (100, 2_000, 100.0, 240.0, 40.0),
        (1000, 200_000, 10.0, 24.0, 4.0),
        (1000, 20_000, 100.0, 24.0, 4.0),
        (1000, 200_000, 2.0, 24.0, 4.0),
    ] {
        row(World { workers, jobs, seconds, failures, freezes });
    }
}
