//! A server under clients that mean harm, and what decent ones notice of it.
//!
//! `cargo run --release -p kiebitz-server --example siege -- --minutes 5`, or `--minutes 60 --soak`
//!
//! A server runs in a process of its own, on the loopback address. For so many minutes (at most 600) it gets imports made to take time
//! and memory, half of them from clients that leave; animations; recorded trees; explanations; hundreds of connections that send
//! their heads and bodies a byte at a time, or do not read; hundreds of sockets with endless analyses, that do not read either; floods of
//! requests; and games under invented names. All the while small questions are asked and timed, and games are played. At the end the
//! server is killed, started again, and asked for every move that it had acknowledged.
//!
//! It fails if the server needed 2 GB or more, if the median of the small questions took more than 100 ms or one more than 1 s, if
//! one was not answered, or if an acknowledged move is lost. A soak is the same with fewer clients that take their time, for longer, and
//! fails if the memory of the server grows as well: once everything that nobody looks at has had the time to leave, a later part of the
//! run may not need more than an earlier one.

#[expect(dead_code, reason = "shared with the tests")]
mod client;

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use client::Client;
use serde_json::json;

/// The server may not need so many MiB.
const MOST_MEMORY: u64 = 2000;
/// The median and the longest time of a small question.
const MOST_TIME: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];
/// After how many minutes the memory of a server is what it needs: games and trees are kept for 20.
const SETTLED: f64 = 25.0;
/// Memory that has settled may differ by a share of so much, and by so many MiB besides.
const DIFFERENCE: (u64, u64) = (20, 16);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, folder] = &arguments[..]
        && word == "serve"
    {
        return serve(Path::new(folder));
    }
    let (words, soak) = match &arguments[..] {
        [words @ .., last] if last == "--soak" => (words, true),
        words => (words, false),
    };
    let minutes = match words {
        [] => Some(2.0),
        [name, value] if name == "--minutes" => value.parse().ok().filter(|minutes| (0.1..=600.0).contains(minutes)),
        _ => None,
    };
    let Some(minutes) = minutes.filter(|minutes| !soak || *minutes >= SETTLED + 20.0) else {
        eprintln!("usage: siege [--minutes N] [--soak], with N from 0.1 to 600; a soak has 45 at least");
        return ExitCode::from(2);
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (mut server, address) = start(folder.path());
    let siege = Arc::new(Siege {
        address,
        end: Instant::now() + Duration::from_secs_f64(minutes * 60.0),
        settled: soak.then_some(SETTLED / minutes),
        attacks: Default::default(),
    });
    println!("{minutes} minutes against {address}");
    let decent: Vec<JoinHandle<Noticed>> = (0..3).map(|number| siege.start(move |siege| siege.ask(number))).collect();
    let players: Vec<JoinHandle<Vec<Played>>> =
        (0..2).map(|number| siege.start(move |siege| siege.play(number))).collect();
    let hostile = attack(&siege);
    let mut memory = Vec::new();
    let mut alive = true;
    while Instant::now() < siege.end && alive {
        std::thread::sleep(Duration::from_secs(1));
        memory.push(status(server.id(), "VmRSS:"));
        alive = matches!(server.try_wait(), Ok(None));
    }
    let peak = status(server.id(), "VmHWM:").max(memory.iter().copied().max().unwrap_or(0));
    let noticed: Vec<Noticed> = decent.into_iter().map(|thread| thread.join().expect("no panic")).collect();
    let played: Vec<Played> = players.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect();
    for thread in hostile {
        thread.join().expect("no panic");
    }
    alive &= matches!(server.try_wait(), Ok(None));
    let _ = server.kill();
    let _ = server.wait();
    let (mut server, address) = start(folder.path());
    let lost = lost(&Client::new(address, "siege-judge"), &played);
    let _ = server.kill();
    let _ = server.wait();
    report(&siege, &noticed, &played, (peak, &memory), alive, &lost)
}

/// The server, until it is killed.
fn serve(folder: &Path) -> ExitCode {
    let history = Some(folder.join("history.sqlite"));
    let server = server::Server::open(server::Config { history, ..server::Config::new(folder) }).expect("a server");
    println!("{}", server.address());
    server.run(|| false).expect("it serves");
    ExitCode::SUCCESS
}

fn start(folder: &Path) -> (Child, SocketAddr) {
    let this = std::env::current_exe().expect("a program");
    let mut command = Command::new(this);
    let mut server = command.arg("serve").arg(folder).stdout(Stdio::piped()).spawn().expect("a process");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("piped")).read_line(&mut line).expect("an address");
    (server, line.trim().parse().expect("an address"))
}

/// What is attacked, until when, and how often by what means.
struct Siege {
    address: SocketAddr,
    end: Instant,
    /// In a soak clients take their time; after this share of it the memory of the server has settled.
    settled: Option<f64>,
    attacks: [AtomicU64; KINDS.len()],
}

/// The kinds of attacks.
const KINDS: [&str; 10] = [
    "imports",
    "imports left alone",
    "animations",
    "trees",
    "explanations",
    "slow heads",
    "slow bodies",
    "answers not read",
    "endless analyses",
    "games and floods",
];

/// The small questions.
const QUESTIONS: [&str; 3] = ["position", "list of games", "picture"];

/// What a decent client noticed.
#[derive(Default)]
struct Noticed {
    /// How long each question took, by its kind.
    times: Vec<(usize, Duration)>,
    failures: Vec<String>,
}

/// A game and how many of its moves were acknowledged.
struct Played {
    id: String,
    moves: usize,
}

impl Siege {
    fn start<T: Send + 'static>(self: &Arc<Siege>, work: impl FnOnce(&Siege) -> T + Send + 'static) -> JoinHandle<T> {
        let siege = Arc::clone(self);
        std::thread::spawn(move || work(&siege))
    }

    fn goes_on(&self) -> bool {
        Instant::now() < self.end
    }

    /// Counts an attack. In a soak the next one waits.
    fn count(&self, kind: usize) {
        self.attacks[kind].fetch_add(1, Relaxed);
        if self.settled.is_some() {
            // Trees and explanations take both cores for a while.
            self.rest(Duration::from_secs(if kind == 3 || kind == 4 { 30 } else { 5 }));
        }
    }

    /// Waits, but not beyond the end.
    fn rest(&self, time: Duration) {
        std::thread::sleep(time.min(self.end.saturating_duration_since(Instant::now())));
    }

    /// The pause of somebody decent.
    fn breathe(&self, milliseconds: u64) {
        self.rest(Duration::from_millis(if self.settled.is_some() { 5 * milliseconds } else { milliseconds }));
    }

    /// How many at once, or in a soak a tenth of them.
    fn many(&self, many: usize) -> usize {
        if self.settled.is_some() { many / 10 } else { many }
    }

    fn client(&self, name: &str, number: u64) -> Client {
        Client::new(self.address, &format!("{name}-{number:06}"))
    }

    /// Small questions, one after the other.
    fn ask(&self, number: u64) -> Noticed {
        let client = self.client("siege-decent", number);
        let mut noticed = Noticed::default();
        for turn in 0.. {
            if !self.goes_on() {
                break;
            }
            let since = Instant::now();
            let answer = match turn % QUESTIONS.len() {
                0 => client.post("/api/position", &json!({ "game": "chess", "moves": ["e4", "e5", "Nf3"] })),
                1 => client.get("/api/games?limit=5"),
                _ => client.post("/api/picture.svg", &json!({ "game": "othello", "moves": ["f5"] })),
            };
            noticed.times.push((turn % QUESTIONS.len(), since.elapsed()));
            match answer {
                Ok(answer) if answer.status == 200 => {}
                Ok(answer) => noticed.failures.push(format!("{} {}", answer.status, answer.code())),
                Err(error) => noticed.failures.push(error.to_string()),
            }
            self.breathe(40);
        }
        noticed
    }

    /// Games between two people, move by move.
    fn play(&self, number: u64) -> Vec<Played> {
        let client = self.client("siege-player", number);
        let human = json!({ "kind": "human" });
        let mut games = Vec::new();
        while self.goes_on() {
            let Ok(begun) = client.begin("chess", human.clone(), human.clone()) else { continue };
            let Some(id) = begun.json()["id"].as_str().map(str::to_string) else {
                std::thread::sleep(Duration::from_millis(100));
                continue;
            };
            let mut game = Played { id, moves: 0 };
            for mv in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6"] {
                let path = format!("/api/games/{}/moves", game.id);
                let body = json!({ "move": mv, "ply": game.moves });
                match client.post(&path, &body) {
                    Ok(answer) if answer.status == 200 => game.moves += 1,
                    _ => break,
                }
                self.breathe(100);
            }
            let _ = client.post(&format!("/api/games/{}/resign", game.id), &json!({}));
            games.push(game);
        }
        games
    }

    fn import(&self, number: u64) {
        let client = self.client("siege-import", number);
        let texts = hostile_texts();
        for turn in number as usize.. {
            if !self.goes_on() {
                return;
            }
            let body = json!({ "text": texts[turn % texts.len()] });
            if number.is_multiple_of(2) {
                let _ = client.post("/api/import", &body);
                self.count(0);
            } else {
                if let Ok(stream) = begin_request(self.address, "/api/import", body.to_string().as_bytes(), None) {
                    std::thread::sleep(Duration::from_millis(300));
                    drop(stream);
                }
                self.count(1);
            }
        }
    }

    fn animate(&self, number: u64) {
        let client = self.client("siege-gif", number);
        let human = json!({ "kind": "human" });
        let columns = "ABCDEFGHJKLMNOPQRST";
        let rows = (1..=19).step_by(2);
        let moves: Vec<String> =
            rows.flat_map(|row| columns.chars().map(move |column| format!("{column}{row}"))).collect();
        let new = json!({ "game": "go(size=19)", "first": human, "second": human, "moves": moves });
        let Some(id) =
            client.post("/api/games", &new).ok().and_then(|begun| begun.json()["id"].as_str().map(str::to_string))
        else {
            return;
        };
        while self.goes_on() {
            let _ = client.get(&format!("/api/games/{id}/game.gif?size=480"));
            self.count(2);
        }
    }

    fn record_trees(&self, number: u64) {
        for turn in 0.. {
            if !self.goes_on() {
                return;
            }
            let client = self.client("siege-tree", number * 100_000 + turn);
            let games = ["chess", "othello", "go(size=9)"];
            let body = json!({ "game": games[turn as usize % 3], "depth": 30, "client": client.name });
            let _ = client.post("/api/trees", &body);
            self.count(3);
        }
    }

    fn explain(&self, number: u64) {
        let client = self.client("siege-explain", number);
        while self.goes_on() {
            let body = json!({ "game": "chess", "nodes": 2_000_000, "client": client.name });
            let _ = client.post("/api/explain", &body);
            self.count(4);
        }
    }

    /// Keeps so many connections that send a byte a second: of a head, or of a body.
    fn drip(&self, many: usize, kind: usize) {
        let open = || match kind {
            5 => TcpStream::connect(self.address),
            _ => begin_request(self.address, "/api/import", b"{\"text\": \"", Some(4_000_000)),
        };
        let mut streams: Vec<TcpStream> = Vec::new();
        while self.goes_on() {
            streams.retain_mut(|stream| stream.write_all(b"G").is_ok());
            while streams.len() < self.many(many) && self.goes_on() {
                let Ok(stream) = open() else { break };
                self.count(kind);
                streams.push(stream);
            }
            std::thread::sleep(Duration::from_secs(1));
        }
    }

    /// Asks for long answers and does not read them.
    fn ignore(&self, many: usize) {
        let moves: Vec<&str> = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(1000).collect();
        let body = json!({ "game": "chess", "moves": moves, "each": true }).to_string();
        let mut streams = Vec::new();
        while self.goes_on() {
            while streams.len() < self.many(many) && self.goes_on() {
                let Ok(stream) = begin_request(self.address, "/api/position", body.as_bytes(), None) else { break };
                self.count(7);
                streams.push((stream, Instant::now()));
            }
            streams.retain(|(_, since)| since.elapsed() < Duration::from_secs(90));
            std::thread::sleep(Duration::from_secs(1));
        }
    }

    /// Sockets with endless analyses, under many names, that nobody reads.
    fn analyse(&self, many: usize) {
        let mut number = 0;
        let mut sockets = Vec::new();
        while self.goes_on() {
            while sockets.len() < self.many(many) && self.goes_on() {
                number += 1;
                let Ok(mut socket) = self.client("siege-socket", number).socket(&[]) else { break };
                let game = if number.is_multiple_of(5) { "go(size=9)" } else { "chess" };
                // Those of a soak come to an end, and others take their place.
                let limits = if self.settled.is_some() { json!({ "nodes": 100_000 }) } else { json!({}) };
                let _ = socket.say(&json!({ "do": "analyse", "id": 1, "game": game, "lines": 3, "limits": limits }));
                self.count(8);
                sockets.push(socket);
            }
            if self.settled.is_some() {
                sockets.clear();
            }
            std::thread::sleep(Duration::from_secs(1));
            sockets.retain_mut(|socket| socket.say(&json!({ "do": "ping" })).is_ok());
        }
    }

    /// Games of programs under invented names, and requests as fast as they go.
    fn flood(&self, number: u64) {
        for turn in 0.. {
            if !self.goes_on() {
                return;
            }
            let client = self.client("siege-flood", number * 1_000_000 + turn);
            let level = json!({ "kind": "level", "level": 5 });
            let _ = client.begin("othello", level.clone(), level);
            for _ in 0..20 {
                let _ = client.get("/api/registry");
            }
            self.count(9);
        }
    }
}

/// A request that is sent and not waited for. `length` is what it says it has, if that is more than it sends.
fn begin_request(address: SocketAddr, path: &str, body: &[u8], length: Option<usize>) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_write_timeout(Some(Duration::from_secs(5)))?;
    let length = length.unwrap_or(body.len());
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    Ok(stream)
}

/// Texts that take time and memory, if anything does.
fn hostile_texts() -> Vec<String> {
    let size = 3 << 20;
    let line = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(500);
    vec![
        line.clone() + "nonsense " + &"(".repeat(size),
        ")".repeat(size),
        "1-0 ".repeat(size / 4),
        line.repeat(40),
        line + &"(1. zzz) ".repeat(size / 9),
        "1. e4 (1. d4) ".repeat(size / 14),
        "[]".repeat(size / 2),
        "a!".repeat(size / 2),
        format!("1. e4 {{[%cal G{}]}}", "a1".repeat(size / 2)),
        format!("1. e4 {{{}}}", "\u{1}".repeat(size / 6)),
        format!("(;GM[1]{})", "AB[aa]".repeat(size / 6)),
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n".repeat(size / 50),
    ]
}

fn attack(siege: &Arc<Siege>) -> Vec<JoinHandle<()>> {
    let mut threads = Vec::new();
    threads.extend((0..6).map(|number| siege.start(move |siege| siege.import(number))));
    threads.extend((0..4).map(|number| siege.start(move |siege| siege.animate(number))));
    threads.extend((0..3).map(|number| siege.start(move |siege| siege.record_trees(number))));
    threads.extend((0..2).map(|number| siege.start(move |siege| siege.explain(number))));
    threads.push(siege.start(|siege| siege.drip(200, 5)));
    threads.push(siege.start(|siege| siege.drip(60, 6)));
    threads.push(siege.start(|siege| siege.ignore(20)));
    threads.push(siege.start(|siege| siege.analyse(300)));
    threads.extend((0..2).map(|number| siege.start(move |siege| siege.flood(number))));
    threads
}

/// The acknowledged moves that are not there any more.
fn lost(client: &Client, played: &[Played]) -> Vec<String> {
    let there = |game: &Played| {
        let found = client.get(&format!("/api/games/{}", game.id)).ok()?.json();
        found["moves"].as_array().map(Vec::len)
    };
    let missing = played.iter().filter_map(|game| match there(game) {
        Some(moves) if moves >= game.moves => None,
        found => Some(format!("game {}: {} moves acknowledged, {} there", game.id, game.moves, found.unwrap_or(0))),
    });
    missing.collect()
}

/// A number of kilobytes that the system tells of a process, in MiB.
fn status(process: u32, name: &str) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) >> 10
}

/// The one in the middle.
fn middle(values: &[u64]) -> u64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or(0)
}

fn report(
    siege: &Siege,
    noticed: &[Noticed],
    played: &[Played],
    (peak, memory): (u64, &[u64]),
    alive: bool,
    lost: &[String],
) -> ExitCode {
    for (kind, count) in KINDS.iter().zip(&siege.attacks) {
        println!("{kind:<28} {:>8}", count.load(Relaxed));
    }
    let mut times: Vec<Duration> = noticed.iter().flat_map(|one| one.times.iter().map(|(_, time)| *time)).collect();
    times.sort();
    for (kind, name) in QUESTIONS.iter().enumerate() {
        let own = noticed.iter().flat_map(|one| &one.times).filter(|(of, _)| *of == kind).map(|(_, time)| *time);
        println!("longest: {name:<19} {:>8.1} ms", own.max().unwrap_or_default().as_secs_f64() * 1e3);
    }
    let at = |share: f64| times.get(((times.len() as f64 - 1.0) * share) as usize).copied().unwrap_or_default();
    let failures: Vec<&String> = noticed.iter().flat_map(|one| &one.failures).collect();
    let [median, longest] = [at(0.5), at(1.0)];
    println!(
        "small questions              {:>8}   median {:.1} ms   99 % {:.1} ms   longest {:.1} ms   not answered {}",
        times.len(),
        median.as_secs_f64() * 1e3,
        at(0.99).as_secs_f64() * 1e3,
        longest.as_secs_f64() * 1e3,
        failures.len()
    );
    let moves: usize = played.iter().map(|game| game.moves).sum();
    println!("moves acknowledged           {moves:>8}   in {} games   lost {}", played.len(), lost.len());
    let every = memory.iter().step_by((memory.len() / 10).max(1)).collect::<Vec<_>>();
    println!("memory of the server in MiB  {peak:>8}   in the course of time {every:?}");
    let mut wrong: Vec<String> = lost.to_vec();
    wrong.extend(failures.iter().take(10).map(|failure| format!("a small question was not answered: {failure}")));
    let mut check = |holds: bool, what: String| {
        if !holds {
            wrong.push(what);
        }
    };
    check(alive, "the server has ended".to_string());
    check(peak < MOST_MEMORY, format!("the server needed {peak} MiB, {MOST_MEMORY} are too many"));
    check(median <= MOST_TIME[0], format!("the median of the small questions is more than {:?}", MOST_TIME[0]));
    check(longest <= MOST_TIME[1], format!("a small question took more than {:?}", MOST_TIME[1]));
    if let Some(settled) = siege.settled {
        let (_, rest) = memory.split_at((memory.len() as f64 * settled) as usize);
        let (early, late) = rest.split_at(rest.len() / 2);
        let [early, late] = [early, late].map(middle);
        println!("memory early and late in MiB {early:>8} {late:>8}");
        let most = early + early / DIFFERENCE.0 + DIFFERENCE.1;
        check(late <= most, format!("the memory of the server grows: {early} MiB, then {late}; {most} may be"));
    }
    check(moves > 0 && times.len() > 10, "too little was asked to say anything".to_string());
    for line in &wrong {
        println!("WRONG: {line}");
    }
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
